/** Owns the list of schemas that are published as JSON Schema in schemas/. */
import { z } from 'zod';
import { flatRowSchema } from './export/flat.js';
import { evidenceSchema } from './model/evidence.js';
import { rejectSchema } from './model/issue.js';
import { manifestSchema } from './pipeline/manifest.js';

export const SCHEMAS = {
  evidence: evidenceSchema,
  reject: rejectSchema,
  manifest: manifestSchema,
  'export-flat': flatRowSchema,
} as const satisfies Record<string, z.ZodType>;

/** The JSON Schema (draft 2020-12) of a model. */
export const toJsonSchema = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { target: 'draft-2020-12' });
