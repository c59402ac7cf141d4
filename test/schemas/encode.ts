import type { z } from 'zod';
import { toJsonSchema } from '../../src/schemas.js';

/** The text of a schema file. */
export const encodeSchema = (schema: z.ZodType): string => `${JSON.stringify(toJsonSchema(schema), null, 2)}\n`;
