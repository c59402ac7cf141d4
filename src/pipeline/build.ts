/**
 * Owns the stream from inputs to records: rows in input order, each one built, rejected or dropped as a duplicate.
 * A bad row never stops the stream and never costs another row.
 */
import { detectFormat, explainUnknown } from '../ingest/detection.js';
import type { Ingester, IngestContext } from '../ingest/ingester.js';
import { guessInstanceId } from '../ingest/instance-id.js';
import { INGESTERS } from '../ingest/registry.js';
import { nameFilesRelative } from '../io/common-folder.js';
import type { RawRow, RowProblem } from '../io/raw-row.js';
import { readRows } from '../io/read-rows.js';
import type { Evidence } from '../model/evidence.js';
import type { Instance } from '../model/instance.js';
import { type Issue, type Outcome, type Reject, refuse } from '../model/issue.js';
import { DuplicateRegister, type RowLocation } from './duplicates.js';
import { type RecordTools, buildRecord } from './record.js';

export interface BuildOptions extends RecordTools {
  /** The ingester to use for every row, null to detect it row by row. */
  readonly ingester: Ingester | null;
  /** Instances to build at most, Infinity for all. */
  readonly limit: number;
  /** Ids to build, empty for all. */
  readonly only: ReadonlySet<string>;
  readonly carry: readonly string[];
  /** Called after every row, and while bytes are read. */
  readonly onProgress?: (progress: BuildProgress) => void;
}

export interface BuildProgress {
  readonly file: string;
  readonly rows: number;
  readonly built: number;
  readonly rejected: number;
  readonly bytesRead: number;
  /** 0 when unknown (stdin). */
  readonly bytesTotal: number;
}

/** What became of one row. */
export type BuildItem =
  | { readonly kind: 'built'; readonly evidence: Evidence; readonly format: string; readonly reason: string }
  | { readonly kind: 'rejected'; readonly reject: Reject }
  | { readonly kind: 'skipped'; readonly file: string }
  | {
      readonly kind: 'duplicate';
      readonly instanceId: string;
      readonly kept: RowLocation;
      readonly dropped: RowLocation;
    };

/**
 * Builds every row of the inputs, in input order.
 * @throws InputError when an input is unusable as a whole
 */
export async function* buildItems(
  inputs: readonly string[],
  options: BuildOptions,
): AsyncGenerator<BuildItem> {
  const register = new DuplicateRegister();
  const nameOf = nameFilesRelative(inputs);
  const counts = { rows: 0, built: 0, rejected: 0 };
  for (const input of inputs) {
    let bytes = { read: 0, total: 0 };
    const report = (file: string): void =>
      options.onProgress?.({ file, ...counts, bytesRead: bytes.read, bytesTotal: bytes.total });
    const rows = readRows(input, {
      columns: listColumns(options),
      onProgress: (read, total) => {
        bytes = { read, total };
        report(input);
      },
    });
    for await (const result of rows) {
      if (counts.built + counts.rejected >= options.limit) return;
      counts.rows += 1;
      const item = result.ok
        ? await buildRow(result.row, nameOf(result.row.file), register, options)
        : rejectProblem(result.problem, nameOf(result.problem.file));
      if (item.kind === 'built') counts.built += 1;
      if (item.kind === 'rejected') counts.rejected += 1;
      report(input);
      yield item;
    }
  }
}

/** The columns of a columnar file that any ingester in question wants, and what is carried over. */
function listColumns({ ingester, carry }: BuildOptions): string[] {
  const wanted = (ingester ? [ingester] : INGESTERS).flatMap((candidate) => [...candidate.columns]);
  // A carried field may lead into an object with dots.
  return [...new Set([...wanted, ...carry.flatMap((field) => [field, field.split('.', 1)[0] ?? field])])];
}

/** One row; `skipped` when `--only` leaves it out. */
async function buildRow(
  row: RawRow,
  file: string,
  register: DuplicateRegister,
  options: BuildOptions,
): Promise<BuildItem> {
  const context: IngestContext = {
    carry: options.carry,
    source: { file, row: row.row, line: row.line, sha256: row.sha256 },
    keyInFile: row.keyInFile,
    testGlobs: options.overrides.testGlobs,
    sourceGlobs: options.overrides.sourceGlobs,
  };
  const detection = options.ingester
    ? { ingester: options.ingester, reason: 'named on the command line' }
    : detectFormat(row.value);
  if (!detection) {
    return reject(
      row,
      file,
      '',
      refuse('format_unknown', 'no ingester recognises this row', explainUnknown(row.value)).issue,
    );
  }
  const ingested = detection.ingester.ingest(row.value, context);
  if (!ingested.ok) {
    const id = guessInstanceId(row.value, row.keyInFile);
    return options.only.size > 0 && id !== '' && !options.only.has(id)
      ? { kind: 'skipped', file }
      : reject(row, file, id, ingested.issue);
  }
  const instance = ingested.value;
  if (options.only.size > 0 && !options.only.has(instance.instance_id)) return { kind: 'skipped', file };
  const verdict = register.judge(instance);
  if (verdict.kind === 'same') {
    const { instance_id: instanceId } = instance;
    return { kind: 'duplicate', instanceId, kept: verdict.first, dropped: { file, row: row.row } };
  }
  if (verdict.kind === 'different')
    return reject(row, file, instance.instance_id, describeDuplicate(verdict.first));
  const built: Outcome<Evidence> = await buildRecord(instance, options);
  if (!built.ok) return reject(row, file, instance.instance_id, built.issue);
  return { kind: 'built', evidence: built.value, format: detection.ingester.name, reason: detection.reason };
}

const describeDuplicate = (first: RowLocation): Issue =>
  refuse(
    'duplicate_instance_id',
    `the id came before in ${first.file}, row ${first.row}, with another content`,
    {
      expected: 'one row per instance id, or rows that agree',
      got: 'a row that differs in repo, base, fix, test patch, statement or failing tests',
      path: 'instance_id',
    },
  ).issue;

function reject(row: RawRow, file: string, instanceId: Instance['instance_id'], issue: Issue): BuildItem {
  return {
    kind: 'rejected',
    reject: {
      instance_id: instanceId,
      ...issue,
      file,
      row: row.row,
      line: row.line,
      byte_offset: row.byteOffset,
    },
  };
}

function rejectProblem(problem: RowProblem, file: string): BuildItem {
  const { code, message, expected, got, row, line, byteOffset } = problem;
  return {
    kind: 'rejected',
    reject: {
      instance_id: '',
      code,
      message,
      expected,
      got,
      file,
      row,
      line,
      byte_offset: byteOffset,
      path: '',
    },
  };
}
