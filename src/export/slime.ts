/**
 * Owns the rows of slime and its relatives. Source: slime/utils/data.py and examples/coding_agent_rl/swe.py at
 * THUDM/slime 624b824: `metadata` is an object that a custom generate or reward function reads.
 */
import { z } from 'zod';
import { blockStageSchema } from '../model/stage-schema.js';
import type { Exporter, RowContext, StageInput, WideInput } from './exporter.js';
import {
  baseCommitOf,
  extraText,
  failToPassOf,
  goldPatchOf,
  listMessages,
  messageSchema,
  metadataShape,
  passToPassOf,
  stageMetadata,
  testPatchOf,
  toJsonText,
  tokenCountShape,
  wideContextFields,
  wideContextShape,
  wideField,
  wideMetadata,
} from './row-fields.js';
import { roomFor, type SettingsFacts, type TrainerSettings } from './settings.js';
import { TRAINERS } from './trainer.js';

const headShape = {
  prompt: z.array(messageSchema).min(1),
  label: z.string().describe('The instance id.'),
};

const rolloutShape = {
  repo: z.string(),
  language: z.string(),
  problem_statement: z.string(),
  image: z.string(),
  workdir: z.string(),
  eval_cmd: z.string().describe('The test command.'),
  gold_patch: z.string().describe('"" without --with-gold.'),
  remote_env_info: z
    .strictObject({
      instance_id: z.string(),
      image_url: z.string(),
      workdir: z.string(),
      base_commit: z.string(),
      version: z.string(),
      FAIL_TO_PASS: z.string().describe('JSON list of test ids.'),
      PASS_TO_PASS: z.string().describe('JSON list of test ids.'),
      test_patch: z.string().describe('"" without --with-gold.'),
    })
    .describe('The SWE-bench row as the coding-agent example grades it.'),
};

export const slimeRowSchema = z
  .strictObject({
    ...headShape,
    metadata: z.strictObject({
      instance_id: z.string(),
      stage: blockStageSchema,
      privileged_context: z.string().describe('What only the teacher sees.'),
      ...tokenCountShape,
      ...rolloutShape,
      ...metadataShape,
    }),
  })
  .describe('One row of `export --to slime`.');

export const slimeWideRowSchema = z
  .strictObject({
    ...headShape,
    metadata: z.strictObject({
      instance_id: z.string(),
      ...wideContextShape,
      ...rolloutShape,
      ...metadataShape,
    }),
  })
  .describe('One row of `export --to slime --layout wide`.');

function rolloutFields(input: RowContext) {
  const { evidence, extra } = input;
  const { image, workdir, test_command } = evidence.environment;
  return {
    repo: evidence.repo,
    language: evidence.language,
    problem_statement: evidence.problem_statement,
    image,
    workdir,
    eval_cmd: test_command,
    gold_patch: goldPatchOf(input),
    remote_env_info: {
      instance_id: evidence.instance_id,
      image_url: image,
      workdir,
      base_commit: baseCommitOf(evidence),
      version: extraText(extra, 'version'),
      FAIL_TO_PASS: toJsonText(failToPassOf(evidence)),
      PASS_TO_PASS: toJsonText(passToPassOf(extra)),
      test_patch: testPatchOf(input),
    },
  };
}

const headFields = (input: RowContext) => ({
  prompt: listMessages(input),
  label: input.evidence.instance_id,
});

const toRow = (input: StageInput): z.infer<typeof slimeRowSchema> => ({
  ...headFields(input),
  metadata: {
    instance_id: input.evidence.instance_id,
    stage: input.block.stage,
    privileged_context: input.block.text,
    token_count: input.block.tokenCount,
    ...rolloutFields(input),
    metadata: stageMetadata(input),
  },
});

const toWideRow = (input: WideInput): z.infer<typeof slimeWideRowSchema> => ({
  ...headFields(input),
  metadata: {
    instance_id: input.evidence.instance_id,
    ...wideContextFields(input),
    ...rolloutFields(input),
    metadata: wideMetadata(input),
  },
});

function settings(facts: SettingsFacts): TrainerSettings {
  const promptLength = roomFor(facts.prompt.tokenCount);
  return {
    options: {
      'input-key': 'prompt',
      'label-key': 'label',
      'metadata-key': 'metadata',
      'apply-chat-template': true,
      'rollout-max-prompt-len': promptLength,
    },
    snippet: {
      language: 'sh',
      text: `--prompt-data ${facts.dataFile} --input-key prompt --label-key label --metadata-key metadata \\\n  --apply-chat-template --rollout-max-prompt-len ${promptLength}`,
    },
    notes: [
      'slime’s own distillation scores the student’s tokens; a custom function (--custom-rm-path) has to put the block of sample.metadata in front of the teacher’s copy.',
      'Prompts longer than rollout-max-prompt-len are dropped without a word.',
      'eval_cmd runs on the repository as the agent left it: apply the test patch first (--with-gold carries it).',
    ],
    readAt: 'THUDM/slime 624b824',
  };
}

export const slimeExporter: Exporter = {
  name: 'slime',
  title: TRAINERS.slime.title,
  takesAgent: false,
  long: { schema: slimeRowSchema, toRow, evidenceField: () => 'metadata.privileged_context' },
  wide: {
    schema: slimeWideRowSchema,
    toRow: toWideRow,
    evidenceField: (stage) => `metadata.${wideField(stage)}`,
  },
  settings,
};
