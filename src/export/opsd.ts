/** Owns the rows of the OPSD reference code. Source: data_collator.py and opsd_train.py at siyan-zhao/OPSD 590ec26. */
import { z } from 'zod';
import type { Exporter, StageInput } from './exporter.js';
import {
  identityFields,
  identityShape,
  metadataShape,
  stageMetadata,
  tokenCountShape,
} from './row-fields.js';
import { roomFor, type SettingsFacts, type TrainerSettings } from './settings.js';
import { TRAINERS } from './trainer.js';

export const opsdRowSchema = z
  .strictObject({
    problem: z.string().describe('What the student sees, a system message in front of it included.'),
    solution: z.string().describe('What only the teacher sees.'),
    ...identityShape,
    ...tokenCountShape,
    ...metadataShape,
  })
  .describe('One row of `export --to opsd`.');

const toRow = (input: StageInput): z.infer<typeof opsdRowSchema> => ({
  problem: input.system === '' ? input.prompt : `${input.system}\n\n${input.prompt}`,
  solution: input.block.text,
  ...identityFields(input.evidence, input.block.stage),
  token_count: input.block.tokenCount,
  metadata: stageMetadata(input),
});

function settings(facts: SettingsFacts): TrainerSettings {
  const maxLength = roomFor(facts.teacher.tokenCount);
  return {
    options: { max_length: maxLength },
    snippet: {
      language: 'sh',
      text: `python opsd_train.py --max_length ${maxLength}  # with ${facts.dataFile}`,
    },
    notes: [
      'The collator cuts prompts of student and teacher at max_length, from the right: the block goes first.',
      'It frames `solution` as a reference solution of a mathematical problem: read its template before training on blocks.',
    ],
    readAt: 'siyan-zhao/OPSD 590ec26',
  };
}

export const opsdExporter: Exporter = {
  name: 'opsd',
  title: TRAINERS.opsd.title,
  takesAgent: false,
  long: { schema: opsdRowSchema, toRow, evidenceField: () => 'solution' },
  wide: null,
  settings,
};
