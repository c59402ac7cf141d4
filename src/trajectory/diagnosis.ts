/**
 * Owns the stage diagnostics of one run: localization, reproduction, verification and solve. Averages over runs are in
 * diagnosis-summary.ts, the shaped reward in reward.ts. Source: paper A.1.
 */
import { z } from 'zod';
import { stageSchema } from '../model/stage-schema.js';
import type { Act } from './act.js';
import { judgeRun } from './failure-signal.js';
import type { RunOutcome } from './failure-signal.js';
import { baseName, classifyWrittenFile, isReproRun, isScratchName } from './file-kind.js';
import { listTouchedFiles } from './patch-paths.js';
import { readStepActs } from './proposal.js';
import { rewardSchema, shapeReward } from './reward.js';
import { DEFAULT_ROUTER_OPTIONS } from './router-option.js';
import type { RouterOptions } from './router-option.js';
import { countStages } from './route-row.js';
import { routeTrajectory } from './router.js';
import { readShellArgument } from './tool-names.js';
import { dialectSchema } from './trajectory.js';
import type { Call, Observation, Trajectory } from './trajectory.js';
import { relativePath } from './workdir.js';

export const diagnosisSchema = z
  .strictObject({
    instance_id: z.string(),
    dialect: dialectSchema,
    steps: z.int().min(0),
    stages: z.record(stageSchema, z.int().min(0)).describe('Steps per stage.'),
    localization: z
      .strictObject({
        reference_files: z.array(z.string()).describe('Non-test files of the reference patch.'),
        found_files: z.array(z.string()).describe("Those of them that the agent's final patch touches."),
        score: z.number().min(0).max(1).describe('found / reference; 0 when there is no reference file.'),
        counted: z.boolean().describe('False when there is no reference file: not part of the average.'),
        patch_present: z.boolean().describe('False when the run holds no final patch.'),
      })
      .describe('|F ∩ E| / |F|.'),
    reproduction: z
      .strictObject({
        created: z.boolean().describe('A reproduction script was created.'),
        failed: z.boolean().describe('It was run and showed a failure signal: the measure itself.'),
        step: z.int().min(0).describe('The first such step, 0 = none.'),
      })
      .describe('The failure was reproduced.'),
    verification: z
      .strictObject({
        last_edit: z.int().min(0).describe('Step of the last source edit, 0 = none.'),
        passed: z
          .boolean()
          .describe('After it, a reproduction script ran without a failure signal: the measure itself.'),
        step: z.int().min(0).describe('The first such step, 0 = none.'),
      })
      .describe('The repair was verified.'),
    verdict: z.enum(['resolved', 'unresolved', 'unknown']),
    edited: z.boolean().describe('At least one file edit succeeded.'),
    reward: rewardSchema,
  })
  .describe('The stages of one run.');
export type Diagnosis = z.infer<typeof diagnosisSchema>;

/** What a run is measured against: the files that had to be found, and reports of its attempts. */
export interface DiagnosisInput {
  /** Paths of the non-test files of the reference patch, as in the repository. Both names of a rename count as one: list the old one. */
  readonly referenceFiles: readonly string[];
  /** What the verifier said; the run's own verdict when left out. */
  readonly verdict?: Trajectory['verdict'];
  readonly options?: RouterOptions;
}

interface DoneAct {
  readonly step: number;
  readonly act: Act;
  readonly outcome: RunOutcome;
}

const SUCCESS =
  /has been edited|created successfully|file created|edited successfully|File updated|Here's the result of running|Execution output of/i;

/** A repaired call was usually not executed by the scaffold: it counts only when its observation shows success. */
function wasExecuted(call: Call, observation: Observation): boolean {
  if (call.problem !== '' || observation.failed || observation.state === 'not_run') return false;
  if (call.repaired.length === 0) return true;
  return observation.exit_code === 0 || SUCCESS.test(observation.text.slice(0, 2000));
}

function listDoneActs(trajectory: Trajectory): DoneAct[] {
  const done: DoneAct[] = [];
  for (const step of trajectory.steps) {
    for (const { call, observation, acts } of readStepActs(step).calls) {
      if (!wasExecuted(call, observation)) continue;
      const outcome = judgeRun(observation, readShellArgument(call.args));
      for (const act of acts) done.push({ step: step.index, act, outcome });
    }
  }
  return done;
}

