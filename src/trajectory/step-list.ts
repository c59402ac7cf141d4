/** Owns collecting steps while a dialect is read: numbering, and putting observations beside their calls. */
import { MISSING_OBSERVATION } from './trajectory.js';
import type { Dialect } from './dialect-name.js';
import type { Call, Observation, Step, Trajectory } from './trajectory.js';

/** Steps in order; observations find their call by id, or take the first call of the last step that has none. */
export class StepList {
  readonly steps: Step[] = [];
  readonly #places = new Map<string, { step: Step; order: number }>();

  /** Adds a step and returns it. `messageIndex` -1 = the dialect has no messages. */
  add(text: string, calls: readonly Call[], messageIndex = -1, cwd = ''): Step {
    const step: Step = {
      index: this.steps.length + 1,
      message_index: messageIndex,
      observation_messages: [],
      text,
      calls: [],
      observations: [],
      cwd,
    };
    this.steps.push(step);
    for (const call of calls) this.addCall(step, call);
    return step;
  }

  /** Adds one more call to a step. */
  addCall(step: Step, call: Call): void {
    if (call.id !== '') this.#places.set(call.id, { step, order: step.calls.length });
    step.calls.push(call);
    step.observations.push(MISSING_OBSERVATION);
  }

  /** The call that an answer belongs to: by id, else the first unanswered one of the last step. */
  findCall(id: string): { step: Step; order: number; call: Call } | undefined {
    const place = this.#places.get(id) ?? this.#firstOpen();
    const call = place?.step.calls[place.order];
    return place === undefined || call === undefined ? undefined : { ...place, call };
  }

  #firstOpen(): { step: Step; order: number } | undefined {
    const step = this.steps.at(-1);
    const order = step?.observations.findIndex((observation) => observation.state === 'missing') ?? -1;
    return step === undefined || order < 0 ? undefined : { step, order };
  }

  /** Puts an answer beside its call; false when no call waits for it. */
  answer(id: string, make: (call: Call) => Observation, messageIndex = -1): boolean {
    const found = this.findCall(id);
    if (found === undefined) return false;
    found.step.observations[found.order] = make(found.call);
    if (messageIndex >= 0) found.step.observation_messages.push(messageIndex);
    return true;
  }
}

/** A trajectory of which only the dialect and the steps are known; the reader fills in the rest. */
export function makeTrajectory(dialect: Dialect, steps: Step[]): Trajectory {
  return {
    dialect,
    instance_id: '',
    workdir: '',
    steps,
    final_patch: '',
    exit_reason: '',
    submitted: false,
    verdict: 'unknown',
    test_output: '',
    error: '',
  };
}

/** Verdict of a reward: 1 or more resolved, 0 unresolved, anything else (null, absent) unknown. */
export function readVerdict(reward: unknown): Trajectory['verdict'] {
  if (typeof reward === 'boolean') return reward ? 'resolved' : 'unresolved';
  if (typeof reward !== 'number' || !Number.isFinite(reward)) return 'unknown';
  return reward >= 1 ? 'resolved' : reward <= 0 ? 'unresolved' : 'unknown';
}
