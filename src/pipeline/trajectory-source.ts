/** Owns the way from run files to trajectories: paths in, one item per run, reject or file without a run out, in input order. */
import { readFile, stat } from 'node:fs/promises';
import { describeReadFailure, InputError } from '../io/input-error.js';
import { readTrajectory } from '../trajectory/dialect.js';
import { isObject } from '../trajectory/json-value.js';
import type { Dialect } from '../trajectory/dialect-name.js';
import type { Trajectory } from '../trajectory/trajectory.js';
import { type FileValue, readFileValues } from './trajectory-document.js';
import { listFolderUnits } from './trajectory-folder.js';
import { describePlace, type RunSource, type SourceProblem, wholeFile } from './trajectory-problem.js';

/** One run as it was read. `value` = what it was read from, for those who need more of it than the normal form holds. */
export interface RunItem {
  readonly kind: 'run';
  readonly trajectory: Trajectory;
  /** Why the dialect was chosen. */
  readonly reason: string;
  readonly value: unknown;
  readonly source: RunSource;
}

export type SourceItem =
  | RunItem
  | { readonly kind: 'rejected'; readonly problem: SourceProblem }
  /** A file of a folder that holds no run: settings, reports, logs. */
  | { readonly kind: 'skipped'; readonly source: RunSource };

export interface SourceOptions {
  /** Reads every run as this dialect instead of recognising it. */
  readonly dialect?: Dialect;
  /** Called while bytes are read; of compressed files: compressed bytes. */
  readonly onProgress?: (progress: SourceProgress) => void;
}

export interface SourceProgress {
  readonly file: string;
  readonly runs: number;
  readonly rejected: number;
  readonly bytesRead: number;
  /** Of the files met so far; 0 when unknown (stdin). */
  readonly bytesTotal: number;
}

/** Counts what is told while reading. */
class Ledger {
  runs = 0;
  rejected = 0;
  #before = 0;
  #total = 0;

  constructor(private readonly report: ((progress: SourceProgress) => void) | undefined) {}

  /** Starts a file; returns what to call as its bytes come. */
  async open(file: string): Promise<(bytesRead: number) => void> {
    if (this.report === undefined) return () => undefined;
    this.#before = this.#total;
    if (file !== '-') this.#total += (await stat(file)).size;
    return (bytesRead) =>
      this.report?.({
        file,
        runs: this.runs,
        rejected: this.rejected,
        bytesRead: this.#before + bytesRead,
        bytesTotal: this.#total,
      });
  }
}

/**
 * The runs of all inputs: files, folders, `-` for stdin. A JSON document may hold one run, a list of runs or a map of them; each line of JSON
 * Lines holds one.
 * @throws InputError when an input cannot be read, and at the end when not a single run was found: with the keys seen
 */
export async function* readRuns(
  inputs: readonly string[],
  options: SourceOptions,
): AsyncGenerator<SourceItem> {
  const ledger = new Ledger(options.onProgress);
  // Rejects wait for the first run: when there is none, one of them is the error.
  let waiting: SourceProblem[] = [];
  let skipped = 0;
  for (const input of inputs) {
    for await (const item of readInput(input, options, ledger)) {
      if (item.kind === 'run') {
        ledger.runs += 1;
        for (const problem of waiting) yield { kind: 'rejected', problem };
        waiting = [];
      } else if (item.kind === 'rejected') ledger.rejected += 1;
      else skipped += 1;
      if (item.kind === 'rejected' && ledger.runs === 0) waiting.push(item.problem);
      else yield item;
    }
  }
  if (ledger.runs > 0) return;
  const wanted = options.dialect === undefined ? 'an agent run' : `a run of the dialect ${options.dialect}`;
  const [first, ...others] = waiting;
  for (const problem of others) yield { kind: 'rejected', problem };
  if (first !== undefined) {
    const found = describeFound(first.message);
    throw new InputError('input_unknown_content', describePlace(first.source), wanted, found);
  }
  const none = skipped > 0 ? `none in ${skipped} files` : 'none';
  throw new InputError('input_empty', inputs.join(', '), wanted, none);
}

