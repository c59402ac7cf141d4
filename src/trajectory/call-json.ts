/** Owns calls written as JSON in assistant text: inside `<tool_call>` blocks, or bare (F17). */
import { repairCall } from './call-repair.js';
import { isObject, parseObject, readArguments, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { classifyTool } from './tool-names.js';
import { makeCall } from './trajectory.js';
import type { Call } from './trajectory.js';

/** What an assistant text holds. */
export interface TextCalls {
  /** The text before the first call, verbatim. */
  readonly before: string;
  readonly calls: readonly Call[];
}

/** F17: `{"name": …, "arguments": …}` or `{"action": …, …}` in the text, naming a tool that we know. */
export function readBareJson(text: string): TextCalls | undefined {
  const start = /\{\s{0,16}"(?:name|action|tool|function)"/g;
  for (let tried = 0; tried < 8; tried += 1) {
    const found = start.exec(text);
    if (found === null) return undefined;
    const end = findObjectEnd(text, found.index);
    const call = end < 0 ? undefined : readJsonCall(text.slice(found.index, end));
    if (call !== undefined && classifyTool(call.name) !== 'unknown') {
      const repaired = repairCall(call);
      return {
        before: text.slice(0, found.index),
        calls: [{ ...repaired, repaired: ['F17', ...repaired.repaired] }],
      };
    }
  }
  return undefined;
}

/** Offset after the `}` that closes the object at `start`, or -1. */
function findObjectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** A JSON call: `{name, arguments}`, `{function: {name, arguments}}`, or `{action, …arguments}`. */
export function readJsonCall(json: string): Call | undefined {
  const value = parseObject(json);
  if (value === undefined) return undefined;
  const inner: JsonObject = isObject(value['function']) ? value['function'] : value;
  for (const key of ['name', 'tool', 'action', 'function']) {
    const name = readString(inner, key);
    if (name === '') continue;
    for (const place of ['arguments', 'parameters', 'args', 'action_input', 'input']) {
      const args = readArguments(inner[place]);
      if (args !== undefined) return makeCall(name, args);
    }
    const rest = Object.entries(inner).filter(([other]) => other !== key);
    return makeCall(name, Object.fromEntries(rest));
  }
  return undefined;
}
