/** Owns the reading of Python text, whole or in fragments, into an outline. */
import type { Definition, Outline, Statement } from './outline.js';
import { scanPython, type LogicalLine, type ScanStart } from './python-scanner.js';

const HEADER = /(?:(class)|(?:async[ \t\\\r\n]+)?def)[ \t\\\r\n\f]+([\p{L}_][\p{L}\p{N}_]*)/uy;
const CONTINUATION = /(?:elif|else|except|finally)\b/y;

interface OpenDefinition {
  index: number;
  indent: number;
  /** Column of the body's statements; -1 before the first one. */
  bodyIndent: number;
}

/**
 * Outline of a Python file. Sees classes and functions at any depth, also in branches and one-liners.
 * `lineEnd` is the last line of code: trailing comments do not belong to a definition (as in CPython's `ast`).
 */
export function outlinePython(text: string): Outline {
  return readOutline(text, 'code', false);
}

/**
 * Outline of consecutive lines taken out of a Python file, such as the new side of one hunk. Enclosing classes that
 * start before the fragment are missing; a fragment that starts inside a docstring is recognised. `complete` is
 * always false; a definition that reaches the end of the fragment has `closed` false.
 */
export function outlinePythonFragment(text: string): Outline {
  const quote = /"""|'''/.exec(text);
  const opens = quote === null ? true : opensString(text, quote.index);
  let outline = readOutline(text, 'code', true);
  if (quote !== null && opens !== true) {
    const inside = readOutline(text, quote[0] === '"""' ? '"""' : "'''", true);
    const more = inside.definitions.length - outline.definitions.length;
    const isBetter = more > 0 || (more === 0 && inside.complete && !outline.complete);
    if (opens === false || isBetter) outline = inside;
  }
  outline.complete = false;
  return outline;
}

/**
 * Whether the first triple quote of a fragment opens a string (true), closes one from before it (false), or may do
 * either. Code may stand in strings, so what follows tells less than the characters around the quote.
 */
function opensString(text: string, at: number): boolean | undefined {
  const before = text
    .slice(0, at)
    .replace(/[rRbBuUfF]{1,2}$/, '')
    .trimEnd();
  const sameLine = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim();
  const lineEnd = text.indexOf('\n', at);
  const after = text.slice(at + 3, lineEnd === -1 ? text.length : lineEnd).trim();
  if (/[([{,:+%\\]$|[^=]=$|\b(?:return|in|and|or|not|print|assert|yield)$/.test(before.slice(-12)))
    return true;
  if (sameLine.replace(/^[rRbBuUfF]{1,2}$/, '') !== '') return false;
  if (after !== '') return !/^[).,\]}%;:]/.test(after);
  return before === '' ? undefined : false;
}

function readOutline(text: string, start: ScanStart, fragment: boolean): Outline {
  const definitions: Definition[] = [];
  const statements: Statement[] = [];
  const stack: OpenDefinition[] = [];
  let moduleIndent = fragment ? -1 : 0;
  let decoratorLine = -1;
  let lastLine = 0;
  let statement: Statement | undefined;
  let statementIndent = -1;

  const end = scanPython(text, start, (line) => {
    for (let top = stack.at(-1); top !== undefined && line.indent <= top.indent; top = stack.at(-1)) {
      closeDefinition(definitions[top.index], lastLine, true);
      stack.pop();
    }
    lastLine = line.lineEnd;
    const top = stack.at(-1);
    if (top !== undefined && top.bodyIndent === -1) top.bodyIndent = line.indent;
    if (top === undefined && moduleIndent === -1) moduleIndent = line.indent;
    const first = text.charCodeAt(line.start);
    if (first === 0x40) {
      if (decoratorLine === -1) decoratorLine = line.lineStart;
      return;
    }
    const definition =
      first === 0x64 || first === 0x63 || first === 0x61 ? readHeader(text, line) : undefined;
    if (definition !== undefined) {
      if (decoratorLine !== -1) definition.lineStart = decoratorLine;
      if (top !== undefined) nestDefinition(definition, top.index, definitions[top.index]);
      // A one-line body is complete: what is indented deeper below it is no part of it.
      if (!line.inlineBody) stack.push({ index: definitions.length, indent: line.indent, bodyIndent: -1 });
      definitions.push(definition);
      decoratorLine = -1;
      // A definition inside a branch lengthens the branch; one beside the statements ends the last of them.
      if (line.indent <= statementIndent) statement = undefined;
      else if (statement !== undefined) statement.lineEnd = line.lineEnd;
      return;
    }
    decoratorLine = -1;
    if (statement !== undefined && continuesStatement(text, line, statementIndent)) {
      statement.lineEnd = line.lineEnd;
      return;
    }
    statement = undefined;
    const container = top === undefined ? undefined : definitions[top.index];
    if (container !== undefined && container.kind !== 'class') return;
    if (line.indent !== (top?.bodyIndent ?? moduleIndent)) return;
    statementIndent = line.indent;
    statement = {
      kind: statementKind(text, line),
      lineStart: line.lineStart,
      lineEnd: line.lineEnd,
      parent: top?.index ?? -1,
    };
    statements.push(statement);
  });
  for (const open of stack) closeDefinition(definitions[open.index], lastLine, !fragment);
  return { language: 'python', definitions, statements, complete: end.sound };
}

function nestDefinition(definition: Definition, parentIndex: number, parent: Definition | undefined): void {
  if (parent === undefined) return;
  definition.parent = parentIndex;
  definition.depth = parent.depth + 1;
  if (definition.kind === 'function' && parent.kind === 'class') definition.kind = 'method';
}

function closeDefinition(definition: Definition | undefined, lineEnd: number, closed: boolean): void {
  if (definition === undefined) return;
  definition.lineEnd = lineEnd;
  definition.closed = closed;
}

function readHeader(text: string, line: LogicalLine): Definition | undefined {
  HEADER.lastIndex = line.start;
  const match = HEADER.exec(text);
  // Without a colon it is no definition: a name such as `class_` fails the pattern, a torn header ends here.
  if (match === null || line.colon === -1) return undefined;
  const isClass = match[1] !== undefined;
  return {
    kind: isClass ? 'class' : 'function',
    name: match[2] ?? '',
    lineStart: line.lineStart,
    headerLine: line.lineStart,
    headerEnd: line.colonLine,
    lineEnd: line.lineEnd,
    depth: 0,
    parent: -1,
    bases: isClass ? readBases(text.slice(HEADER.lastIndex, line.colon)) : [],
    dynamic: false,
    closed: true,
  };
}

/** Last names of the positional bases in the text between a class's name and its colon. */
function readBases(header: string): string[] {
  const open = header.indexOf('(');
  if (open === -1) return [];
  const bases: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < header.length; at++) {
    const char = header[at];
    if (char === '(' || char === '[' || char === '{') depth++;
    const closes = char === ')' || char === ']' || char === '}';
    if ((char === ',' || closes) && depth === 1) {
      const base = lastName(header.slice(from, at));
      if (base !== undefined) bases.push(base);
      from = at + 1;
    }
    if (closes) depth--;
    if (depth === 0) break;
  }
  return bases;
}

/** `generic.Base[int]` → `Base`; undefined for `metaclass=Meta` and `*bases`. */
function lastName(expression: string): string | undefined {
  const dotted = expression.split(/[[(]/, 1)[0] ?? '';
  const name = dotted.slice(dotted.lastIndexOf('.') + 1).trim();
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : undefined;
}

/** A line indented deeper than the statement, or a further branch of it (`else:`). */
function continuesStatement(text: string, line: LogicalLine, statementIndent: number): boolean {
  if (line.indent !== statementIndent) return line.indent > statementIndent;
  CONTINUATION.lastIndex = line.start;
  return CONTINUATION.test(text);
}

const IMPORT = /(?:import|from)\b/y;
const BLOCK = /(?:if|try|with|for|while)\b/y;
const TARGET = /[\p{L}_][\p{L}\p{N}_., \t]*(?:[-+|&]?=(?!=)|[:[])/uy;

function statementKind(text: string, line: LogicalLine): Statement['kind'] {
  IMPORT.lastIndex = line.start;
  if (IMPORT.test(text)) return 'import';
  BLOCK.lastIndex = line.start;
  if (BLOCK.test(text)) return 'other';
  TARGET.lastIndex = line.start;
  return TARGET.test(text) ? 'value' : 'other';
}
