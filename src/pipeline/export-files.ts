/** Owns the data files of an export: one stream, one file, or shards per stage and split below `data/`. */
import { join } from 'node:path';
import type { ExportRow } from '../export/exporter.js';
import type { RowColumns } from '../export/row-columns.js';
import type { OutputSet } from '../io/atomic-output.js';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import type { OutputFile } from '../io/output-file.js';
import { ParquetRowWriter } from '../io/parquet-writer.js';

/** Rows of one row group: trainers that read whole groups stay small, and texts stay far from 32-bit offsets. */
const ROWS_PER_GROUP = 32;

/** One file that was written. */
export interface ExportedFile {
  /** Relative to the export's folder, with slashes; the path itself for a single file. */
  readonly file: string;
  readonly group: string;
  readonly split: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Takes rows; `append` gives the row its 0-based place among those of its group and split. */
export interface RowSink {
  append(group: string, split: string, toRow: (index: number) => ExportRow): Promise<void>;
  /** The files, in the order they were started. */
  finish(): Promise<ExportedFile[]>;
}

/** JSON lines to a function. */
export class StreamSink implements RowSink {
  #index = 0;

  constructor(private readonly write: (text: string) => Promise<void>) {}

  async append(_group: string, _split: string, toRow: (index: number) => ExportRow): Promise<void> {
    await this.write(encodeJsonLine(toRow(this.#index)));
    this.#index += 1;
  }

  finish(): Promise<ExportedFile[]> {
    return Promise.resolve([]);
  }
}

export interface FileFormat {
  readonly name: 'jsonl' | 'parquet';
  readonly columns: RowColumns;
}

/** All rows to one file, which is there even when no row comes. */
export class FileSink implements RowSink {
  readonly #file: RowFile;
  #index = 0;

  private constructor(file: RowFile) {
    this.#file = file;
  }

  static async open(outputs: OutputSet, path: string, format: FileFormat): Promise<FileSink> {
    return new FileSink(await RowFile.open(outputs, path, format));
  }

  /** False for a device or pipe. */
  get isFile(): boolean {
    return this.#file.isFile;
  }

  async append(_group: string, _split: string, toRow: (index: number) => ExportRow): Promise<void> {
    await this.#file.append(toRow(this.#index));
    this.#index += 1;
  }

  async finish(): Promise<ExportedFile[]> {
    const { path } = this.#file;
    return [{ file: path, group: '', split: '', ...(await this.#file.finish()) }];
  }
}

/** How many rows will come for a group and split; a sink without a limit of rows per file need not know. */
export type RowPlan = (group: string, split: string) => number;

/** Shards `data/<group>/<split>-00000-of-0000N.<format>`, each of at most `shardRows` rows. */
export class FolderSink implements RowSink {
  readonly #streams = new Map<string, ShardStream>();
  readonly #finished: ExportedFile[] = [];

  constructor(
    private readonly outputs: OutputSet,
    private readonly folder: string,
    private readonly format: FileFormat,
    private readonly shardRows: number,
    private readonly plannedRows: RowPlan,
  ) {}

  async append(group: string, split: string, toRow: (index: number) => ExportRow): Promise<void> {
    const key = `${group}/${split}`;
    const stream = this.#streams.get(key) ?? { group, split, index: 0, shard: 0, name: '', file: null };
    this.#streams.set(key, stream);
    if (stream.file !== null && stream.file.rows >= this.shardRows) await this.#close(stream);
    stream.file ??= await this.#open(stream);
    await stream.file.append(toRow(stream.index));
    stream.index += 1;
  }

  async finish(): Promise<ExportedFile[]> {
    for (const stream of this.#streams.values()) await this.#close(stream);
    return this.#finished.toSorted((left, right) => (left.file < right.file ? -1 : 1));
  }

  async #open(stream: ShardStream): Promise<RowFile> {
    const { group, split, shard } = stream;
    const isLimited = Number.isFinite(this.shardRows);
    const count = isLimited ? Math.ceil(this.plannedRows(group, split) / this.shardRows) : 1;
    stream.name = `data/${group}/${split}-${digits(shard)}-of-${digits(count)}.${this.format.name}`;
    return RowFile.open(this.outputs, join(this.folder, stream.name), this.format);
  }

  async #close(stream: ShardStream): Promise<void> {
    const { group, split, name, file } = stream;
    if (file === null) return;
    this.#finished.push({ file: name, group, split, ...(await file.finish()) });
    stream.file = null;
    stream.shard += 1;
  }
}

interface ShardStream {
  readonly group: string;
  readonly split: string;
  index: number;
  shard: number;
  /** Of the file being written, relative to the folder. */
  name: string;
  file: RowFile | null;
}

const digits = (number: number): string => String(number).padStart(5, '0');

/** One JSONL or Parquet file being written. */
class RowFile {
  rows = 0;
  readonly #output: OutputFile;
  readonly #parquet: ParquetRowWriter | null;

  private constructor(output: OutputFile, format: FileFormat) {
    this.#output = output;
    this.#parquet =
      format.name === 'parquet'
        ? new ParquetRowWriter(output, format.columns, { rowsPerGroup: ROWS_PER_GROUP })
        : null;
  }

  static async open(outputs: OutputSet, path: string, format: FileFormat): Promise<RowFile> {
    return new RowFile(await outputs.open(path), format);
  }

  get path(): string {
    return this.#output.path;
  }

  get isFile(): boolean {
    return this.#output.temporaryPath !== '';
  }

  async append(row: ExportRow): Promise<void> {
    if (this.#parquet === null) await this.#output.write(encodeJsonLine(row));
    else await this.#parquet.append(row);
    this.rows += 1;
  }

  async finish(): Promise<Pick<ExportedFile, 'rows' | 'bytes' | 'sha256'>> {
    await this.#parquet?.finish();
    const { byteCount, sha256 } = await this.#output.finish();
    return { rows: this.rows, bytes: byteCount, sha256 };
  }
}
