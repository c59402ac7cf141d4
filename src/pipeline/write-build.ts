/** Owns a whole build: the stream of items into evidence.jsonl, rejects.jsonl and manifest.json, all or none of them. */
import { join } from 'node:path';
import { type OutputSet, writeAtomically } from '../io/atomic-output.js';
import type { WindowContext } from '../extract/windows.js';
import { nameFilesRelative } from '../io/common-folder.js';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import type { OutputDigest, OutputFile } from '../io/output-file.js';
import type { Reject } from '../model/issue.js';
import { STAGES, type Stage } from '../model/stage.js';
import { TOOL_VERSION } from '../version.js';
import { type BuildOptions, buildItems } from './build.js';
import { hashInputs } from './input-hash.js';
import type { Manifest } from './manifest.js';
import { BuildSummary, toSortedRecord } from './summary.js';

/** What a build writes, in the order in which the files are put in place. */
export const OUTPUT_FILES = ['evidence.jsonl', 'rejects.jsonl', 'manifest.json'] as const;

/** Rejects kept in memory for the closing words; all of them are in the file. */
const FIRST_REJECTS = 20;

/** A build with what belongs to its output. */
export interface WriteBuildOptions extends BuildOptions {
  /** Stops the build; nothing is written. */
  readonly signal?: AbortSignal;
}

/** What was written, and what it is made of. */
export interface BuildResult {
  readonly summary: BuildSummary;
  /** What each block adds to the prompt, in tokens, per built instance in order. */
  readonly costs: Record<Stage, number[]>;
  readonly firstRejects: readonly Reject[];
  /** Names of the files written. */
  readonly files: readonly string[];
}

/**
 * Builds all inputs into `folder`.
 * @throws InputError, OutputError; then nothing is written and what stood there before stays
 */
export async function writeBuild(
  inputs: readonly string[],
  folder: string,
  options: WriteBuildOptions,
): Promise<BuildResult> {
  return writeAtomically(async (outputs) => {
    const evidence = await outputs.open(join(folder, 'evidence.jsonl'));
    const rejects = await outputs.open(join(folder, 'rejects.jsonl'));
    const summary = new BuildSummary(options.only);
    const costs: BuildResult['costs'] = { localization: [], reproduction: [], patch: [] };
    const firstRejects: Reject[] = [];
    for await (const item of buildItems(inputs, options)) {
      options.signal?.throwIfAborted();
      summary.add(item);
      if (item.kind === 'built') {
        await evidence.write(encodeJsonLine(item.evidence));
        for (const stage of STAGES) costs[stage].push(item.evidence.tokens[stage].added);
      } else if (item.kind === 'rejected') {
        await rejects.write(encodeJsonLine(item.reject));
        if (firstRejects.length < FIRST_REJECTS) firstRejects.push(item.reject);
      }
    }
    await writeManifest(outputs, folder, inputs, options, summary, { evidence, rejects });
    return { summary, costs, firstRejects, files: OUTPUT_FILES };
  });
}

async function writeManifest(
  outputs: OutputSet,
  folder: string,
  inputs: readonly string[],
  options: WriteBuildOptions,
  summary: BuildSummary,
  written: { evidence: OutputFile; rejects: OutputFile },
): Promise<void> {
  const { counter, profile } = options;
  const nameOf = nameFilesRelative(inputs);
  const files = await hashInputs(inputs);
  const manifest: Manifest = {
    schema_version: '1.0',
    tool: { name: 'swe-evidence', version: TOOL_VERSION },
    options: {
      format: options.ingester?.name ?? '',
      limit: Number.isFinite(options.limit) ? options.limit : 0,
      only: [...options.only].toSorted(),
      carry: [...options.carry],
      tests: [...options.overrides.testGlobs],
      source: [...options.overrides.sourceGlobs],
      ...(options.clones ? { repos: true, require_repos: options.clones.isRequired } : {}),
      ...(options.context ? { context: describeContext(options.context) } : {}),
      ...(options.exclusion ? { exclude: [...options.exclusion.files] } : {}),
      max_tokens: Object.entries(options.budgets ?? {})
        .map(([stage, tokens]) => `${stage}=${tokens}`)
        .sort(),
    },
    profile: profile.name,
    tokenizer: {
      name: counter.name,
      vocabulary_sha256: counter.vocabularySha256,
      counter_version: counter.version,
      policy: counter.policy,
    },
    inputs: files.map(({ path, sha256 }) => {
      const file = nameOf(path);
      return { file, sha256, rows: summary.rows(file), formats: summary.formats(file) };
    }),
    counts: {
      read: summary.read,
      built: summary.built,
      rejected: summary.rejected,
      duplicates: summary.duplicates.length,
      skipped: summary.skipped,
      rejected_by_code: toSortedRecord(summary.rejectedByCode),
      warned_by_code: toSortedRecord(summary.warnedByCode),
    },
    duplicates: summary.duplicates,
    outputs: [
      { file: 'evidence.jsonl', ...describeOutput(await written.evidence.finish()), lines: summary.built },
      { file: 'rejects.jsonl', ...describeOutput(await written.rejects.finish()), lines: summary.rejected },
    ],
  };
  const file = await outputs.open(join(folder, 'manifest.json'));
  await file.write(`${JSON.stringify(manifest, null, 2)}\n`);
}

const describeContext = (context: WindowContext): string =>
  context.kind === 'lines' ? String(context.count) : context.kind;

const describeOutput = ({ sha256, byteCount }: OutputDigest): { sha256: string; bytes: number } => ({
  sha256,
  bytes: byteCount,
});
