/** Owns a whole export: records in, rows of one trainer out, with what belongs beside them, all files or none. */
import { join } from 'node:path';
import { DonorRegister } from '../export/donors.js';
import { listColumns, type RowColumns } from '../export/row-columns.js';
import type { Schedule } from '../export/schedule.js';
import type { SettingsFile } from '../export/settings-file.js';
import { assignSplit } from '../export/split.js';
import { writeAtomically } from '../io/atomic-output.js';
import type { Evidence } from '../model/evidence.js';
import { ExportFacts } from './export-facts.js';
import {
  type ExportedFile,
  FileSink,
  FolderSink,
  type RowPlan,
  type RowSink,
  StreamSink,
} from './export-files.js';
import { LeftOut, selectInstances } from './export-instances.js';
import { refuseLeftovers } from './export-leftovers.js';
import type { WriteExportOptions } from './export-options.js';
import {
  buildExportSchedule,
  buildSettings,
  settingsPathOf,
  writeFileSettings,
  writePapers,
} from './export-papers.js';
import { RowPlanner } from './export-rows.js';
import { EvidenceSpool } from './export-spool.js';

export type { WriteExportOptions };

/** What was written, and what a trainer needs to know of it. */
export interface ExportResult {
  readonly instances: number;
  readonly rows: number;
  /** What to tell the trainer. */
  readonly settings: SettingsFile;
  /** Where that was written: in a folder settings.json, and settings.md for people; "" for a stream, device or pipe. */
  readonly settingsPath: string;
  readonly schedule: Schedule | null;
  /** Empty for a stream. */
  readonly files: readonly ExportedFile[];
  /** Instances left out. */
  readonly leftOut: number;
  /** The first of them, each with the reason. */
  readonly findings: readonly string[];
}

/**
 * Writes one row per instance and stage (or per instance, in the wide layout), instance by instance. Memory does not
 * grow with the rows but for one short hash per id; where all records must be known first (`shardRows`, the control
 * `other-instance`) they wait in a temporary file.
 * @throws InputError, OutputError; the files appear complete and together or not at all
 */
export async function writeExport(
  inputs: readonly string[],
  options: WriteExportOptions,
): Promise<ExportResult> {
  const { target } = options;
  if (target.kind === 'stream') return exportTo(inputs, options, () => new StreamSink(target.write));
  return writeAtomically(async (outputs) => {
    const columns = columnsOf(options);
    const format = { name: options.fileFormat, columns };
    const facts = new ExportFacts();
    if (target.kind === 'file') {
      const sink = await FileSink.open(outputs, target.path, format);
      const exported = await exportTo(inputs, options, () => sink, facts);
      if (!sink.isFile) return exported;
      await writeFileSettings(outputs, target.path, options, facts, exported);
      return { ...exported, settingsPath: settingsPathOf(target.path) };
    }
    const makeSink = (planned: RowPlan): RowSink =>
      new FolderSink(outputs, target.path, format, options.shardRows, planned);
    const result = await exportTo(inputs, options, makeSink, facts);
    await refuseLeftovers(target.path, result.files);
    await writePapers(
      outputs,
      target.path,
      options,
      columns,
      facts,
      result.settings,
      result.schedule,
      result.files,
    );
    return { ...result, settingsPath: join(target.path, 'settings.json') };
  });
}

/** The columns of the rows that these options lead to. */
export function columnsOf({ exporter, layout, agent }: WriteExportOptions): RowColumns {
  const { schema } = layout === 'wide' && exporter.wide !== null ? exporter.wide : exporter.long;
  return listColumns(schema, agent !== '');
}

async function exportTo(
  inputs: readonly string[],
  options: WriteExportOptions,
  makeSink: (planned: RowPlan) => RowSink,
  facts = new ExportFacts(),
): Promise<ExportResult> {
  const leftOut = new LeftOut();
  const planner = new RowPlanner(options);
  const instances = selectInstances(inputs, options, leftOut);
  const needsAll = Number.isFinite(options.shardRows) || options.control.kind === 'other-instance';
  const spool = needsAll ? await EvidenceSpool.open() : null;
  try {
    const plan = spool === null ? NO_PLAN : await spoolAll(instances, spool, options, leftOut);
    const sink = makeSink(plan.rowsOf);
    for await (const evidence of spool === null ? instances : spool.records()) {
      options.signal?.throwIfAborted();
      const donorId = plan.donorOf(evidence);
      if (donorId === null) continue;
      const donor = spool === null || donorId === '' ? null : await spool.find(donorId);
      const split = splitOf(evidence, options);
      const planned = planner.plan(evidence, donor);
      facts.add(evidence, split, planned);
      for (const row of planned.rows)
        await sink.append(row.group, split, (index) => row.toRow({ split, index }));
    }
    const files = await sink.finish();
    return {
      instances: facts.instances,
      rows: facts.rows,
      settings: buildSettings(options, facts, files, leftOut.count),
      settingsPath: '',
      schedule: buildExportSchedule(options, files),
      files,
      leftOut: leftOut.count,
      findings: leftOut.first,
    };
  } finally {
    await spool?.close();
  }
}

/** What is known of all records before the first row is written. */
interface ExportPlan {
  readonly rowsOf: RowPlan;
  /** The id of the instance to show instead; "" for none needed, null when one is needed and there is none. */
  readonly donorOf: (evidence: Evidence) => string | null;
}

const NO_PLAN: ExportPlan = { rowsOf: () => 0, donorOf: () => '' };

async function spoolAll(
  instances: AsyncIterable<Evidence>,
  spool: EvidenceSpool,
  options: WriteExportOptions,
  leftOut: LeftOut,
): Promise<ExportPlan> {
  const donors = options.control.kind === 'other-instance' ? new DonorRegister(options.seed) : null;
  const waiting: Pick<Evidence, 'instance_id' | 'repo' | 'fingerprint'>[] = [];
  const rowsBySplit = new Map<string, number>();
  const countRow = (evidence: Pick<Evidence, 'instance_id' | 'repo'>): void => {
    const split = splitOf(evidence, options);
    rowsBySplit.set(split, (rowsBySplit.get(split) ?? 0) + 1);
  };
  for await (const evidence of instances) {
    await spool.append(evidence);
    const { instance_id, repo, fingerprint } = evidence;
    if (donors === null) countRow(evidence);
    else {
      donors.add(repo, instance_id, fingerprint);
      waiting.push({ instance_id, repo, fingerprint });
    }
  }
  const donorOf = ({
    repo,
    instance_id,
    fingerprint,
  }: Pick<Evidence, 'instance_id' | 'repo' | 'fingerprint'>) =>
    donors === null ? '' : donors.choose(repo, instance_id, fingerprint);
  for (const evidence of waiting) {
    if (donorOf(evidence) !== null) countRow(evidence);
    else
      leftOut.add(`${evidence.instance_id}: no other instance of ${evidence.repo} with another fix to show`);
  }
  return { rowsOf: (_group, split) => rowsBySplit.get(split) ?? 0, donorOf };
}

const splitOf = (evidence: Pick<Evidence, 'instance_id' | 'repo'>, options: WriteExportOptions): string =>
  assignSplit(options.splitBy === 'repo' ? evidence.repo : evidence.instance_id, options.split);
