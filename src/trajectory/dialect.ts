/**
 * Owns telling the dialect of a run and handing it to its reader. One run per value: rows of a JSONL file come one by one. Reading
 * files, and putting the event files of one conversation into a list, is done outside.
 */
import { findMessages, readChat } from './dialect-chat.js';
import { isMiniMessageList, readMiniSweAgent } from './dialect-mini-swe-agent.js';
import { isSdkEvent, readSdkEvents } from './dialect-openhands-sdk.js';
import { isOpenHandsEvent, listEvents, readOpenHandsRow } from './dialect-openhands.js';
import { looksLikeR2eLog, readR2eLog, readR2eRow } from './dialect-r2e.js';
import { isResponseItem, readResponsesRow } from './dialect-responses.js';
import { readSweAgentFile } from './dialect-swe-agent.js';
import { isObject, readContent, readList, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import type { Dialect } from './dialect-name.js';
import type { Trajectory } from './trajectory.js';

/** Why a value is no run that we can read. `keys` = top-level keys seen, sorted. */
export interface DialectProblem {
  readonly code: 'dialect_unknown' | 'run_malformed';
  readonly message: string;
  readonly keys: readonly string[];
}

/** A run in its normal form with the dialect it was read as and why, or what is wrong with it. */
export type TrajectoryResult =
  | { readonly ok: true; readonly trajectory: Trajectory; readonly reason: string }
  | { readonly ok: false; readonly problem: DialectProblem };

interface Match {
  readonly reason: string;
  read(): Trajectory;
}

/** Recognises one dialect; undefined when the value is not of it. Tried in this order, the first match wins. */
const RECOGNISERS: readonly (readonly [Dialect, (value: unknown) => Match | undefined])[] = [
  ['r2e-gym', matchR2eRow],
  ['openhands', matchOpenHands],
  ['openhands-sdk', matchSdkEvents],
  ['swe-agent', matchSweAgent],
  ['mini-swe-agent', matchMini],
  ['responses', matchResponses],
  ['chat-tools', (value) => matchChat(value, 'chat-tools')],
  ['chat-xml', (value) => matchChat(value, 'chat-xml')],
];

/**
 * Reads one run from parsed JSON, or from text (the R2E-Gym log). `hint` = a dialect that the user named: only it is tried.
 * A value of no known dialect is a problem that names the keys seen. Never throws.
 */
export function readTrajectory(value: unknown, hint?: Dialect): TrajectoryResult {
  if (typeof value === 'string') return readTrajectoryText(value, hint);
  for (const [dialect, recognise] of RECOGNISERS) {
    if (hint !== undefined && hint !== dialect) continue;
    const match = recognise(value);
    if (match !== undefined) return { ok: true, trajectory: match.read(), reason: match.reason };
  }
  return refuseDialect(value, hint);
}

function readTrajectoryText(text: string, hint?: Dialect): TrajectoryResult {
  if ((hint === undefined || hint === 'r2e-gym-log') && looksLikeR2eLog(text)) {
    return {
      ok: true,
      trajectory: readR2eLog(text),
      reason: 'text with STEP banners and --- Action --- sections',
    };
  }
  return refuseDialect(text, hint);
}

function refuseDialect(value: unknown, hint: Dialect | undefined): TrajectoryResult {
  const keys = isObject(value) ? Object.keys(value).sort() : [];
  const seen =
    typeof value === 'string'
      ? 'a text without STEP banners'
      : Array.isArray(value)
        ? `a list of ${value.length} items${isObject(value[0]) ? `, the first with the keys ${Object.keys(value[0]).sort().slice(0, 20).join(', ')}` : ''}`
        : isObject(value)
          ? `the keys ${keys.slice(0, 30).join(', ') || '(none)'}`
          : `a JSON value of type ${value === null ? 'null' : typeof value}`;
  const wanted = hint === undefined ? 'no known trajectory format' : `not a ${hint} run`;
  return { ok: false, problem: { code: 'dialect_unknown', message: `${wanted}: found ${seen}`, keys } };
}

function matchR2eRow(value: unknown): Match | undefined {
  if (!isObject(value) || !Array.isArray(value['trajectory_steps']) || !('exit_reason' in value))
    return undefined;
  return { reason: 'object with trajectory_steps and exit_reason', read: () => readR2eRow(value) };
}

function matchOpenHands(value: unknown): Match | undefined {
  if (!isObject(value) || !Array.isArray(value['history'])) return undefined;
  if (!('test_result' in value) && !('metadata' in value)) return undefined;
  const events = listEvents(value['history']);
  if (events.length > 0 ? !isOpenHandsEvent(events[0] ?? {}) : !('test_result' in value)) return undefined;
  return {
    reason: 'object with a history of action and observation events, and test_result or metadata',
    read: () => readOpenHandsRow(value),
  };
}

function matchSdkEvents(value: unknown): Match | undefined {
  const events = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value['events'])
      ? value['events']
      : undefined;
  if (events === undefined || events.length === 0 || !events.some(isSdkEvent)) return undefined;
  if (!isSdkEvent(events[0]) && !isObject(events[0])) return undefined;
  return { reason: 'list of events with a kind such as ActionEvent', read: () => readSdkEvents(events) };
}

