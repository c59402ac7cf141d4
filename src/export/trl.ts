/**
 * Owns the rows of TRL's SDFTTrainer and SDPOTrainer. Source: trl/experimental/sdft/sdft_trainer.py and
 * trl/experimental/sdpo/sdpo_trainer.py at huggingface/trl f2cd577.
 *
 * A column named `image` would make TRL take the rows for pictures, `environment` routes rollouts, and `teacher_prompt`
 * is refused: none of them is used. All other columns reach SDPO's reward functions as keyword arguments.
 */
import { z } from 'zod';
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

export const trlRowSchema = z
  .strictObject({
    prompt: z.array(messageSchema).min(1).describe('The student, last turn the user.'),
    privileged_context: z.string().describe('What only the teacher sees.'),
    ...identityShape,
    ...tokenCountShape,
    ...rolloutShape,
    ...metadataShape,
  })
  .describe('One row of `export --to trl`.');

export const trlWideRowSchema = z
  .strictObject({
    prompt: z.array(messageSchema).min(1).describe('The student, last turn the user.'),
    ...wideContextShape,
    ...wideIdentityShape,
    ...rolloutShape,
    ...metadataShape,
  })
  .describe('One row of `export --to trl --layout wide`.');

const toRow = (input: StageInput): z.infer<typeof trlRowSchema> => ({
  prompt: listMessages(input),
  privileged_context: input.block.text,
  ...identityFields(input.evidence, input.block.stage),
  token_count: input.block.tokenCount,
  ...rolloutFields(input),
  metadata: stageMetadata(input),
});

const toWideRow = (input: WideInput): z.infer<typeof trlWideRowSchema> => ({
  prompt: listMessages(input),
  ...wideContextFields(input),
  ...wideIdentityFields(input.evidence),
  ...rolloutFields(input),
  metadata: wideMetadata(input),
});

function settings(facts: SettingsFacts): TrainerSettings {
  // Without evidence the template must not add an empty line either.
  const template =
    facts.control === 'none' ? '{prompt}{privileged_context}' : '{prompt}\n\n{privileged_context}';
  const reprompt = roomFor(facts.teacher.tokenCount);
  const wide =
    facts.layout === 'wide'
      ? 'rows = rows.rename_column("localization_context", "privileged_context")  # the stage of this phase\n'
      : '';
  const loader = facts.fileFormat === 'parquet' ? 'parquet' : 'json';
  return {
    options: {
      max_prompt_length: null,
      teacher_prompt_template: template,
      include_environment_feedback: true,
      use_successful_as_teacher: false,
      feedback_template: facts.control === 'none' ? '{feedback_raw}' : '\n\n{feedback_raw}',
      reprompt_template: '{prompt}{solution}{feedback}',
      max_reprompt_len: reprompt,
    },
    snippet: {
      language: 'python',
      text: `from datasets import load_dataset
from trl.experimental.sdft import SDFTConfig
from trl.experimental.sdpo import SDPOConfig

rows = load_dataset("${loader}", data_files="${facts.dataFile}", split="train")
${wide}
# SDFTTrainer
sdft = SDFTConfig(max_prompt_length=None, teacher_prompt_template=${JSON.stringify(template)})

# SDPOTrainer (needs reward_funcs)
sdpo = SDPOConfig(
    max_prompt_length=None,
    include_environment_feedback=True,
    use_successful_as_teacher=False,
    feedback_template=${JSON.stringify(facts.control === 'none' ? '{feedback_raw}' : '\n\n{feedback_raw}')},
    reprompt_template="{prompt}{solution}{feedback}",
    max_reprompt_len=${reprompt},
)`,
    },
    notes: [
      'max_prompt_length is 512 by default and keeps the last tokens of student and teacher alike: the system message, the issue and the head of the block would be lost without a word.',
      'IterableDataset is not supported: load the rows as a map-style dataset.',
      'Do not use these rows in a GRPOTrainer with environment_factory: it hands every column, the evidence too, to environment.reset.',
    ],
    readAt: 'huggingface/trl f2cd577',
  };
}

export const trlExporter: Exporter = {
  name: 'trl',
  title: TRAINERS.trl.title,
  takesAgent: false,
  long: { schema: trlRowSchema, toRow, evidenceField: () => 'privileged_context' },
  wide: { schema: trlWideRowSchema, toRow: toWideRow, evidenceField: wideField },
  settings,
};