const describeFound = (message: string): string => message.replace(/^.{0,60}?: found /s, '');

async function* readInput(input: string, options: SourceOptions, ledger: Ledger): AsyncGenerator<SourceItem> {
  if (input !== '-' && (await isFolder(input))) yield* readFolder(input, options, ledger);
  else {
    const onBytes = await ledger.open(input);
    for await (const value of readFileValues(input, onBytes)) yield* readValue(value, options);
  }
}

/** True for a folder. @throws InputError when there is nothing at the path */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw describeReadFailure(path, error);
  }
}

async function* readFolder(
  folder: string,
  options: SourceOptions,
  ledger: Ledger,
): AsyncGenerator<SourceItem> {
  for await (const unit of listFolderUnits(folder)) {
    if (unit.kind === 'events') {
      yield* readValue(await readEvents(unit.folder, unit.paths), options);
      continue;
    }
    const lines = /\.(?:jsonl|ndjson|parquet|traj)\b/i.test(unit.path);
    const onBytes = await ledger.open(unit.path);
    for await (const value of readFileValues(unit.path, onBytes)) {
      for (const item of readValue(value, options)) {
        // Beside the runs of a folder stand settings, reports and logs: they are no runs, and no broken ones.
        const isOther = item.kind === 'rejected' && !lines && item.problem.code === 'dialect_unknown';
        if (isOther) yield { kind: 'skipped', source: item.problem.source };
        else yield item;
      }
    }
  }
}

/** A conversation folder: its name is the only id it has. */
async function readEvents(folder: string, paths: readonly string[]): Promise<FileValue> {
  const events: unknown[] = [];
  for (const path of paths) {
    try {
      events.push(JSON.parse(await readFile(path, 'utf8')));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw describeReadFailure(path, error);
      const message = 'an event of the conversation is not JSON';
      return { kind: 'problem', problem: { source: wholeFile(path), code: 'row_malformed_json', message } };
    }
  }
  return { kind: 'value', value: events, source: wholeFile(folder) };
}

function* readValue(found: FileValue, options: SourceOptions): Generator<SourceItem> {
  if (found.kind === 'problem') yield { kind: 'rejected', problem: found.problem };
  else if (found.kind === 'text') yield readRun(found.text, found.source, options);
  else {
    const run = readRun(found.value, found.source, options);
    const parts = run.kind === 'run' || found.kind === 'value' ? [] : listParts(found.value);
    if (parts.length === 0) yield run;
    for (const [row, part] of parts.entries()) {
      const item = readRun(part.value, { ...found.source, row }, options);
      yield item.kind === 'run' && item.trajectory.instance_id === '' && part.key !== ''
        ? { ...item, trajectory: { ...item.trajectory, instance_id: part.key } }
        : item;
    }
  }
}

function readRun(value: unknown, source: RunSource, { dialect }: SourceOptions): SourceItem {
  const result = readTrajectory(value, dialect);
  if (result.ok) return { kind: 'run', trajectory: result.trajectory, reason: result.reason, value, source };
  return {
    kind: 'rejected',
    problem: { source, code: result.problem.code, message: result.problem.message },
  };
}

const isPart = (part: unknown): boolean => isObject(part) || Array.isArray(part);

const WRAPPERS = ['runs', 'trajectories', 'rows', 'data', 'instances'];

/** The runs that a document holds: a list, a list under a usual key, or a map from id to run. */
function listParts(value: unknown): { readonly key: string; readonly value: unknown }[] {
  if (Array.isArray(value))
    return value.every(isPart) ? value.map((part: unknown) => ({ key: '', value: part })) : [];
  if (!isObject(value)) return [];
  for (const key of WRAPPERS) if (Array.isArray(value[key])) return listParts(value[key]);
  const entries = Object.entries(value);
  if (!entries.every(([, part]) => isPart(part)) || !entries.some(([, part]) => readTrajectory(part).ok))
    return [];
  return entries.map(([key, part]) => ({ key, value: part }));
}
