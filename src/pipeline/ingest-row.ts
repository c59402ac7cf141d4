/** Owns the step from one row to its instance: which ingester reads it, and whether it was asked for. */
import { detectFormat, explainUnknown } from '../ingest/detection.js';
import type { Detection, Ingester, IngestContext } from '../ingest/ingester.js';
import { guessInstanceId } from '../ingest/instance-id.js';
import { INGESTERS, wantedColumns } from '../ingest/registry.js';
import type { RawRow } from '../io/raw-row.js';
import type { Instance } from '../model/instance.js';
import { type Issue, refuse } from '../model/issue.js';

export interface IngestOptions {
  /** The ingester to use for every row, null to detect it row by row. */
  readonly ingester: Ingester | null;
  /** Ids to build, empty for all. */
  readonly only: ReadonlySet<string>;
  readonly carry: readonly string[];
  readonly overrides: { readonly testGlobs: readonly string[]; readonly sourceGlobs: readonly string[] };
}

/** `instanceId` of a refused row is "" when it could not be read that far. */
export type IngestedRow =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly detection: Detection }
  | { readonly kind: 'skipped'; readonly instanceId: string }
  | { readonly kind: 'refused'; readonly instanceId: string; readonly issue: Issue };

/** Reads one row; `skipped` when `only` leaves it out. `file` is the name that the record gives the input. */
export function ingestRow(row: RawRow, file: string, options: IngestOptions): IngestedRow {
  const { ingester, only, carry, overrides } = options;
  const context: IngestContext = {
    carry,
    source: { file, row: row.row, line: row.line, sha256: row.sha256 },
    keyInFile: row.keyInFile,
    testGlobs: overrides.testGlobs,
    sourceGlobs: overrides.sourceGlobs,
  };
  const detection = ingester ? { ingester, reason: 'named on the command line' } : detectFormat(row.value);
  if (!detection) {
    const { issue } = refuse('format_unknown', 'no ingester recognises this row', explainUnknown(row.value));
    return { kind: 'refused', instanceId: '', issue };
  }
  const ingested = detection.ingester.ingest(row.value, context);
  if (!ingested.ok) {
    const instanceId = guessInstanceId(row.value, row.keyInFile);
    return only.size > 0 && instanceId !== '' && !only.has(instanceId)
      ? { kind: 'skipped', instanceId }
      : { kind: 'refused', instanceId, issue: ingested.issue };
  }
  const instance = ingested.value;
  if (only.size > 0 && !only.has(instance.instance_id))
    return { kind: 'skipped', instanceId: instance.instance_id };
  return { kind: 'instance', instance, detection };
}

/** Of the columns of a columnar file, those that an ingester in question wants, and what is carried over. */
export const chooseColumns =
  ({ ingester, carry }: Pick<IngestOptions, 'ingester' | 'carry'>) =>
  (available: readonly string[]): string[] =>
    wantedColumns(available, carry, ingester ? [ingester] : INGESTERS);
