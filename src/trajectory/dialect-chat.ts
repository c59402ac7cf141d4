/**
 * Owns reading chat messages: OpenAI `tool_calls` (rLLM, verl, SkyRL), XML or JSON calls in the text (SWE-smith, R2E-Gym history,
 * OpenHands without function calling) and fenced shell blocks. Rows of other scaffolds that carry messages come here too.
 */
import { readTextCalls } from './call-text.js';
import { repairCall } from './call-repair.js';
import {
  isObject,
  readArguments,
  readContent,
  readList,
  readObject,
  readString,
  readStrings,
} from './json-value.js';
import type { JsonObject } from './json-value.js';
import { hasEditFailed, readObservation } from './observation-text.js';
import { makeTrajectory, readVerdict, StepList } from './step-list.js';
import { makeBrokenCall, makeCall, makeObservation } from './trajectory.js';
import type { Call, Observation, Step, Trajectory } from './trajectory.js';

/** Headings that scaffolds put before a result in a user message. */
const RESULT_HEADING = /^(?:OBSERVATION:\r?\n|EXECUTION RESULT of \[[^\]\n]{0,60}\]:\r?\n)/;

/** How calls stand in assistant text: as tags, or as one fenced block of these languages. */
export type CallStyle = 'tags' | 'fence';

/** One call of `tool_calls`: `{function: {name, arguments}}` or `{name, arguments}`; arguments as JSON text or object. */
export function readToolCall(value: unknown): Call {
  if (!isObject(value)) return makeBrokenCall('', 'a tool call is not an object');
  const holder = isObject(value['function']) ? value['function'] : value;
  const id = readString(value, 'id') || readString(value, 'call_id') || readString(value, 'tool_call_id');
  const name = readString(holder, 'name');
  const args = readArguments(holder['arguments'] ?? holder['input'] ?? {});
  if (args === undefined) return makeBrokenCall(name, 'the arguments are not a JSON object', id);
  return repairCall(makeCall(name, args, id));
}

function readCalls(message: JsonObject, style: CallStyle): { text: string; calls: readonly Call[] } {
  const content = readContent(message['content']);
  const native = readList(message, 'tool_calls').map(readToolCall);
  if (native.length > 0 && !native.every((call) => call.problem !== ''))
    return { text: content, calls: native };
  const read = style === 'fence' ? readFencedCall(content) : readTextCalls(content);
  // Unreadable native arguments: the same call may stand in the text.
  const calls = native.length > 0 && read.calls.length === 0 ? native : read.calls;
  return { text: native.length > 0 ? content : read.before, calls };
}

/** The one ```` ```bash ```` block of a mini-swe-agent text; two or more are a format error there. */
function readFencedCall(content: string): { before: string; calls: readonly Call[] } {
  const fence = /^```(?:mswea_bash_command|bash|sh)[ \t]*\r?\n/gm;
  const opens = [...content.matchAll(fence)];
  const open = opens[0];
  if (open === undefined) return { before: content, calls: [] };
  const before = content.slice(0, open.index);
  if (opens.length > 1)
    return { before, calls: [makeBrokenCall('bash', `${opens.length} command blocks in one message`)] };
  const start = open.index + open[0].length;
  const end = content.indexOf('\n```', start - 1);
  return {
    before,
    calls: [
      makeCall('bash', {
        command: end < 0 ? content.slice(start) : content.slice(start, Math.max(end, start)),
      }),
    ],
  };
}

/** The result of a call from a tool or user message; `extra` (mini-swe-agent) knows more than the text. */
function readResult(message: JsonObject, call: Call): Observation {
  const shown = readContent(message['content']).replace(RESULT_HEADING, '');
  const extra = readObject(message, 'extra');
  const read = readObservation(shown, call);
  const code = extra['returncode'];
  if (typeof code !== 'number') return read;
  const text = readString(extra, 'raw_output') || shown;
  const exception = readString(extra, 'exception_info');
  const state = /timed? ?out/i.test(exception)
    ? 'timed_out'
    : code < 0 && shown.includes('action was not executed')
      ? 'not_run'
      : 'done';
  return {
    ...makeObservation(text, state === 'done' ? Math.trunc(code) : -1, hasEditFailed(text, call)),
    state,
  };
}

/** Steps of a list of role messages. Every assistant message is a step. */
export function readMessages(messages: readonly unknown[], style: CallStyle): Step[] {
  const list = new StepList();
  let waitsForUser = false;
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) continue;
    const role = readString(message, 'role');
    if (role === 'assistant' || role === 'ai' || role === 'gpt') {
      const { text, calls } = readCalls(message, style);
      list.add(text, calls, index);
      waitsForUser = calls.length > 0 && readList(message, 'tool_calls').length === 0;
    } else if (role === 'tool') {
      const id = readString(message, 'tool_call_id') || (readStrings(message, 'tool_call_ids')[0] ?? '');
      list.answer(id, (call) => readResult(message, call), index);
    } else if (role === 'user' && waitsForUser) {
      list.answer('', (call) => readResult(message, call), index);
      waitsForUser = false;
    }
  }
  return list.steps;
}

/** The messages of a chat row under any of their usual keys, or the row itself when it is a list. */
export function findMessages(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return isMessageList(value) ? value : undefined;
  if (!isObject(value)) return undefined;
  for (const key of ['messages', 'trajectory', 'conversation', 'conversations', 'history']) {
    const list = value[key];
    if (Array.isArray(list) && isMessageList(list)) return list;
  }
  const prompt = value['prompt'];
  const response = value['response'] ?? value['completion'];
  if (Array.isArray(prompt) && Array.isArray(response) && isMessageList(response))
    return [...prompt, ...response];
  return undefined;
}

function isMessageList(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => isObject(item) && typeof item['role'] === 'string');
}

/** A chat row with its outcome where the row tells one. */
export function readChat(
  value: unknown,
  dialect: 'chat-tools' | 'chat-xml',
  messages: readonly unknown[],
): Trajectory {
  const row = isObject(value) ? value : {};
  return {
    ...makeTrajectory(dialect, readMessages(messages, 'tags')),
    instance_id: readString(row, 'instance_id') || readString(row, 'task_id'),
    final_patch:
      readString(row, 'patch') || readString(row, 'model_patch') || readString(row, 'output_patch'),
    exit_reason:
      readString(row, 'exit_reason') ||
      readString(row, 'termination_reason') ||
      readString(row, 'stop_reason'),
    verdict: readVerdict(row['resolved'] ?? row['reward']),
  };
}
