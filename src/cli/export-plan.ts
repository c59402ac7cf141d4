/** Owns what the flags of `swe-evidence export` mean, and which of them do not go together. */
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseControl } from '../export/control.js';
import type { Exporter } from '../export/exporter.js';
import {
  type Framing,
  parseEvidenceTemplate,
  parsePromptTemplate,
  readSystemText,
} from '../export/framing.js';
import { LAYOUTS } from '../export/layout.js';
import { ExportPlanError } from '../export/plan-error.js';
import { EXPORTERS, findExporter } from '../export/registry.js';
import { parseSchedule, type Phase } from '../export/schedule.js';
import { ONE_SPLIT, parseSplit, SPLIT_KEYS } from '../export/split.js';
import { describeReadFailure } from '../io/input-error.js';
import { BLOCK_STAGES, type BlockStage, STAGES } from '../model/stage.js';
import type { ExportTarget, WriteExportOptions } from '../pipeline/export-options.js';
import { resolveBuildOptions } from './build-options.js';
import { UsageError } from './exit-code.js';
import type { ExportFlags } from './export-flags.js';

/**
 * The export that the flags ask for.
 * @throws UsageError for a value that cannot be, or for flags that exclude each other
 */
export async function planExport(
  flags: ExportFlags,
  writeOut: (text: string) => Promise<void>,
): Promise<WriteExportOptions> {
  try {
    const exporter = chooseExporter(flags);
    const layout = oneOf('layout', flags.layout, LAYOUTS);
    if (layout === 'wide' && exporter.wide === null) {
      throw new UsageError(`${exporter.name} has one field for the evidence: --layout wide is not for it`);
    }
    const stages = layout === 'wide' ? readWideStages(flags.stage) : readStages(flags.stage);
    const target = await chooseTarget(flags.output, writeOut);
    const schedule = flags.schedule === undefined ? null : parseSchedule(flags.schedule);
    checkTarget(flags, target);
    checkSchedule(schedule, stages);
    return {
      ...(await resolveBuildOptions(flags)),
      exporter,
      layout,
      stages,
      fileFormat: wantsParquet(flags, target) ? 'parquet' : 'jsonl',
      target,
      framing: await readFraming(flags),
      control: parseControl(flags.control),
      seed: flags.seed,
      withGold: flags.withGold,
      agent: flags.agent,
      split: flags.split === undefined ? ONE_SPLIT : parseSplit(flags.split),
      splitBy: oneOf('split-by', flags.splitBy, SPLIT_KEYS),
      shardRows: flags.shardRows ?? Infinity,
      schedule,
    };
  } catch (error) {
    if (error instanceof ExportPlanError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function chooseExporter({ to, agent }: ExportFlags): Exporter {
  const exporter = findExporter(to);
  if (!exporter) {
    const names = EXPORTERS.map(({ name }) => name).join(', ');
    throw new UsageError(`unknown trainer "${to}"; expected one of ${names}`);
  }
  if (agent !== '' && !exporter.takesAgent) {
    const takers = EXPORTERS.filter(({ takesAgent }) => takesAgent).map(({ name }) => name);
    throw new UsageError(`rows for ${to} name no agent: --agent is for ${takers.join(' and ')}`);
  }
  return exporter;
}

function readStages(value: string): readonly BlockStage[] {
  const stages = value
    .split(',')
    .map((name) => name.trim())
    .flatMap((name) => (name === 'all' ? STAGES : [oneOf('stage', name, BLOCK_STAGES, ' or all')]));
  if (new Set(stages).size < stages.length) throw new UsageError(`--stage ${value}: a stage is named twice`);
  return stages;
}

function readWideStages(value: string): readonly BlockStage[] {
  if (value === 'all') return STAGES;
  throw new UsageError('--layout wide shows all three stages: --stage does not go with it');
}

function oneOf<Name extends string>(flag: string, value: string, names: readonly Name[], more = ''): Name {
  const name = names.find((candidate) => candidate === value);
  if (name === undefined)
    throw new UsageError(`unknown ${flag} "${value}"; expected one of ${names.join(', ')}${more}`);
  return name;
}

/** A folder when it ends in "/", is one, or does not exist and has no extension; a file otherwise. */
async function chooseTarget(
  output: string,
  writeOut: (text: string) => Promise<void>,
): Promise<ExportTarget> {
  if (output === '-') return { kind: 'stream', write: writeOut };
  const kind = await inspect(output);
  if (kind === 'folder' || /[/\\]$/.test(output)) return { kind: 'folder', path: output };
  return kind === 'file' || extname(output) !== ''
    ? { kind: 'file', path: output }
    : { kind: 'folder', path: output };
}

async function inspect(path: string): Promise<'folder' | 'file' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    // Whatever is wrong with it is said when it is written.
    return 'nothing';
  }
}

function wantsParquet(flags: ExportFlags, target: ExportTarget): boolean {
  return flags.parquet || (target.kind === 'file' && extname(target.path) === '.parquet');
}

function checkTarget(flags: ExportFlags, target: ExportTarget): void {
  if (target.kind === 'stream' && flags.parquet)
    throw new UsageError('--parquet needs -o: Parquet is not written to stdout');
  if (target.kind === 'folder') return;
  const needy = [
    ['--split', flags.split],
    ['--shard-rows', flags.shardRows],
    ['--schedule', flags.schedule],
  ].find(([, value]) => value !== undefined);
  if (needy) throw new UsageError(`${needy[0]} needs a folder: -o DIR/`);
  if (target.kind === 'file' && flags.parquet && extname(target.path) === '.jsonl')
    throw new UsageError(`--parquet and the name ${target.path} do not go together`);
}

function checkSchedule(schedule: readonly Phase[] | null, stages: readonly BlockStage[]): void {
  const missing = schedule?.find(({ stage }) => !stages.includes(stage));
  if (missing)
    throw new UsageError(
      `--schedule names ${missing.stage}, which --stage does not export (${stages.join(', ')})`,
    );
}

async function readFraming({ system, promptTemplate, evidenceTemplate }: ExportFlags): Promise<Framing> {
  return {
    system: system === undefined ? '' : readSystemText(await readText(system)),
    promptTemplate:
      promptTemplate === undefined
        ? null
        : parsePromptTemplate(await readText(promptTemplate), `--prompt-template ${promptTemplate}`),
    evidenceTemplate:
      evidenceTemplate === undefined
        ? null
        : parseEvidenceTemplate(await readText(evidenceTemplate), `--evidence-template ${evidenceTemplate}`),
  };
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${file}: expected UTF-8 text`, { cause: error });
    throw describeReadFailure(file, error);
  }
}
