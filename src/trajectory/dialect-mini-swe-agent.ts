/** Owns reading mini-swe-agent runs: chat messages around one shell tool, or around one fenced command block. Source: mini-swe-agent agents/default.py. */
import { readMessages } from './dialect-chat.js';
import { isObject, readContent, readList, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { makeTrajectory } from './step-list.js';
import type { Trajectory } from './trajectory.js';
import { guessWorkdir } from './workdir.js';

/** Statuses that say that the machinery broke, not the agent. */
const INFRASTRUCTURE =
  /^(?:InternalServerError|APIError|APIConnectionError|RateLimitError|ServiceUnavailableError|AuthenticationError|Timeout|NotFoundError)$/;

/** True for assistant messages that hold a fenced command block and no calls: the text model. */
function isFenced(messages: readonly unknown[]): boolean {
  return messages.some(
    (message) =>
      isObject(message) &&
      message['role'] === 'assistant' &&
      /^```(?:mswea_bash_command|bash)\b/m.test(readContent(message['content'])),
  );
}

/** Reads a v2 file or a v1 list of messages. The submitted patch is the content of the message with role `exit`. */
export function readMiniSweAgent(file: JsonObject, messages: readonly unknown[]): Trajectory {
  const info = readObject(file, 'info');
  const native = messages.some((message) => isObject(message) && readList(message, 'tool_calls').length > 0);
  const steps = readMessages(messages, !native && isFenced(messages) ? 'fence' : 'tags');
  const status = readString(info, 'exit_status');
  const last = messages.at(-1);
  const exit = isObject(last) && last['role'] === 'exit' ? readContent(last['content']) : '';
  const cwd = readString(readObject(readObject(info, 'config'), 'environment'), 'cwd');
  return {
    ...makeTrajectory('mini-swe-agent', steps),
    instance_id: readString(file, 'instance_id'),
    workdir: cwd || guessWorkdir(steps),
    final_patch: readString(info, 'submission') || exit,
    exit_reason: status,
    submitted: status.toLowerCase() === 'submitted' || (status === '' && exit !== ''),
    error: INFRASTRUCTURE.test(status) ? status : '',
  };
}

/** True for a bare list of messages whose assistant texts hold fenced command blocks: mini-swe-agent v1. */
export const isMiniMessageList = (messages: readonly unknown[]): boolean =>
  isFenced(messages) &&
  !messages.some(
    (message) =>
      isObject(message) &&
      (readList(message, 'tool_calls').length > 0 || readContent(message['content']).includes('<function=')),
  );
