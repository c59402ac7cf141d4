/** Owns the fields that several exports share, and their types. */
import { z } from 'zod';
import type { Evidence } from '../model/evidence.js';
import { STAGES, type Stage } from '../model/stage.js';
import { blockStageSchema } from '../model/stage-schema.js';
import type { CarriedFields, RowContext, ShownBlock, StageInput, WideInput } from './exporter.js';

export const messageSchema = z.strictObject({ role: z.enum(['system', 'user']), content: z.string() });
export type Message = z.infer<typeof messageSchema>;

/** JSON text whose strings are well-formed Unicode: what `JSON.stringify` escapes, another parser would bring back. */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed() : member,
  );

/** The student's turns; the last one is always the user's. */
export function listMessages({ system, prompt }: Pick<RowContext, 'system' | 'prompt'>): Message[] {
  const user: Message = { role: 'user', content: prompt };
  return system === '' ? [user] : [{ role: 'system', content: system }, user];
}

/** The commit the fix applies to; `<sha>^` where the corpus names the fixed commit, "" when unknown. */
export function baseCommitOf({ base }: Pick<Evidence, 'base'>): string {
  return base.kind === 'parent_of' ? `${base.value}^` : base.value;
}

/** The fields the record carries over from its row. Decode them once per record: they can be large. */
export function decodeExtra(evidence: Pick<Evidence, 'extra'>): CarriedFields {
  const extra: unknown = JSON.parse(evidence.extra);
  return typeof extra === 'object' && extra !== null ? Object.fromEntries(Object.entries(extra)) : {};
}

/** A carried field as text, "" when it was not carried. */
export function extraText(extra: CarriedFields, name: string): string {
  const value = extra[name];
  return typeof value === 'string' ? value : value === undefined ? '' : toJsonText(value);
}

/** The ids of the failing tests, verbatim and in the order of the row. */
export const failToPassOf = (evidence: Evidence): string[] =>
  evidence.reproduction.fail_to_pass.map((test) => test.id);

