/** Owns the names of the stages, in the order of the repair. Their schemas are stage-schema.ts. */

/** The three stages of the repair, in order. */
export const STAGES = ['localization', 'reproduction', 'patch'] as const;

/** The stages a block can be rendered for: the three, and `full`, the baseline that shows the whole fix at every step. */
export const BLOCK_STAGES = [...STAGES, 'full'] as const;

export type Stage = (typeof STAGES)[number];
export type BlockStage = (typeof BLOCK_STAGES)[number];
