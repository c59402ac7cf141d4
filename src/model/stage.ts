/** Owns the names of the stages, in the order of the repair. */
import { z } from 'zod';

/** The three stages of the repair, in order. */
export const STAGES = ['localization', 'reproduction', 'patch'] as const;

/** The stages a block can be rendered for: the three, and `full`, the baseline that shows the whole fix at every step. */
export const BLOCK_STAGES = [...STAGES, 'full'] as const;

export const stageSchema = z.enum(STAGES);
export const blockStageSchema = z.enum(BLOCK_STAGES);

export type Stage = z.infer<typeof stageSchema>;
export type BlockStage = z.infer<typeof blockStageSchema>;
