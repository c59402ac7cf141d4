/** Owns test transitions between two states of a repository: tests gained and lost, and functional recovery. Source: RIPPLE. */
import { z } from 'zod';
import type { RunReport } from './report.js';

export const transitionSchema = z
  .strictObject({
    gained: z.array(z.string()).describe('Tests that failed before and pass after (F2P).'),
    lost: z.array(z.string()).describe('Tests that passed before and fail after (P2F).'),
    unknown: z
      .int()
      .min(0)
      .describe('Tests without a result in one of the two states: neither gained nor lost.'),
    recovered: z.boolean().describe('Functional recovery: |F2P| > 0 and |F2P| − |P2F| > 0.'),
  })
  .describe('What changed between two states, by execution.');
export type TransitionCounts = z.infer<typeof transitionSchema>;

/** Tests by outcome in one state. */
export interface TestState {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

/** The state after an attempt. A pending test has no outcome. */
export function stateAfter(report: RunReport): TestState {
  return {
    passed: new Set([...report.fail_to_pass.passed, ...report.pass_to_pass.passed]),
    failed: new Set([...report.fail_to_pass.failed, ...report.pass_to_pass.failed]),
  };
}

const all = (outcome: RunReport['fail_to_pass']): string[] => [
  ...outcome.passed,
  ...outcome.failed,
  ...outcome.pending,
];

/** The state before any repair, as the benchmark defines it: the tests to be repaired fail, the others pass. */
function stateBefore(report: RunReport): TestState {
  return { passed: new Set(all(report.pass_to_pass)), failed: new Set(all(report.fail_to_pass)) };
}

/** Tests gained and lost from one state to the other, in the order of `before`. */
export function compareStates(before: TestState, after: TestState): TransitionCounts {
  const gained = [...before.failed].filter((id) => after.passed.has(id));
  const lost = [...before.passed].filter((id) => after.failed.has(id));
  const ids = new Set([...before.passed, ...before.failed]);
  const unknown = [...ids].filter((id) => !after.passed.has(id) && !after.failed.has(id)).length;
  return { gained, lost, unknown, recovered: gained.length > 0 && gained.length > lost.length };
}

/** Transitions of one attempt against the unrepaired state. */
export function measureTransitions(report: RunReport): TransitionCounts {
  return compareStates(stateBefore(report), stateAfter(report));
}
