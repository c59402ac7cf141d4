/** Owns the schemas of the stages. Their names are stage.ts, which the command line loads without the schema library. */
import { z } from 'zod';
import { BLOCK_STAGES, STAGES } from './stage.js';

export const stageSchema = z.enum(STAGES);
export const blockStageSchema = z.enum(BLOCK_STAGES);
