/** Owns the check of one file: its format, its companions, its rows in order, and what shows only at its end. */
import { relative } from 'node:path';
import { checkRow, identifyRow, type LeakBasis, type RowCompany } from '../check/check-row.js';
import { checkParquetColumns, checkTraceColumns, type FoundColumn } from '../check/columns.js';
import { checkFileName } from '../check/file-name.js';
import { FileShape } from '../check/file-shape.js';
import type { FindingLog, FindingPlace, Report } from '../check/finding-log.js';
import { type CheckFormat, findCheckFormat, recognizeFormat, UNKNOWN_FORMAT } from '../check/format.js';
import { listColumns } from '../export/row-columns.js';
import type { CheckFile, Companions } from './check-input.js';
import { type CheckedRow, type Container, readJsonLines, readParquetFile } from './check-rows.js';
import { hashInputs } from './input-hash.js';
import { readParquetFeatures } from './parquet-features.js';

/** What all files of a run share. */
export interface FileTools {
  readonly log: FindingLog;
  /** Named by the user, null to recognise it. */
  readonly format: CheckFormat | null;
  readonly signal: AbortSignal | undefined;
  readonly onRow: (file: string) => void;
  readonly company: (format: CheckFormat) => RowCompany;
  readonly isNewId: (group: string, key: string) => boolean;
}

export interface CheckedFile {
  readonly format: CheckFormat;
  readonly rows: number;
  readonly basis: LeakBasis;
  /** Files of one group are one dataset. */
  readonly group: string;
  readonly features: string;
}

/** One file on its way. */
export class FileCheck {
  #format: CheckFormat = UNKNOWN_FORMAT;
  #shape = new FileShape(null);
  #company: RowCompany | null = null;
  #rows = 0;
  #faults = 0;
  #basis: LeakBasis | null = null;
  /** Columns that were reported as a whole: their rows are not reported again. */
  #reportedColumns: ReadonlySet<string> = new Set();

  constructor(
    private readonly file: CheckFile,
    private readonly container: Container,
    private readonly companions: Companions,
    private readonly tools: FileTools,
  ) {}

  async run(): Promise<CheckedFile> {
    const { path } = this.file;
    const report = this.#reportAt(-1, 0);
    await this.#checkCompanion(report);
    const columns = this.container === 'parquet' ? await readParquetFeatures(path) : [];
    const read = this.container === 'parquet' ? readParquetFile : readJsonLines;
    for await (const row of read(path, (number, line) => this.#reportAt(number, line))) {
      this.tools.signal?.throwIfAborted();
      if (this.#rows === 0) this.#begin(row, columns, report);
      await this.#checkRow(row);
      this.#rows += 1;
      this.tools.onRow(path);
    }
    this.#finish(report);
    const features = columns.map(({ name, type }) => `${name}:${type}`).join(', ') || this.#shape.describe();
    return {
      format: this.#format,
      rows: this.#rows,
      basis: this.#basis ?? 'not applicable',
      group: this.#group(),
      features: this.#format.kind === 'export' || this.#format.kind === 'unknown' ? features : '',
    };
  }

  /** The format is known from the first row that can be read. */
  #begin(row: CheckedRow, columns: readonly FoundColumn[], report: Report): void {
    this.#format = this.#chooseFormat(row);
    const { kind } = this.#format;
    this.#company = this.tools.company(this.#format);
    if (kind === 'unknown') {
      const keys = Object.keys(row.value).slice(0, 12).join(', ');
      report('format_unknown', '', `found the keys ${keys}`);
    } else this.#shape = new FileShape(this.#format.schema);
    if (kind !== 'evidence' && kind !== 'rejects') {
      const names = columns.length > 0 ? columns.map(({ name }) => name) : Object.keys(row.value);
      checkTraceColumns(names, report);
      checkFileName(this.#nameInDataset(), report);
    }
    if (this.#format.kind === 'export' && columns.length > 0) {
      const { schema, exporter } = this.#format;
      this.#reportedColumns = checkParquetColumns(
        columns,
        listColumns(schema, true),
        listColumns(schema, false),
        exporter.name,
        report,
      );
    }
  }

  /** What was asked for, what settings.json says, or what the row looks like. */
  #chooseFormat(row: CheckedRow): CheckFormat {
    const { settings } = this.companions;
    const named = settings
      ? findCheckFormat(`${settings.trainer}${settings.layout === 'wide' ? ':wide' : ''}`)
      : undefined;
    return this.tools.format ?? named ?? recognizeFormat(row.value);
  }

