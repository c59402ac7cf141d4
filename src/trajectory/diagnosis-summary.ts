/** Owns averages over diagnosed runs and the comparison of two sets of runs. Source: paper A.1. */
import { z } from 'zod';
import type { Diagnosis } from './diagnosis.js';

export const diagnosisSummarySchema = z
  .strictObject({
    runs: z.int().min(0),
    tasks: z.int().min(0).describe('Different instance ids.'),
    localization: z.number().describe('Mean over tasks with a reference file, of the mean over their runs.'),
    localization_tasks: z.int().min(0).describe('Tasks in that mean.'),
    without_patch: z.int().min(0).describe('Runs in that mean without a final patch: they score 0.'),
    reproduction: z.number().describe('Share of runs that reproduced the failure.'),
    verification: z.number().describe('Share of runs that verified the repair.'),
    solve: z.number().describe('Share of resolved runs among those with a verdict.'),
    solve_runs: z.int().min(0).describe('Runs with a verdict.'),
    reward: z.number().describe('Mean shaped reward of the runs with a verdict that are not masked.'),
  })
  .describe('Diagnostics of a set of runs. Shares are 0 for an empty set.');
export type DiagnosisSummary = z.infer<typeof diagnosisSummarySchema>;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (runs: readonly Diagnosis[], holds: (run: Diagnosis) => boolean): number =>
  mean(runs.map((run) => (holds(run) ? 1 : 0)));

/** Name of a run's task: its instance id; runs without one are tasks of their own. */
function groupByTask(runs: readonly Diagnosis[]): Map<string, Diagnosis[]> {
  const tasks = new Map<string, Diagnosis[]>();
  for (const [order, run] of runs.entries()) {
    const key = run.instance_id === '' ? `#${order}` : run.instance_id;
    const group = tasks.get(key);
    if (group === undefined) tasks.set(key, [run]);
    else group.push(run);
  }
  return tasks;
}

/** Averages as the paper takes them: localization over tasks that have a source file to find, the others over runs. */
export function summarizeDiagnoses(runs: readonly Diagnosis[]): DiagnosisSummary {
  const tasks = groupByTask(runs);
  const scores: number[] = [];
  for (const group of tasks.values()) {
    const counted = group.filter((run) => run.localization.counted);
    if (counted.length > 0) scores.push(mean(counted.map((run) => run.localization.score)));
  }
  const judged = runs.filter((run) => run.verdict !== 'unknown');
  const rewarded = runs.filter((run) => run.reward.known && !run.reward.masked);
  return {
    runs: runs.length,
    tasks: tasks.size,
    localization: mean(scores),
    localization_tasks: scores.length,
    without_patch: runs.filter((run) => run.localization.counted && !run.localization.patch_present).length,
    reproduction: share(runs, (run) => run.reproduction.failed),
    verification: share(runs, (run) => run.verification.passed),
    solve: share(judged, (run) => run.verdict === 'resolved'),
    solve_runs: judged.length,
    reward: mean(rewarded.map((run) => run.reward.value)),
  };
}

const MEASURES = ['localization', 'reproduction', 'verification', 'solve'] as const;

export const diagnosisComparisonSchema = z
  .array(
    z.strictObject({
      measure: z.enum(MEASURES),
      before: z.number(),
      after: z.number(),
      difference: z.number().describe('after − before.'),
      tasks: z.int().min(0).describe('Tasks that stand in both sets and can be measured in both.'),
      better: z.int().min(0).describe('Of these, those with a higher mean after.'),
      worse: z.int().min(0),
    }),
  )
  .describe('Two sets of runs beside each other.');
export type DiagnosisComparison = z.infer<typeof diagnosisComparisonSchema>;

function measureTask(runs: readonly Diagnosis[], measure: (typeof MEASURES)[number]): number | undefined {
  const usable = runs.filter((run) =>
    measure === 'localization'
      ? run.localization.counted
      : measure === 'solve'
        ? run.verdict !== 'unknown'
        : true,
  );
  if (usable.length === 0) return undefined;
  return mean(
    usable.map((run) => {
      if (measure === 'localization') return run.localization.score;
      if (measure === 'solve') return run.verdict === 'resolved' ? 1 : 0;
      return Number(measure === 'reproduction' ? run.reproduction.failed : run.verification.passed);
    }),
  );
}

/** Both summaries per measure, and the tasks in both sets that got better or worse. */
export function compareDiagnoses(
  before: readonly Diagnosis[],
  after: readonly Diagnosis[],
): DiagnosisComparison {
  const first = summarizeDiagnoses(before);
  const second = summarizeDiagnoses(after);
  const tasksBefore = groupByTask(before);
  const tasksAfter = groupByTask(after);
  return MEASURES.map((measure) => {
    let tasks = 0;
    let better = 0;
    let worse = 0;
    for (const [task, runs] of tasksBefore) {
      const others = task.startsWith('#') ? undefined : tasksAfter.get(task);
      const old = measureTask(runs, measure);
      const now = others === undefined ? undefined : measureTask(others, measure);
      if (old === undefined || now === undefined) continue;
      tasks += 1;
      if (now > old) better += 1;
      if (now < old) worse += 1;
    }
    return {
      measure,
      before: first[measure],
      after: second[measure],
      difference: second[measure] - first[measure],
      tasks,
      better,
      worse,
    };
  });
}
