/**
 * Owns the way from a pytest parameter id (`3-late` of `test_due[3-late]`) to the row of `parametrize` that made it.
 * Best effort on literal rows and ids: what cannot be told for certain gives nothing.
 */
import type { ContextPart } from './context.js';
import { lineOffsets } from './lines.js';
import { definitionChain, type Definition, type Outline } from './outline.js';
import { readString, splitElements, type Element } from './python-literal.js';

interface Row extends Element {
  /** For each value the texts pytest may have printed for it. */
  candidates: string[][];
}

/**
 * The rows of `@pytest.mark.parametrize` (one per decorator) that made a parameter id, verbatim, in file order.
 * @param parameterId text between the brackets of the test id
 * @returns an empty list when a row is computed, or more than one combination fits
 * Source: _pytest.python.idmaker: values joined with `-`, the decorator nearest to the function first, classes last;
 * strings, numbers, booleans and None by their text, functions and classes by name, the rest by argument name + index
 */
export function parametrizeRow(
  outline: Outline,
  text: string,
  definition: Definition,
  parameterId: string,
): ContextPart[] {
  const offsets = lineOffsets(text);
  const tables: Row[][] = [];
  for (const owner of definitionChain(outline, definition).toReversed()) {
    if (owner.kind === 'function' && owner !== definition) continue;
    const from = offsets[owner.lineStart - 1] ?? 0;
    const decorators = text.slice(from, offsets[owner.headerLine - 1] ?? from);
    const own = readTables(decorators, from);
    if (own === undefined) return [];
    for (const table of own.toReversed()) tables.push(table);
  }
  const rows = tables.length === 0 ? undefined : matchTables(tables, parameterId);
  if (rows === undefined) return [];
  return rows
    .map((row) => ({
      lineStart: lineAt(offsets, row.start),
      lineEnd: lineAt(offsets, row.end - 1),
      text: text.slice(row.start, row.end),
    }))
    .sort((a, b) => a.lineStart - b.lineStart);
}

