/** Owns the row of `feedback --to flat`: the flat export with a stage of its own. */
import { z } from 'zod';
import { flatRowSchema } from './flat.js';

export const feedbackRowSchema = z
  .strictObject({ ...flatRowSchema.shape, stage: z.literal('feedback') })
  .describe('One row of `feedback --to flat`: the keys of `export --to flat`.');

/** One row of `feedback --to flat`. */
export type FeedbackRow = z.infer<typeof feedbackRowSchema>;
