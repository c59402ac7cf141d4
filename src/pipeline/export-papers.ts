/** Owns the files beside the data of an export: the card, the settings and the schedule. */
import { basename, dirname, join } from 'node:path';
import { type CardConfig, writeCard } from '../export/card.js';
import { describeControl } from '../export/control.js';
import { type RowColumns } from '../export/row-columns.js';
import { buildSchedule, type Schedule } from '../export/schedule.js';
import type { LargestText, SettingsFacts } from '../export/settings.js';
import { describeSettings, formatSettings, type SettingsFile } from '../export/settings-file.js';
import type { OutputSet } from '../io/atomic-output.js';
import { BLOCK_STAGES, type BlockStage, STAGES } from '../model/stage.js';
import { TOOL_VERSION } from '../version.js';
import type { ExportFacts } from './export-facts.js';
import type { ExportedFile } from './export-files.js';
import type { WriteExportOptions } from './export-options.js';

/** The settings of an export. */
export function buildSettings(
  options: WriteExportOptions,
  facts: ExportFacts,
  files: readonly ExportedFile[],
  leftOut: number,
): SettingsFile {
  const { exporter, counter, layout } = options;
  const shape = layout === 'wide' && exporter.wide !== null ? exporter.wide : exporter.long;
  const measured = collectFacts(options, facts, files);
  const { options: trainerOptions, snippet, notes, readAt } = exporter.settings(measured);
  const stages = layout === 'wide' ? STAGES : options.stages;
  return {
    schema_version: '1.0',
    tool: { name: 'swe-evidence', version: TOOL_VERSION },
    trainer: exporter.name,
    read_at: readAt,
    options: { ...trainerOptions },
    snippet: { ...snippet },
    notes: [...notes, ...describeGaps(measured)],
    layout,
    format: options.fileFormat,
    stages: [...stages],
    control: measured.control,
    seed: options.seed,
    profile: options.profile.name,
    max_tokens: listBudgets(options),
    with_gold: options.withGold,
    agent: options.agent,
    evidence_fields: Object.fromEntries(stages.map((stage) => [stage, shape.evidenceField(stage)])),
    tokenizer: {
      name: counter.name,
      vocabulary_sha256: counter.vocabularySha256,
      counter_version: counter.version,
      policy: counter.policy,
    },
    largest: {
      prompt: toLargest(facts.prompt),
      block: toLargest(facts.block),
      teacher: toLargest(facts.teacher),
    },
    largest_block_by_stage: Object.fromEntries(
      stages.map((stage) => [stage, facts.largestByStage.get(stage) ?? 0]),
    ),
    instances: facts.instances,
    rows: facts.rows,
    left_out: leftOut,
    split: {
      by: options.splitBy,
      parts: options.split.map(({ name, share }) => {
        return { name, share, instances: facts.instancesBySplit.get(name) ?? 0 };
      }),
    },
    files: files.map(({ file, group, split, rows, bytes, sha256 }) => {
      return { file, stage: group, split, rows, bytes, sha256 };
    }),
  };
}

/** What the trainer's settings are drawn from. */
function collectFacts(
  options: WriteExportOptions,
  facts: ExportFacts,
  files: readonly ExportedFile[],
): SettingsFacts {
  return {
    layout: options.layout,
    fileFormat: options.fileFormat,
    dataFile: globOf(files, files[0]?.group ?? '', mainSplit(options)),
    control: describeControl(options.control),
    agent: options.agent,
    withGold: options.withGold,
    rows: facts.rows,
    prompt: facts.prompt,
    block: facts.block,
    teacher: facts.teacher,
    blankPrompts: facts.blankPrompts,
    withoutImage: facts.withoutImage,
    withoutTestCommand: facts.withoutTestCommand,
  };
}

/** Stages in their own order, whatever the order of the options. */
const listBudgets = ({ budgets }: WriteExportOptions): Record<string, number> =>
  Object.fromEntries(
    BLOCK_STAGES.flatMap((stage) => {
      const limit = budgets?.[stage];
      return limit === undefined ? [] : [[stage, limit] as const];
    }),
  );

const toLargest = ({ tokenCount, instanceId, stage }: LargestText): SettingsFile['largest']['prompt'] => ({
  tokens: tokenCount,
  instance_id: instanceId,
  stage,
});

/** What rows lack that a rollout may want. */
function describeGaps(facts: SettingsFacts): string[] {
  const gaps: string[] = [];
  if (facts.blankPrompts > 0)
    gaps.push(
      `${facts.blankPrompts} of ${facts.rows} rows have no problem statement: their prompt is blank.`,
    );
  if (facts.withoutImage > 0)
    gaps.push(`${facts.withoutImage} of ${facts.rows} rows name no container image.`);
  if (facts.withoutTestCommand > 0)
    gaps.push(`${facts.withoutTestCommand} of ${facts.rows} rows name no test command.`);
  return gaps;
}

