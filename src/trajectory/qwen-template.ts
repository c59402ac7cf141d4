/**
 * Owns the text of a conversation as Qwen3's chat templates render it (ChatML), and where in it each message stands. Two templates:
 * `qwen3-instruct` (Qwen3-*-Instruct-2507, no thinking) and `qwen3` (the first Qwen3 models: reasoning is kept after the last query only,
 * and the last message gets an empty <think> block when it has none).
 *
 * Not covered: images and other non-text parts (left out), `enable_thinking`, a generation prompt at the end, the XML call format of
 * Qwen3-Coder. Arguments given as text are written as they stand, as the templates do; arguments given as a value are written as
 * Python's json.dumps writes them, but 1.0 comes out as 1, since JSON numbers have one type here.
 * Source: chat_template of Qwen/Qwen3-4B and Qwen/Qwen3-4B-Instruct-2507.
 */
import type { Conversation, ConversationMessage } from './conversation.js';

export const CHAT_TEMPLATES = {
  'qwen3-instruct': 'Qwen3-*-Instruct-2507: no thinking',
  qwen3: 'the first Qwen3 models: thinking, kept after the last query only',
} as const;
export type ChatTemplate = keyof typeof CHAT_TEMPLATES;

/** `qwen` is the template of SWE-Ladder's policy. */
export const CHAT_TEMPLATE_ALIASES: Readonly<Record<string, ChatTemplate>> = { qwen: 'qwen3-instruct' };

/**
 * Where a message stands in the text: 0-based UTF-16 offsets, end exclusive. Assistant: what the model writes, the end-of-turn token
 * included. User and system: the content, with the tool definitions. Tool: the content with its <tool_response> tags. Empty (start = end) for roles that the
 * template leaves out.
 */
export interface MessagePlace {
  readonly start: number;
  readonly end: number;
}

export interface RenderedConversation {
  readonly text: string;
  /** One per message. */
  readonly places: readonly MessagePlace[];
}

const TOOLS_BEFORE =
  '# Tools\n\nYou may call one or more functions to assist with the user query.\n\n' +
  'You are provided with function signatures within <tools></tools> XML tags:\n<tools>';
const TOOLS_AFTER =
  '\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n' +
  '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>';
const END = '<|im_end|>';

/** Text under construction; its length is kept, the parts are joined once. */
class Text {
  readonly #parts: string[] = [];
  length = 0;

  add(part: string): void {
    this.#parts.push(part);
    this.length += part.length;
  }

  /** Adds a part and returns where it stands. */
  mark(part: string): MessagePlace {
    const start = this.length;
    this.add(part);
    return { start, end: this.length };
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/** Renders a conversation; the system message counts only in the first place, as in the template. */
export function renderQwen(
  { messages, tools }: Pick<Conversation, 'messages' | 'tools'>,
  template: ChatTemplate,
): RenderedConversation {
  const text = new Text();
  const places: MessagePlace[] = [];
  const first = messages[0];
  const system = first?.role === 'system' ? first.content : undefined;
  let systemPlace: MessagePlace = { start: 0, end: 0 };
  if (tools.length > 0 || system !== undefined) {
    text.add('<|im_start|>system\n');
    systemPlace = text.mark(writeSystem(system, tools));
    text.add(`${END}\n`);
  }
  const lastQuery = template === 'qwen3' ? findLastQuery(messages) : 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system' && index === 0) places.push(systemPlace);
    else if (message.role === 'user' || message.role === 'system') {
      text.add(`<|im_start|>${message.role}\n`);
      places.push(text.mark(message.content));
      text.add(`${END}\n`);
    } else if (message.role === 'assistant') {
      text.add('<|im_start|>assistant\n');
      const isLast = index === messages.length - 1;
      const said =
        template === 'qwen3' ? keepThought(message, index > lastQuery, isLast) : plainTurn(message.content);
      places.push(text.mark(`${said.text}${writeCalls(message, said.hasContent)}${END}`));
      text.add('\n');
    } else if (message.role === 'tool') {
      if (messages[index - 1]?.role !== 'tool') text.add('<|im_start|>user');
      text.add('\n');
      places.push(text.mark(`<tool_response>\n${message.content}\n</tool_response>`));
      if (messages[index + 1]?.role !== 'tool') text.add(`${END}\n`);
    } else places.push({ start: text.length, end: text.length });
  }
  return { text: text.toString(), places };
}

function writeSystem(system: string | undefined, tools: readonly unknown[]): string {
  if (tools.length === 0) return system ?? '';
  const before = system === undefined ? '' : `${system}\n\n`;
  return `${before}${TOOLS_BEFORE}${tools.map((tool) => `\n${toPythonJson(tool)}`).join('')}${TOOLS_AFTER}`;
}

interface Turn {
  readonly text: string;
  /** A first call stands on a new line when there is content before it. */
  readonly hasContent: boolean;
}

const plainTurn = (content: string): Turn => ({ text: content, hasContent: content !== '' });

/** The index of the last user message that is no tool response in tags; the last message when there is none. */
function findLastQuery(messages: readonly ConversationMessage[]): number {
  const found = messages.findLastIndex(
    ({ role, content }) =>
      role === 'user' && !(content.startsWith('<tool_response>') && content.endsWith('</tool_response>')),
  );
  return found < 0 ? messages.length - 1 : found;
}

function keepThought(message: ConversationMessage, afterQuery: boolean, isLast: boolean): Turn {
  let { content } = message;
  let reasoning = message.reasoning ?? '';
  if (message.reasoning === undefined && content.includes('</think>')) {
    const before = trimFeeds(content.slice(0, content.indexOf('</think>')), 'end');
    const open = before.lastIndexOf('<think>');
    reasoning = trimFeeds(open < 0 ? before : before.slice(open + '<think>'.length), 'start');
    content = trimFeeds(content.slice(content.lastIndexOf('</think>') + '</think>'.length), 'start');
  }
  if (!afterQuery || !(isLast || reasoning !== '')) return plainTurn(content);
  const thought = trimFeeds(trimFeeds(reasoning, 'start'), 'end');
  return {
    text: `<think>\n${thought}\n</think>\n\n${trimFeeds(content, 'start')}`,
    hasContent: content !== '',
  };
}

/** Python's lstrip('\n') and rstrip('\n'). */
function trimFeeds(text: string, side: 'start' | 'end'): string {
  let start = 0;
  let end = text.length;
  if (side === 'start') while (text[start] === '\n') start += 1;
  else while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}

function writeCalls({ calls }: ConversationMessage, hasContent: boolean): string {
  return calls
    .map((call, order) => {
      const written = typeof call.arguments === 'string' ? call.arguments : toPythonJson(call.arguments);
      const gap = order > 0 || hasContent ? '\n' : '';
      return `${gap}<tool_call>\n{"name": "${call.name}", "arguments": ${written}}\n</tool_call>`;
    })
    .join('');
}

/** JSON with a blank after each comma and colon outside strings: json.dumps(value, ensure_ascii=False). */
function toPythonJson(value: unknown): string {
  const compact = JSON.stringify(value) ?? 'null';
  const parts: string[] = [];
  let from = 0;
  let inString = false;
  for (let at = 0; at < compact.length; at++) {
    const character = compact[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ',' || character === ':') {
      parts.push(compact.slice(from, at + 1));
      from = at + 1;
    }
  }
  parts.push(compact.slice(from));
  return parts.join(' ');
}
