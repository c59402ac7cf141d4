/** Owns reading Responses API rollouts (NeMo Gym): `response.output` items. Source: NeMo Gym responses_api_agents, example rollouts. */
import { readTextCalls } from './call-text.js';
import { readToolCall } from './dialect-chat.js';
import { isObject, parseObject, readContent, readNumber, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { readObservation } from './observation-text.js';
import { makeTrajectory, readVerdict, StepList } from './step-list.js';
import { makeObservation } from './trajectory.js';
import type { Call, Observation, Trajectory } from './trajectory.js';
import { guessWorkdir } from './workdir.js';

const ITEM_TYPES = new Set(['message', 'function_call', 'function_call_output', 'reasoning']);

/** Recognises an item of the Responses API by its type. */
export const isResponseItem = (value: unknown): value is JsonObject =>
  isObject(value) && ITEM_TYPES.has(readString(value, 'type'));

/** Some harnesses answer with a JSON text `{output, exit_code, error}`. */
function readOutput(item: JsonObject, call: Call): Observation {
  const text = readContent(item['output']);
  const inner = text.trimStart().startsWith('{') ? parseObject(text) : undefined;
  if (inner === undefined) return readObservation(text, call);
  const error = readString(inner, 'error');
  const failed = error !== '' || inner['success'] === false;
  if (typeof inner['output'] !== 'string') return { ...readObservation(text, call), failed };
  const code = Math.trunc(readNumber(inner, 'exit_code', -1));
  return makeObservation(inner['output'] === '' ? error : inner['output'], code, failed);
}

/** The id stands in the row, in its metadata, or in the metadata of the request. */
function readInstanceId(row: JsonObject): string {
  const places = [
    row,
    readObject(row, 'swebench_metrics'),
    readObject(row, 'metadata'),
    readObject(readObject(row, 'responses_create_params'), 'metadata'),
    readObject(readObject(row, 'verifier_metadata'), 'instance'),
  ];
  for (const place of places) {
    const id = readString(place, 'instance_id') || readString(place, 'task_id');
    if (id !== '') return id;
  }
  return '';
}

/** Reads a row. A step is the messages and the calls that follow them, up to the next output. */
export function readResponsesRow(row: JsonObject, items: readonly unknown[]): Trajectory {
  const list = new StepList();
  let open = false;
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const type = readString(item, 'type');
    const role = readString(item, 'role');
    if (type === 'message' && role !== 'user' && role !== 'system' && role !== 'developer') {
      const content = readContent(item['content']);
      const read = readTextCalls(content);
      list.add(read.calls.length > 0 ? read.before : content, read.calls, index);
      open = read.calls.length === 0;
    } else if (type === 'function_call') {
      const step = open ? list.steps.at(-1) : undefined;
      const call = readToolCall({ ...item, id: item['call_id'] ?? item['id'] });
      if (step === undefined) list.add('', [call], index);
      else list.addCall(step, call);
      open = true;
    } else if (type === 'function_call_output') {
      list.answer(readString(item, 'call_id'), (call) => readOutput(item, call), index);
      open = false;
    }
  }
  const metrics = readObject(row, 'swebench_metrics');
  const fault = ['eval_timed_out', 'mask_sample'].filter((key) => row[key] === true);
  if (typeof row['error_kind'] === 'string' && row['error_kind'] !== '')
    fault.push(`error_kind: ${row['error_kind']}`);
  return {
    ...makeTrajectory('responses', list.steps),
    instance_id: readInstanceId(row),
    workdir: guessWorkdir(list.steps),
    final_patch: readString(row, 'model_patch') || readString(metrics, 'model_patch'),
    exit_reason: row['agent_timed_out'] === true ? 'TIMEOUT' : readString(row, 'exit_reason'),
    verdict: readVerdict(row['resolved'] ?? metrics['resolved'] ?? row['reward']),
    error: fault.join(', '),
  };
}
