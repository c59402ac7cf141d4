/**
 * Owns reading evidence back: lines of an evidence.jsonl as they are, rows of a dataset built on the way. Commands that
 * take INPUT|EVIDENCE read through here.
 */
import { readRows } from '../io/read-rows.js';
import type { Evidence } from '../model/evidence.js';
import type { Reject } from '../model/issue.js';
import { type BuildOptions, buildSomeItems } from './build.js';
import { refuseAllEmpty } from './empty-inputs.js';
import { readEvidenceFile } from './evidence-file.js';

/** One record that was read or built, or a row that could not be built. */
export type EvidenceRow =
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  | { readonly kind: 'rejected'; readonly reject: Reject };

/** Told of the instances that `--only` leaves out. */
export type SkipListener = (instanceId: string) => void;

/**
 * The evidence of all inputs, in order. Datasets that follow each other are built as one, so that an instance which several
 * of them hold comes once. `limit` counts evidence and rejects over all inputs.
 * @throws InputError when an input is unusable, none holds a row, or an evidence line does not follow the schema
 */
export async function* readEvidence(
  inputs: readonly string[],
  options: BuildOptions,
  onSkipped: SkipListener = () => undefined,
): AsyncGenerator<EvidenceRow> {
  let count = 0;
  const watched = { ...options, onEmptyInput: refuseAllEmpty(inputs, options.onEmptyInput) };
  for await (const row of readAll(inputs, watched, onSkipped)) {
    if (count >= options.limit) return;
    count += 1;
    yield row;
  }
}

async function* readAll(
  inputs: readonly string[],
  options: BuildOptions,
  onSkipped: SkipListener,
): AsyncGenerator<EvidenceRow> {
  let datasets: string[] = [];
  for (const input of inputs) {
    if (!(await holdsEvidence(input))) {
      datasets.push(input);
      continue;
    }
    if (datasets.length > 0) yield* buildRecords(datasets, options, onSkipped);
    datasets = [];
    yield* readRecords(input, options, onSkipped);
  }
  if (datasets.length > 0) yield* buildRecords(datasets, options, onSkipped);
}

/** True when the first row of the input is an evidence record. Standard input cannot be looked at twice: it is never one. */
export async function holdsEvidence(input: string): Promise<boolean> {
  if (input === '-') return false;
  for await (const result of readRows(input, {})) return result.ok && isEvidenceRow(result.row.value);
  return false;
}

const isEvidenceRow = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['schema_version'] === 'string' && 'localization' in value && 'reproduction' in value;

async function* readRecords(
  input: string,
  options: BuildOptions,
  onSkipped: SkipListener,
): AsyncGenerator<EvidenceRow> {
  for await (const evidence of readEvidenceFile(input)) {
    const { instance_id: instanceId } = evidence;
    if (options.only.size > 0 && !options.only.has(instanceId)) onSkipped(instanceId);
    else yield { kind: 'evidence', evidence };
  }
}

async function* buildRecords(
  inputs: readonly string[],
  options: BuildOptions,
  onSkipped: SkipListener,
): AsyncGenerator<EvidenceRow> {
  for await (const item of buildSomeItems(inputs, options)) {
    if (item.kind === 'skipped') onSkipped(item.instanceId);
    if (item.kind === 'built') yield { kind: 'evidence', evidence: item.evidence };
    if (item.kind === 'rejected') yield { kind: 'rejected', reject: item.reject };
  }
}
