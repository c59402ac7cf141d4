/** Builds small runs for the tests: one call per step, in the normal form. The story: a pottery studio's kiln scheduler. */
import { makeTrajectory, StepList } from '../../src/trajectory/step-list.js';
import { makeCall, makeObservation } from '../../src/trajectory/trajectory.js';
import type { Call, Observation, Trajectory } from '../../src/trajectory/trajectory.js';

export const view = (path: string): Call => makeCall('file_editor', { command: 'view', path });
export const create = (path: string): Call =>
  makeCall('file_editor', { command: 'create', path, file_text: 'x = 1\n' });
export const replace = (path: string): Call =>
  makeCall('file_editor', { command: 'str_replace', path, old_str: 'a', new_str: 'b' });
export const shell = (command: string): Call => makeCall('execute_bash', { cmd: command });
export const finish = (): Call => makeCall('finish', { command: 'submit' });

/** A run of these calls; a pair carries its observation. `null` = a step without a call. */
export function makeRun(
  calls: readonly (Call | null | readonly [Call, Partial<Observation>])[],
  workdir = '/testbed',
): Trajectory {
  const list = new StepList();
  for (const entry of calls) {
    const [call, observation] = Array.isArray(entry)
      ? (entry as readonly [Call, Partial<Observation>])
      : [entry as Call | null, undefined];
    list.add('', call === null ? [] : [call]);
    if (observation !== undefined) list.answer('', () => ({ ...makeObservation(''), ...observation }));
  }
  return { ...makeTrajectory('r2e-gym', list.steps), workdir };
}
