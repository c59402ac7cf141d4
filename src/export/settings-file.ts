/**
 * Owns settings.json, which says how an export was made and what to tell the trainer, the same as YAML for an export that
 * is a single file, and the same in words.
 */
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { BLOCK_STAGES } from '../model/stage.js';
import { LAYOUTS } from './layout.js';

const largestSchema = z
  .strictObject({ tokens: z.int().min(0), instance_id: z.string(), stage: z.string() })
  .describe('The largest text of a kind, without chat template, and where it is.');

/** settings.json of an export to a folder, and the YAML beside a single file. */
export const settingsSchema = z
  .strictObject({
    schema_version: z.literal('1.0'),
    tool: z.strictObject({ name: z.literal('swe-evidence'), version: z.string() }),
    trainer: z.string(),
    read_at: z.string().describe('What the options were read in.'),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    snippet: z.strictObject({ language: z.string(), text: z.string() }),
    notes: z.array(z.string()),
    layout: z.enum(LAYOUTS),
    format: z.enum(['jsonl', 'parquet']),
    stages: z.array(z.enum(BLOCK_STAGES)),
    control: z.string(),
    seed: z.int(),
    profile: z.string(),
    max_tokens: z.record(z.string(), z.int()).describe('Per stage, the budget its blocks were cut to.'),
    with_gold: z.boolean(),
    agent: z.string(),
    evidence_fields: z
      .record(z.string(), z.string())
      .describe('Per stage, where the text for the teacher stands.'),
    tokenizer: z.strictObject({
      name: z.string(),
      vocabulary_sha256: z.string(),
      counter_version: z.string(),
      policy: z.string(),
    }),
    largest: z.strictObject({ prompt: largestSchema, block: largestSchema, teacher: largestSchema }),
    largest_block_by_stage: z.record(z.string(), z.int()),
    instances: z.int(),
    rows: z.int(),
    left_out: z.int().describe('Instances left out: rejected, leaking, or without another instance to show.'),
    split: z.strictObject({
      by: z.string(),
      parts: z.array(z.strictObject({ name: z.string(), share: z.number(), instances: z.int() })),
    }),
    files: z.array(
      z.strictObject({
        file: z.string(),
        stage: z.string(),
        split: z.string(),
        rows: z.int(),
        bytes: z.int(),
        sha256: z.string(),
      }),
    ),
  })
  .describe('How an export was made and what to tell the trainer: settings.json.');
/** The settings that go with an export. */
export type SettingsFile = z.infer<typeof settingsSchema>;

/** Version 1.1 quotes what Python's reader would take for something else than text: `no`, `12:30`. */
const YAML_VERSION = '1.1';

/** The settings as YAML. */
export const formatSettings = (settings: SettingsFile): string =>
  stringify(settings, { version: YAML_VERSION, lineWidth: 0, aliasDuplicateObjects: false });

/** What a YAML text of settings holds, not yet checked; undefined when it is no YAML. */
export function parseSettings(text: string): unknown {
  try {
    return parse(text, { version: YAML_VERSION, maxAliasCount: 0, logLevel: 'silent' }) ?? undefined;
  } catch {
    return undefined;
  }
}

const count = (number: number): string => number.toLocaleString('en-US');

/** The lines about the largest texts, for people. */
export function describeLargest({
  largest,
  tokenizer,
}: Pick<SettingsFile, 'largest' | 'tokenizer'>): string[] {
  const line = (name: string, { tokens, instance_id, stage }: SettingsFile['largest']['prompt']): string => {
    const where =
      instance_id === '' ? '' : ` (${[instance_id, stage].filter((part) => part !== '').join(', ')})`;
    return `${name}: ${count(tokens)} tokens${where}`;
  };
  return [
    line('largest prompt', largest.prompt),
    line('largest block', largest.block),
    line('largest teacher prompt', largest.teacher),
    `counted with ${tokenizer.name}, without chat template`,
  ];
}

/** settings.md. */
export function describeSettings(settings: SettingsFile): string {
  const options = Object.entries(settings.options).map(
    ([name, value]) => `| \`${name}\` | \`${value === null ? 'None' : JSON.stringify(value)}\` |\n`,
  );
  return [
    `# Settings for ${settings.trainer}\n\nRead in ${settings.read_at}.\n`,
    options.length === 0 ? '' : `\n| option | value |\n|---|---|\n${options.join('')}`,
    `\n\`\`\`${settings.snippet.language}\n${settings.snippet.text}\n\`\`\`\n\n`,
    describeLargest(settings)
      .map((line) => `- ${line}\n`)
      .join(''),
    '\n',
    settings.notes.map((note) => `- ${note}\n`).join(''),
    `\n${count(settings.rows)} rows of ${count(settings.instances)} instances; control: ${settings.control}; profile: ${settings.profile}.\n`,
  ].join('');
}
