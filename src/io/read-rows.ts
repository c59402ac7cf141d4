/**
 * Owns the one way in: a path (file, folder or `-`) becomes a stream of rows. Decides the format and hands over to the
 * reader of that format.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  PeekedBytes,
  gunzipChunks,
  openForReading,
  readFileChunks,
  readStreamChunks,
  unzstdChunks,
} from './byte-source.js';
import type { ByteChunks } from './byte-source.js';
import { CONTAINER_BYTES, readExtension, sniffContainer, sniffText } from './content-format.js';
import type { RowFormat } from './content-format.js';
import { InputError, describeReadFailure } from './input-error.js';
import { listFolderFiles } from './input-folder.js';
import { readJsonRows } from './json-reader.js';
import { readJsonlRows } from './jsonl-reader.js';
import type { ColumnChoice } from './parquet-reader.js';
import { reportBadRow } from './raw-row.js';
import type { RowResult } from './raw-row.js';

const DEFAULT_CHUNK_BYTES = 256 * 1024;

/** How much of a text is looked at, at most, to tell its format. */
const MAX_SNIFF_BYTES = 4 * 1024 * 1024;

export interface ReadRowsOptions {
  /** Reads the (decompressed) content as this instead of looking at it. */
  readonly format?: RowFormat;
  /** Parquet only: chooses the top-level columns to read. All when absent. */
  readonly columns?: ColumnChoice;
  /** Bytes per read of a file; the rows do not depend on it. */
  readonly chunkBytes?: number;
  /** Bytes of the input read so far and in all (of compressed files: compressed bytes); the total is 0 for stdin. */
  readonly onProgress?: (bytesRead: number, bytesTotal: number) => void;
  /** Read for `-`; `process.stdin` when absent. */
  readonly stdin?: ByteChunks;
}

/** Loaded when such a file is met: its decoders take longer to load than most inputs take to read. */
const loadParquetReader = (): Promise<typeof import('./parquet-reader.js')> => import('./parquet-reader.js');

const TEXT_FORMATS = 'JSON Lines, JSON, CSV or Parquet (or one of the first three as gzip or Zstandard)';

/**
 * Reads all rows of an input in order. A bad row is a result, never an exception.
 *
 * @param input a file, a folder (see `listFolderFiles`), or `-` for stdin
 * @throws InputError when the input as a whole cannot be used, also after rows were yielded (a stream cut off). Nothing at
 *   all, in whatever format, is no rows. In a folder, a `.json` file that holds no JSON at all costs only itself: it is a
 *   `row_malformed_json`.
 */
export async function* readRows(input: string, options: ReadRowsOptions = {}): AsyncGenerator<RowResult> {
  if (input !== '-' && (await inspectPath(input)).isFolder) {
    yield* readFolder(input, options);
    return;
  }
  try {
    yield* readSingle(input, options);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'input_empty') throw error;
  }
}

async function* readSingle(input: string, options: ReadRowsOptions): AsyncGenerator<RowResult> {
  if (input === '-') {
    const stdin = options.stdin ?? process.stdin;
    const report = (bytesRead: number): void => options.onProgress?.(bytesRead, 0);
    yield* readContent(readStreamChunks(stdin, input, report), input, options);
    return;
  }
  const entry = await inspectPath(input);
  const report = (bytesRead: number): void => options.onProgress?.(bytesRead, entry.byteCount);
  // A named pipe or /dev/stdin can be read once, from front to back.
  if (entry.isFile) yield* readFile(input, options, report);
  else yield* readContent(readStreamChunks(createReadStream(input), input, report), input, options);
}

async function* readFolder(folder: string, options: ReadRowsOptions): AsyncGenerator<RowResult> {
  const files = await listFolderFiles(folder);
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(file, (await inspectPath(file)).byteCount);
  const bytesTotal = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let bytesBefore = 0;
  for (const file of files) {
    const report = (bytesRead: number): void => options.onProgress?.(bytesBefore + bytesRead, bytesTotal);
    try {
      yield* readFile(file, options, report);
    } catch (error) {
      const code = error instanceof InputError ? error.code : '';
      const isJson = readExtension(file) === 'json';
      if (code !== 'input_empty' && (code !== 'input_unknown_content' || !isJson)) throw error;
      // One instance a file: an empty one is an instance that was lost.
      if (isJson)
        yield reportBadRow(
          'row_malformed_json',
          { file, row: 0, line: 1, byteOffset: 0 },
          'a JSON object',
          error instanceof InputError ? error.got : '',
        );
    }
    bytesBefore += sizes.get(file) ?? 0;
  }
}

