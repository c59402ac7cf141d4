/** Owns which tests are shown where there are more than a profile allows. */
import type { Reproduction, TestCode } from '../model/evidence.js';
import { hasLineWithin } from '../model/range.js';
import { listAddedLines, readChange } from './candidate-change.js';
import type { Profile } from './profile.js';
import { countNoun } from './text.js';

/** The tests that are shown, in the order of the record: those that the test patch changes, then the first ones. */
export function chooseTests(
  { tests, candidate_changes }: Reproduction,
  { maxTests }: Pick<Profile, 'maxTests'>,
): readonly TestCode[] {
  if (tests.length <= maxTests) return tests;
  const added = new Map(
    candidate_changes.map((change) => [change.path, new Set(listAddedLines(readChange(change)))]),
  );
  const isChanged = ({ path, lines }: TestCode): boolean =>
    hasLineWithin(added.get(path) ?? new Set(), lines);
  const changed = new Set(tests.filter(isChanged));
  const chosen = new Set([...changed, ...tests.filter((test) => !changed.has(test))].slice(0, maxTests));
  return tests.filter((test) => chosen.has(test));
}

/** What stands for the tests that are not shown, "" when all are. */
export function noteHiddenTests(
  { tests }: Reproduction,
  shown: readonly TestCode[],
  { testsLeftOut = 0 }: Profile,
): string {
  const count = tests.length - shown.length + testsLeftOut;
  return count === 0 ? '' : `\n… the code of ${countNoun(count, 'more test')} is not shown\n`;
}
