/**
 * Owns CSV with a header row: each record becomes an object of strings. Splitting is csv-parse's work (RFC 4180, with
 * stray quotes inside a field kept as text); places, UTF-8 and field counts are checked here.
 */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { ByteChunks } from './byte-source.js';
import { InputError } from './input-error.js';
import { reportBadRow, setField } from './raw-row.js';
import type { RowPlace, RowResult } from './raw-row.js';
import { MAX_ROW_BYTES, acceptValue } from './row-decoding.js';
import { findUtf8Fault } from './utf8.js';

interface ParsedRecord {
  readonly info: { readonly bytes: number };
  readonly record: readonly Buffer[];
}

/** Where the next record starts. */
interface Position {
  line: number;
  byteOffset: number;
}

/**
 * Reads the rows of a CSV stream. Blank lines are no rows. A record with too few or too many fields is
 * `row_malformed_csv`; a quote that is never closed takes the rest of the file with it, which one problem says.
 * Errors: `InputError` when the header names a column twice.
 */
export async function* readCsvRows(
  chunks: ByteChunks,
  file: string,
  firstByteOffset: number,
): AsyncGenerator<RowResult> {
  const source = Readable.from(chunks, { objectMode: false });
  let unclosed = '';
  const parser = parse({
    // Buffers, because csv-parse would replace bad bytes silently.
    encoding: null,
    info: true,
    // Without this the first line would fix the terminator for all others.
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_BYTES,
    on_skip: (error) => {
      unclosed = error?.message ?? 'a record that cannot be split';
    },
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const position: Position = { line: 1, byteOffset: firstByteOffset };
  let header: readonly string[] | undefined;
  let row = 0;
  try {
    for await (const parsed of parser) {
      if (!isParsedRecord(parsed)) throw new TypeError('csv-parse yielded something else than a record');
      const place: RowPlace = { file, row, line: position.line, byteOffset: position.byteOffset };
      position.line += 1 + countLineBreaks(parsed.record);
      position.byteOffset = firstByteOffset + parsed.info.bytes;
      if (parsed.record.length === 1 && parsed.record[0]?.length === 0) continue;
      if (header === undefined) {
        header = readHeader(parsed.record, file);
        continue;
      }
      yield decodeRecord(parsed.record, header, place);
      row += 1;
    }
    const place = { file, row, line: position.line, byteOffset: position.byteOffset };
    if (unclosed !== '') yield reportBadRow('row_malformed_csv', place, 'a closing quote', unclosed);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function readHeader(record: readonly Buffer[], file: string): readonly string[] {
  const names = record.map((field) => field.toString('utf8'));
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      const got = `the name ${JSON.stringify(name)} twice`;
      throw new InputError('input_damaged', file, 'a CSV header that names each column once', got);
    }
    seen.add(name);
  }
  return names;
}

function decodeRecord(record: readonly Buffer[], header: readonly string[], place: RowPlace): RowResult {
  if (record.length !== header.length) {
    return reportBadRow('row_malformed_csv', place, `${header.length} fields`, `${record.length}`);
  }
  const value: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const field = record[index] ?? Buffer.alloc(0);
    const fault = findUtf8Fault(field);
    if (fault !== undefined) {
      // Quotes and escapes are gone, so the offset of the record is the closest that can be told.
      const got = `a bad byte in column ${JSON.stringify(name)}, byte ${fault.offset} of the field`;
      return reportBadRow('row_invalid_utf8', place, 'UTF-8 text', got);
    }
    setField(value, name, field.toString('utf8'));
  }
  return acceptValue(value, place, '');
}

/** Line feeds inside quoted fields: the record spans one physical line more for each. */
function countLineBreaks(record: readonly Buffer[]): number {
  let count = 0;
  for (const field of record) {
    for (let at = field.indexOf(10); at !== -1; at = field.indexOf(10, at + 1)) count += 1;
  }
  return count;
}

function isParsedRecord(value: unknown): value is ParsedRecord {
  return typeof value === 'object' && value !== null && 'record' in value && 'info' in value;
}
