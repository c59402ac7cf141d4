/**
 * Owns the rows of ms-swift (GKD, OPSD, RLSD, SDAR). Source: swift/dataset/preprocessor/core.py, swift/rl_core/data.py
 * and docs/source_en/Instruction/Distillation.md at modelscope/ms-swift 3602360.
 *
 * `teacher_prompt` replaces the last user's turn, so it holds the student's text and the block. It stands in every row:
 * a batch that mixes rows with and without it is encoded wrongly. Columns that swift would map by itself (`prompt`,
 * `solution`, `text`, `image` …) are not used.
 */
import { z } from 'zod';
import { appendBlock } from '../render/prompt.js';
import type { Exporter, StageInput, WideInput } from './exporter.js';
import {
  identityFields,
  identityShape,
  listMessages,
  messageSchema,
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
import { roomFor, type SettingsFacts, type TrainerSettings } from './settings.js';
import { TRAINERS } from './trainer.js';

export const swiftRowSchema = z
  .strictObject({
    messages: z.array(messageSchema).min(1).describe('The student, last turn the user.'),
    teacher_prompt: z.string().describe("The teacher's last user turn: the student's, then the block."),
    ...identityShape,
    ...tokenCountShape,
    ...rolloutShape,
    ...metadataShape,
  })
  .describe('One row of `export --to swift`.');

export const swiftWideRowSchema = z
  .strictObject({
    messages: z.array(messageSchema).min(1).describe('The student, last turn the user.'),
    ...wideContextShape,
    ...wideIdentityShape,
    ...rolloutShape,
    ...metadataShape,
  })
  .describe('One row of `export --to swift --layout wide`.');

const toRow = (input: StageInput): z.infer<typeof swiftRowSchema> => ({
  messages: listMessages(input),
  teacher_prompt: input.block.text === '' ? input.prompt : appendBlock(input.prompt, input.block.text),
  ...identityFields(input.evidence, input.block.stage),
  token_count: input.block.tokenCount,
  ...rolloutFields(input),
  metadata: stageMetadata(input),
});

const toWideRow = (input: WideInput): z.infer<typeof swiftWideRowSchema> => ({
  messages: listMessages(input),
  ...wideContextFields(input),
  ...wideIdentityFields(input.evidence),
  ...rolloutFields(input),
  metadata: wideMetadata(input),
});

function settings(facts: SettingsFacts): TrainerSettings {
  const maxLength = roomFor(facts.teacher.tokenCount);
  const notes = [
    'max_length holds the longest teacher prompt; a shorter one would cut or drop it (truncation_strategy).',
    'Only for runs whose observations are tool turns: when a scaffold feeds them as user turns, swift puts teacher_prompt in place of the last observation.',
    'For a teacher server per stage: --teacher_tag_key stage with --remove_unused_columns false.',
  ];
  if (facts.layout === 'wide') {
    notes.unshift(
      'The wide layout has no teacher_prompt: a preprocessor has to set it to the last user turn + "\\n\\n" + the context of the stage, in every row.',
    );
  }
  return {
    options: { rlhf_type: 'gkd', lmbda: 1, max_length: maxLength, truncation_strategy: 'delete' },
    snippet: {
      language: 'sh',
      text: `swift rlhf --rlhf_type gkd --lmbda 1 --dataset ${facts.dataFile} \\\n  --max_length ${maxLength} --truncation_strategy delete`,
    },
    notes,
    readAt: 'modelscope/ms-swift 3602360',
  };
}

export const swiftExporter: Exporter = {
  name: 'swift',
  title: TRAINERS.swift.title,
  takesAgent: false,
  long: { schema: swiftRowSchema, toRow, evidenceField: () => 'teacher_prompt' },
  wide: { schema: swiftWideRowSchema, toRow: toWideRow, evidenceField: wideField },
  settings,
};
