/** Owns what is judged from the columns of a file alone: agent traces, and the types of a Parquet file. */
import type { ColumnType, RowColumns } from '../export/row-columns.js';
import type { Report } from './finding-log.js';
import { placesOf } from './row-places.js';

/**
 * Column sets that `datasets` takes for agent traces, which it then refuses to load as rows. Source: `datasets` 5.0,
 * packaged_modules/json (parse_agent_traces), trainers.md §4.
 */
const TRACE_COLUMNS: readonly (readonly string[])[] = [
  ['id', 'source', 'model', 'system_prompt', 'messages'],
  ['type', 'message'],
  ['type', 'payload'],
  ['type', 'id', 'cwd', 'version'],
];

/** Code: agent_trace_columns. */
export function checkTraceColumns(names: readonly string[], report: Report): void {
  const present = new Set(names);
  const found = TRACE_COLUMNS.find((columns) => columns.every((column) => present.has(column)));
  if (found) report('agent_trace_columns', '', `columns ${found.join(', ')} stand together`);
}

/** A column of a Parquet file as it was found. */
export interface FoundColumn {
  readonly name: string;
  /** In the notation of `describeType`. */
  readonly type: string;
}

/** `list<struct<role: string, content: string>>` */
export function describeType(type: ColumnType): string {
  if (typeof type === 'string') return type;
  if ('list' in type) return `list<${describeType(type.list)}>`;
  const fields = Object.entries(type.struct).map(([name, field]) => `${name}: ${describeType(field)}`);
  return `struct<${fields.join(', ')}>`;
}

/**
 * The columns of a Parquet file against those of its format; returns the names that were reported. Codes: key_missing,
 * key_unknown, reserved_column, key_order, parquet_column_type.
 * @param all with optional columns, of which a file has all or none
 */
export function checkParquetColumns(
  found: readonly FoundColumn[],
  all: RowColumns,
  required: RowColumns,
  trainer: string,
  report: Report,
): Set<string> {
  const reported = new Set<string>();
  const say: Report = (code, path, message) => {
    reported.add(path);
    report(code, path, message);
  };
  const names = new Set(found.map(({ name }) => name));
  for (const name of Object.keys(required)) {
    if (names.has(name)) continue;
    if (name === 'teacher_prompt')
      say('teacher_prompt_missing', name, 'the column teacher_prompt is missing');
    else say('key_missing', name, `the column ${name} is missing`);
  }
  for (const { name, type } of found) {
    const expected = Object.hasOwn(all, name) ? all[name] : undefined;
    if (expected === undefined) {
      if (placesOf(trainer).reserved.includes(name))
        say('reserved_column', name, `${trainer} gives the column ${name} a meaning of its own`);
      else say('key_unknown', name, `${trainer} has no column ${name}`);
    } else if (describeType(expected) !== type)
      say('parquet_column_type', name, `found ${type}, expected ${describeType(expected)}`);
  }
  const order = Object.keys(all).filter((name) => names.has(name));
  const shared = found.map(({ name }) => name).filter((name) => Object.hasOwn(all, name));
  const at = shared.findIndex((name, index) => name !== order[index]);
  if (at !== -1)
    report('key_order', '', `found column ${shared[at] ?? ''} where ${order[at] ?? ''} is expected`);
  return reported;
}
