/**
 * Owns the conversation of a run as a trainer renders it: its messages, and which of them are a step's response and observations.
 * Only for runs that hold their messages; nothing is made up for the others. Rendering is in qwen-template.ts.
 */
import { findMessages } from './dialect-chat.js';
import { isObject, readContent, readList, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import type { Dialect } from './dialect-name.js';
import type { Trajectory } from './trajectory.js';

/** A tool call as a template writes it: arguments are JSON text as the message holds it, or a value. */
export interface MessageCall {
  readonly name: string;
  readonly arguments: unknown;
}

export interface ConversationMessage {
  readonly role: string;
  /** Text parts of a list are joined; other parts (images) are left out. */
  readonly content: string;
  /** `reasoning_content`, undefined when the message has none. */
  readonly reasoning: string | undefined;
  readonly calls: readonly MessageCall[];
}

/** Messages of a step, 0-based; `observations` may be empty. */
export interface StepMessages {
  readonly response: number;
  readonly observations: readonly number[];
}

export interface Conversation {
  readonly messages: readonly ConversationMessage[];
  /** Tool definitions of the row, as it holds them. */
  readonly tools: readonly unknown[];
  /** One per step of the run, in order. */
  readonly steps: readonly StepMessages[];
}

/** Dialects whose messages carry the steps themselves. */
const CHAT: readonly Dialect[] = ['chat-tools', 'chat-xml', 'mini-swe-agent'];

/**
 * The conversation of a run read from `value`. R2E-Gym rows and SWE-agent files keep it beside the steps, under `history`: there it
 * counts when it holds one assistant message per step. Undefined when the run holds no messages.
 */
export function findConversation(value: unknown, trajectory: Trajectory): Conversation | undefined {
  const row = isObject(value) ? value : {};
  const isChat = CHAT.includes(trajectory.dialect);
  const list = isChat ? findMessages(value) : readList(row, 'history');
  if (list === undefined || list.length === 0 || !list.every(isObject)) return undefined;
  const steps = isChat
    ? trajectory.steps.map((step) => ({
        response: step.message_index,
        observations: step.observation_messages,
      }))
    : pairTurns(list);
  if (steps.length !== trajectory.steps.length || steps.length === 0) return undefined;
  if (steps.some((step) => list[step.response] === undefined)) return undefined;
  return { messages: list.map(readMessage), tools: readList(row, 'tools'), steps };
}

/** Each assistant message with the tool and user messages that follow it. Demonstrations are no steps. */
function pairTurns(list: readonly JsonObject[]): StepMessages[] {
  const steps: { response: number; observations: number[] }[] = [];
  for (const [index, message] of list.entries()) {
    const role = readString(message, 'role');
    if (message['is_demo'] === true) continue;
    if (role === 'assistant') steps.push({ response: index, observations: [] });
    else if (role === 'tool' || role === 'user') steps.at(-1)?.observations.push(index);
  }
  return steps;
}

function readMessage(message: JsonObject): ConversationMessage {
  const reasoning = message['reasoning_content'];
  const calls = readList(message, 'tool_calls')
    .filter(isObject)
    .map((call): MessageCall => {
      const holder = isObject(call['function']) ? readObject(call, 'function') : call;
      return { name: readString(holder, 'name'), arguments: holder['arguments'] ?? {} };
    });
  return {
    role: readString(message, 'role'),
    content: readContent(message['content']),
    reasoning: typeof reasoning === 'string' ? reasoning : undefined,
    calls,
  };
}
