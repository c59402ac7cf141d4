/**
 * Owns Parquet files as rows: metadata, the choice of columns, batches of rows. Memory: a page of each chosen column,
 * its dictionary, and one batch; it does not grow with the file or with the size of its row groups.
 */
import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parquetMetadataAsync, parquetSchema } from 'hyparquet';
import type { AsyncBuffer, Compressors, DecodedArray, FileMetaData, SchemaTree } from 'hyparquet';
import { compressors as allCompressors } from 'hyparquet-compressors';
import { assembleNested } from 'hyparquet/src/assemble.js';
import { getTreePath } from 'hyparquet/src/schema.js';
import { readAt } from './byte-source.js';
import { MAX_ROW_DEPTH, exceedsDepth } from './canonical-json.js';
import { InputError } from './input-error.js';
import { ParquetColumn } from './parquet-column.js';
import { InvalidText, ROW_PARSERS, normalizeCell } from './parquet-values.js';
import { reportBadRow, setField } from './raw-row.js';
import type { RowPlace, RowResult } from './raw-row.js';
import { acceptValue } from './row-decoding.js';

/** Rows decoded at a time. Small, since one row of some corpora is a megabyte. */
const BATCH_ROWS = 64;

const COMPRESSORS: Compressors = {
  ...allCompressors,
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
};

/** From the top-level columns of a file, in its order, to those worth reading, in any order. */
export type ColumnChoice = (available: readonly string[]) => readonly string[];

export interface ParquetReadOptions {
  /** Chooses the columns to read. All when absent. */
  readonly columns?: ColumnChoice;
  /** Gets how far the reading is, as a share of the file's bytes. */
  readonly onBytes?: (bytesRead: number) => void;
}

/** A Parquet file on disk. `byteLength` is that of the file. */
export async function openParquetFile(handle: FileHandle, path: string): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end, size) - start));
      for (let filled = 0; filled < buffer.length;) {
        const byteCount = await readAt(handle, path, buffer.subarray(filled), start + filled);
        if (byteCount === 0) throw new RangeError('the file became shorter while it was read');
        filled += byteCount;
      }
      return buffer.buffer;
    },
  };
}

/** Parquet bytes that came through a pipe or a compressed file and are held in memory. */
export function wrapParquetBytes(bytes: Buffer): AsyncBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const copy = new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
  return { byteLength, slice: (start, end) => copy.slice(start, end) };
}

/** Reads the rows of a Parquet file in order. A cell that is no UTF-8 text fails its row. Errors: `InputError`. */
export async function* readParquetRows(
  buffer: AsyncBuffer,
  file: string,
  options: ParquetReadOptions = {},
): AsyncGenerator<RowResult> {
  const metadata = await readMetadata(buffer, file);
  const available = await guard(file, () => nameColumns(metadata));
  const wanted = options.columns === undefined ? undefined : new Set(options.columns(available));
  let row = 0;
  for (const group of metadata.row_groups) {
    const rowCount = Number(group.num_rows);
    const readers = await guard(file, () => openColumns(buffer, metadata, group, wanted));
    for (let start = 0; start < rowCount; start += BATCH_ROWS) {
      const batchRows = Math.min(BATCH_ROWS, rowCount - start);
      const columns = await guard(file, () => readBatch(readers, batchRows));
      options.onBytes?.(Math.max(0, ...readers.map((reader) => reader.position())));
      for (let index = 0; index < batchRows; index++) {
        yield makeRow(columns, index, { file, row, line: 0, byteOffset: 0 });
        row += 1;
      }
    }
  }
  options.onBytes?.(buffer.byteLength);
}

/** Reads one top-level column: the leaf columns below it and how to put them together. */
interface TopColumn {
  readonly name: string;
  readonly tree: SchemaTree;
  readonly leaves: readonly { readonly path: string; readonly column: ParquetColumn }[];
  position(): number;
}

interface BatchColumn {
  readonly name: string;
  readonly cells: DecodedArray;
}

function openColumns(
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  group: FileMetaData['row_groups'][number],
  wanted: ReadonlySet<string> | undefined,
): readonly TopColumn[] {
  const schema = parquetSchema(metadata);
  const opened: TopColumn[] = [];
  for (const tree of schema.children) {
    const name = tree.element.name;
    if (wanted !== undefined && !wanted.has(name)) continue;
    const leaves: { path: string; column: ParquetColumn }[] = [];
    for (const chunk of group.columns) {
      const meta = chunk.meta_data;
      if (meta === undefined) throw new Error('a column has no metadata');
      if (meta.path_in_schema[0] !== name) continue;
      if (chunk.file_path !== undefined) throw new Error('a column is kept in another file');
      const schemaPath = getTreePath(schema, meta.path_in_schema);
      const element = schemaPath.at(-1)?.element ?? tree.element;
      const decoder = {
        pathInSchema: meta.path_in_schema,
        type: meta.type,
        element,
        schemaPath,
        codec: meta.codec,
        parsers: ROW_PARSERS,
        compressors: COMPRESSORS,
      };
      leaves.push({ path: meta.path_in_schema.join('.'), column: new ParquetColumn(buffer, decoder, meta) });
    }
    if (leaves.length === 0) throw new Error(`column ${name} has no data`);
    opened.push({
      name,
      tree,
      leaves,
      position: () => leaves.reduce((furthest, { column }) => Math.max(furthest, column.position), 0),
    });
  }
  return opened;
}

async function readBatch(columns: readonly TopColumn[], rowCount: number): Promise<readonly BatchColumn[]> {
  const batch: BatchColumn[] = [];
  for (const { name, tree, leaves } of columns) {
    const data = new Map<string, DecodedArray>();
    for (const { path, column } of leaves) data.set(path, await column.take(rowCount));
    if (tree.children.length > 0) assembleNested(data, tree, ROW_PARSERS);
    const cells = data.get(name);
    if (cells === undefined) throw new Error(`column ${name} could not be put together`);
    batch.push({ name, cells });
  }
  return batch;
}

function makeRow(columns: readonly BatchColumn[], index: number, place: RowPlace): RowResult {
  const value: Record<string, unknown> = {};
  for (const { name, cells } of columns) {
    const cell: unknown = cells[index];
    if (exceedsDepth(cell, MAX_ROW_DEPTH)) {
      const expected = `at most ${MAX_ROW_DEPTH} levels of nesting`;
      return reportBadRow('row_too_deep', place, expected, `more in column ${JSON.stringify(name)}`);
    }
    const field = normalizeCell(cell);
    if (field instanceof InvalidText) {
      const got = `a bad byte in column ${JSON.stringify(name)}, byte ${field.offset} of the cell`;
      return reportBadRow('row_invalid_utf8', place, 'UTF-8 text', got);
    }
    setField(value, name, field);
  }
  return acceptValue(value, place, '');
}

const nameColumns = (metadata: FileMetaData): string[] =>
  parquetSchema(metadata).children.map((child) => child.element.name);

async function readMetadata(buffer: AsyncBuffer, file: string): Promise<FileMetaData> {
  return guard(file, () => parquetMetadataAsync(buffer, { geoparquet: false, parsers: ROW_PARSERS }));
}

/** hyparquet throws bare errors on damaged files; to the user all of them mean that this file cannot be used. */
async function guard<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError('input_damaged', file, 'an intact Parquet file', `a damaged one (${reason})`, error);
  }
}
