/**
 * Owns the rows of NeMo-Gym and NeMo-RL. Source: the data of responses_api_agents/swe_agents, environments/swe and
 * resources_servers/swebench at NVIDIA-NeMo/Gym 07d6b0d.
 *
 * The block stands at the top of the row: what is below `responses_create_params` goes to the model server.
 */
import { z } from 'zod';
import type { Exporter, RowContext, StageInput, WideInput } from './exporter.js';
import {
  baseCommitOf,
  extraText,
  failToPassOf,
  goldPatchOf,
  identityFields,
  identityShape,
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
  wideIdentityFields,
  wideIdentityShape,
  wideMetadata,
} from './row-fields.js';
import type { SettingsFacts, TrainerSettings } from './settings.js';
import { TRAINERS } from './trainer.js';

const taskShape = {
  repo: z.string(),
  base_commit: z.string(),
  version: z.string(),
  language: z.string(),
  problem_statement: z.string(),
  FAIL_TO_PASS: z.string().describe('JSON list of test ids.'),
  PASS_TO_PASS: z.string().describe('JSON list of test ids.'),
  patch: z.string().describe('"" without --with-gold.'),
  test_patch: z.string().describe('"" without --with-gold.'),
  docker_image: z.string(),
  workdir: z.string(),
  test_command: z.string(),
  subset: z.string().describe('The corpus.'),
  split: z.string(),
  responses_create_params: z.strictObject({
    input: z.array(messageSchema).min(1),
    metadata: z
      .strictObject({
        instance_id: z.string(),
        base_commit: z.string(),
        dataset_name: z.string(),
        split: z.string(),
        repo: z.string(),
        problem_statement: z.string(),
        docker_image: z.string(),
        patch_workdir: z.string(),
        instance_dict: z.string().describe('The SWE-bench row as a JSON object.'),
      })
      .describe('Texts only, as the Responses API wants.'),
  }),
  agent_ref: z
    .strictObject({ type: z.literal('responses_api_agents'), name: z.string().min(1) })
    .optional()
    .describe('With --agent only; otherwise `gym dataset collate` adds it.'),
};

export const nemoGymRowSchema = z
  .strictObject({
    ...identityShape,
    privileged_context: z.string().describe('What only the teacher sees.'),
    ...tokenCountShape,
    ...metadataShape,
    ...taskShape,
  })
  .describe('One row of `export --to nemo-gym`.');

export const nemoGymWideRowSchema = z
  .strictObject({ ...wideIdentityShape, ...wideContextShape, ...metadataShape, ...taskShape })
  .describe('One row of `export --to nemo-gym --layout wide`.');

function taskFields(input: RowContext) {
  const { evidence, extra, split, agent } = input;
  const { image, workdir, test_command } = evidence.environment;
  const instance = {
    instance_id: evidence.instance_id,
    repo: evidence.repo,
    base_commit: baseCommitOf(evidence),
    version: extraText(extra, 'version'),
    language: evidence.language,
    problem_statement: evidence.problem_statement,
    FAIL_TO_PASS: toJsonText(failToPassOf(evidence)),
    PASS_TO_PASS: toJsonText(passToPassOf(extra)),
    patch: goldPatchOf(input),
    test_patch: testPatchOf(input),
  };
  const { instance_id: _instanceId, ...task } = instance;
  const { pass_to_pass: _passToPass, ...carried } = extra;
  return {
    ...task,
    docker_image: image,
    workdir,
    test_command,
    subset: evidence.corpus,
    split,
    responses_create_params: {
      input: listMessages(input),
      metadata: {
        instance_id: evidence.instance_id,
        base_commit: instance.base_commit,
        dataset_name: extraText(extra, 'dataset_name') || evidence.corpus,
        split,
        repo: evidence.repo,
        problem_statement: evidence.problem_statement,
        docker_image: image,
        patch_workdir: workdir,
        instance_dict: toJsonText({ ...carried, ...instance }),
      },
    },
    ...(agent === '' ? {} : { agent_ref: { type: 'responses_api_agents' as const, name: agent } }),
  };
}

const toRow = (input: StageInput): z.infer<typeof nemoGymRowSchema> => ({
  ...identityFields(input.evidence, input.block.stage),
  privileged_context: input.block.text,
  token_count: input.block.tokenCount,
  metadata: stageMetadata(input),
  ...taskFields(input),
});

const toWideRow = (input: WideInput): z.infer<typeof nemoGymWideRowSchema> => ({
  ...wideIdentityFields(input.evidence),
  ...wideContextFields(input),
  metadata: wideMetadata(input),
  ...taskFields(input),
});

function settings(facts: SettingsFacts): TrainerSettings {
  const agent = facts.agent === '' ? 'swe_agents_train' : facts.agent;
  return {
    options: { agent_ref: agent },
    snippet: {
      language: 'yaml',
      text: `# in the agent's configuration\ndatasets:\n- name: swe_evidence\n  type: train\n  jsonl_fpath: ${facts.dataFile}\n  license: TBD`,
    },
    notes: [
      'No stock NeMo trainer feeds a teacher from the row: privileged_context comes back to the resources server in /verify, and is for teacher code of one’s own.',
      'Train and validation datasets of Gym need a licence of its list.',
      ...(facts.agent === ''
        ? ['Without --agent the rows have no agent_ref: `gym dataset collate` adds it.']
        : []),
      ...(facts.fileFormat === 'parquet' ? ['Gym reads JSON Lines: export without --parquet.'] : []),
    ],
    readAt: 'NVIDIA-NeMo/Gym 07d6b0d',
  };
}

export const nemoGymExporter: Exporter = {
  name: 'nemo-gym',
  title: TRAINERS['nemo-gym'].title,
  takesAgent: true,
  long: { schema: nemoGymRowSchema, toRow, evidenceField: () => 'privileged_context' },
  wide: { schema: nemoGymWideRowSchema, toRow: toWideRow, evidenceField: wideField },
  settings,
};
