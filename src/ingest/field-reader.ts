/**
 * Owns reading checked values out of an unchecked row. What the fields of a corpus are called is in the
 * ingesters and in field-names.ts.
 */
import { type Issue, type Outcome, type RejectCode, refuse } from '../model/issue.js';
import { describeValue } from './describe-value.js';
import type { Row } from './ingester.js';
import { readTestIds } from './test-ids.js';

/** The value of a field, undefined when it is absent or null. A dot leads into nested objects. */
export function valueAt(row: Row, path: string): unknown {
  const own = ownValue(row, path);
  if (own !== undefined || !path.includes('.')) return own;
  let value: unknown = row;
  for (const step of path.split('.')) {
    if (Array.isArray(value) && /^\d{1,6}$/.test(step)) value = value[Number(step)];
    else if (isRow(value)) value = ownValue(value, step);
    else return undefined;
  }
  return value ?? undefined;
}

function ownValue(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? (row[name] ?? undefined) : undefined;
}

/** True for a decoded object; false for lists, dates, bytes, texts and nothing. */
export function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** True when the field is there and not null; `""` and `[]` count. */
export function hasField(row: Row, name: string): boolean {
  return valueAt(row, name) !== undefined;
}

/** True when the field holds something: not null, not `""`, not `[]`, not `{}`. */
export function hasContent(row: Row, name: string): boolean {
  const value = valueAt(row, name);
  if (value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isRow(value) || Object.keys(value).length > 0;
}

/** The text of a field, "" when it is absent or no text. For detection, where nothing is reported. */
export function textAt(row: Row, name: string): string {
  const value = valueAt(row, name);
  return typeof value === 'string' ? value : '';
}

/**
 * Reads several fields of one row and keeps the first issue, so that an ingester reads as a list of fields.
 * `names` are alternatives, the first filled one counts; two that disagree are an issue (`field_invalid`),
 * since picking one of two different fixes in silence would be a guess.
 */
export class FieldReader {
  readonly row: Row;
  #issue: Issue | undefined;

  constructor(row: Row) {
    this.row = row;
  }

  /** The first issue, undefined as long as all is well. */
  get issue(): Issue | undefined {
    return this.#issue;
  }

  /** Records an issue found outside; the first one is kept. */
  report(issue: Issue): void {
    this.#issue ??= issue;
  }

  refuse(
    code: RejectCode,
    message: string,
    detail: { expected?: string; got?: string; path?: string },
  ): void {
    this.report(refuse(code, message, detail).issue);
  }

  /** A text, "" when all alternatives are absent, null or empty. */
  text(names: readonly string[]): string {
    let found = '';
    let foundName = '';
    for (const name of names) {
      const value = valueAt(this.row, name);
      if (value === undefined || value === '') continue;
      if (typeof value !== 'string') {
        this.refuse('field_invalid', `the field ${name} is not a text`, {
          expected: 'a text',
          got: describeValue(value),
          path: name,
        });
      } else if (found === '') {
        found = value;
        foundName = name;
      } else if (value.trimEnd() !== found.trimEnd()) this.#reportConflict(foundName, name, found, value);
    }
    return found;
  }

  /** The first filled text without a check against the other alternatives; other types are passed over. */
  anyText(names: readonly string[]): string {
    for (const name of names) {
      const value = textAt(this.row, name);
      if (value !== '') return value;
    }
    return '';
  }

  /** Test ids in any encoding, [] when all alternatives are absent or empty. */
  testIds(names: readonly string[]): string[] {
    let found: string[] = [];
    let foundName = '';
    for (const name of names) {
      const ids = this.take(readTestIds(valueAt(this.row, name), name), []);
      if (ids.length === 0) continue;
      if (found.length === 0) {
        found = ids;
        foundName = name;
      } else if (!holdSame(found, ids)) {
        this.#reportConflict(
          foundName,
          name,
          `${String(found.length)} ids`,
          `${String(ids.length)} other ids`,
        );
      }
    }
    return found;
  }

  /** A nested object, an empty one when absent; a JSON text of one is decoded. */
  object(name: string): Row {
    const value = valueAt(this.row, name);
    if (value === undefined || value === '') return {};
    const decoded = typeof value === 'string' ? decodeJson(value) : value;
    if (isRow(decoded)) return decoded;
    this.refuse('field_invalid', `the field ${name} is not an object`, {
      expected: 'an object or its JSON text',
      got: describeValue(value),
      path: name,
    });
    return {};
  }

  /** The value of an outcome, or `fallback` after its issue was recorded. */
  take<T>(outcome: Outcome<T>, fallback: T): T {
    if (outcome.ok) return outcome.value;
    this.report(outcome.issue);
    return fallback;
  }

  #reportConflict(first: string, second: string, firstValue: string, secondValue: string): void {
    this.refuse('field_invalid', `the fields ${first} and ${second} of one row disagree`, {
      expected: `only one of ${first} and ${second}, or the same in both; a mapping file (--map) says which one counts`,
      got: `${first}: ${firstValue.slice(0, 80)} — ${second}: ${secondValue.slice(0, 80)}`,
      path: second,
    });
  }
}

/** Decodes a JSON text, undefined when it is none. */
export function decodeJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function holdSame(first: readonly string[], second: readonly string[]): boolean {
  if (first.length !== second.length) return false;
  const known = new Set(first);
  return second.every((id) => known.has(id));
}