/** The split one trains on: `train`, or the first. */
const mainSplit = ({ split }: WriteExportOptions): string =>
  (split.find(({ name }) => name === 'train') ?? split[0])?.name ?? 'train';

/** The path of a group's only file, or a glob of its shards and of no other file. */
function globOf(files: readonly ExportedFile[], group: string, split: string): string {
  const own = files.filter((file) => file.group === group && (file.split === split || file.split === ''));
  const [first] = own;
  if (!first) return 'rows.jsonl';
  return own.length === 1 ? first.file : first.file.replace(/-\d{5}(-of-\d{5}\.\w+)$/, '-*$1');
}

/** schedule.json; null when none was asked for. */
export function buildExportSchedule(
  options: WriteExportOptions,
  files: readonly ExportedFile[],
): Schedule | null {
  const { schedule, exporter, layout } = options;
  if (schedule === null) return null;
  const split = mainSplit(options);
  const shape = layout === 'wide' && exporter.wide !== null ? exporter.wide : exporter.long;
  return buildSchedule(schedule, (stage) => {
    const group = layout === 'wide' ? 'wide' : stage;
    const own = files.filter((file) => file.group === group && file.split === split);
    return {
      files: own.map(({ file }) => file),
      rows: own.reduce((sum, { rows }) => sum + rows, 0),
      split,
      field: shape.evidenceField(stage),
    };
  });
}

/** Writes everything beside the data; the settings, which hold the hashes of the data, come last. */
export async function writePapers(
  outputs: OutputSet,
  folder: string,
  options: WriteExportOptions,
  columns: RowColumns,
  facts: ExportFacts,
  settings: SettingsFile,
  schedule: Schedule | null,
  files: readonly ExportedFile[],
): Promise<void> {
  const write = async (name: string, text: string): Promise<void> => {
    const file = await outputs.open(join(folder, name));
    await file.write(text);
  };
  await write(
    'README.md',
    writeCard({
      trainerName: options.exporter.name,
      trainerTitle: options.exporter.title,
      columns,
      configs: listConfigs(options, files),
      rows: facts.rows,
      instances: facts.instances,
      sources: facts.sources(),
      repositories: facts.repositories(),
      control: settings.control,
      profile: settings.profile,
      tokenizer: settings.tokenizer.name,
      toolVersion: TOOL_VERSION,
    }),
  );
  await write('settings.md', describeSettings(settings));
  if (schedule !== null) await write('schedule.json', `${JSON.stringify(schedule, null, 2)}\n`);
  await write('settings.json', `${JSON.stringify(settings, null, 2)}\n`);
}

/**
 * Where the settings of a single data file stand. Loaders that are given the folder take what lies in it for data, whatever
 * its extension; folders of such a name are left alone. Source: `datasets` 5.2 (`__` folders), Apache Arrow 26 (`_`).
 */
export const settingsPathOf = (dataFile: string): string =>
  join(dirname(dataFile), '__settings__', `${basename(dataFile)}.yaml`);

/** Writes what a folder's settings.json holds for a single data file; the file is named as seen from its own folder. */
export async function writeFileSettings(
  outputs: OutputSet,
  dataFile: string,
  options: WriteExportOptions,
  facts: ExportFacts,
  { files, leftOut }: { readonly files: readonly ExportedFile[]; readonly leftOut: number },
): Promise<void> {
  const named = files.map((exported) => ({ ...exported, file: basename(exported.file) }));
  const file = await outputs.open(settingsPathOf(dataFile));
  await file.write(formatSettings(buildSettings(options, facts, named, leftOut)));
}

/** A configuration per stage, and one of all stages when there are several. Splits without rows have no file. */
function listConfigs(options: WriteExportOptions, files: readonly ExportedFile[]): CardConfig[] {
  const order: readonly (BlockStage | 'wide')[] = options.layout === 'wide' ? ['wide'] : options.stages;
  const groups = order.filter((group) => files.some((file) => file.group === group));
  const splits = options.split.filter(({ name }) => files.some((file) => file.split === name));
  const filesOf = (wanted: readonly string[]): CardConfig['dataFiles'] =>
    splits.flatMap(({ name }) => {
      const path = wanted
        .filter((group) => files.some((file) => file.group === group && file.split === name))
        .map((group) => globOf(files, group, name));
      return path.length === 0 ? [] : [{ split: name, path }];
    });
  const configs: CardConfig[] = groups.map((group) => {
    return { name: group, isDefault: groups.length === 1, dataFiles: filesOf([group]) };
  });
  return groups.length > 1
    ? [{ name: 'all', isDefault: true, dataFiles: filesOf(groups) }, ...configs]
    : configs;
}
