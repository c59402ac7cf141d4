/** Owns where the guard's vocabulary comes from: from a repair while building, from a finished record later. */
import type { FileDiff } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import type { Material } from '../extract/material.js';
import { placeInlineTestHunk } from '../classify/rust-inline-tests.js';
import { INLINE_TEST_RULE, type Repair, oldPathOf } from '../extract/repair.js';
import type { Evidence, LocalizedFile, PathRole } from '../model/evidence.js';
import { believedTests, believedWindows } from './consistency.js';
import type { GuardSources } from './vocabulary.js';

/** The sources at build time: the instance's own two diffs and the files at hand, none of them from the blocks. */
export function sourcesOfRepair(repair: Repair, material: Material): GuardSources {
  const { instance } = repair;
  return {
    fix: repair.fix,
    secretFiles: [...repair.located.filter(holdsCode), ...repair.withheld].map(({ file }) => file),
    testFiles: repair.tests.map(({ file }) => file),
    isReversed: instance.fix_is_reversed,
    oldTexts: [...material.oldFiles.values()],
    oldHeaders: [],
    testTexts: [...material.testFiles, ...material.fixtureFiles].map((file) => file.text),
    areWholeFiles: true,
    studentTexts: studentTextsOf(instance),
  };
}

/**
 * The sources of a finished record: the fix from its patch block, the old side also from windows, the test side from its
 * candidate changes and from test code that did not come from the test patch; of windows and code what agrees with the diffs.
 * A candidate change that is a source file of the fix, or that is no well-formed diff of its own path, is not believed to be
 * test side.
 */
export function sourcesOfRecord(evidence: Evidence): GuardSources {
  const fix = readDiff(evidence.patch.diff);
  const files = fix.ok ? fix.diff.files : [];
  const located = new Map(evidence.localization.files.map((file) => [file.path, file]));
  const isSecret = (file: FileDiff): boolean => {
    const facts = located.get(oldPathOf(file));
    return facts !== undefined && holdsCode(facts);
  };
  const testFiles: FileDiff[] = [];
  for (const change of evidence.reproduction.candidate_changes) {
    const read = readDiff(change.diff);
    const [file] = read.ok ? read.diff.files : [];
    if (!file || oldPathOf(file) !== change.path) continue;
    if (located.get(change.path)?.role === 'source' && !holdsInlineTests(file, change.role_rule)) continue;
    testFiles.push(file);
  }
  return {
    fix: { files },
    secretFiles: [...files.filter(isSecret), ...evidence.reproduction.withheld.flatMap(readWithheld)],
    testFiles,
    isReversed: evidence.base.kind === 'bug_patch',
    oldTexts: evidence.localization.files.flatMap(believedWindows),
    oldHeaders: evidence.localization.files.flatMap(listOldHeaders),
    testTexts: believedTests(evidence.reproduction),
    studentTexts: studentTextsOf(evidence),
  };
}

/** Inline tests of a source file of the fix, as the diff itself shows. */
const holdsInlineTests = (file: FileDiff, rule: string): boolean =>
  rule === INLINE_TEST_RULE && file.hunks.every((hunk) => placeInlineTestHunk(hunk) === 'tests');

function readWithheld({ diff }: Evidence['reproduction']['withheld'][number]): readonly FileDiff[] {
  const read = readDiff(diff);
  return read.ok ? read.diff.files : [];
}

/** Source, and code that stands among documentation or configuration; markup and data have no language. */
const holdsCode = ({ role, language }: { role: PathRole; language: string }): boolean =>
  role === 'source' || ((role === 'docs' || role === 'config') && language !== '');

/**
 * Lines of scopes above the hunks of a file. A scope that claims to stand inside a hunk is not listed: the diff itself says
 * what stands there.
 */
function listOldHeaders(file: LocalizedFile): string[] {
  const isInHunk = (line: number): boolean =>
    file.hunks.some((hunk) => line >= hunk.old_start && line < hunk.old_start + hunk.old_lines);
  const scopes = file.hunks.flatMap((hunk) => hunk.scope);
  return scopes.flatMap((scope) => (scope.line > 0 && !isInHunk(scope.line) ? [scope.text] : []));
}

const studentTextsOf = (task: Pick<Evidence, 'problem_statement' | 'student_context'>): string[] => [
  task.problem_statement,
  ...task.student_context.map((part) => part.text),
];
