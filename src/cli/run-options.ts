/** Owns what the flags of run-flags.ts mean, and what the commands on agent runs share. */
import { Command } from 'commander';
import type { BuildOptions } from '../pipeline/build.js';
import { EvidenceIndex } from '../pipeline/trajectory-evidence.js';
import { describePlace, type SourceProblem } from '../pipeline/trajectory-problem.js';
import { ReportIndex } from '../pipeline/trajectory-report.js';
import type { SourceProgress } from '../pipeline/trajectory-source.js';
import { readRouterOptions, type RouterOptions } from '../trajectory/router-option.js';
import { type Dialect, DIALECTS } from '../trajectory/dialect-name.js';
import { addBuildOptions, type BuildFlags } from './build-flags.js';
import { resolveBuildOptions } from './build-options.js';
import { UsageError } from './exit-code.js';
import { openProgress } from './progress.js';
import { escapeLine, type Terminal } from './terminal.js';

/**
 * The dialect of `--dialect`, nothing without the option.
 * @throws UsageError for an unknown dialect
 */
export function readDialect(name: string | undefined): { readonly dialect?: Dialect } {
  if (name === undefined) return {};
  const dialect = DIALECTS.find((known) => known === name);
  if (dialect === undefined)
    throw new UsageError(`unknown dialect "${name}"; expected one of ${DIALECTS.join(', ')}`);
  return { dialect };
}

/**
 * The options of the router with the `--option` settings applied.
 * @throws UsageError for an option or a value that the router does not have
 */
export function readRouter(settings: readonly string[]): RouterOptions {
  const read = readRouterOptions(settings);
  if (!read.ok) throw new UsageError(read.problem.message);
  return read.options;
}

/** How evidence and datasets are read here: as "build" reads them by default. */
export const resolveEvidenceOptions = async (
  flags: Pick<BuildFlags, 'tokenizer'> & Partial<BuildFlags>,
): Promise<BuildOptions> =>
  resolveBuildOptions({ ...addBuildOptions(new Command()).opts<BuildFlags>(), ...flags, only: [] });

/**
 * Opens the evidence of `files`; undefined for none.
 * @throws InputError when a file is unusable
 */
export async function openEvidence(
  files: readonly string[],
  options: BuildOptions,
): Promise<EvidenceIndex | undefined> {
  return files.length === 0 ? undefined : EvidenceIndex.open(files, options);
}

/** Rejects that are told one by one; a file of another kind may be all rejects. */
const MAX_TOLD_REJECTS = 20;

/** Says what became of a file or row that holds nothing that could be read; `count` = rejects so far, this one included. */
export function sayRejected(
  terminal: Terminal,
  { source, code, message }: SourceProblem,
  count: number,
): void {
  if (count === MAX_TOLD_REJECTS + 1) terminal.say('further rejects are counted, not told');
  if (count > MAX_TOLD_REJECTS) return;
  const where = escapeLine(describePlace(source));
  terminal.say(terminal.colors.red(`reject  ${where}: ${code}: ${escapeLine(message)}`));
}

/**
 * The reports of a folder, nothing without one; a folder that holds none is told.
 * @throws InputError when the folder cannot be read
 */
export async function openReports(
  folder: string | undefined,
  quiet: boolean,
  terminal: Terminal,
): Promise<{ readonly reports?: ReportIndex }> {
  if (folder === undefined) return {};
  const reports = await ReportIndex.open(folder);
  if (reports.size === 0 && !quiet)
    terminal.say(terminal.colors.yellow(`0 reports found in ${escapeLine(folder)}`));
  return { reports };
}

/** Progress over run files. */
export async function openRunProgress(
  terminal: Terminal,
  quiet: boolean,
): Promise<{ readonly update: (progress: SourceProgress) => void; readonly stop: () => void }> {
  const view = await openProgress(terminal, quiet);
  return {
    update: ({ runs, ...rest }) => view.update({ ...rest, rows: runs, built: runs }),
    stop: () => view.stop(),
  };
}

/** `1 run`, `3 runs`. */
export const countWord = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
