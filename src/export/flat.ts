/** Owns the flat export: strings and integers only, for any loader. */
import { z } from 'zod';
import type { Exporter, StageInput, WideInput } from './exporter.js';
import {
  identityFields,
  identityShape,
  metadataShape,
  rolloutFields,
  rolloutShape,
  stageMetadata,
  tokenCountShape,
  wideContextFields,
  wideContextShape,
  wideField,
  wideIdentityFields,
  wideIdentityShape,
  wideMetadata,
} from './row-fields.js';
import type { TrainerSettings } from './settings.js';
import { TRAINERS } from './trainer.js';

const promptShape = {
  system: z.string().describe('The system message, "" for none.'),
  prompt: z.string().describe('What the student sees.'),
};

export const flatRowSchema = z
  .strictObject({
    ...identityShape,
    ...promptShape,
    privileged_context: z.string().describe('What only the teacher sees.'),
    ...tokenCountShape,
    ...rolloutShape,
    ...metadataShape,
  })
  .describe('One row of `export --to flat`.');

export const flatWideRowSchema = z
  .strictObject({
    ...wideIdentityShape,
    ...promptShape,
    ...wideContextShape,
    ...rolloutShape,
    ...metadataShape,
  })
  .describe('One row of `export --to flat --layout wide`.');

const toRow = (input: StageInput): z.infer<typeof flatRowSchema> => ({
  ...identityFields(input.evidence, input.block.stage),
  system: input.system,
  prompt: input.prompt,
  privileged_context: input.block.text,
  token_count: input.block.tokenCount,
  ...rolloutFields(input),
  metadata: stageMetadata(input),
});

const toWideRow = (input: WideInput): z.infer<typeof flatWideRowSchema> => ({
  ...wideIdentityFields(input.evidence),
  system: input.system,
  prompt: input.prompt,
  ...wideContextFields(input),
  ...rolloutFields(input),
  metadata: wideMetadata(input),
});

export const flatExporter: Exporter = {
  name: 'flat',
  title: TRAINERS.flat.title,
  takesAgent: false,
  long: { schema: flatRowSchema, toRow, evidenceField: () => 'privileged_context' },
  wide: { schema: flatWideRowSchema, toRow: toWideRow, evidenceField: wideField },
  settings: ({ fileFormat, dataFile, layout }): TrainerSettings => ({
    options: {},
    snippet: {
      language: 'python',
      text:
        'from datasets import load_dataset\n\n' +
        `rows = load_dataset("${fileFormat === 'parquet' ? 'parquet' : 'json'}", data_files="${dataFile}", split="train")\n` +
        (layout === 'wide'
          ? 'teacher = rows[0]["prompt"] + "\\n\\n" + rows[0]["localization_context"]'
          : 'teacher = rows[0]["prompt"] + "\\n\\n" + rows[0]["privileged_context"]'),
    },
    notes: ['The teacher reads the prompt, an empty line, and the block; the student reads the prompt.'],
    readAt: 'datasets 5.0.1',
  }),
};
