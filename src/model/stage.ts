/** Owns the names of the stages, in the order of the repair. Their schemas are stage-schema.ts. */

/** The three stages of the repair, in order. */
export const STAGES = ['localization', 'reproduction', 'patch'] as const;

/** The stages a block can be rendered for: the three, and `full`, the baseline that shows the whole fix at every step. */
export const BLOCK_STAGES = [...STAGES, 'full'] as const;

/** One of the three slices of the repair, in the order in which a teacher sees them. */
export type Stage = (typeof STAGES)[number];
/** A stage, or `full`: the whole repair, shown at every step. */
export type BlockStage = (typeof BLOCK_STAGES)[number];