function lineAt(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows of each parametrize decorator, top to bottom; undefined when one of them is not literal. */
function readTables(decorators: string, base: number): Row[][] | undefined {
  const tables: Row[][] = [];
  const call = /@[\w.]{0,80}parametrize\s?\(/g;
  for (let match = call.exec(decorators); match !== null; match = call.exec(decorators)) {
    const args = splitElements(decorators, call.lastIndex - 1);
    const table = args && readTable(decorators, args, base);
    if (table === undefined) return undefined;
    tables.push(table);
    call.lastIndex = args?.at(-1)?.end ?? call.lastIndex;
  }
  return tables;
}

function readTable(code: string, args: Element[], base: number): Row[] | undefined {
  const positional: Element[] = [];
  let ids: Element | undefined;
  for (const argument of args) {
    const keyword = /^([a-z_]+)\s?=(?!=)\s*/.exec(code.slice(argument.start, argument.end));
    const value = { start: argument.start + (keyword?.[0].length ?? 0), end: argument.end };
    if (keyword?.[1] === 'ids') ids = value;
    else if (keyword?.[1] === 'argnames') positional[0] = value;
    else if (keyword?.[1] === 'argvalues') positional[1] = value;
    else if (keyword === null) positional.push(value);
  }
  const [namesElement, valuesElement] = positional;
  if (namesElement === undefined || valuesElement === undefined) return undefined;
  const names = readNames(code, namesElement);
  const values = readDisplay(code, valuesElement);
  if (names === undefined || values === undefined) return undefined;
  const idElements = ids === undefined ? undefined : readDisplay(code, ids);
  if (ids !== undefined && idElements === undefined && code.slice(ids.start, ids.end) !== 'str')
    return undefined;
  return values.map((value, index) => {
    const idElement = idElements?.[index];
    const named = idElement && readString(code.slice(idElement.start, idElement.end));
    const candidates = rowCandidates(code, value, names, index, named);
    return { start: value.start + base, end: value.end + base, candidates };
  });
}

function readNames(code: string, element: Element): string[] | undefined {
  const one = readString(code.slice(element.start, element.end));
  if (one !== undefined) {
    return one
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  }
  const names = readDisplay(code, element)?.map((name) => readString(code.slice(name.start, name.end)));
  return names?.every((name) => name !== undefined) === true ? names : undefined;
}

/** Elements of a list or tuple that is the whole element; undefined for comprehensions and calls. */
function readDisplay(code: string, element: Element): Element[] | undefined {
  if (!/[[(]/.test(code[element.start] ?? '') || !/[\])]/.test(code[element.end - 1] ?? '')) return undefined;
  const elements = splitElements(code, element.start);
  if (
    elements === undefined ||
    elements.some(({ start, end }) => /^\*|\bfor\b.*\bin\b/.test(bare(code, start, end)))
  ) {
    return undefined;
  }
  return elements;
}

/** The element's text when it starts with no bracket or string: where `for` would be a comprehension's. */
function bare(code: string, start: number, end: number): string {
  return /["'([{]/.test(code[start] ?? '') ? '' : code.slice(start, Math.min(end, start + 200));
}

function rowCandidates(
  code: string,
  row: Element,
  names: string[],
  index: number,
  named: string | undefined,
): string[][] {
  const rowText = code.slice(row.start, row.end);
  let values: Element[] | undefined;
  const param = /^(?:pytest\.)?param\s?\(/.exec(rowText);
  if (param !== null) {
    values = [];
    for (const argument of splitElements(code, row.start + param[0].length - 1) ?? []) {
      const argumentText = code.slice(argument.start, argument.end);
      const keyword = /^(id|marks)\s?=\s*/.exec(argumentText);
      if (keyword === null) values.push(argument);
      else if (keyword[1] === 'id') {
        const id = readString(argumentText.slice(keyword[0].length));
        if (id !== undefined) return [[id]];
      }
    }
  }
  if (named !== undefined) return [[named]];
  values ??= names.length === 1 ? [row] : (readDisplay(code, row) ?? []);
  if (values.length !== names.length) return [];
  return values.map(({ start, end }, at) =>
    valueCandidates(code.slice(start, end), `${names[at] ?? ''}${index}`),
  );
}

/** The texts pytest may print for a value; a bare name may be a function (its name) or a variable (`argument0`). */
function valueCandidates(value: string, numbered: string): string[] {
  const content = readString(value);
  if (content !== undefined) {
    const printed = content.replace(/[\n\t\r]/g, (char) =>
      char === '\n' ? '\\n' : char === '\t' ? '\\t' : '\\r',
    );
    return [printed, value.slice(value.search(/["']/) + 1, -1), escapeUnicode(printed)];
  }
  if (/^[-+]?\d[\d_]*$/.test(value)) return [value.replaceAll('_', '').replace(/^\+/, '')];
  if (/^[-+]?(?:\d+\.\d*|\.\d+|\d+e[-+]?\d+|\d+\.\d*e[-+]?\d+)$/i.test(value)) {
    const number = String(Number(value));
    return [value, number, `${number}.0`];
  }
  if (/^(?:True|False|None)$/.test(value)) return [value];
  if (/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(value)) {
    return [numbered, value, value.slice(value.lastIndexOf('.') + 1), value.split('.').slice(-2).join('.')];
  }
  return [numbered];
}

/** pytest prints what is not ASCII as escapes. */
function escapeUnicode(text: string): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 128) out += char;
    else if (code < 256) out += `\\x${code.toString(16).padStart(2, '0')}`;
    else
      out +=
        code < 65536
          ? `\\u${code.toString(16).padStart(4, '0')}`
          : `\\U${code.toString(16).padStart(8, '0')}`;
  }
  return out;
}

/** The one choice of a row per table whose ids, joined with `-`, are the whole id. */
function matchTables(tables: Row[][], id: string): Row[] | undefined {
  let states = new Map<number, Row[] | 'several'>([[0, []]]);
  for (const [at, table] of tables.entries()) {
    const next = new Map<number, Row[] | 'several'>();
    for (const [position, chosen] of states) {
      for (const row of table) {
        for (const end of rowEnds(row, id, position)) {
          if (at < tables.length - 1 && id[end] !== '-') continue;
          const to = at < tables.length - 1 ? end + 1 : end;
          next.set(to, next.has(to) || chosen === 'several' ? 'several' : [...chosen, row]);
        }
      }
    }
    states = next;
  }
  const found = states.get(id.length);
  return found === 'several' ? undefined : found;
}

/** Offsets in the id where the row's values, read from `position` on, may end. */
function rowEnds(row: Row, id: string, position: number): Set<number> {
  let ends = new Set<number>(row.candidates.length === 0 ? [] : [position]);
  for (const [at, candidates] of row.candidates.entries()) {
    const next = new Set<number>();
    for (const from of ends) {
      if (at > 0 && id[from] !== '-') continue;
      const start = at > 0 ? from + 1 : from;
      for (const candidate of candidates)
        if (id.startsWith(candidate, start)) next.add(start + candidate.length);
    }
    ends = next;
  }
  return ends;
}