function matchSweAgent(value: unknown): Match | undefined {
  if (!isObject(value) || !isObject(value['info'])) return undefined;
  const steps = readList(value, 'trajectory');
  if (
    steps.length === 0 ||
    !steps.every((step) => isObject(step) && typeof step['action'] === 'string' && 'observation' in step)
  )
    return undefined;
  return {
    reason: 'object with info and a trajectory of action and observation',
    read: () => readSweAgentFile(value),
  };
}

function matchMini(value: unknown): Match | undefined {
  if (Array.isArray(value)) {
    const messages = findMessages(value);
    if (messages === undefined || !isMiniMessageList(messages)) return undefined;
    return {
      reason: 'list of messages with fenced command blocks',
      read: () => readMiniSweAgent({}, messages),
    };
  }
  if (!isObject(value)) return undefined;
  const named = readString(value, 'trajectory_format').startsWith('mini-swe-agent');
  const messages = findMessages(value);
  if (messages === undefined || (!named && readString(readObject(value, 'info'), 'mini_version') === ''))
    return undefined;
  return {
    reason: named ? 'trajectory_format is mini-swe-agent' : 'info.mini_version',
    read: () => readMiniSweAgent(value, messages),
  };
}

function matchResponses(value: unknown): Match | undefined {
  if (!isObject(value)) return undefined;
  const output = Array.isArray(value['output']) ? value['output'] : readObject(value, 'response')['output'];
  // A run that never answered has an empty output: it is read as a run without steps.
  const empty =
    Array.isArray(output) &&
    output.length === 0 &&
    readString(readObject(value, 'response'), 'object') === 'response';
  if (!Array.isArray(output) || (!empty && !output.some(isResponseItem))) return undefined;
  return {
    reason: 'response.output with message and function_call items',
    read: () => readResponsesRow(value, output),
  };
}

function matchChat(value: unknown, dialect: 'chat-tools' | 'chat-xml'): Match | undefined {
  const messages = findMessages(value);
  if (messages === undefined) return undefined;
  const assistant = messages.filter(
    (message): message is JsonObject => isObject(message) && message['role'] === 'assistant',
  );
  const native = assistant.some((message) => readList(message, 'tool_calls').length > 0);
  if (dialect === 'chat-tools') {
    return native
      ? { reason: 'messages with tool_calls', read: () => readChat(value, dialect, messages) }
      : undefined;
  }
  const tagged = assistant.some((message) =>
    /<function\s?=|<tool_call>|\{\s{0,8}"(?:name|action)"/.test(readContent(message['content'])),
  );
  return tagged
    ? { reason: 'messages with calls written in the text', read: () => readChat(value, dialect, messages) }
    : undefined;
}
