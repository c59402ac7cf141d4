/**
 * Owns the rows of prime-rl's `opsd` and of verifiers environments. Source: orchestrator/algo/opsd.py at
 * PrimeIntellect-ai/prime-rl 559b447, verifiers a60a606 (info as a JSON string, docs/legacy/environments.md).
 */
import { z } from 'zod';
import { blockStageSchema } from '../model/stage-schema.js';
import type { Exporter, RowContext, StageInput, WideInput } from './exporter.js';
import {
  baseCommitOf,
  failToPassOf,
  goldPatchOf,
  listMessages,
  messageSchema,
  metadataOf,
  passToPassOf,
  rowMetadataSchema,
  testPatchOf,
  toJsonText,
  tokenCountShape,
  wideBlocks,
  wideContextFields,
  wideContextShape,
  wideField,
} from './row-fields.js';
import type { SettingsFacts, TrainerSettings } from './settings.js';
import { TRAINERS } from './trainer.js';

const rowShape = {
  prompt: z.array(messageSchema).min(1),
  answer: z.string().describe('The fix; "" without --with-gold.'),
  info: z.string().describe('JSON object: the text for the teacher and what the environment needs.'),
};

export const primeRowSchema = z.strictObject(rowShape).describe('One row of `export --to prime`.');
export const primeWideRowSchema = z
  .strictObject(rowShape)
  .describe('One row of `export --to prime --layout wide`.');

const taskShape = {
  problem_statement: z.string(),
  repo: z.string(),
  base_commit: z.string(),
  language: z.string(),
  image: z.string(),
  docker_image: z.string(),
  workdir: z.string(),
  test_command: z.string(),
  FAIL_TO_PASS: z.array(z.string()),
  PASS_TO_PASS: z.array(z.string()),
  patch: z.string().describe('"" without --with-gold.'),
  test_patch: z.string().describe('"" without --with-gold.'),
  metadata: rowMetadataSchema,
};

/** What `info` holds; beside these, the fields that were carried over from the row stand under their own names. */
export const primeInfoSchema = z.looseObject({
  instance_id: z.string(),
  stage: blockStageSchema,
  demonstration: z.string().describe('What only the teacher sees.'),
  ...tokenCountShape,
  ...taskShape,
});

export const primeWideInfoSchema = z.looseObject({
  instance_id: z.string(),
  ...wideContextShape,
  ...taskShape,
});

function taskFields(input: RowContext) {
  const { evidence, extra } = input;
  const { image, workdir, test_command } = evidence.environment;
  return {
    problem_statement: evidence.problem_statement,
    repo: evidence.repo,
    base_commit: baseCommitOf(evidence),
    language: evidence.language,
    image,
    docker_image: image,
    workdir,
    test_command,
    FAIL_TO_PASS: failToPassOf(evidence),
    PASS_TO_PASS: passToPassOf(extra),
    patch: goldPatchOf(input),
    test_patch: testPatchOf(input),
  };
}

/** Carried fields stand beside the others, as in a SWE-bench row; our own names win. */
function encodeInfo(input: RowContext, fields: Readonly<Record<string, unknown>>): string {
  const { pass_to_pass: _passToPass, ...extra } = input.extra;
  return toJsonText({ ...extra, ...fields });
}

const toRow = (input: StageInput): z.infer<typeof primeRowSchema> => ({
  prompt: listMessages(input),
  answer: goldPatchOf(input),
  info: encodeInfo(input, {
    instance_id: input.evidence.instance_id,
    stage: input.block.stage,
    demonstration: input.block.text,
    token_count: input.block.tokenCount,
    ...taskFields(input),
    metadata: metadataOf(input, [input.block]),
  }),
});

const toWideRow = (input: WideInput): z.infer<typeof primeWideRowSchema> => ({
  prompt: listMessages(input),
  answer: goldPatchOf(input),
  info: encodeInfo(input, {
    instance_id: input.evidence.instance_id,
    ...wideContextFields(input),
    ...taskFields(input),
    metadata: metadataOf(input, wideBlocks(input)),
  }),
});

function settings(facts: SettingsFacts): TrainerSettings {
  const key = facts.layout === 'wide' ? 'localization_context' : 'demonstration';
  const notes = [
    'The block becomes a system message in front of the student’s own tokens. Nothing is cut: block, prompt and the whole run must fit the inference server’s context.',
    'verifiers 1: the task data needs a text field of that name, filled with json.loads(row["info"])[demo_key], and a durable Task.key (the instance id): by default it is a hash of the content, the block included.',
    'Saved traces (traces.jsonl) hold the block.',
  ];
  if (facts.layout === 'wide') notes.unshift('demo_key chooses the stage: set it anew for each phase.');
  if (facts.control === 'none')
    notes.unshift('The block is empty: the teacher reads an empty system message.');
  return {
    options: {
      'orchestrator.algo.type': 'opsd',
      'orchestrator.algo.demo_key': key,
      'orchestrator.algo.template': '{demonstration}',
    },
    snippet: {
      language: 'toml',
      text: `[orchestrator.algo]\ntype = "opsd"\ndemo_key = "${key}"\ntemplate = "{demonstration}"`,
    },
    notes,
    readAt: 'PrimeIntellect-ai/prime-rl 559b447, verifiers a60a606',
  };
}

export const primeExporter: Exporter = {
  name: 'prime',
  title: TRAINERS.prime.title,
  takesAgent: false,
  long: { schema: primeRowSchema, toRow, evidenceField: () => 'info.demonstration' },
  wide: {
    schema: primeWideRowSchema,
    toRow: toWideRow,
    evidenceField: (stage) => `info.${wideField(stage)}`,
  },
  settings,
};