/** The ids of the tests that pass before and after, `[]` when they were not carried. */
export function passToPassOf(extra: CarriedFields): string[] {
  const ids = extra['pass_to_pass'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** The fix as a forward diff, for reward code only: "" without `--with-gold`. */
export const goldPatchOf = ({ evidence, withGold }: RowContext): string =>
  withGold ? evidence.patch.diff : '';

/**
 * The test patch, for reward code only, as it belongs to the harness: file by file as the record holds it, or verbatim
 * where `--carry test_patch` took it.
 */
export function testPatchOf({ evidence, extra, withGold }: RowContext): string {
  if (!withGold) return extraText(extra, 'test_patch');
  const { candidate_changes: changes, withheld } = evidence.reproduction;
  return [...changes, ...withheld].map(({ diff }) => diff).join('');
}

/** What a rollout and its reward need, as top-level columns. `image` is no name for it: loaders take it for a picture. */
export const rolloutShape = {
  repo: z.string().describe('owner/name'),
  base_commit: z
    .string()
    .describe('Commit the fix applies to; `<sha>^` where the corpus names the fixed commit.'),
  language: z.string(),
  docker_image: z.string().describe('Container image of the rollout, "" when the row names none.'),
  workdir: z.string().describe('Folder of the repository in the image.'),
  test_command: z.string(),
  FAIL_TO_PASS: z.string().describe('JSON list of test ids.'),
  PASS_TO_PASS: z.string().describe('JSON list of test ids.'),
  gold_patch: z.string().describe('The fix; "" without --with-gold.'),
  test_patch: z.string().describe('The diff of the tests; "" without --with-gold (or --carry).'),
};

type RolloutFields = { [Key in keyof typeof rolloutShape]: string };

/** What a rollout and its reward need besides the prompt, all as text; lists are JSON. */
export function rolloutFields(context: RowContext): RolloutFields {
  const { evidence, extra } = context;
  return {
    repo: evidence.repo,
    base_commit: baseCommitOf(evidence),
    language: evidence.language,
    docker_image: evidence.environment.image,
    workdir: evidence.environment.workdir,
    test_command: evidence.environment.test_command,
    FAIL_TO_PASS: toJsonText(failToPassOf(evidence)),
    PASS_TO_PASS: toJsonText(passToPassOf(extra)),
    gold_patch: goldPatchOf(context),
    test_patch: testPatchOf(context),
  };
}

/** Which row it is. */
export const identityShape = {
  instance_id: z.string(),
  stage: blockStageSchema,
  evidence_id: z.string().describe('instance_id:stage, unique in a file.'),
  corpus: z.string(),
};

/** The values of `identityShape` for one stage. */
export const identityFields = (evidence: Evidence, stage: ShownBlock['stage']) => ({
  instance_id: evidence.instance_id,
  stage,
  evidence_id: `${evidence.instance_id}:${stage}`,
  corpus: evidence.corpus,
});

/** Which row of the wide layout it is. */
export const wideIdentityShape = { instance_id: z.string(), corpus: z.string() };

/** The values of `wideIdentityShape`. */
export const wideIdentityFields = ({ instance_id, corpus }: Evidence) => ({ instance_id, corpus });

const tokenCountSchema = z.int().describe('Tokens of the text for the teacher alone.');
export const tokenCountShape = { token_count: tokenCountSchema };

const contextSchema = z.string().describe('What only the teacher sees at this stage.');

/** The three texts of the wide layout with their counts. */
export const wideContextShape = {
  localization_context: contextSchema,
  reproduction_context: contextSchema,
  patch_context: contextSchema,
  localization_tokens: tokenCountSchema,
  reproduction_tokens: tokenCountSchema,
  patch_tokens: tokenCountSchema,
};

/** The values of `wideContextShape`. */
export const wideContextFields = ({ blocks }: WideInput) => ({
  localization_context: blocks.localization.text,
  reproduction_context: blocks.reproduction.text,
  patch_context: blocks.patch.text,
  localization_tokens: blocks.localization.tokenCount,
  reproduction_tokens: blocks.reproduction.tokenCount,
  patch_tokens: blocks.patch.tokenCount,
});

export const metadataShape = {
  metadata: z
    .string()
    .describe('JSON object: control, shown blocks, provenance, carried fields, everything irregular.'),
};

/** What was shown for one stage, as the metadata says it. */
export const shownSchema = z.strictObject({
  control: z.string(),
  stage: z.string(),
  instance_id: z.string(),
});

/** What the JSON string in `metadata` holds. */
export const rowMetadataSchema = z
  .strictObject({
    control: z
      .string()
      .describe('`matched` when the row shows its own block; otherwise the control, see `export --control`.'),
    shown: z
      .record(z.string(), shownSchema)
      .describe('Per stage of the row: the control, and the stage and instance whose block is shown.'),
    profile: z.string(),
    base: z.strictObject({ kind: z.string(), value: z.string() }),
    language: z.string(),
    fingerprint: z.string(),
    source: z.strictObject({ file: z.string(), row: z.int(), line: z.int(), sha256: z.string() }),
    warnings: z.array(z.string()),
    extra: z
      .record(z.string(), z.unknown())
      .describe('Fields carried over from the row, but for pass_to_pass.'),
  })
  .describe('The JSON string in the column `metadata` of every export.');
export type RowMetadata = z.infer<typeof rowMetadataSchema>;

/** Everything irregular, as an object. */
export function metadataOf(context: RowContext, blocks: readonly ShownBlock[]): RowMetadata {
  const { base, fingerprint, language, source, warnings } = context.evidence;
  const { pass_to_pass: _passToPass, ...extra } = context.extra;
  return {
    control: blocks.find((block) => block.control !== 'matched')?.control ?? 'matched',
    shown: Object.fromEntries(
      blocks.map(({ stage, control, shownStage, shownInstance }) => [
        stage,
        { control, stage: shownStage, instance_id: shownInstance },
      ]),
    ),
    profile: context.profileName,
    base,
    language,
    fingerprint,
    source,
    warnings: warnings.map((warning) => warning.code),
    extra,
  };
}

/** The metadata as a string: a struct column would make loaders disagree over its type. */
export const stageMetadata = (input: StageInput): string => toJsonText(metadataOf(input, [input.block]));

/** The metadata of a row of the wide layout, as a string. */
export const wideMetadata = (input: WideInput): string => toJsonText(metadataOf(input, wideBlocks(input)));

/** The three blocks of a wide row, in the order of the stages. */
export const wideBlocks = ({ blocks }: WideInput): ShownBlock[] => STAGES.map((stage) => blocks[stage]);

/** `localization_context` and such. */
export const wideField = (stage: Stage | 'full'): string => `${stage === 'full' ? 'patch' : stage}_context`;
