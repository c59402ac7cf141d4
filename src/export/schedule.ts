/** Owns the schedule: which stage is distilled for how many iterations, in which order. Source: SWE-Ladder §3.5, A.7. */
import { z } from 'zod';
import { BLOCK_STAGES, type BlockStage } from '../model/stage.js';
import { ExportPlanError } from './plan-error.js';

export interface Phase {
  readonly stage: BlockStage;
  readonly iterations: number;
}

/** schedule.json. */
export const scheduleSchema = z
  .strictObject({
    phases: z.array(
      z.strictObject({
        stage: z.enum(BLOCK_STAGES),
        iterations: z.int().min(1),
        first_iteration: z.int().min(1).describe('1-based, over all phases.'),
        last_iteration: z.int().min(1),
        files: z.array(z.string()).describe('Relative to schedule.json, in shard order.'),
        rows: z.int().min(0),
        split: z.string(),
        field: z.string().describe('Where the text for the teacher stands in a row.'),
      }),
    ),
    total_iterations: z.int().min(1),
  })
  .describe('The phases of a staged distillation: schedule.json.');
/** The phases of a training: which stage for how many iterations, from which files. */
export type Schedule = z.infer<typeof scheduleSchema>;

/** Reads `localization:30,reproduction:20,patch:20`. A stage may come again. Errors: `ExportPlanError`. */
export function parseSchedule(text: string): Phase[] {
  return text.split(',').map((part) => {
    const [name = '', count = '', ...more] = part.split(':').map((piece) => piece.trim());
    const stage = BLOCK_STAGES.find((candidate) => candidate === name);
    const iterations = Number(count);
    if (!stage || more.length > 0 || !Number.isSafeInteger(iterations) || iterations < 1) {
      throw new ExportPlanError(
        `schedule "${part.trim()}": expected STAGE:ITERATIONS with one of ${BLOCK_STAGES.join(', ')}, ` +
          'as in localization:30,reproduction:20,patch:20',
      );
    }
    return { stage, iterations };
  });
}

/** What a phase trains on. */
export interface PhaseData {
  readonly files: readonly string[];
  readonly rows: number;
  readonly split: string;
  readonly field: string;
}

/** The schedule with the files of each phase. */
export function buildSchedule(phases: readonly Phase[], dataOf: (stage: BlockStage) => PhaseData): Schedule {
  let done = 0;
  const built = phases.map(({ stage, iterations }) => {
    const { files, rows, split, field } = dataOf(stage);
    const first_iteration = done + 1;
    done += iterations;
    return {
      stage,
      iterations,
      first_iteration,
      last_iteration: done,
      files: [...files],
      rows,
      split,
      field,
    };
  });
  return { phases: built, total_iterations: done };
}
