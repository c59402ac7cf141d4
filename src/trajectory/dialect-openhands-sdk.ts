/** Owns reading OpenHands SDK (V1) conversations: a list of events. Source: software-agent-sdk openhands/sdk/event. */
import { repairCall } from './call-repair.js';
import { isObject, readArguments, readContent, readNumber, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { hasEditFailed } from './observation-text.js';
import { makeTrajectory, StepList } from './step-list.js';
import { makeBrokenCall, makeCall, makeObservation } from './trajectory.js';
import type { Call, Observation, Step, Trajectory } from './trajectory.js';
import { guessWorkdir } from './workdir.js';

const KINDS = new Set(
  (
    'ActionEvent ObservationEvent MessageEvent SystemPromptEvent Condensation AgentErrorEvent UserRejectObservation PauseEvent ' +
    'ConversationStateUpdateEvent ConversationErrorEvent TokenEvent'
  ).split(' '),
);

/** Recognises an event of the OpenHands SDK by its kind. */
export const isSdkEvent = (value: unknown): value is JsonObject =>
  isObject(value) && KINDS.has(readString(value, 'kind'));

/** Arguments that only steer the scaffold. */
const STEERING = new Set(['security_risk', 'summary', 'kind']);

function readCall(event: JsonObject): Call {
  const raw = readObject(event, 'tool_call');
  const holder = isObject(raw['function']) ? raw['function'] : raw;
  const name = readString(event, 'tool_name') || readString(holder, 'name');
  const id = readString(event, 'tool_call_id') || readString(raw, 'id');
  const args =
    readArguments(holder['arguments']) ?? (isObject(event['action']) ? event['action'] : undefined);
  if (args === undefined) return makeBrokenCall(name, 'the arguments are not a JSON object', id);
  const kept = Object.entries(args).filter(([key, value]) => !STEERING.has(key) && value !== null);
  const call = makeCall(name, Object.fromEntries(kept), id);
  // A call that failed validation has no action: it was never run.
  return event['action'] === null ? { ...call, problem: 'the call failed validation' } : repairCall(call);
}

function readEventObservation(event: JsonObject, call: Call): Observation {
  const body = readObject(event, 'observation');
  const text =
    readString(body, 'output') ||
    readContent(body['content']) ||
    readContent(event['error']) ||
    readString(event, 'error');
  const metadata = readObject(body, 'metadata');
  const code = readNumber(metadata, 'exit_code', readNumber(body, 'exit_code', -1));
  const kind = readString(event, 'kind');
  const failed =
    body['is_error'] === true ||
    (typeof body['error'] === 'string' && body['error'] !== '') ||
    kind === 'AgentErrorEvent';
  const timedOut = body['timeout'] === true;
  const observation = makeObservation(
    text,
    timedOut ? -1 : Math.trunc(code),
    failed || hasEditFailed(text, call),
  );
  if (kind === 'UserRejectObservation') return { ...observation, state: 'not_run' };
  return timedOut ? { ...observation, state: 'timed_out' } : observation;
}

/** Reads a list of events; other kinds and condensations are skipped. Calls of one model response are one step. */
export function readSdkEvents(events: readonly unknown[]): Trajectory {
  const list = new StepList();
  const stepOfResponse = new Map<string, Step>();
  let finished = false;
  for (const [index, event] of events.entries()) {
    if (!isObject(event)) continue;
    const kind = readString(event, 'kind');
    if (kind === 'ActionEvent') {
      const response = readString(event, 'llm_response_id');
      const call = readCall(event);
      const open = response === '' ? undefined : stepOfResponse.get(response);
      if (open !== undefined) list.addCall(open, call);
      else {
        const step = list.add(readContent(event['thought']), [call], index);
        if (response !== '') stepOfResponse.set(response, step);
      }
      finished ||= call.name === 'finish';
    } else if (
      kind === 'ObservationEvent' ||
      kind === 'AgentErrorEvent' ||
      kind === 'UserRejectObservation'
    ) {
      list.answer(readString(event, 'tool_call_id'), (call) => readEventObservation(event, call), index);
    } else if (kind === 'MessageEvent' && readString(event, 'source') === 'agent') {
      const message = readObject(event, 'llm_message');
      list.add(readContent(message['content']), [], index);
    }
  }
  return {
    ...makeTrajectory('openhands-sdk', list.steps),
    workdir: guessWorkdir(list.steps),
    submitted: finished,
  };
}
