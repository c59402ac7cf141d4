/** Owns a row against the schema of its format: zod's issues, each under the code that says what is wrong. */
import type { z } from 'zod';
import { type FindingCode } from '../model/finding.js';
import { shortenText } from '../model/issue.js';
import type { CheckFormat } from './format.js';
import type { Report } from './finding-log.js';
import { placesOf } from './row-places.js';
import { parseJson, type Row, RowReader } from './row-reader.js';

type Path = readonly PropertyKey[];

/**
 * Codes: key_missing, teacher_prompt_missing, key_unknown, reserved_column, type_mismatch, float_for_integer, role_unknown,
 * messages_missing, value_invalid. What `FileShape` reports (nulls, integers beyond 2^53) is not reported again.
 */
export function checkRowSchema(
  row: Row,
  format: Exclude<CheckFormat, { kind: 'unknown' }>,
  report: Report,
): void {
  const parsed = format.schema.safeParse(row);
  if (parsed.success) return;
  for (const issue of parsed.error.issues) reportIssue(issue, row, format, report);
}

/** Columns that hold JSON text. Codes: json_text_malformed, json_text_invalid. */
export function checkJsonTexts(
  reader: RowReader,
  format: Extract<CheckFormat, { kind: 'export' }>,
  report: Report,
): void {
  const schemas = placesOf(format.exporter.name).jsonTexts(format.layout);
  for (const [path, schema] of Object.entries(schemas)) {
    const text = reader.read(path);
    if (typeof text !== 'string') continue;
    const value = parseJson(text);
    if (value === undefined) {
      report(
        'json_text_malformed',
        path,
        `found ${JSON.stringify(shortenText(text.slice(0, 60)))}, expected JSON`,
      );
      continue;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) continue;
    const [issue] = parsed.error.issues;
    const inner = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    report('json_text_invalid', path, `${inner}${issue?.message ?? ''}`);
  }
}

function reportIssue(
  issue: z.core.$ZodIssue,
  row: Row,
  format: Exclude<CheckFormat, { kind: 'unknown' }>,
  report: Report,
): void {
  const path = writePath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const isReserved =
        format.kind === 'export' && issue.path.length === 0 && isReservedBy(format.exporter.name, key);
      const name = path === '' ? key : `${path}.${key}`;
      if (isReserved)
        report(
          'reserved_column',
          name,
          `${format.exporter.name} gives the column ${key} a meaning of its own`,
        );
      else report('key_unknown', name, `${format.name} has no key ${key}`);
    }
    return;
  }
  const found = lookUp(row, issue.path);
  if (!found.exists) {
    const isTeacher = path === 'teacher_prompt';
    report(isTeacher ? 'teacher_prompt_missing' : 'key_missing', path, `the key ${path} is missing`);
    return;
  }
  if (found.value === null) return;
  const code = codeOf(issue, found.value);
  if (code !== null) report(code, path, issue.message);
}

const isReservedBy = (trainer: string, key: string): boolean => placesOf(trainer).reserved.includes(key);

function codeOf(issue: z.core.$ZodIssue, value: unknown): FindingCode | null {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'float_for_integer';
    if (!Number.isSafeInteger(value)) return null;
  }
  if (issue.path.at(-1) === 'role') return 'role_unknown';
  if (issue.code === 'invalid_type') {
    // A Parquet integer beyond 2^53 comes as its digits.
    return typeof value === 'string' &&
      (issue.expected === 'int' || issue.expected === 'number') &&
      /^-?\d{16,20}$/.test(value)
      ? 'integer_too_large'
      : 'type_mismatch';
  }
  if (issue.code === 'too_small' && Array.isArray(value)) return 'messages_missing';
  return 'value_invalid';
}

/** Own keys only, so that `constructor` is as missing as any other. */
function lookUp(row: Row, path: Path): { readonly exists: boolean; readonly value: unknown } {
  let value: unknown = row;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      return { exists: false, value: undefined };
    value = Reflect.get(value, key);
  }
  return { exists: true, value };
}

const writePath = (path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
