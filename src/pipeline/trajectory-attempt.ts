/** Owns reading verified attempts for `feedback`: reports with their logs, runs that carry their own verdict, and runs whose report stands elsewhere. */
import { readTrajectory } from '../trajectory/dialect.js';
import { listEditedFiles } from '../trajectory/diagnosis.js';
import { isObject } from '../trajectory/json-value.js';
import { readReport, type ReportResult } from '../trajectory/report-flavour.js';
import type { ReportInput } from '../trajectory/report-input.js';
import type { Dialect } from '../trajectory/dialect-name.js';
import type { Trajectory } from '../trajectory/trajectory.js';
import { readFileValues } from './trajectory-document.js';
import { normalizeId } from './trajectory-evidence.js';
import type { RunSource, SourceProblem } from './trajectory-problem.js';
import { wholeFile } from './trajectory-problem.js';
import {
  listBeside,
  listReports,
  loadReport,
  type ReportFiles,
  type ReportIndex,
  readText,
  type TestLists,
} from './trajectory-report.js';
import { isFolder, readRuns, type RunItem } from './trajectory-source.js';

/** One attempt that may become feedback. Its files are read when its instance is known. */
export interface Attempt {
  readonly kind: 'attempt';
  /** A run, which may carry no verdict; else a report or log, which is nothing without one. */
  readonly isRun: boolean;
  readonly source: RunSource;
  /** What the attempt is called by: the id of a run, or the name of its folder or file; it may be no instance id. */
  readonly name: string;
  readonly load: (lists: TestLists) => Promise<LoadedAttempt>;
}

export interface LoadedAttempt {
  readonly report: ReportResult;
  readonly log?: string;
  readonly patch?: string;
  /** Files that the steps edited, for a patch that holds more than the agent's changes. */
  readonly editedFiles?: ReadonlySet<string>;
}

export type AttemptItem = Attempt | { readonly kind: 'rejected'; readonly problem: SourceProblem };

export interface AttemptOptions {
  /** The log of the one report that is given; "" = the one beside it. */
  readonly log: string;
  /** Where the reports of runs stand. */
  readonly reports?: ReportIndex;
  readonly dialect?: Dialect;
}

/**
 * The attempts of all inputs, in order. A folder with reports gives them, any other folder its runs; a file is a report, a v1 log or runs.
 * @throws InputError when an input cannot be read
 */
export async function* readAttempts(
  inputs: readonly string[],
  options: AttemptOptions,
): AsyncGenerator<AttemptItem> {
  for (const input of inputs) {
    if (input !== '-' && (await isFolder(input))) yield* readAttemptFolder(input, options);
    else yield* readAttemptFile(input, options);
  }
}

async function* readAttemptFolder(folder: string, options: AttemptOptions): AsyncGenerator<AttemptItem> {
  let found = false;
  for await (const files of listReports(folder)) {
    found = true;
    yield attemptOfFiles(files);
  }
  if (found) return;
  for await (const item of readRuns([folder], sourceOptions(options))) {
    if (item.kind === 'run') yield attemptOfRun(item, options);
    else if (item.kind === 'rejected') yield item;
  }
}

const sourceOptions = ({ dialect }: AttemptOptions) => (dialect === undefined ? {} : { dialect });

async function* readAttemptFile(file: string, options: AttemptOptions): AsyncGenerator<AttemptItem> {
  for await (const found of readFileValues(file)) {
    if (found.kind === 'problem') {
      yield { kind: 'rejected', problem: found.problem };
      continue;
    }
    const value = found.kind === 'text' ? found.text : found.value;
    const run = readTrajectory(value, options.dialect);
    if (run.ok) {
      yield attemptOfRun(
        { kind: 'run', trajectory: run.trajectory, reason: run.reason, value, source: found.source },
        options,
      );
    } else if (found.kind === 'text') yield attemptOfText(found.text, found.source);
    else if (found.kind === 'whole' && isObject(value)) {
      const files = await listBeside(file);
      yield attemptOfFiles(options.log === '' ? files : { ...files, log: options.log });
    } else yield attemptOfInput({ report: value }, found.source);
  }
}

const attemptOfFiles = (files: ReportFiles): Attempt => ({
  kind: 'attempt',
  isRun: false,
  source: wholeFile(files.file),
  name: files.name,
  load: async (lists) => loadInput(await loadReport(files, lists)),
});

function loadInput(input: ReportInput): LoadedAttempt {
  return {
    report: readReport(input),
    ...(input.log === undefined ? {} : { log: input.log }),
    ...(input.patch === undefined ? {} : { patch: input.patch }),
  };
}

const attemptOfInput = (input: ReportInput, source: RunSource): Attempt => ({
  kind: 'attempt',
  isRun: false,
  source,
  name: '',
  load: async (lists) => loadInput({ ...input, ...lists }),
});

/** A text is a v1 evaluation log: its own name, or that of its file, says of which instance. */
const attemptOfText = (text: string, source: RunSource): Attempt => attemptOfInput({ log: text }, source);

function attemptOfRun({ trajectory, value, source }: RunItem, options: AttemptOptions): Attempt {
  return {
    kind: 'attempt',
    isRun: true,
    source,
    name: trajectory.instance_id,
    load: async (lists) => {
      const files = options.reports?.find(normalizeId(trajectory.instance_id));
      if (files !== undefined) return withRun(loadInput(await loadReport(files, lists)), trajectory);
      const log = options.log === '' ? trajectory.test_output : await readText(options.log);
      const report = readOwnVerdict(trajectory, value, lists);
      return withRun({ report, ...(log === '' ? {} : { log }) }, trajectory);
    },
  };
}

/** The verdict that a run carries itself: R2E-Gym rows and logs, OpenHands rows. */
function readOwnVerdict(trajectory: Trajectory, value: unknown, lists: TestLists): ReportResult {
  const { dialect } = trajectory;
  if (dialect === 'r2e-gym' || dialect === 'openhands') return readReport({ report: value, ...lists });
  if (dialect === 'r2e-gym-log') {
    const { steps, exit_reason, test_output, instance_id, verdict } = trajectory;
    const reward = verdict === 'unknown' ? null : verdict === 'resolved' ? 1 : 0;
    const ds = { instance_id, FAIL_TO_PASS: lists.failToPass ?? [], PASS_TO_PASS: lists.passToPass ?? [] };
    const read = readReport({
      report: { trajectory_steps: steps, exit_reason, reward, test_output, ds },
    });
    // The log does not hold the patch.
    return read.ok ? { ...read, report: { ...read.report, patch: 'unknown' } } : read;
  }
  const message = `a ${dialect} run carries no test verdict; say with --reports where its report stands`;
  return { ok: false, problem: { code: 'report_unknown', message } };
}

/** The run's own patch, where the report has none. R2E-Gym's holds every change of the work tree, the image's too. */
function withRun(loaded: LoadedAttempt, trajectory: Trajectory): LoadedAttempt {
  if (loaded.patch !== undefined || trajectory.final_patch === '') return loaded;
  const edited = trajectory.dialect === 'r2e-gym' ? listEditedFiles(trajectory) : undefined;
  return {
    ...loaded,
    patch: trajectory.final_patch,
    ...(edited === undefined ? {} : { editedFiles: edited }),
  };
}
