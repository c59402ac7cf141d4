/** Owns the plain views of reproduction: every failing id as it is, test code and changes whole, nothing collapsed. */
import { languageOfPath } from '../classify/language.js';
import { readDiff } from '../diff/read.js';
import type { CandidateChange, Evidence } from '../model/evidence.js';
import type { Profile, ReproductionView } from './profile.js';
import { TestFileView } from './test-code.js';
import { chooseTests, noteHiddenTests } from './test-limit.js';
import { countNoun, fence, splitLines } from './text.js';

type PlainView = Exclude<ReproductionView, 'compact'>;

/** Renders how the failure shows. Withheld source is not mentioned. */
export function renderPlainReproduction(evidence: Evidence, profile: Profile, view: PlainView): string {
  const parts = ['## How the failure shows\n\n', listTests(evidence, profile)];
  if (view === 'ids') return parts.join('');
  const { candidate_changes } = evidence.reproduction;
  const tests = chooseTests(evidence.reproduction, profile);
  const files = new Map<string, TestFileView>();
  for (const test of tests) {
    const file = files.get(test.path) ?? new TestFileView(test.path, profile, []);
    files.set(test.path, file);
    file.add(test);
  }
  for (const file of files.values()) {
    const note = file.complete ? '' : ' (as far as the test patch shows it)';
    parts.push(`\n### ${file.path}${note}\n${fence(file.text(), languageOfPath(file.path))}`);
  }
  parts.push(noteHiddenTests(evidence.reproduction, tests, profile));
  if (candidate_changes.length > 0) {
    const diffs = candidate_changes.map((change) => renderChange(change, profile));
    parts.push(`\n### Changes to the tests\n${fence(diffs.join(''), 'diff')}`);
  }
  return parts.join('');
}

function listTests(evidence: Evidence, profile: Profile): string {
  const tests = evidence.reproduction.fail_to_pass;
  if (tests.length === 0) return 'No failing test is named for this task.\n';
  const verbs = tests.length === 1 ? 'fails before the repair and passes' : 'fail before the repair and pass';
  const lines = tests.slice(0, profile.maxTestIds).map(({ id }) => `- ${id.replaceAll('\n', ' ')}\n`);
  const rest = tests.length - lines.length;
  if (rest > 0) lines.push(`- … ${countNoun(rest, 'more test')}\n`);
  return `${countNoun(tests.length, 'test')} ${verbs} after it:\n${lines.join('')}`;
}

/** The diff as it stands; binary and generated content is described, and what is cut is said. */
function renderChange(change: CandidateChange, profile: Profile): string {
  const read = readDiff(change.diff);
  const file = read.ok ? read.diff.files[0] : undefined;
  if (file && file.binary !== 'none') return `${file.header}(binary content, not shown)\n`;
  if (file && change.role === 'generated') return `${file.header}(generated, not shown)\n`;
  const lines = splitLines(change.diff);
  const shown = lines.slice(0, profile.maxCandidateLines).map((line) => cutLine(line, profile));
  const rest = lines.length - shown.length;
  if (rest > 0) shown.push(`… ${countNoun(rest, 'more line')} of this file`);
  return shown.map((line) => `${line}\n`).join('');
}

function cutLine(line: string, { maxLineCharacters: limit }: Profile): string {
  if (line.length <= limit) return line;
  return `${line.slice(0, limit)}… ${countNoun(line.length - limit, 'more character')}`;
}
