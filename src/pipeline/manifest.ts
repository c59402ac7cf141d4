/** Owns manifest.json: with what a build was made, from what, and what came out. No time stamps, no absolute paths. */
import { z } from 'zod';
import { duplicateSchema } from './summary.js';

export const manifestSchema = z
  .strictObject({
    schema_version: z.literal('1.0'),
    tool: z.strictObject({ name: z.literal('swe-evidence'), version: z.string() }),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
    profile: z.string(),
    tokenizer: z.strictObject({
      name: z.string(),
      vocabulary_sha256: z.string(),
      counter_version: z.string(),
      policy: z.string(),
    }),
    inputs: z.array(
      z.strictObject({ file: z.string(), sha256: z.string(), rows: z.int(), formats: z.array(z.string()) }),
    ),
    counts: z.strictObject({
      read: z.int(),
      built: z.int(),
      rejected: z.int(),
      duplicates: z.int(),
      skipped: z.int().describe('Rows left out by --only.'),
      rejected_by_code: z.record(z.string(), z.int()),
      warned_by_code: z.record(z.string(), z.int()),
    }),
    duplicates: z.array(duplicateSchema),
    outputs: z.array(
      z.strictObject({ file: z.string(), sha256: z.string(), lines: z.int(), bytes: z.int() }),
    ),
  })
  .describe('What a build was made with, from and into: manifest.json.');

export type Manifest = z.infer<typeof manifestSchema>;
