/**
 * Owns the stream from inputs to records: rows in input order, each one built, rejected or dropped as a duplicate.
 * A bad row never stops the stream and never costs another row.
 */
import type { Detection, Ingester } from '../ingest/ingester.js';
import { nameFilesRelative } from '../io/common-folder.js';
import type { RawRow, RowProblem } from '../io/raw-row.js';
import { readRows } from '../io/read-rows.js';
import type { Evidence } from '../model/evidence.js';
import type { Instance } from '../model/instance.js';
import { type Issue, type Outcome, type Reject, refuse } from '../model/issue.js';
import { requireGit } from '../repository/git-run.js';
import { RepositoryPool } from '../repository/pool.js';
import { DuplicateRegister, type RowLocation } from './duplicates.js';
import { type EmptyInputListener, noticeEmpty, refuseAllEmpty } from './empty-inputs.js';
import type { Exclusion } from './exclusion.js';
import { ingestRow, chooseColumns } from './ingest-row.js';
import type { CloneSettings, GatheredMaterial } from './material.js';
import { readAhead } from './read-ahead.js';
import { type Clones, finishRecord, prepareRecord, type RecordTools } from './record.js';

/** What a build reads, how it reads it, and what it counts. `makeBuildOptions` gives the defaults of the command line. */
export interface BuildOptions extends RecordTools {
  /** The ingester to use for every row, null to detect it row by row. */
  readonly ingester: Ingester | null;
  /** Instances to build at most, Infinity for all. */
  readonly limit: number;
  /** Ids to build, empty for all. */
  readonly only: ReadonlySet<string>;
  readonly carry: readonly string[];
  /** Instances to drop since they stand in another dataset. */
  readonly exclusion?: Exclusion;
  /** Where clones stand; absent or null to build from the rows alone. */
  readonly clones?: CloneSettings | null;
  /** Ends the git processes at once; the stream then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told of inputs without rows, as long as there are others; when all are empty that is an `InputError`. */
  readonly onEmptyInput?: EmptyInputListener;
  /** Called after every row, and while bytes are read. */
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** How far a build is: rows and bytes, of which file. */
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
  | { readonly kind: 'skipped'; readonly file: string; readonly instanceId: string }
  | {
      readonly kind: 'duplicate';
      readonly instanceId: string;
      readonly kept: RowLocation;
      readonly dropped: RowLocation;
    };

/** Instances whose files are read while an earlier one is built; each holds its files in memory. */
const READ_AHEAD = 6;

/**
 * Builds every row of the inputs, in input order. All git processes have ended when the stream ends, in whatever way.
 * @throws InputError when an input is unusable as a whole, or none holds a row; GitError when git cannot be used
 */
export function buildItems(inputs: readonly string[], options: BuildOptions): AsyncGenerator<BuildItem> {
  return buildSomeItems(inputs, { ...options, onEmptyInput: refuseAllEmpty(inputs, options.onEmptyInput) });
}

/** As `buildItems`, for inputs among others: they may all be empty. */
export async function* buildSomeItems(
  inputs: readonly string[],
  options: BuildOptions,
): AsyncGenerator<BuildItem> {
  const { clones: settings, signal } = options;
  if (!settings) {
    yield* finishRows(prepareRows(inputs, options, null), options);
    return;
  }
  // A git that never works would cost every row its proof, one warning each.
  await requireGit(signal);
  const pool = new RepositoryPool(signal === undefined ? {} : { signal });
  try {
    yield* finishRows(readAhead(prepareRows(inputs, options, { pool, settings }), READ_AHEAD), options);
  } finally {
    await pool.close();
  }
}

/** One row that was read: what became of it, or an instance whose files are on their way. */
interface PreparedRow {
  readonly item: BuildItem | PendingInstance;
  readonly bytes: { readonly file: string; readonly read: number; readonly total: number };
}

interface PendingInstance {
  readonly kind: 'pending';
  readonly row: RawRow;
  readonly file: string;
  readonly instanceId: string;
  readonly detection: Detection;
  readonly prepared: Promise<Outcome<GatheredMaterial>>;
}

async function* prepareRows(
  inputs: readonly string[],
  options: BuildOptions,
  clones: Clones | null,
): AsyncGenerator<PreparedRow> {
  const register = new DuplicateRegister();
  const nameOf = nameFilesRelative(inputs);
  for (const input of inputs) {
    let bytes = { file: input, read: 0, total: 0 };
    const rows = readRows(input, {
      columns: chooseColumns(options),
      onProgress: (read, total) => {
        bytes = { file: input, read, total };
      },
    });
    for await (const result of noticeEmpty(rows, () => options.onEmptyInput?.(input))) {
      const item = result.ok
        ? prepareRow(result.row, nameOf(result.row.file), register, options, clones)
        : rejectProblem(result.problem, nameOf(result.problem.file));
      yield { item, bytes };
    }
  }
}

async function* finishRows(
  rows: AsyncIterable<PreparedRow>,
  options: BuildOptions,
): AsyncGenerator<BuildItem> {
  const counts = { rows: 0, built: 0, rejected: 0 };
  for await (const { item: prepared, bytes } of rows) {
    options.signal?.throwIfAborted();
    if (counts.built + counts.rejected >= options.limit) return;
    counts.rows += 1;
    const item = prepared.kind === 'pending' ? await finishInstance(prepared, options) : prepared;
    if (item.kind === 'built') counts.built += 1;
    if (item.kind === 'rejected') counts.rejected += 1;
    options.onProgress?.({ file: bytes.file, ...counts, bytesRead: bytes.read, bytesTotal: bytes.total });
    yield item;
  }
}

async function finishInstance(
  { row, file, instanceId, detection, prepared }: PendingInstance,
  options: BuildOptions,
): Promise<BuildItem> {
  const material = await prepared;
  const built = material.ok ? finishRecord(material.value, options) : material;
  if (!built.ok) return reject(row, file, instanceId, built.issue);
  const excluded = options.exclusion?.judge(built.value) ?? null;
  if (excluded) return reject(row, file, instanceId, excluded);
  return { kind: 'built', evidence: built.value, format: detection.ingester.name, reason: detection.reason };
}

/** One row; `skipped` when `--only` leaves it out. */
function prepareRow(
  row: RawRow,
  file: string,
  register: DuplicateRegister,
  options: BuildOptions,
  clones: Clones | null,
): BuildItem | PendingInstance {
  const ingested = ingestRow(row, file, options);
  if (ingested.kind === 'skipped') return { ...ingested, file };
  if (ingested.kind === 'refused') return reject(row, file, ingested.instanceId, ingested.issue);
  const { instance, detection } = ingested;
  const verdict = register.judge(instance);
  if (verdict.kind === 'same') {
    const { instance_id: instanceId } = instance;
    return { kind: 'duplicate', instanceId, kept: verdict.first, dropped: { file, row: row.row } };
  }
  if (verdict.kind === 'different')
    return reject(row, file, instance.instance_id, describeDuplicate(verdict.first));
  const prepared = prepareRecord(instance, options, clones);
  // Awaited when its turn comes; until then a failure is not a surprise.
  prepared.catch(() => undefined);
  return { kind: 'pending', row, file, instanceId: instance.instance_id, detection, prepared };
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
  // The keys in the order of the schema, as every reject has them.
  const { path, ...said } = issue;
  return {
    kind: 'rejected',
    reject: {
      instance_id: instanceId,
      ...said,
      file,
      row: row.row,
      line: row.line,
      byte_offset: row.byteOffset,
      path,
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