async function* readFile(
  file: string,
  options: ReadRowsOptions,
  report: (bytesRead: number) => void,
): AsyncGenerator<RowResult> {
  if (await isParquetFile(file, options)) {
    const handle = await openForReading(file);
    try {
      const { openParquetFile, readParquetRows } = await loadParquetReader();
      const buffer = await openParquetFile(handle, file);
      yield* readParquetRows(buffer, file, { ...pickColumns(options), onBytes: report });
    } finally {
      await handle.close();
    }
    return;
  }
  yield* readContent(readFileChunks(file, options.chunkBytes ?? DEFAULT_CHUNK_BYTES, report), file, options);
}

/** Reads a byte stream of any format; compressed ones are opened first. */
async function* readContent(
  chunks: ByteChunks,
  file: string,
  options: ReadRowsOptions,
): AsyncGenerator<RowResult> {
  const outer = new PeekedBytes(chunks);
  try {
    const container = sniffContainer(await outer.peek(CONTAINER_BYTES));
    if (container.kind === 'gzip') yield* readText(new PeekedBytes(gunzipChunks(outer, file)), file, options);
    else if (container.kind === 'zstd')
      yield* readText(new PeekedBytes(unzstdChunks(outer, file)), file, options);
    else yield* readText(outer, file, options);
  } finally {
    await outer.close();
  }
}

async function* readText(
  content: PeekedBytes,
  file: string,
  options: ReadRowsOptions,
): AsyncGenerator<RowResult> {
  try {
    const head = await content.peek(CONTAINER_BYTES);
    const container = sniffContainer(head);
    if (options.format === 'parquet' || (options.format === undefined && container.kind === 'parquet')) {
      const { readParquetRows, wrapParquetBytes } = await loadParquetReader();
      const bytes = await collectBytes(content);
      yield* readParquetRows(wrapParquetBytes(bytes), file, pickColumns(options));
      return;
    }
    const found =
      container.kind === 'named' ? container.found : `a ${container.kind} stream inside another one`;
    if (container.kind !== 'text') throw new InputError('input_unknown_content', file, TEXT_FORMATS, found);
    const markBytes = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    content.skip(markBytes);
    const format = options.format ?? (await decideFormat(content, file, markBytes));
    if (format === 'csv') {
      const { readCsvRows } = await import('./csv-reader.js');
      yield* readCsvRows(content, file, markBytes);
    } else if (format === 'json') yield* readJsonRows(content, file, markBytes);
    else yield* readJsonlRows(content, file, markBytes);
  } finally {
    await content.close();
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function decideFormat(content: PeekedBytes, file: string, markBytes: number): Promise<RowFormat> {
  const extension = readExtension(file);
  for (let byteCount = 4096; ; byteCount *= 4) {
    const head = await content.peek(byteCount);
    const last = byteCount >= MAX_SNIFF_BYTES;
    const verdict = sniffText(head.subarray(markBytes), extension, content.ended, last);
    if (verdict.kind === 'empty') {
      throw new InputError('input_empty', file, TEXT_FORMATS, 'nothing: the input is empty');
    }
    if (verdict.kind === 'unknown') {
      throw new InputError('input_unknown_content', file, TEXT_FORMATS, verdict.found);
    }
    if (verdict.kind !== 'more') return verdict.kind;
  }
}

async function isParquetFile(file: string, options: ReadRowsOptions): Promise<boolean> {
  if (options.format !== undefined) return options.format === 'parquet';
  const peeked = new PeekedBytes(readFileChunks(file, CONTAINER_BYTES, () => undefined));
  try {
    return sniffContainer(await peeked.peek(CONTAINER_BYTES)).kind === 'parquet';
  } finally {
    await peeked.close();
  }
}

interface PathEntry {
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly byteCount: number;
}

async function inspectPath(path: string): Promise<PathEntry> {
  try {
    const stats = await stat(path);
    return { isFolder: stats.isDirectory(), isFile: stats.isFile(), byteCount: stats.size };
  } catch (error) {
    throw describeReadFailure(path, error);
  }
}

async function collectBytes(chunks: ByteChunks): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

function pickColumns(options: ReadRowsOptions): { readonly columns?: ColumnChoice } {
  return options.columns === undefined ? {} : { columns: options.columns };
}
