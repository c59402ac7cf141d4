/** Owns which fields of a row are carried over beside the record, and in which form. */
import { EXTRA_NAMES } from './field-names.js';
import { isRow, valueAt } from './field-reader.js';
import type { Row } from './ingester.js';

/** By default only small facts are carried: longer texts and lists have to be named with `--carry`. */
const MAX_DEFAULT_CHARACTERS = 500;
/** Values nested deeper than this are cut: JSON writers go down recursively. */
const MAX_DEPTH = 40;

/**
 * The carried fields: `pass_to_pass` decoded, the default names that the row holds, the corpus' own `names`, and each field of
 * `carry` verbatim ("" where the row has none). Values are JSON values; big integers and dates become texts.
 */
export function collectExtra(
  row: Row,
  passToPass: readonly string[],
  names: readonly string[],
  carry: readonly string[],
): Record<string, unknown> {
  const fields = new Map<string, unknown>([['pass_to_pass', passToPass]]);
  for (const name of [...EXTRA_NAMES, ...names]) {
    const value = valueAt(row, name);
    if (value !== undefined && isSmall(value)) fields.set(name, plainValue(value, 0));
  }
  for (const name of carry) {
    if (name !== 'pass_to_pass') fields.set(name, plainValue(valueAt(row, name) ?? '', 0));
  }
  return Object.fromEntries(fields);
}

function isSmall(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_DEFAULT_CHARACTERS;
  if (!Array.isArray(value)) return !isRow(value) && !ArrayBuffer.isView(value);
  return value.length <= 50 && value.every((item) => !Array.isArray(item) && isSmall(item));
}

/** A JSON value of a decoded one. What a columnar file decodes to beyond JSON is written as a text. */
function plainValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') {
    const small = Number(value);
    return Number.isSafeInteger(small) ? small : String(value);
  }
  if (value === undefined || value === null || typeof value === 'function' || typeof value === 'symbol')
    return '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `(${String(value.byteLength)} bytes)`;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainValue(item, depth + 1)]));
}
