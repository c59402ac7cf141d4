/**
 * Owns the rows of verl, of the forks that read `extra_info.privileged_context`, and of SDPO's verl. Source:
 * verl/utils/dataset/rl_dataset.py at verl-project/verl 1dda039, lasgroup/SDPO 0e6d510, hongyi-zhang/verl 1e83e4c, and
 * swe_agent/prepare/prepare_data.py at verl-project/verl-recipe a72859f for what an agent loop reads.
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
  data_source: z.string().describe('swe_evidence/<stage>: routes rewards, and teachers by teacher_key.'),
  agent_name: z.string().min(1).optional().describe('A registered agent loop; with --agent only.'),
  prompt: z.array(messageSchema).min(1),
  ability: z.literal('software_engineering'),
  reward_model: z.strictObject({
    style: z.literal('swe_bench'),
    ground_truth: z.string().describe('The fix; "" without --with-gold.'),
    instance_id: z.string(),
    test_patch: z.string().describe('"" without --with-gold.'),
  }),
};

const rolloutShape = {
  repo: z.string(),
  base_commit: z.string(),
  version: z.string(),
  language: z.string(),
  problem_statement: z.string(),
  FAIL_TO_PASS: z.string().describe('JSON list of test ids.'),
  PASS_TO_PASS: z.string().describe('JSON list of test ids.'),
  workdir: z.string(),
  test_command: z.string(),
  sandbox_overrides: z
    .strictObject({
      docker_image: z.string(),
      use_preexisting_repo: z.boolean(),
      preexisting_repo_name: z.string(),
      preexisting_repo_reset: z.boolean(),
    })
    .describe('What the SWE agent loop takes from the row instead of its configuration.'),
};

const placeShape = { split: z.string(), index: z.int(), instance_id: z.string() };

export const verlRowSchema = z
  .strictObject({
    ...headShape,
    extra_info: z.strictObject({
      ...placeShape,
      stage: blockStageSchema,
      privileged_context: z.string().describe('What only the teacher sees.'),
      ...tokenCountShape,
      ...rolloutShape,
      ...metadataShape,
    }),
  })
  .describe('One row of `export --to verl`.');

export const verlWideRowSchema = z
  .strictObject({
    ...headShape,
    extra_info: z.strictObject({ ...placeShape, ...wideContextShape, ...rolloutShape, ...metadataShape }),
  })
  .describe('One row of `export --to verl --layout wide`.');

/** The columns in front of `extra_info`. */
const headFields = (input: RowContext, dataSource: string) => ({
  data_source: dataSource,
  ...(input.agent === '' ? {} : { agent_name: input.agent }),
  prompt: listMessages(input),
  ability: 'software_engineering' as const,
  reward_model: {
    style: 'swe_bench' as const,
    ground_truth: goldPatchOf(input),
    instance_id: input.evidence.instance_id,
    test_patch: testPatchOf(input),
  },
});

const placeFields = ({ split, index, evidence }: RowContext) => ({
  split,
  index,
  instance_id: evidence.instance_id,
});

function rolloutFields({ evidence, extra }: RowContext) {
  const { image, workdir, test_command } = evidence.environment;
  // The agent loop knows a repository in the image by its name below the root folder.
  const rootName = /^\/([^/]+)$/.exec(workdir)?.[1] ?? '';
  const isInImage = image !== '' && rootName !== '';
  return {
    repo: evidence.repo,
    base_commit: baseCommitOf(evidence),
    version: extraText(extra, 'version'),
    language: evidence.language,
    problem_statement: evidence.problem_statement,
    FAIL_TO_PASS: toJsonText(failToPassOf(evidence)),
    PASS_TO_PASS: toJsonText(passToPassOf(extra)),
    workdir,
    test_command,
    sandbox_overrides: {
      docker_image: image,
      use_preexisting_repo: isInImage,
      preexisting_repo_name: isInImage ? rootName : '',
      preexisting_repo_reset: isInImage,
    },
  };
}

const toRow = (input: StageInput): z.infer<typeof verlRowSchema> => ({
  ...headFields(input, `swe_evidence/${input.block.stage}`),
  extra_info: {
    ...placeFields(input),
    stage: input.block.stage,
    privileged_context: input.block.text,
    token_count: input.block.tokenCount,
    ...rolloutFields(input),
    metadata: stageMetadata(input),
  },
});

const toWideRow = (input: WideInput): z.infer<typeof verlWideRowSchema> => ({
  ...headFields(input, 'swe_evidence'),
  extra_info: {
    ...placeFields(input),
    ...wideContextFields(input),
    ...rolloutFields(input),
    metadata: wideMetadata(input),
  },
});

function settings(facts: SettingsFacts): TrainerSettings {
  const promptLength = roomFor(facts.prompt.tokenCount);
  const reprompt = roomFor(facts.teacher.tokenCount);
  // Without evidence the template must not add an empty line either.
  const feedback = facts.control === 'none' ? '{feedback_raw}' : '\n\n{feedback_raw}';
  const field = facts.layout === 'wide' ? 'localization_context' : 'privileged_context';
  return {
    options: {
      'data.max_prompt_length': promptLength,
      'data.truncation': 'error',
      'data.filter_overlong_prompts': false,
      'actor_rollout_ref.actor.self_distillation.include_environment_feedback': true,
      'actor_rollout_ref.actor.self_distillation.environment_feedback_only_without_solution': false,
      'actor_rollout_ref.actor.self_distillation.reprompt_truncation': 'error',
      'actor_rollout_ref.actor.self_distillation.max_reprompt_len': reprompt,
      'actor_rollout_ref.actor.self_distillation.feedback_template': feedback,
      'actor_rollout_ref.actor.self_distillation.reprompt_template': '{prompt}{solution}{feedback}',
    },
    snippet: {
      language: 'python',
      text: `# lasgroup/SDPO: a reward function that hands the block on as feedback
def compute_score(data_source, solution_str, ground_truth, extra_info, **kwargs):
    return {"score": run_tests(solution_str, extra_info), "feedback": extra_info["${field}"]}`,
    },
    notes: [
      `data.train_files=${facts.dataFile}; every file of a run must come from exports with the same flags, since verl concatenates them by their types.`,
      'Upstream verl scores the student’s own tokens and has no field for the teacher: the block serves the SDPO fork (as feedback), forks that read extra_info.privileged_context, and agent loops of one’s own.',
      'reprompt_truncation is "right" by default in SDPO and would cut off the block and the generation prompt.',
      'Agent loops receive the whole row, the block too: one that prints extra_info into the prompt gives it away.',
    ],
    readAt: 'verl-project/verl 1dda039, lasgroup/SDPO 0e6d510, verl-recipe a72859f',
  };
}

export const verlExporter: Exporter = {
  name: 'verl',
  title: TRAINERS.verl.title,
  takesAgent: true,
  long: { schema: verlRowSchema, toRow, evidenceField: () => 'extra_info.privileged_context' },
  wide: {
    schema: verlWideRowSchema,
    toRow: toWideRow,
    evidenceField: (stage) => `extra_info.${wideField(stage)}`,
  },
  settings,
};