/** The four measures of one run. Never throws. */
export function diagnoseRun(trajectory: Trajectory, input: DiagnosisInput): Diagnosis {
  const options = input.options ?? DEFAULT_ROUTER_OPTIONS;
  const done = listDoneActs(trajectory);
  const verdict = input.verdict ?? trajectory.verdict;
  const edited = done.some(({ act }) => act.kind === 'edit');
  return {
    instance_id: trajectory.instance_id,
    dialect: trajectory.dialect,
    steps: trajectory.steps.length,
    stages: countStages(routeTrajectory(trajectory, options)),
    localization: measureLocalization(trajectory, input.referenceFiles),
    ...measureScripts(done, trajectory.workdir, options),
    verdict,
    edited,
    reward: shapeReward(verdict, trajectory.exit_reason, edited),
  };
}

/**
 * Files that the steps of a run edited, relative to the repository, for telling the agent's changes from those of the image in a
 * patch of the whole work tree (R2E-Gym). Undefined when an edit does not name its files (`git apply fix.diff`).
 */
export function listEditedFiles(trajectory: Trajectory): Set<string> | undefined {
  const edited = new Set<string>();
  for (const { act } of listDoneActs(trajectory)) {
    if (act.kind !== 'edit' && act.kind !== 'capture' && act.kind !== 'undo') continue;
    if (act.paths.length === 0) return undefined;
    for (const path of act.paths) edited.add(relativePath(path, trajectory.workdir));
  }
  return edited;
}

function measureLocalization(
  trajectory: Trajectory,
  referenceFiles: readonly string[],
): Diagnosis['localization'] {
  const touched = new Set<string>();
  for (const file of listTouchedFiles(trajectory.final_patch)) {
    touched.add(relativePath(file.path, trajectory.workdir));
    touched.add(relativePath(file.oldPath, trajectory.workdir));
  }
  const reference = [...new Set(referenceFiles.map((path) => relativePath(path, trajectory.workdir)))];
  const found = reference.filter((path) => touched.has(path));
  return {
    reference_files: reference,
    found_files: found,
    score: reference.length === 0 ? 0 : found.length / reference.length,
    counted: reference.length > 0,
    patch_present: trajectory.final_patch.trim() !== '',
  };
}

/** Follows the reproduction scripts through the run: created, run with a failure, run without one after the last source edit. */
function measureScripts(
  done: readonly DoneAct[],
  workdir: string,
  options: RouterOptions,
): Pick<Diagnosis, 'reproduction' | 'verification'> {
  const created = new Set<string>();
  let failedStep = 0;
  let lastEdit = 0;
  let passedStep = 0;
  for (const { step, act, outcome } of done) {
    if (
      act.kind === 'edit' &&
      act.paths.some((path) => classifyWrittenFile(path, workdir, options) === 'reproduction')
    ) {
      for (const path of act.paths) created.add(baseName(path));
    }
    if (isSourceEdit(act, workdir, options)) {
      lastEdit = step;
      passedStep = 0;
    }
    const script = act.paths[0] ?? '';
    if (
      act.kind !== 'script_run' ||
      !created.has(baseName(script)) ||
      !isReproRun(script, act.program, workdir, options)
    )
      continue;
    if (outcome === 'failed' && failedStep === 0) failedStep = step;
    if (outcome === 'passed' && lastEdit > 0 && passedStep === 0) passedStep = step;
  }
  return {
    reproduction: { created: created.size > 0, failed: failedStep > 0, step: failedStep },
    verification: { last_edit: lastEdit, passed: passedStep > 0, step: passedStep },
  };
}

/** An edit of source, scratch scripts at the root left out; taking a change back (git checkout, undo) is one too. */
function isSourceEdit(act: Act, workdir: string, options: RouterOptions): boolean {
  if (act.kind === 'revert' || act.kind === 'undo') return true;
  if (act.kind !== 'edit') return false;
  if (act.paths.length === 0) return true;
  return act.paths.some(
    (path) =>
      classifyWrittenFile(path, workdir, options) === 'source' && !isScratchName(relativePath(path, workdir)),
  );
}
