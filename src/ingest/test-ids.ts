/**
 * Owns the reading of a list of test ids in every encoding the corpora use. What an id names is decided in
 * src/extract; here it is a text that is kept verbatim.
 */
import { type Issue, type Outcome, refuse } from '../model/issue.js';
import { describeValue } from './describe-value.js';
import { LiteralDict, readPythonLiteral } from './python-literal.js';

/** A text that begins like this is meant to be a list or a map: if it cannot be read, that is an error. */
const MEANT_AS_LIST = /^[[({]\s*[rubRUB]{0,2}["']/;
/** Texts by which exporters write "no value". */
const NO_VALUE = new Set(['', 'null', 'None', 'nan', 'NaN']);
const PASSED = new Set(['PASS', 'PASSED', 'OK', 'SUCCESS', 'XFAIL']);
const NOT_PASSED = new Set(['FAIL', 'FAILED', 'ERROR', 'SKIP', 'SKIPPED', 'NONE', 'XPASS']);
const STATUS_LINE = /^(.*\S)[ \t]*:[ \t]*(PASS|PASSED|OK|SUCCESS|FAIL|FAILED|ERROR|SKIP|SKIPPED|NONE)$/;
/** A list inside a text inside a text is read; anything deeper is not a list of test ids. */
const MAX_LAYERS = 3;

/**
 * Reads test ids, in order, each once: a list; a JSON text or a Python literal of one; one bare id; ids on lines of their own;
 * a map keyed by id. Of a map id → status with different statuses the passed ones count (the status after the
 * fix), with one status throughout all of them. "", null and a missing field are no ids.
 * `field` names the field in the issue `field_invalid`. Source: reference of the corpora, own choice for maps.
 */
export function readTestIds(value: unknown, field = ''): Outcome<string[]> {
  const ids = readLayer(value, field, 1);
  return ids.ok ? { ok: true, value: dropRepeats(ids.value) } : ids;
}

function readLayer(value: unknown, field: string, layer: number): Outcome<string[]> {
  if (value === undefined || value === null) return { ok: true, value: [] };
  if (typeof value === 'string') return readText(value, field, layer);
  if (Array.isArray(value)) return readList(value, field);
  if (value instanceof LiteralDict) return readEntries(value.entries, field);
  if (typeof value === 'object' && isPlain(value)) {
    const names = columnOfNames(value);
    return names === undefined ? readEntries(Object.entries(value), field) : readList(names, field);
  }
  return invalid(field, 'a list of test ids', value);
}

function readText(text: string, field: string, layer: number): Outcome<string[]> {
  const trimmed = text.trim();
  if (NO_VALUE.has(trimmed)) return { ok: true, value: [] };
  const first = trimmed.charAt(0);
  if ('[{("\''.includes(first) && layer < MAX_LAYERS) {
    const decoded = decodeText(trimmed);
    if (decoded.ok) {
      // A quoted text that is no list itself is one id.
      if (typeof decoded.value === 'string' && !'[{('.includes(decoded.value.trim().charAt(0) || ' ')) {
        return { ok: true, value: NO_VALUE.has(decoded.value.trim()) ? [] : [decoded.value] };
      }
      return readLayer(decoded.value, field, layer + 1);
    }
    if (MEANT_AS_LIST.test(trimmed) || isBareList(trimmed)) {
      return refuse(
        'field_invalid',
        `the field ${field} looks like a list, but cannot be read: ${decoded.message}`,
        {
          expected: 'a list of test ids, as JSON or as a Python literal',
          got: text,
          path: field,
        },
      );
    }
  }
  return { ok: true, value: readLines(text) };
}

/** JSON first, since a JSON text may hold escapes that Python reads differently. */
function decodeText(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const literal = readPythonLiteral(text);
    if (literal.ok) return literal;
    return { ok: false, message: `${literal.message} at character ${String(literal.offset)}` };
  }
}

/** `[test_a, test_b]`: one pair of brackets around everything, nothing quoted. */
function isBareList(text: string): boolean {
  return text.startsWith('[') && text.indexOf(']') === text.length - 1;
}

/** Several lines are several ids; `id: PASSED` on every line is a map of statuses. */
function readLines(text: string): string[] {
  // Blanks at the end of an id are part of it: some reporters write them.
  const filled = text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '');
  const entries: [string, string][] = [];
  for (const line of filled) {
    const found = STATUS_LINE.exec(line);
    if (found === null) return filled;
    entries.push([found[1] ?? '', found[2] ?? '']);
  }
  return selectByStatus(entries);
}

function readList(items: readonly unknown[], field: string): Outcome<string[]> {
  const ids: string[] = [];
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string') ids.push(item);
    else if (typeof item === 'number' || typeof item === 'bigint') ids.push(String(item));
    else return invalid(`${field}[${String(index)}]`, 'a test id', item);
  }
  return { ok: true, value: ids.filter((id) => id !== '') };
}

function readEntries(entries: readonly (readonly [unknown, unknown])[], field: string): Outcome<string[]> {
  const known: [string, string][] = [];
  for (const [key, value] of entries) {
    if (typeof key !== 'string') return invalid(field, 'a map keyed by test id', key);
    if (Array.isArray(value) && value.length > 0) return invalid(`${field}.${key}`, 'a status', value);
    known.push([key, typeof value === 'string' ? value : '']);
  }
  return { ok: true, value: selectByStatus(known) };
}

function selectByStatus(entries: readonly (readonly [string, string])[]): string[] {
  const statuses = entries.map(([, status]) => status.trim().toUpperCase());
  const allKnown = statuses.every((status) => PASSED.has(status) || NOT_PASSED.has(status));
  const passed = entries.filter((_, index) => PASSED.has(statuses[index] ?? ''));
  return (allKnown && passed.length > 0 ? passed : entries).map(([id]) => id).filter((id) => id !== '');
}

/** Re-shards keep a map as a struct of lists, `{name: […], run: […], test: […], fix: […]}`. */
function columnOfNames(value: object): readonly unknown[] | undefined {
  const names: unknown = 'name' in value ? value.name : undefined;
  return Array.isArray(names) ? names : undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function dropRepeats(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function invalid(field: string, expected: string, got: unknown): { ok: false; issue: Issue } {
  return refuse('field_invalid', `the field ${field} is not ${expected}`, {
    expected,
    got: describeValue(got),
    path: field,
  });
}
