/** Owns the parsed values in one run file: a stream of JSON values from bytes, whatever way they were written down. No dialects here. */
import {
  gunzipChunks,
  PeekedBytes,
  readFileChunks,
  readStreamChunks,
  unzstdChunks,
  type ByteChunks,
} from '../io/byte-source.js';
import { exceedsDepth, MAX_ROW_DEPTH } from '../io/canonical-json.js';
import { CONTAINER_BYTES, readExtension, sniffContainer, sniffText } from '../io/content-format.js';
import { InputError } from '../io/input-error.js';
import { joinParts, splitLines } from '../io/jsonl-reader.js';
import { readRows } from '../io/read-rows.js';
import type { RunSource, SourceProblem } from './trajectory-problem.js';

/** A value as it stood in the file. `whole` = a JSON document that may hold several runs; `text` = no JSON. */
export type FileValue =
  | { readonly kind: 'value' | 'whole'; readonly value: unknown; readonly source: RunSource }
  | { readonly kind: 'text'; readonly text: string; readonly source: RunSource }
  | { readonly kind: 'problem'; readonly problem: SourceProblem };

const CHUNK_BYTES = 256 * 1024;
/** How much is looked at to tell one JSON document from lines. */
const MAX_SNIFF_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file or stdin (`-`): JSON Lines give one value a line (lists too), Parquet and CSV one a row, a JSON document and a text one in
 * all. gzip and Zstandard are taken off.
 * @throws InputError when the file cannot be read at all
 */
export async function* readFileValues(
  file: string,
  onBytes: (bytesRead: number) => void = () => undefined,
): AsyncGenerator<FileValue> {
  const extension = readExtension(file);
  const raw =
    file === '-'
      ? readStreamChunks(process.stdin, file, onBytes)
      : readFileChunks(file, CHUNK_BYTES, onBytes);
  const outer = new PeekedBytes(raw);
  try {
    const container = sniffContainer(await outer.peek(CONTAINER_BYTES));
    if (container.kind === 'parquet' || extension === 'csv') {
      yield* readTableValues(file);
      return;
    }
    if (container.kind === 'named')
      throw new InputError(
        'input_unknown_content',
        file,
        'JSON, JSON Lines, Parquet or a text log',
        container.found,
      );
    const inner =
      container.kind === 'gzip'
        ? gunzipChunks(outer, file)
        : container.kind === 'zstd'
          ? unzstdChunks(outer, file)
          : outer;
    yield* readTextValues(new PeekedBytes(inner), file, extension);
  } finally {
    await outer.close();
  }
}

async function* readTableValues(file: string): AsyncGenerator<FileValue> {
  for await (const result of readRows(file, {})) {
    const { row, line } = result.ok ? result.row : result.problem;
    const source = { file, row, line };
    if (result.ok) yield { kind: 'value', value: decodeCells(result.row.value), source };
    else
      yield {
        kind: 'problem',
        problem: { source, code: result.problem.code, message: result.problem.message },
      };
  }
}

/** Table rows keep messages as JSON text. */
function decodeCells(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, cell]) => {
      if (typeof cell !== 'string' || !/^\s{0,8}[[{]/.test(cell)) return [key, cell];
      try {
        return [key, JSON.parse(cell) as unknown];
      } catch {
        return [key, cell];
      }
    }),
  );
}

async function* readTextValues(
  content: PeekedBytes,
  file: string,
  extension: string,
): AsyncGenerator<FileValue> {
  try {
    const format = await decideFormat(content, extension);
    if (format === 'jsonl') {
      yield* readLineValues(content, file);
      return;
    }
    const bytes = await collectBytes(content);
    const source = { file, row: 0, line: 0 };
    const text = decodeText(bytes);
    if (text === undefined) yield refuseValue(source, 'row_invalid_utf8', 'the file is not UTF-8 text');
    else if (format === 'text') yield { kind: 'text', text, source };
    else yield parseValue(text, source, 'whole');
  } finally {
    await content.close();
  }
}

async function decideFormat(content: PeekedBytes, extension: string): Promise<'json' | 'jsonl' | 'text'> {
  for (let byteCount = 4096; ; byteCount *= 4) {
    const head = await content.peek(byteCount);
    const marked = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? head.subarray(3) : head;
    const first = /\S/.exec(marked.toString('latin1'))?.[0];
    if (first === undefined && !content.ended) continue;
    if (first !== '{' && first !== '[') return extension === 'jsonl' ? 'jsonl' : 'text';
    const verdict = sniffText(marked, extension, content.ended, byteCount >= MAX_SNIFF_BYTES);
    if (verdict.kind === 'jsonl' || verdict.kind === 'json') return verdict.kind;
    if (verdict.kind !== 'more') return 'text';
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function* readLineValues(content: ByteChunks, file: string): AsyncGenerator<FileValue> {
  let row = 0;
  for await (const { bytes, line, tooLarge } of splitLines(content)) {
    const source = { file, row, line };
    if (tooLarge) {
      row += 1;
      yield refuseValue(source, 'row_too_large', 'the line is longer than a string can be');
      continue;
    }
    const text = decodeText(bytes);
    if (text?.trim() === '') continue;
    row += 1;
    if (text === undefined) yield refuseValue(source, 'row_invalid_utf8', 'the line is not UTF-8 text');
    else yield parseValue(text, source, 'value');
  }
}

function parseValue(text: string, source: RunSource, kind: 'value' | 'whole'): FileValue {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/, (\.\.\.)?".*$/su, '').toWellFormed() : '';
    return refuseValue(source, 'row_malformed_json', `not JSON: ${reason}`);
  }
  if (exceedsDepth(value, MAX_ROW_DEPTH))
    return refuseValue(source, 'row_too_deep', `more than ${MAX_ROW_DEPTH} levels of nesting`);
  return { kind, value, source };
}

const refuseValue = (source: RunSource, code: string, message: string): FileValue => ({
  kind: 'problem',
  problem: { source, code, message },
});

/** Text without a byte order mark; undefined when the bytes are no UTF-8. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** All bytes of a stream. */
async function collectBytes(chunks: ByteChunks): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return joinParts(parts);
}
