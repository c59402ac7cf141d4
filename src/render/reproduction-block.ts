/** Owns the reproduction block: which tests fail, their code, and how the tests change. */
import { languageOfPath } from '../classify/language.js';
import type { Evidence, FailToPass } from '../model/evidence.js';
import { type TestIdGroup, collapseParameters } from '../testid/collapse.js';
import { parseTestId } from '../testid/parse.js';
import { listAddedLines, noteBlankLines, readChange, viewCandidate } from './candidate-change.js';
import type { Profile } from './profile.js';
import { TestFileView } from './test-code.js';
import { chooseTests, noteHiddenTests } from './test-limit.js';
import { countNoun, describeRange, fence } from './text.js';

/** Renders how the failure shows. Withheld source is not mentioned. */
export function renderReproduction(evidence: Evidence, profile: Profile): string {
  const { candidate_changes } = evidence.reproduction;
  const tests = chooseTests(evidence.reproduction, profile);
  const changes = candidate_changes.map((change) => ({ change, file: readChange(change) }));
  const added = new Map(changes.map(({ change, file }) => [change.path, listAddedLines(file)]));
  const views = new Map<string, TestFileView>();
  for (const test of tests) {
    const view = views.get(test.path) ?? new TestFileView(test.path, profile, added.get(test.path) ?? []);
    views.set(test.path, view);
    view.add(test);
  }
  for (const { change, file } of changes) noteBlankLines(file, views.get(change.path));
  const parts = ['## How the failure shows\n\n', listTests(evidence, profile)];
  for (const view of views.values()) {
    const note = view.complete ? '' : ' (as far as the test patch shows it)';
    parts.push(`\n### ${view.path}${note}\n${fence(view.text(), languageOfPath(view.path))}`);
  }
  parts.push(noteHiddenTests(evidence.reproduction, tests, profile));
  if (candidate_changes.length > 0) {
    parts.push('\n### Changes to the tests\n');
    const diffs = changes.map(({ change, file }) => viewCandidate(change, file, views, profile));
    const shown = candidate_changes.filter((_, index) => diffs[index] === '').map((change) => change.path);
    if (shown.length > 0) parts.push(`Shown above: ${shown.join(', ')}\n`);
    if (shown.length < diffs.length) parts.push(fence(diffs.join(''), 'diff'));
  }
  return parts.join('');
}

function listTests(evidence: Evidence, profile: Profile): string {
  const { fail_to_pass: tests, pass_to_pass_count: passing } = evidence.reproduction;
  const others =
    passing === 0
      ? ''
      : `${countNoun(passing, 'other test')} ${passing === 1 ? 'passes' : 'pass'} before and after it.\n`;
  if (tests.length === 0) return `No failing test is named for this task.\n${others}`;
  const verbs = tests.length === 1 ? 'fails before the repair and passes' : 'fail before the repair and pass';
  const byId = new Map(tests.map((test) => [test.id, test]));
  const hint = { language: evidence.language, repo: evidence.repo, corpus: evidence.corpus };
  const groups = collapseParameters(tests.map((test) => parseTestId(test.id, hint)));
  // Where not all are listed, those with a place in the code come first.
  const listed =
    groups.length > profile.maxTestIds
      ? groups.toSorted((left, right) => placelessness(left, byId) - placelessness(right, byId))
      : groups;
  const lines = listed.slice(0, profile.maxTestIds).map((group) =>
    listGroup(
      group,
      group.ids.map((id) => byId.get(id)).filter((test) => test !== undefined),
    ),
  );
  const rest = listed.slice(profile.maxTestIds).reduce((sum, group) => sum + group.count, 0);
  if (rest > 0) lines.push(`- … ${countNoun(rest, 'more test')}\n`);
  const isPlaced = tests.some((test) => test.lines.start > 0);
  const note = isPlaced ? ' (line numbers after the changes to the tests)' : '';
  return `${countNoun(tests.length, 'test')} ${verbs} after it${note}:\n${lines.join('')}${others}`;
}

const placelessness = (group: TestIdGroup, byId: ReadonlyMap<string, FailToPass>): number =>
  byId.get(group.ids[0] ?? '')?.match === 'none' ? 1 : 0;

/** Runs of one test that are told apart by name; more of them are counted only. */
const MAX_NAMED_RUNS = 6;
const MAX_NAMED_CHARACTERS = 300;

function listGroup({ display, count }: TestIdGroup, runs: readonly FailToPass[]): string {
  const [first] = runs;
  const place = first ? placeOf(first) : '';
  if (count === 1) return `- ${oneLine(display)}${place}${describeRows(first)}\n`;
  const names = runs.map(({ id }) => oneLine(differingPart(id, display)));
  const line = `- ${oneLine(display)} × ${count}`;
  if (count > MAX_NAMED_RUNS || names.join('').length > MAX_NAMED_CHARACTERS) return `${line}${place}\n`;
  const rows = runs.map(describeRows);
  if (rows.every((row) => row === '')) return `${line} (${names.join('; ')})${place}\n`;
  return `${line}${place}:\n${names.map((name, index) => `  - ${name}${rows[index] ?? ''}\n`).join('')}`;
}

/** What stands in an id where the name of its group has `…`. */
function differingPart(id: string, display: string): string {
  const at = display.indexOf('…');
  const end = display.length - at - 1;
  return at < 0 || !id.startsWith(display.slice(0, at)) ? id : id.slice(at, id.length - end);
}

/** ` — lines 3-9`, with the file in front when the id does not name it. */
function placeOf(test: FailToPass): string {
  const range = describeRange(test.lines);
  const path = test.path === '' || test.id.includes(test.path) ? '' : test.path;
  const place = [path, range].filter((part) => part !== '').join(', ');
  if (place === '') return '';
  const isPart = test.lines.start > 0 && !test.complete;
  return ` — ${test.match === 'ambiguous' ? 'perhaps ' : ''}${isPart ? 'in part ' : ''}${place}`;
}

/** Characters of a row that are repeated beside its id: it stands whole in the code. */
const MAX_ROW_CHARACTERS = 80;

/** `, row ("week", 7)` for what made this run of a parametrised test. */
function describeRows(test: FailToPass | undefined): string {
  const rows = (test?.rows ?? []).map(({ text }) => text.trim().replace(/\s+/g, ' ').replace(/,$/, ''));
  return rows
    .map(
      (row) => `, row \`${row.length > MAX_ROW_CHARACTERS ? `${row.slice(0, MAX_ROW_CHARACTERS)}…` : row}\``,
    )
    .join('');
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ');
