/**
 * Owns how a reproduction block shrinks: changes to the tests (data and support first, then other test files), then the
 * code of further tests, then the context and the end of the first one, then the list of ids. The ids and the first
 * failing test stay longest. Changes go before test code because the block leaves out of a change what the code shows:
 * the other way round, giving up a test would bring its lines back as a diff.
 */
import type { CandidateChange, Evidence } from '../model/evidence.js';
import { countUp, type CutLadder, type CutView, makeLadder, RungList } from './budget-ladder.js';
import type { Profile } from './profile.js';
import { chooseTests } from './test-limit.js';
import { splitLines } from './text.js';

interface ReproductionCut {
  readonly candidateLines: number;
  readonly lineCharacters: number;
  /** Changes left out, in the order of the plan. */
  readonly candidates: number;
  /** Tests left out, from the last one on. */
  readonly tests: number;
  readonly context: boolean;
  readonly testLines: number;
  readonly ids: number;
}

/** Indexes of the candidate changes, the one to give up first at the front. */
type CandidateOrder = readonly number[];

/** The cuts of a reproduction block, from the mildest to the deepest, each holding those before it. */
export function planReproductionCuts(whole: Evidence, profile: Profile): CutLadder {
  const chosen = [...chooseTests(whole.reproduction, profile)];
  const evidence = { ...whole, reproduction: { ...whole.reproduction, tests: chosen } };
  const testsLeftOut = whole.reproduction.tests.length - chosen.length;
  const { tests, candidate_changes: changes, fail_to_pass: failing } = evidence.reproduction;
  const order = orderCandidates(evidence);
  const list = new RungList<ReproductionCut>({
    candidateLines: profile.maxCandidateLines,
    lineCharacters: profile.maxLineCharacters,
    candidates: 0,
    tests: 0,
    context: false,
    testLines: profile.maxTestLines,
    ids: profile.maxTestIds,
  });
  const longest = changes.reduce((most, { diff }) => Math.max(most, splitLines(diff).length), 0);
  const widest = changes.reduce((most, { diff }) => Math.max(most, longestLine(diff)), 0);
  list.addEach('lineCharacters', below([400, 160], widest, profile.maxLineCharacters));
  list.addEach('candidateLines', below([120, 60], longest, profile.maxCandidateLines));
  list.addEach('candidates', countUp(changes.length - 1));
  list.addEach('candidateLines', below([30, 15], longest, profile.maxCandidateLines));
  if (tests.length > 0 && changes.length > 0) list.add({ candidates: changes.length });
  list.addEach('tests', countUp(tests.length - 1));
  if (tests.some(({ context }) => context.length > 0)) list.add({ context: true });
  const length = splitLines(tests[0]?.code ?? '').length;
  list.addEach('testLines', below([100, 50, 25, 12], length, profile.maxTestLines));
  list.addEach('ids', below([20, 10, 5, 2, 1], failing.length, profile.maxTestIds));
  if (tests.length > 0) list.add({ tests: tests.length });
  else if (changes.length > 0) list.add({ candidates: changes.length });
  return makeLadder(list.rungs, (cut) => viewCut(evidence, { ...profile, testsLeftOut }, order, cut));
}

/** The limits that would cut something: below what is there and below what the profile allows anyway. */
const below = (limits: readonly number[], most: number, start: number): number[] =>
  limits.filter((limit) => limit < most && limit < start);

function longestLine(text: string): number {
  let longest = 0;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    longest = Math.max(longest, stop - start);
    start = stop + 1;
  }
  return longest;
}

/** Other files before test files, those that hold no failing test before those that do, later before earlier. */
function orderCandidates({ reproduction }: Evidence): CandidateOrder {
  const failing = new Set(reproduction.fail_to_pass.map(({ path }) => path));
  const first = reproduction.fail_to_pass[0]?.path;
  const rank = ({ role, path }: CandidateChange): number =>
    path === first ? 3 : failing.has(path) ? 2 : role === 'test' ? 1 : 0;
  const ranks = reproduction.candidate_changes.map(rank);
  return [...ranks.keys()].sort((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0) || right - left);
}

function viewCut(evidence: Evidence, profile: Profile, order: CandidateOrder, cut: ReproductionCut): CutView {
  const { reproduction } = evidence;
  const dropped = new Set(order.slice(0, cut.candidates));
  const tests = reproduction.tests.slice(0, reproduction.tests.length - cut.tests);
  return {
    evidence: {
      ...evidence,
      reproduction: {
        ...reproduction,
        candidate_changes: reproduction.candidate_changes.filter((_, index) => !dropped.has(index)),
        tests: cut.context ? tests.map((test) => ({ ...test, context: [] })) : tests,
      },
    },
    profile: {
      ...profile,
      maxCandidateLines: cut.candidateLines,
      maxLineCharacters: cut.lineCharacters,
      maxTestLines: cut.testLines,
      maxTestIds: cut.ids,
    },
    cuts: describeCut(evidence, profile, cut),
  };
}

function describeCut({ reproduction }: Evidence, profile: Profile, cut: ReproductionCut): string[] {
  const { tests, candidate_changes: changes } = reproduction;
  const cuts: string[] = [];
  if (cut.candidates < changes.length) {
    if (cut.lineCharacters < profile.maxLineCharacters)
      cuts.push(`what is beyond ${cut.lineCharacters} characters in lines of changes to the tests`);
    if (cut.candidateLines < profile.maxCandidateLines)
      cuts.push(`what is beyond ${cut.candidateLines} lines in changes to the tests`);
  }
  if (cut.candidates > 0)
    cuts.push(`the changes of ${cut.candidates} of ${changes.length} files of the tests`);
  if (cut.tests > 0) cuts.push(`the code of ${cut.tests} of ${tests.length} tests`);
  if (cut.context && cut.tests < tests.length) cuts.push('imports and set-up around the tests');
  if (cut.testLines < profile.maxTestLines && cut.tests < tests.length)
    cuts.push(`what is beyond ${cut.testLines} lines in the code of a test`);
  if (cut.ids < profile.maxTestIds) cuts.push(`test ids beyond ${cut.ids}`);
  return cuts;
}
