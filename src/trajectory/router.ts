/**
 * Owns the stage router: the state machine that labels every step of a run. It reads only parsed calls; what a step proposes is
 * decided in proposal.ts. Labels never constrain the agent.
 */
import type { Stage } from '../model/stage.js';
import { proposeStep, readStepActs, stageOrder } from './proposal.js';
import type { Proposal, StepActs } from './proposal.js';
import { DEFAULT_ROUTER_OPTIONS } from './router-option.js';
import type { RouterOptions } from './router-option.js';
import type { Trajectory } from './trajectory.js';

/** How the state moved at a step. */
export const TRANSITIONS = {
  start: 'the run begins in localization',
  advance: 'the proposal is later than the state: the state moves on',
  keep: 'the state is kept',
  three_explorations: 'third exploration in a row in reproduction: back to localization',
  run_in_patch: 'a test run in patch: back to reproduction',
  exploration_in_patch: 'an exploration in patch: back to localization',
} as const;
export type Transition = keyof typeof TRANSITIONS;

/** One step with its stage and the rule that decided. */
export interface RoutedStep {
  /** 1-based number of the step. */
  readonly index: number;
  /** The state after the step. */
  readonly label: Stage;
  readonly transition: Transition;
  readonly proposal: Proposal;
  /** Explorations in a row up to and with this step, before a return resets them. */
  readonly explorations: number;
}

interface RouterState {
  readonly stage: Stage;
  readonly explorations: number;
}

const START: RouterState = { stage: 'localization', explorations: 0 };
/** Explorations in a row that lead from reproduction back to localization. */
const EXPLORATION_LIMIT = 3;

/** One step of the machine: first the proposal, forward only; then the returns. Source: paper §3.1, A.2. */
function advanceRouter(
  state: RouterState,
  proposal: Proposal,
  options: RouterOptions,
): { readonly state: RouterState; readonly transition: Transition; readonly explorations: number } {
  const moves = stageOrder(proposal.stage) > stageOrder(state.stage);
  const stage = moves && proposal.stage !== undefined ? proposal.stage : state.stage;
  const explorations = countExplorations(state.explorations, proposal, options);
  if (stage === 'reproduction' && explorations >= EXPLORATION_LIMIT) {
    return {
      state: { stage: 'localization', explorations: 0 },
      transition: 'three_explorations',
      explorations,
    };
  }
  if (
    stage === 'patch' &&
    proposal.testRun &&
    (proposal.stage !== 'patch' || options.edit_and_run === 'demote')
  ) {
    return { state: { stage: 'reproduction', explorations }, transition: 'run_in_patch', explorations };
  }
  if (stage === 'patch' && proposal.exploration) {
    return {
      state: { stage: 'localization', explorations },
      transition: 'exploration_in_patch',
      explorations,
    };
  }
  return { state: { stage, explorations }, transition: moves ? 'advance' : 'keep', explorations };
}

function countExplorations(before: number, proposal: Proposal, options: RouterOptions): number {
  if (proposal.exploration) return before + 1;
  const idle = proposal.stage === undefined && options.idle_steps === 'keep';
  return idle ? before : 0;
}

/** The acts of a run, to be routed under several options without reading the calls again. */
export interface RunActs {
  readonly workdir: string;
  readonly steps: readonly StepActs[];
}

/** Reads what every step of a run did; the calls are not read again for other options. */
export function readRunActs(trajectory: Trajectory): RunActs {
  return { workdir: trajectory.workdir, steps: trajectory.steps.map(readStepActs) };
}

/** Labels a run whose acts have been read. Never throws. */
export function routeActs(run: RunActs, options: RouterOptions = DEFAULT_ROUTER_OPTIONS): RoutedStep[] {
  let state = START;
  return run.steps.map((acts, order) => {
    const proposal = proposeStep(acts, run.workdir, options);
    const next = advanceRouter(state, proposal, options);
    state = next.state;
    const transition = order === 0 && next.transition === 'keep' ? 'start' : next.transition;
    return { index: order + 1, label: state.stage, transition, proposal, explorations: next.explorations };
  });
}

/** Labels every step of a run; the label is the state after the step. Never throws. */
export function routeTrajectory(
  trajectory: Trajectory,
  options: RouterOptions = DEFAULT_ROUTER_OPTIONS,
): RoutedStep[] {
  return routeActs(readRunActs(trajectory), options);
}