  async #checkRow(row: CheckedRow): Promise<void> {
    const identity = identifyRow(row.value, this.#format);
    const place: FindingPlace = {
      file: this.file.path,
      row: row.row,
      line: row.line,
      instance_id: identity.instanceId,
    };
    const found = this.tools.log.at(place);
    const report: Report = (code, path, message, stage) => {
      const isColumn = this.#reportedColumns.has(path.split(/[.[]/, 1)[0] ?? '');
      if (!isColumn || !COLUMN_CODES.has(code)) found(code, path, message, stage ?? '');
    };
    this.#shape.add(row.value, report);
    if (this.#format.kind !== 'unknown' && this.#format.kind !== 'rejects') {
      const isNew = identity.instanceId === '' || this.tools.isNewId(this.#group(), identity.key);
      if (!isNew) report('duplicate_id', '', 'the same instance and stage came before', identity.stage);
    }
    const { entry } = this.companions;
    if (entry && entry.stage !== '' && identity.stage !== '' && entry.stage !== identity.stage)
      report('stage_misplaced', '', `expected rows of ${entry.stage}`, identity.stage);
    if (!this.#company) return;
    const basis = await checkRow(row.value, this.#format, this.#company, report);
    // The weakest basis of its rows is that of the file.
    if (this.#basis === null || basis === 'not checked') this.#basis = basis;
  }

  #finish(report: Report): void {
    const { entry } = this.companions;
    if (this.#rows === 0 && entry?.rows !== 0 && this.#faults === 0)
      report('file_empty', '', 'no row could be read');
    if (entry && entry.rows !== this.#rows)
      report('row_count_mismatch', '', `${entry.companion} says ${entry.rows}, found ${this.#rows}`);
    if (this.container !== 'jsonl' || this.#format.kind === 'evidence' || this.#format.kind === 'rejects')
      return;
    for (const column of this.#shape.listDateColumns())
      report('column_all_dates', column, 'every value of the column is an ISO date');
  }

  async #checkCompanion(report: Report): Promise<void> {
    const { entry } = this.companions;
    if (!entry) return;
    const [hashed] = await hashInputs([this.file.path]);
    if (hashed && hashed.sha256 !== entry.sha256)
      report(
        'sha256_mismatch',
        '',
        `${entry.companion} says ${entry.sha256.slice(0, 12)}…, found ${hashed.sha256.slice(0, 12)}…`,
      );
  }

  #group(): string {
    const { settingsFolder } = this.companions;
    return `${settingsFolder === '' ? this.file.folder : settingsFolder}\n${this.#format.name}\n${this.container}`;
  }

  /** The path that a loader would see. */
  #nameInDataset(): string {
    const { path, folder } = this.file;
    return folder === '' ? (path.split(/[/\\]/).at(-1) ?? path) : relative(folder, path);
  }

  #reportAt(row: number, line: number): Report {
    const report = this.tools.log.at({ file: this.file.path, row, line, instance_id: '' });
    return (...finding) => {
      this.#faults += 1;
      report(...finding);
    };
  }
}

const COLUMN_CODES: ReadonlySet<string> = new Set([
  'key_missing',
  'teacher_prompt_missing',
  'key_unknown',
  'reserved_column',
  'key_order',
  'type_mismatch',
  'float_for_integer',
  'value_invalid',
]);
