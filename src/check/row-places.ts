/** Owns where the rows of each trainer keep what `check` looks at. A new trainer is one entry here. */
import type { z } from 'zod';
import { z as zod } from 'zod';
import { primeInfoSchema, primeWideInfoSchema } from '../export/prime.js';
import { rowMetadataSchema } from '../export/row-fields.js';
import type { Layout } from '../export/layout.js';

/** Paths as `RowReader` reads them; "" where the trainer has no such field. */
export interface RowPlaces {
  /** Lists of `{role, content}`, or texts, that the student is shown. */
  readonly student: readonly string[];
  readonly instanceId: string;
  readonly stage: string;
  /** The text with the irregular facts. */
  readonly metadata: string;
  /** The problem statement as a field of its own. */
  readonly statement: string;
  readonly goldPatch: string;
  readonly testPatch: string;
  /** Columns with JSON text, and what must stand in it. */
  readonly jsonTexts: (layout: Layout) => Readonly<Record<string, z.ZodType>>;
  /** Columns that the trainer sets, maps or refuses by itself. */
  readonly reserved: readonly string[];
}

const idListSchema = zod.array(zod.string());
const objectSchema = zod.record(zod.string(), zod.unknown());

const topLevel = {
  instanceId: 'instance_id',
  stage: 'stage',
  metadata: 'metadata',
  statement: '',
  goldPatch: 'gold_patch',
  testPatch: 'test_patch',
  jsonTexts: () => ({
    metadata: rowMetadataSchema,
    FAIL_TO_PASS: idListSchema,
    PASS_TO_PASS: idListSchema,
  }),
} satisfies Partial<RowPlaces>;

/** Source: trl/experimental/sdpo/sdpo_trainer.py, trl grpo_trainer.py at huggingface/trl f2cd577. */
const TRL_RESERVED = [
  'prompts',
  'completions',
  'completion_ids',
  'completion',
  'trainer_state',
  'environment',
  'image',
  'images',
  'teacher_prompt',
  'tools',
];

/** Source: swift/dataset/preprocessor/core.py at modelscope/ms-swift 3602360: columns that are mapped by their name. */
const SWIFT_RESERVED = [
  'prompt',
  'question',
  'problem',
  'instruction',
  'input',
  'query',
  'answer',
  'output',
  'solution',
  'text',
  'completion',
  'content',
  'response',
  'image',
  'images',
  'videos',
  'audios',
  'tools',
  'rejected_messages',
  'label',
];

/** Source: verl/utils/dataset/rl_dataset.py at verl-project/verl 1dda039: set at run time. */
const VERL_RESERVED = [
  'raw_prompt',
  'dummy_tensor',
  'index',
  'tools_kwargs',
  'interaction_kwargs',
  'uid',
  '__num_turns__',
  'multi_modal_data',
  'images',
  'videos',
  'audios',
];

const OPSD_PLACES: RowPlaces = {
  ...topLevel,
  student: ['problem'],
  goldPatch: '',
  testPatch: '',
  jsonTexts: () => ({ metadata: rowMetadataSchema }),
  reserved: [],
};

export const ROW_PLACES: Readonly<Record<string, RowPlaces>> = {
  trl: { ...topLevel, student: ['prompt'], reserved: TRL_RESERVED },
  swift: { ...topLevel, student: ['messages'], reserved: SWIFT_RESERVED },
  verl: {
    student: ['prompt'],
    instanceId: 'extra_info.instance_id',
    stage: 'extra_info.stage',
    metadata: 'extra_info.metadata',
    statement: 'extra_info.problem_statement',
    goldPatch: 'reward_model.ground_truth',
    testPatch: 'reward_model.test_patch',
    jsonTexts: () => ({
      'extra_info.metadata': rowMetadataSchema,
      'extra_info.FAIL_TO_PASS': idListSchema,
      'extra_info.PASS_TO_PASS': idListSchema,
    }),
    reserved: VERL_RESERVED,
  },
  prime: {
    student: ['prompt'],
    instanceId: 'info.instance_id',
    stage: 'info.stage',
    metadata: 'info.metadata',
    statement: 'info.problem_statement',
    goldPatch: 'info.patch',
    testPatch: 'info.test_patch',
    jsonTexts: (layout) => ({ info: layout === 'wide' ? primeWideInfoSchema : primeInfoSchema }),
    reserved: ['question', 'completion', 'task', 'example_id'],
  },
  slime: {
    student: ['prompt'],
    instanceId: 'metadata.instance_id',
    stage: 'metadata.stage',
    metadata: 'metadata.metadata',
    statement: 'metadata.problem_statement',
    goldPatch: 'metadata.gold_patch',
    testPatch: 'metadata.remote_env_info.test_patch',
    jsonTexts: () => ({
      'metadata.metadata': rowMetadataSchema,
      'metadata.remote_env_info.FAIL_TO_PASS': idListSchema,
      'metadata.remote_env_info.PASS_TO_PASS': idListSchema,
    }),
    reserved: [],
  },
  'nemo-gym': {
    ...topLevel,
    student: ['responses_create_params.input'],
    statement: 'problem_statement',
    goldPatch: 'patch',
    jsonTexts: () => ({
      metadata: rowMetadataSchema,
      FAIL_TO_PASS: idListSchema,
      PASS_TO_PASS: idListSchema,
      'responses_create_params.metadata.instance_dict': objectSchema,
    }),
    reserved: [],
  },
  opsd: OPSD_PLACES,
  flat: { ...topLevel, student: ['system', 'prompt'], reserved: [] },
};

/** The places of a trainer; one that has no entry is taken to keep its fields at the top. */
export const placesOf = (trainer: string): RowPlaces => ROW_PLACES[trainer] ?? OPSD_PLACES;
