/** Owns reading a file for `check`: rows as any reader yields them, and what only the bytes tell. */
import type { Report } from '../check/finding-log.js';
import { checkJsonText } from '../check/json-text.js';
import type { Row } from '../check/row-reader.js';
import {
  type ByteChunks,
  gunzipChunks,
  PeekedBytes,
  readFileChunks,
  readStreamChunks,
  unzstdChunks,
} from '../io/byte-source.js';
import { CONTAINER_BYTES, readExtension, sniffContainer, sniffText } from '../io/content-format.js';
import { InputError } from '../io/input-error.js';
import { type PhysicalLine, splitLines } from '../io/jsonl-reader.js';
import type { RowPlace, RowProblemCode, RowResult } from '../io/raw-row.js';
import { readRows } from '../io/read-rows.js';
import { decodeRow, reportTooLarge } from '../io/row-decoding.js';
import type { FindingCode } from '../model/finding.js';

/** A row with its place; `text` is its JSON, "" for Parquet. */
export interface CheckedRow {
  readonly value: Row;
  readonly row: number;
  readonly line: number;
  readonly text: string;
}

/** Binds findings to a row of the file, -1 for the file as a whole. */
export type ReportAt = (row: number, line: number) => Report;

const CHUNK_BYTES = 256 * 1024;
/** Enough to tell lines from a document, whatever the rows are. */
const SNIFF_BYTES = 4 * 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const CARRIAGE_RETURN = 13;

const PROBLEM_CODES: Readonly<Record<RowProblemCode, FindingCode>> = {
  row_malformed_json: 'row_not_json',
  row_not_an_object: 'row_not_an_object',
  row_invalid_utf8: 'row_invalid_utf8',
  row_truncated: 'row_truncated',
  row_malformed_csv: 'row_not_json',
  row_too_large: 'row_too_large',
  row_too_deep: 'row_too_large',
};

export type Container = 'jsonl' | 'parquet';

/** What the first bytes of a file say. Standard input is JSON Lines. Errors: `InputError`. */
export async function detectContainer(path: string): Promise<Container> {
  if (path === '-') return 'jsonl';
  const bytes = new PeekedBytes(readFileChunks(path, CONTAINER_BYTES, () => undefined));
  try {
    return sniffContainer(await bytes.peek(CONTAINER_BYTES)).kind === 'parquet' ? 'parquet' : 'jsonl';
  } finally {
    await bytes.close();
  }
}

/**
 * The rows of a JSON Lines file. Codes: file_not_json_lines, byte_order_mark, crlf, blank_line, last_line_unterminated,
 * row_not_json, row_not_an_object, row_invalid_utf8, row_truncated, row_too_large, and those of `checkJsonText`.
 * @throws InputError when the file cannot be read
 */
export async function* readJsonLines(path: string, reportAt: ReportAt): AsyncGenerator<CheckedRow> {
  const source = new PeekedBytes(
    path === '-'
      ? readStreamChunks(process.stdin, path, () => undefined)
      : readFileChunks(path, CHUNK_BYTES, () => undefined),
  );
  const content = new PeekedBytes(
    openContainer(source, path, sniffContainer(await source.peek(CONTAINER_BYTES))),
  );
  try {
    const head = await content.peek(SNIFF_BYTES);
    const markBytes = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    if (markBytes > 0) reportAt(-1, 1)('byte_order_mark', '', 'the file starts with EF BB BF');
    content.skip(markBytes);
    const verdict = sniffText(head.subarray(markBytes), readExtension(path), content.ended, true);
    if (verdict.kind === 'json') {
      reportAt(-1, 1)('file_not_json_lines', '', 'expected one object per line, found one JSON document');
      return;
    }
    if (verdict.kind !== 'jsonl' && head.length > markBytes)
      throw new InputError('input_unknown_content', path, 'JSON Lines or Parquet', describeContent(verdict));
    yield* readLines(content, path, markBytes, reportAt);
  } finally {
    await content.close();
    await source.close();
  }
}

/** The rows of a Parquet file. Errors: `InputError`. */
export async function* readParquetFile(path: string, reportAt: ReportAt): AsyncGenerator<CheckedRow> {
  for await (const result of readRows(path, { format: 'parquet' })) {
    const row = acceptRow(result, '', reportAt);
    if (row) yield row;
  }
}

const describeContent = (verdict: { readonly kind: string; readonly found?: string }): string =>
  verdict.found ?? `text that looks like ${verdict.kind}`;

function openContainer(
  source: PeekedBytes,
  path: string,
  container: ReturnType<typeof sniffContainer>,
): ByteChunks {
  if (container.kind === 'gzip') return gunzipChunks(source, path);
  if (container.kind === 'zstd') return unzstdChunks(source, path);
  if (container.kind === 'named')
    throw new InputError('input_unknown_content', path, 'JSON Lines or Parquet', container.found);
  return source;
}

async function* readLines(
  content: ByteChunks,
  file: string,
  markBytes: number,
  reportAt: ReportAt,
): AsyncGenerator<CheckedRow> {
  const seen = { carriageReturn: false };
  let row = 0;
  for await (const line of splitLines(watchReturns(content, seen), markBytes)) {
    if (isBlank(line)) {
      reportAt(-1, line.line)('blank_line', '', 'the line is blank');
      continue;
    }
    const place: RowPlace = { file, row, line: line.line, byteOffset: line.byteOffset };
    if (!line.terminated)
      reportAt(row, line.line)('last_line_unterminated', '', 'the file does not end in a line feed');
    const accepted = line.tooLarge
      ? acceptRow(reportTooLarge(place), '', reportAt)
      : acceptRow(
          decodeRow({ bytes: line.bytes, unfinished: !line.terminated, keyInFile: '', hash: 'raw' }, place),
          line.bytes.toString('utf8'),
          reportAt,
        );
    if (accepted) {
      checkJsonText(accepted.text, reportAt(row, line.line));
      yield accepted;
    }
    row += 1;
  }
  // A carriage return cannot stand in JSON text but as white space.
  if (seen.carriageReturn) reportAt(-1, 0)('crlf', '', 'expected LF, found CR LF');
}

function acceptRow(result: RowResult, text: string, reportAt: ReportAt): CheckedRow | null {
  if (result.ok) {
    const { value, row, line } = result.row;
    return { value, row, line, text };
  }
  const { code, row, line, expected, got } = result.problem;
  reportAt(row, line)(PROBLEM_CODES[code], '', `expected ${expected}, found ${got}`);
  return null;
}

async function* watchReturns(
  chunks: ByteChunks,
  seen: { carriageReturn: boolean },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    seen.carriageReturn ||= chunk.includes(CARRIAGE_RETURN);
    yield chunk;
  }
}

/** Long lines are rows: only short ones are looked at. */
const isBlank = ({ bytes, tooLarge }: PhysicalLine): boolean =>
  !tooLarge && (bytes.length === 0 || (bytes.length < 4096 && bytes.toString('latin1').trim() === ''));
