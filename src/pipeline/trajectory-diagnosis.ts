/** Owns the report of `diagnose`: one measured run after another, their averages, transitions and the comparison with another set. */
import { z } from 'zod';
import type { Evidence } from '../model/evidence.js';
import { type Diagnosis, diagnoseRun, diagnosisSchema } from '../trajectory/diagnosis.js';
import {
  compareDiagnoses,
  diagnosisComparisonSchema,
  diagnosisSummarySchema,
  summarizeDiagnoses,
} from '../trajectory/diagnosis-summary.js';
import { readReport } from '../trajectory/report-flavour.js';
import type { RunReport } from '../trajectory/report.js';
import { type RouterOptions, routerOptionsSchema } from '../trajectory/router-option.js';
import { measureTransitions, transitionSchema } from '../trajectory/transition.js';
import type { Trajectory } from '../trajectory/trajectory.js';
import { type EvidenceIndex, listTests, nameRun, normalizeId } from './trajectory-evidence.js';
import { loadReport, type ReportIndex, type TestLists } from './trajectory-report.js';
import type { RunItem } from './trajectory-source.js';

export const diagnosedRunSchema = z
  .strictObject({
    file: z.string().describe('The run file, relative to the folder that holds all inputs.'),
    row: z.int().min(0).describe('0-based number of the run in its file.'),
    ...diagnosisSchema.shape,
    evidence_found: z.boolean(),
    report_found: z
      .boolean()
      .describe('True when a report of the attempt names the listed tests: transitions are known.'),
    transitions: transitionSchema,
  })
  .describe('One run with its measures: one item of `runs` in `diagnose --json`.');
export type DiagnosedRun = z.infer<typeof diagnosedRunSchema>;

const transitionSummarySchema = z
  .strictObject({
    runs: z.int().min(0).describe('Runs with a report that lists tests.'),
    gained: z.int().min(0).describe('Fail-to-pass tests gained, all runs together.'),
    lost: z.int().min(0).describe('Pass-to-pass tests lost, all runs together.'),
    recovered: z.int().min(0).describe('Runs with functional recovery.'),
  })
  .describe('Transitions of a set of runs.');

const setSchema = z.strictObject({
  runs: z.array(diagnosedRunSchema),
  summary: diagnosisSummarySchema,
  transitions: transitionSummarySchema,
});

export const diagnosisReportSchema = z
  .strictObject({
    router: routerOptionsSchema,
    reference_files: z.enum(['non-test', 'source']).describe('Which files of the fix had to be found.'),
    ...setSchema.shape,
    compared: setSchema.describe('The runs of --compare; empty without it.'),
    comparison: diagnosisComparisonSchema.describe('Empty without --compare.'),
  })
  .describe('The output of `diagnose --json`.');
export type DiagnosisReport = z.infer<typeof diagnosisReportSchema>;
export type DiagnosedSet = z.infer<typeof setSchema>;

export interface DiagnoseOptions {
  readonly router: RouterOptions;
  readonly evidence?: EvidenceIndex;
  readonly reports?: ReportIndex;
  readonly referenceFiles: 'non-test' | 'source';
  readonly instance: string;
  readonly nameFile: (file: string) => string;
  /** Told of the report of a run that is not used, and why. */
  readonly onUnusedReport?: (file: string, reason: string) => void;
}

/** Files of the fix that a run has to find: those outside the tests; with `source`, code only. Source: paper A.1 says non-test. */
export function listReferenceFiles(evidence: Evidence, which: DiagnoseOptions['referenceFiles']): string[] {
  return evidence.localization.files
    .filter(
      ({ origin, role }) =>
        origin === 'fix' && role !== 'test' && (which === 'non-test' || role === 'source'),
    )
    .map(({ path }) => path);
}

/** The measures of one run, with its evidence and its report where they are known. */
export async function diagnoseItem(item: RunItem, options: DiagnoseOptions): Promise<DiagnosedRun> {
  const match = await options.evidence?.find(
    { instanceId: item.trajectory.instance_id, source: item.source },
    options.instance,
  );
  const evidence = match?.evidence;
  const id = evidence?.instance_id ?? (options.instance || normalizeId(item.trajectory.instance_id));
  const found = await findReport(id, listTests(evidence), options);
  const report = found?.report;
  const named = nameRun(item.trajectory, id);
  const patch = named.final_patch.trim() === '' ? (found?.patch ?? '') : named.final_patch;
  const trajectory: Trajectory = { ...named, final_patch: patch };
  return {
    file: options.nameFile(item.source.file),
    row: item.source.row,
    ...diagnose(trajectory, evidence, report, options),
    evidence_found: evidence !== undefined,
    report_found: report?.lists_known === true,
    transitions:
      report === undefined || !report.lists_known
        ? { gained: [], lost: [], unknown: 0, recovered: false }
        : measureTransitions(report),
  };
}

/** The report of an instance and the patch beside it; one that is of another instance, or cannot be read, is told and not used. */
async function findReport(
  id: string,
  lists: TestLists,
  { reports, onUnusedReport }: DiagnoseOptions,
): Promise<{ readonly report?: RunReport; readonly patch?: string } | undefined> {
  const files = reports?.find(id);
  if (files === undefined) return undefined;
  const { patch, ...input } = await loadReport(files, lists);
  const own = patch === undefined ? {} : { patch };
  const read = readReport({ ...input, ...own });
  if (!read.ok) {
    onUnusedReport?.(files.file, read.problem.message);
    return own;
  }
  const named = normalizeId(read.named);
  if (named === '' || named === normalizeId(id)) return { report: read.report, ...own };
  onUnusedReport?.(files.file, `the report is of ${named}, the run is of ${id}`);
  return undefined;
}

function diagnose(
  trajectory: Trajectory,
  evidence: Evidence | undefined,
  report: RunReport | undefined,
  { router, referenceFiles }: DiagnoseOptions,
): Diagnosis {
  const verdict = report === undefined || report.verdict === 'unverified' ? undefined : report.verdict;
  return diagnoseRun(trajectory, {
    referenceFiles: evidence === undefined ? [] : listReferenceFiles(evidence, referenceFiles),
    options: router,
    ...(verdict === undefined ? {} : { verdict }),
  });
}

/** A set of runs with its averages. */
export function summarizeSet(runs: readonly DiagnosedRun[]): DiagnosedSet {
  const reported = runs.filter((run) => run.report_found);
  const sum = (count: (run: DiagnosedRun) => number): number =>
    reported.reduce((total, run) => total + count(run), 0);
  return {
    runs: [...runs],
    summary: summarizeDiagnoses(runs),
    transitions: {
      runs: reported.length,
      gained: sum((run) => run.transitions.gained.length),
      lost: sum((run) => run.transitions.lost.length),
      recovered: reported.filter((run) => run.transitions.recovered).length,
    },
  };
}

/** The whole report; `compared` = the runs to compare with, undefined for none. */
export function makeDiagnosisReport(
  runs: readonly DiagnosedRun[],
  compared: readonly DiagnosedRun[] | undefined,
  options: DiagnoseOptions,
): DiagnosisReport {
  return {
    router: options.router,
    reference_files: options.referenceFiles,
    ...summarizeSet(runs),
    compared: summarizeSet(compared ?? []),
    comparison: compared === undefined ? [] : compareDiagnoses(runs, compared),
  };
}
