/** Owns reading OpenHands evaluation output (V0 `output.jsonl`): events, or pairs of events. Source: openhands/events. */
import { isObject, readList, readNumber, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { hasEditFailed } from './observation-text.js';
import { makeTrajectory, readVerdict, StepList } from './step-list.js';
import { makeBrokenCall, makeCall, makeObservation } from './trajectory.js';
import type { Call, Observation, Step, Trajectory } from './trajectory.js';

/** Actions of the agent that are no tool call. */
const SKIPPED = new Set(['system', 'recall', 'change_agent_state', 'null']);

/** Events of a row: flat, or in `[action, observation]` pairs. */
export function listEvents(history: readonly unknown[]): JsonObject[] {
  const events: JsonObject[] = [];
  for (const item of history) {
    const parts = Array.isArray(item) ? item : [item];
    for (const part of parts) if (isObject(part)) events.push(part);
  }
  return events;
}

/** Recognises an event of OpenHands: an action or an observation. */
export const isOpenHandsEvent = (value: JsonObject): boolean =>
  typeof value['action'] === 'string' || typeof value['observation'] === 'string';

function readCall(event: JsonObject): Call {
  const args = readObject(event, 'args');
  const metadata = readObject(event, 'tool_call_metadata');
  const id = String(event['id'] ?? '');
  const tool = readString(metadata, 'function_name');
  const { thought: _thought, ...rest } = args;
  switch (readString(event, 'action')) {
    case 'run':
      return makeCall(tool || 'execute_bash', rest, id);
    case 'run_ipython':
      return makeCall('execute_ipython_cell', rest, id);
    case 'read':
      return makeCall(
        'str_replace_editor',
        { command: 'view', path: args['path'], view_range: args['view_range'] },
        id,
      );
    case 'edit':
      return makeCall(tool || 'str_replace_editor', keepFilled(rest), id);
    case 'write':
      return makeCall('write', rest, id);
    default:
      return makeCall(readString(event, 'action'), rest, id);
  }
}

/** An edit event carries every parameter of every sub-command; those that are null or "" were not given. An LLM edit has no sub-command. */
function keepFilled(args: JsonObject): JsonObject {
  const entries = Object.entries(args).filter(
    ([key, value]) => value !== null && (value !== '' || key === 'new_str' || key === 'old_str'),
  );
  const kept = Object.fromEntries(entries);
  return kept['command'] === undefined ? { ...kept, command: 'str_replace' } : kept;
}

function readObservationEvent(event: JsonObject, call: Call): Observation {
  const extras = readObject(event, 'extras');
  const metadata = readObject(extras, 'metadata');
  const text = readString(event, 'content');
  const code = readNumber(metadata, 'exit_code', readNumber(extras, 'exit_code', -1));
  const suffix = readString(metadata, 'suffix');
  const observation = makeObservation(
    text,
    code,
    hasEditFailed(text, call) || readString(event, 'observation') === 'error',
  );
  // No exit yet: the command still runs, or waits for input.
  if (readString(event, 'observation') === 'run' && code === -1) {
    return { ...observation, state: /timed out/i.test(suffix + text.slice(-300)) ? 'timed_out' : 'running' };
  }
  if (readString(event, 'observation') === 'user_rejected') return { ...observation, state: 'not_run' };
  return observation;
}

/** Reads one row. Calls of one model response are one step; a call that failed validation has no action and stands as a broken call. */
export function readOpenHandsRow(row: JsonObject): Trajectory {
  const list = new StepList();
  const stepOfResponse = new Map<string, Step>();
  const events = listEvents(readList(row, 'history'));
  let last: string | undefined;
  let directory = '';
  for (const [index, event] of events.entries()) {
    const source = readString(event, 'source');
    if (typeof event['action'] === 'string') {
      if (source !== 'agent' || SKIPPED.has(event['action'])) continue;
      const response = readString(
        readObject(readObject(event, 'tool_call_metadata'), 'model_response'),
        'id',
      );
      const call = readCall(event);
      const open = response === '' ? undefined : stepOfResponse.get(response);
      if (open !== undefined) list.addCall(open, call);
      else {
        const step = list.add(readString(readObject(event, 'args'), 'thought'), [call], index, directory);
        if (response !== '') stepOfResponse.set(response, step);
      }
      last = call.id;
    } else if (typeof event['observation'] === 'string') {
      const cause = event['cause'];
      if (event['observation'] === 'error' && (cause === null || cause === undefined)) {
        const problem = readString(event, 'content') || 'the call failed validation';
        list.add('', [makeBrokenCall('', problem)], index, directory);
        list.answer('', (call) => readObservationEvent(event, call), index);
      } else {
        const id = cause === null || cause === undefined ? last : String(cause);
        if (id === undefined || list.findCall(id)?.call.id !== id) continue;
        // The shell is kept between steps: the next step starts where this command ended.
        directory =
          readString(readObject(readObject(event, 'extras'), 'metadata'), 'working_dir') || directory;
        list.answer(id, (call) => readObservationEvent(event, call), index);
      }
    }
  }
  return { ...makeTrajectory('openhands', list.steps), ...readOutcome(row, list.steps) };
}

function readOutcome(row: JsonObject, steps: readonly Step[]): Partial<Trajectory> {
  const result = readObject(row, 'test_result');
  const report = readObject(result, 'report');
  const instance = readObject(row, 'instance');
  const error = readString(row, 'error');
  const limit = /maximum iteration/i.test(error);
  return {
    instance_id: readString(row, 'instance_id'),
    workdir: /\/workspace\/[^\s<]{1,200}/.exec(readString(row, 'instruction'))?.[0] ?? '',
    final_patch: readString(result, 'git_patch') || readString(instance, 'model_patch'),
    exit_reason: limit ? 'max_iterations' : error === '' ? 'finished' : error,
    submitted: steps.at(-1)?.calls.some((call) => call.name === 'finish') ?? false,
    verdict: readVerdict(report['resolved']),
    test_output: readString(result, 'test_output'),
    error: limit ? '' : error,
  };
}
