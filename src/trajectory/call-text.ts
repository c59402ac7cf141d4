/**
 * Owns reading tool calls out of assistant text and writing them back: `<function=…>` calls, `<tool_call>` blocks and bare JSON
 * calls. Parameters are read in call-parameters.ts; what is repaired beyond the text, in call-repair.ts.
 */
import { BODY_KEYS, readParameters, trimValue } from './call-parameters.js';
import type { TextParameters } from './call-parameters.js';
import { readBareJson, readJsonCall } from './call-json.js';
import { repairCall } from './call-repair.js';
import { classifyTool, EDITOR_COMMANDS } from './tool-names.js';
import { makeBrokenCall, makeCall } from './trajectory.js';
import type { Call } from './trajectory.js';
import type { TextCalls } from './call-json.js';

const FUNCTION_OPEN = /<function\s{0,8}=\s{0,8}([^<>\n]{0,200})>/g;

/**
 * Reads the calls of one assistant message. Only the first `<function=…>` counts, as in the scaffolds; `<tool_call>` blocks count
 * all. A call drafted inside `<think>…</think>` is none; an unclosed `<think>` is read as a whole.
 * Never throws. Source: R2E-Gym action.py, OpenHands fn_call_converter.py, own choice for `<think>`.
 */
export function readTextCalls(text: string): TextCalls {
  const visible = dropThinking(text);
  if (visible.includes('<tool_call>')) return readToolCallBlocks(visible);
  const found = readFunctionCall(visible);
  if (found !== undefined) return found;
  const json = readBareJson(visible);
  return json ?? { before: visible, calls: [] };
}

/** The text without its closed `<think>` parts. */
function dropThinking(text: string): string {
  if (!text.includes('<think>')) return text;
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const open = text.indexOf('<think>', position);
    const close = open < 0 ? -1 : text.indexOf('</think>', open);
    if (close < 0) break;
    parts.push(text.slice(position, open));
    position = close + '</think>'.length;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

function readToolCallBlocks(text: string): TextCalls {
  const calls: Call[] = [];
  const pieces = text.split('<tool_call>');
  for (const piece of pieces.slice(1)) {
    const close = piece.indexOf('</tool_call>');
    const inner = (close < 0 ? piece : piece.slice(0, close)).trim();
    const call = readFunctionCall(inner)?.calls[0] ?? readJsonCall(inner);
    calls.push(
      call === undefined
        ? makeBrokenCall('', 'a <tool_call> block holds no readable call')
        : repairCall(call),
    );
  }
  return { before: pieces[0] ?? '', calls };
}

/** The first function call of a text; undefined without a `<function=…>`. A call without a name (R2E-Gym writes `<function=>`) is none. */
function readFunctionCall(text: string): TextCalls | undefined {
  FUNCTION_OPEN.lastIndex = 0;
  const open = FUNCTION_OPEN.exec(text);
  if (open === null) return undefined;
  const before = text.slice(0, open.index);
  const name = (open[1] ?? '').trim();
  if (name === '') return { before, calls: [] };
  const from = open.index + open[0].length;
  const parameters = readParameters(text, from);
  const body = text.slice(from, parameters.end);
  return { before, calls: [repairCall(buildCall(name, parameters, body))] };
}

function buildCall(name: string, parameters: TextParameters, body: string): Call {
  const values = new Map(parameters.values);
  const repaired = [...parameters.repaired];
  if (!parameters.closed && !repaired.includes('F14')) repaired.push('F14');
  let tool = name;
  const editor = (): boolean => classifyTool(tool) === 'editor';
  const complete = (): boolean => {
    const keys = classifyTool(tool) === 'shell' ? ['cmd', 'command'] : ['command', 'path'];
    return classifyTool(tool) === 'shell'
      ? keys.some((key) => values.has(key))
      : keys.every((key) => values.has(key));
  };
  const fill = (repair: string, found: Iterable<readonly [string, string]>): void => {
    for (const [key, value] of found) {
      if (values.has(key)) continue;
      values.set(key, value);
      if (!repaired.includes(repair)) repaired.push(repair);
    }
  };
  if (EDITOR_COMMANDS.has(tool) && (values.has('path') || values.has('old_str') || values.has('file_text'))) {
    values.set('command', tool);
    tool = 'file_editor';
    repaired.push('F8');
  }
  if (editor() && !values.has('command')) fillSubCommand(values, repaired);
  if (!complete()) {
    for (const content of parameters.keyless) {
      const [repair, found] = readKeyless(content);
      fill(repair, found);
    }
    if (values.size === 0) fill('F11', readDirectTags(body));
  }
  if (editor() && !values.has('command')) fillSubCommand(values, repaired);
  return {
    ...makeCall(tool, Object.fromEntries(values)),
    repaired: sortRepairs(repaired),
    problem: parameters.problem,
  };
}

/** F7: `<parameter=str_replace>`: the sub-command stands as a key; its value, if it is one word, is the path. */
function fillSubCommand(values: Map<string, string>, repaired: string[]): void {
  for (const command of EDITOR_COMMANDS) {
    const value = values.get(command);
    if (value === undefined) continue;
    values.delete(command);
    values.set('command', command);
    if (!values.has('path') && value !== '' && !/\s/.test(value)) values.set('path', value);
    repaired.push('F7');
    return;
  }
}

const LIST_KEYS = 'command|cmd|path|file_text|old_str|new_str|insert_line|view_range|search_term';

/** F9 `command=view`, F10 `path>/a.py`, F12 `command=insert, path=/a.py, …`. */
function readKeyless(content: string): readonly [string, (readonly [string, string])[]] {
  const marks = [...content.matchAll(new RegExp(`(?:^|,\\s?)(${LIST_KEYS})(=|>)`, 'g'))];
  const found = marks.map((mark, order): readonly [string, string] => {
    const start = mark.index + mark[0].length;
    const end = marks[order + 1]?.index ?? content.length;
    const key = mark[1] ?? '';
    return [key, trimValue(key, unquote(content.slice(start, end)))];
  });
  if (found.length > 1) return ['F12', found];
  return [marks[0]?.[2] === '>' ? 'F10' : 'F9', found];
}

function unquote(value: string): string {
  const trimmed = value.trim();
  const first = trimmed[0];
  return trimmed.length > 1 && (first === '"' || first === "'") && trimmed.endsWith(first)
    ? trimmed.slice(1, -1)
    : value;
}

/** F11 `<command>view</command><path>/a.py</path>`, maybe inside `<parameters>`. */
function readDirectTags(body: string): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (const key of LIST_KEYS.split('|')) {
    const open = body.indexOf(`<${key}>`);
    const close = open < 0 ? -1 : body.indexOf(`</${key}>`, open);
    if (close >= 0) found.push([key, trimValue(key, body.slice(open + key.length + 2, close))]);
  }
  return found;
}

const sortRepairs = (repaired: readonly string[]): string[] =>
  [...new Set(repaired)].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

/** Writes a call in the standard form. Reading it again gives the same name and arguments (as strings), with no repair. */
export function writeTextCall(call: Call): string {
  const lines = [`<function=${call.name}>`];
  for (const [key, value] of Object.entries(call.args)) {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    lines.push(
      BODY_KEYS.has(key)
        ? `<parameter=${key}>\n${text}\n</parameter>`
        : `<parameter=${key}>${text}</parameter>`,
    );
  }
  return [...lines, '</function>'].join('\n');
}
