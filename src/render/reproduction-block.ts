/** Owns the reproduction block: which tests fail, their code, and how the tests change. */
import { languageOfPath } from '../classify/language.js';
import type { Evidence, FailToPass } from '../model/evidence.js';
import { type TestIdGroup, collapseParameters } from '../testid/collapse.js';
import { parseTestId } from '../testid/parse.js';
import { noteBlankLines, readChange, viewCandidate } from './candidate-change.js';
import type { Profile } from './profile.js';
import { TestFileView } from './test-code.js';
import { countNoun, describeRange, fence } from './text.js';

/** Renders how the failure shows. Withheld source is not mentioned. */
export function renderReproduction(evidence: Evidence, profile: Profile): string {
  const { tests, candidate_changes } = evidence.reproduction;
  const views = new Map<string, TestFileView>();
  for (const test of tests) {
    const view = views.get(test.path) ?? new TestFileView(test.path, profile);
    views.set(test.path, view);
    view.add(test);
  }
  const changes = candidate_changes.map((change) => ({ change, file: readChange(change) }));
  for (const { change, file } of changes) noteBlankLines(file, views.get(change.path));
  const parts = ['## How the failure shows\n\n', listTests(evidence, profile)];
  for (const view of views.values()) {
    const note = view.complete ? '' : ' (as far as the test patch shows it)';
    parts.push(
      `\n### ${view.path}${note}\n${fence(view.text(), languageOfPath(view.path) || evidence.language)}`,
    );
  }
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
  const lines = listed.slice(0, profile.maxTestIds).map((group) => {
    const count = group.count > 1 ? ` × ${group.count}` : '';
    const test = byId.get(group.ids[0] ?? '');
    return `- ${oneLine(group.display)}${count}${test ? placeOf(test) : ''}\n`;
  });
  const rest = listed.slice(profile.maxTestIds).reduce((sum, group) => sum + group.count, 0);
  if (rest > 0) lines.push(`- … ${countNoun(rest, 'more test')}\n`);
  return `${countNoun(tests.length, 'test')} ${verbs} after it:\n${lines.join('')}${others}`;
}

const placelessness = (group: TestIdGroup, byId: ReadonlyMap<string, FailToPass>): number =>
  byId.get(group.ids[0] ?? '')?.match === 'none' ? 1 : 0;

/** ` — lines 3-9`, with the file in front when the id does not name it. */
function placeOf(test: FailToPass): string {
  const range = describeRange(test.lines);
  const path = test.path === '' || test.id.includes(test.path) ? '' : test.path;
  const place = [path, range].filter((part) => part !== '').join(', ');
  return place === '' ? '' : ` — ${place}`;
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ');
