/**
 * Owns what every reader yields: a decoded row with its place, or the problem of one bad row.
 * Knows nothing of the fields of any dataset.
 */

/** Every code a reader can give to a bad row. */
export const ROW_PROBLEM_CODES = [
  'row_malformed_json',
  'row_not_an_object',
  'row_invalid_utf8',
  'row_truncated',
  'row_malformed_csv',
  'row_too_large',
  'row_too_deep',
] as const;

export type RowProblemCode = (typeof ROW_PROBLEM_CODES)[number];

/** Where a row stands. */
export interface RowPlace {
  /** The input path as given; for a file in a given folder `folder/name`; `-` for stdin. */
  readonly file: string;
  /** 0-based number of the record in its file. Bad rows count, blank lines do not. */
  readonly row: number;
  /** 1-based physical line on which the row starts; 0 where the format has none (Parquet). */
  readonly line: number;
  /** 0-based offset of the row's first byte, after decompression; 0 where the format has none (Parquet). */
  readonly byteOffset: number;
}

/** One decoded row. */
export interface RawRow extends RowPlace {
  /**
   * The row as plain JSON data: always an object. Parquet integers beyond 2^53 are decimal strings, dates ISO
   * strings, missing cells and NaN null. JSON numbers are what `JSON.parse` makes of them. Lone surrogates are kept.
   */
  readonly value: Readonly<Record<string, unknown>>;
  /** The key under which the row stood in an id → row map, "" elsewhere. It may stand in for a missing `instance_id`. */
  readonly keyInFile: string;
  /**
   * 64 hex digits. JSONL: sha256 of the line's bytes without byte order mark and terminator (LF or CRLF).
   * Elsewhere: sha256 of the row's canonical JSON (canonical-json.ts).
   */
  readonly sha256: string;
}

/** Why one row could not be read. For `row_invalid_utf8` `byteOffset` is that of the first bad byte. */
export interface RowProblem extends RowPlace {
  readonly code: RowProblemCode;
  readonly message: string;
  readonly expected: string;
  readonly got: string;
}

export type RowResult =
  { readonly ok: true; readonly row: RawRow } | { readonly ok: false; readonly problem: RowProblem };

/** Makes the result for a bad row; the message is put together from what was expected and found. */
export function reportBadRow(
  code: RowProblemCode,
  place: RowPlace,
  expected: string,
  got: string,
): { readonly ok: false; readonly problem: RowProblem } {
  const { file, row, line, byteOffset } = place;
  const message = `expected ${expected}, found ${got}`;
  return { ok: false, problem: { code, message, expected, got, file, row, line, byteOffset } };
}

/** Sets an own property even when the name is `__proto__`, as `JSON.parse` does. */
export function setField(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[name] = value;
  }
}
