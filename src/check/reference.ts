/** Owns what the text of an export is compared with: the vocabulary of its fix, from a record or from the row itself. */
import { classifyPath } from '../classify/classify.js';
import type { FileDiff } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import { sourcesOfRecord } from '../leak/sources.js';
import { collectVocabulary, type GuardVocabulary } from '../leak/vocabulary.js';
import type { Evidence } from '../model/evidence.js';
import { renderPrompt } from '../render/prompt.js';
import type { RowView } from './row-view.js';

export interface Reference {
  readonly vocabulary: GuardVocabulary;
  /** Lines that LOC may show though no old text at hand holds them: openings of enclosing definitions, headings. */
  readonly scopeLines: ReadonlySet<string>;
  /** False when only the fix is at hand, so that what stands elsewhere in the old files is not known. */
  readonly isComplete: boolean;
  /** All that the task says to the student; null when unknown. */
  readonly task: string | null;
  readonly fingerprint: string;
}

/** From the record that the row was made of. */
export function referToRecord(evidence: Evidence): Reference {
  const hunks = evidence.localization.files.flatMap((file) => file.hunks);
  return {
    vocabulary: collectVocabulary(sourcesOfRecord(evidence)),
    scopeLines: new Set(
      hunks.flatMap((hunk) => [hunk.section.trim(), ...hunk.scope.map((scope) => scope.text.trim())]),
    ),
    isComplete: true,
    task: renderPrompt(evidence),
    fingerprint: evidence.fingerprint,
  };
}

/** From the fix and the test patch of a row (`export --with-gold`); null when it holds none that can be read. */
export function referToRow(view: RowView): Reference | null {
  const fix = readDiff(view.goldPatch);
  if (view.goldPatch === '' || !fix.ok) return null;
  const tests = readDiff(view.testPatch);
  const studentTexts = [view.statement, ...(view.messages ?? []).map(({ content }) => content)];
  return {
    vocabulary: collectVocabulary({
      fix: fix.diff,
      secretFiles: fix.diff.files.filter(isSource),
      testFiles: [...(tests.ok ? tests.diff.files : []), ...fix.diff.files.filter((file) => !isSource(file))],
      isReversed: view.metadata?.base.kind === 'bug_patch',
      oldTexts: [],
      oldHeaders: [],
      testTexts: [],
      studentTexts,
    }),
    scopeLines: new Set(),
    isComplete: false,
    task: null,
    fingerprint: view.metadata?.fingerprint ?? '',
  };
}

const isSource = (file: FileDiff): boolean =>
  classifyPath(file.oldPath === '' ? file.newPath : file.oldPath, { column: 'fix' }).role === 'source';
