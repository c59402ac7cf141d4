/** Owns finding harness reports on disk: which files of a folder belong to one attempt. What they mean is read in src/trajectory. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { describeReadFailure, readSystemCode } from '../io/input-error.js';
import type { ReportInput } from '../trajectory/report-input.js';
import { isObject } from '../trajectory/json-value.js';
import { describeJsonFault } from './json-fault.js';

/** The files of one attempt. `name` = what the files are called by: usually the instance id. */
export interface ReportFiles {
  readonly name: string;
  /** The path that stands for the attempt: the report, or the log when there is none. */
  readonly file: string;
  readonly report?: string;
  readonly log?: string;
  readonly runLog?: string;
  readonly patch?: string;
}

const LOGS = ['test_output.txt', 'fix-patch-run.log', 'test_output.log'];
const RUN_LOG = 'run_instance.log';
const PATCHES = ['patch.diff', 'fix.patch', 'model.patch'];
const MAX_DEPTH = 6;

/**
 * Attempts of a folder and those below it, sorted by name: SWE-bench and SWE-smith folders (report.json, test_output.txt,
 * run_instance.log, patch.diff), Multi-SWE-bench folders (report.json, fix-patch-run.log, fix.patch), SWE-PolyBench `<id>_result.json`,
 * and SWE-bench v1 `<id>.<model>.eval.log`.
 */
export async function* listReports(folder: string, depth = 0): AsyncGenerator<ReportFiles> {
  const place = folder.replace(/[/\\]+$/, '') || folder;
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw describeReadFailure(folder, error);
  });
  const names = entries.filter(({ name }) => !name.startsWith('.'));
  const files = new Set(names.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  const attempt = gatherFiles(place, files);
  if (attempt !== undefined) yield attempt;
  for (const name of [...files].toSorted()) {
    const file = `${place}/${name}`;
    if (name.endsWith('_result.json'))
      yield { name: name.slice(0, -'_result.json'.length), file, report: file };
    if (name.endsWith('.eval.log')) yield { name: nameOfLog(name), file, log: file };
  }
  if (depth >= MAX_DEPTH) return;
  const folders = names
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  for (const name of folders) yield* listReports(`${place}/${name}`, depth + 1);
}

/** `<id>.<model>.eval.log`; an id may hold dots, a model name may too: the id ends with its number. */
const nameOfLog = (name: string): string =>
  /^(.{1,200}?-\d+)\./.exec(name)?.[1] ?? name.slice(0, -'.eval.log'.length);

/** The folder's own name; Multi-SWE-bench's `<org>/<repo>/evals/pr-12` is `<org>__<repo>-12` in its dataset. */
function nameOfFolder(folder: string): string {
  const multi = /([^/\\]+)[/\\]([^/\\]+)[/\\]evals[/\\]pr-(\d+)$/.exec(folder);
  return multi === null ? basename(folder) : `${multi[1]}__${multi[2]}-${multi[3]}`;
}

function gatherFiles(folder: string, names: ReadonlySet<string>): ReportFiles | undefined {
  const pick = (wanted: readonly string[]): string | undefined => {
    const name = wanted.find((candidate) => names.has(candidate));
    return name === undefined ? undefined : `${folder}/${name}`;
  };
  const report = pick(['report.json']);
  const log = pick(LOGS);
  const runLog = pick([RUN_LOG]);
  const patch = pick(PATCHES);
  const file = report ?? runLog ?? log;
  if (file === undefined) return undefined;
  return {
    name: nameOfFolder(resolve(folder)),
    file,
    ...(report === undefined ? {} : { report }),
    ...(log === undefined ? {} : { log }),
    ...(runLog === undefined ? {} : { runLog }),
    ...(patch === undefined ? {} : { patch }),
  };
}

/** The files that stand beside a report.json given by itself: those of its attempt. */
export async function listBeside(file: string): Promise<ReportFiles> {
  const folder = dirname(file);
  const alone: ReportFiles = { name: '', file, report: file };
  if (basename(file) !== 'report.json') return alone;
  try {
    const files = gatherFiles(folder, new Set(await readdir(folder))) ?? alone;
    // `report.json` in the working folder: `.` is no name.
    return { ...files, name: nameOfFolder(resolve(folder)) };
  } catch {
    return alone;
  }
}

/** Lists of tests that a report may lack. */
export interface TestLists {
  readonly failToPass?: readonly string[];
  readonly passToPass?: readonly string[];
}

/**
 * Reads the files of an attempt. A report that is not JSON is given as its fault, so that the reader refuses it.
 * @throws InputError when a file cannot be read
 */
export async function loadReport(files: ReportFiles, lists: TestLists): Promise<ReportInput> {
  const parsed = files.report === undefined ? {} : parseReport(await readText(files.report));
  const log = files.log === undefined ? undefined : await readText(files.log);
  const runLog = files.runLog === undefined ? undefined : await readText(files.runLog);
  const patch = files.patch === undefined ? undefined : await readText(files.patch);
  // Multi-SWE-bench reports and v1 logs name their instance; the folder may be a number.
  const { report } = parsed;
  const namesItself =
    (isObject(report) && 'org' in report) || (files.report === undefined && runLog === undefined);
  return {
    ...parsed,
    ...(log === undefined ? {} : { log }),
    ...(runLog === undefined ? {} : { runLog }),
    ...(patch === undefined ? {} : { patch }),
    ...(namesItself || files.name === '' ? {} : { instanceId: files.name }),
    ...lists,
  };
}

function parseReport(text: string): Pick<ReportInput, 'report' | 'fault'> {
  try {
    // A word cut before a line break would be broken, not cut.
    return { report: JSON.parse(text.trimEnd()) as unknown };
  } catch (error) {
    return { fault: describeJsonFault(text, error) };
  }
}

/** A log may hold bytes of any program: what is no UTF-8 is replaced. @throws InputError */
export async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file)).toString('utf8');
  } catch (error) {
    if (readSystemCode(error) === '' && !(error instanceof Error)) throw error;
    throw describeReadFailure(file, error);
  }
}

/** Attempts by instance id; the last one of an id counts. Memory holds their paths. */
export class ReportIndex {
  readonly #byName = new Map<string, ReportFiles>();

  /** @throws InputError when the folder cannot be read */
  static async open(folder: string): Promise<ReportIndex> {
    const index = new ReportIndex();
    for await (const files of listReports(folder)) index.#byName.set(files.name, files);
    return index;
  }

  get size(): number {
    return this.#byName.size;
  }

  find(instanceId: string): ReportFiles | undefined {
    return this.#byName.get(instanceId);
  }
}
