/** Owns the order in which one row is judged, whatever its format. */
import type { Evidence } from '../model/evidence.js';
import { evidenceSchema } from '../model/evidence.js';
import type { SettingsFile } from '../export/settings-file.js';
import type { TokenCounter } from '../tokens/counter.js';
import { checkBlock } from './block-leak.js';
import { checkEvidenceRecord } from './evidence-record.js';
import type { Report } from './finding-log.js';
import type { CheckFormat } from './format.js';
import { checkLengths, checkTokenCounts } from './length.js';
import { type Reference, referToRecord, referToRow } from './reference.js';
import { type Row, RowReader } from './row-reader.js';
import { checkJsonTexts, checkRowSchema } from './row-schema.js';
import { type RowView, viewRow } from './row-view.js';
import { checkMessages, checkStudentSide } from './student-side.js';
import { checkTeacherSide } from './teacher-side.js';

/** What is known besides the row. */
export interface RowCompany {
  /** settings.json beside the file, null for none. */
  readonly settings: SettingsFile | null;
  /** Counts with the tokenizer of `settings` when `countsAgree`. */
  readonly counter: TokenCounter | null;
  readonly countsAgree: boolean;
  /** Null without --against; finds the record of an instance, null when there is none. */
  readonly findRecord: ((instanceId: string) => Promise<Evidence | null>) | null;
}

/** Which row it is, as far as it says so. */
export interface RowIdentity {
  readonly instanceId: string;
  readonly stage: string;
  /** Rows with the same key are the same row twice. */
  readonly key: string;
}

/** What the row's blocks were compared with. */
export type LeakBasis = 'record' | 'row' | 'against' | 'not checked' | 'not applicable';

/** Who the row is, so that findings can name it before it is judged. */
export function identifyRow(row: Row, format: CheckFormat): RowIdentity {
  const reader = new RowReader(row);
  if (format.kind !== 'export') {
    const instanceId = reader.text('instance_id');
    // Several attempts at one instance give several rows.
    const key = format.kind === 'feedback' ? reader.text('evidence_id') : instanceId;
    return { instanceId, stage: '', key };
  }
  const { instanceId, stage, metadata } = viewRow(reader, format);
  return { instanceId, stage, key: JSON.stringify([instanceId, stage, metadata?.control ?? '']) };
}

/** Judges one row against its format and, for evidence and exports, by what it says. */
export async function checkRow(
  row: Row,
  format: CheckFormat,
  company: RowCompany,
  report: Report,
): Promise<LeakBasis> {
  if (format.kind === 'unknown') return 'not applicable';
  checkRowSchema(row, format, report);
  if (format.kind === 'evidence') {
    const parsed = evidenceSchema.safeParse(row);
    if (!parsed.success) return 'not checked';
    checkEvidenceRecord(parsed.data, report);
    return 'record';
  }
  if (format.kind === 'feedback') return checkFeedbackRow(new RowReader(row), company, report);
  return format.kind === 'export' ? checkExportRow(row, format, company, report) : 'not applicable';
}

async function checkExportRow(
  row: Row,
  format: Extract<CheckFormat, { kind: 'export' }>,
  company: RowCompany,
  report: Report,
): Promise<LeakBasis> {
  const reader = new RowReader(row);
  checkJsonTexts(reader, format, report);
  const view = viewRow(reader, format);
  if (view.instanceId.trim() === '') report('instance_id_blank', '', 'the row names no instance');
  checkMessages(view, report);
  checkTeacherSide(view, report);
  const { settings, counter, countsAgree } = company;
  if (counter) {
    checkLengths(view, format.exporter.name, settings, counter, report);
    if (countsAgree) checkTokenCounts(view, counter, report);
  }
  return checkLeaks(view, company, report);
}

/** The text of an attempt is judged like reproduction: it may hold tests, and nothing that only the repair brings in. */
async function checkFeedbackRow(
  reader: RowReader,
  { findRecord }: RowCompany,
  report: Report,
): Promise<LeakBasis> {
  const instanceId = reader.text('instance_id');
  const text = reader.text('privileged_context');
  if (instanceId.trim() === '') report('instance_id_blank', '', 'the row names no instance');
  if (text.trim() === '') report('evidence_blank', 'privileged_context', 'the text for the teacher is blank');
  const record = findRecord ? await findRecord(instanceId) : null;
  if (findRecord && !record) report('not_in_against', '', 'the instance is not in the evidence of --against');
  const block = {
    stage: 'reproduction',
    path: 'privileged_context',
    field: text,
    text,
    shownStage: 'reproduction',
    shownInstance: instanceId,
    control: 'matched',
    tokenCount: -1,
  } as const;
  checkBlock(block, record ? referToRecord(record) : null, report);
  return record ? 'against' : 'not checked';
}

async function checkLeaks(view: RowView, { findRecord }: RowCompany, report: Report): Promise<LeakBasis> {
  const references = new Map<string, Reference | null>();
  const refer = async (instanceId: string): Promise<Reference | null> => {
    if (!findRecord) return null;
    if (!references.has(instanceId)) {
      const record = await findRecord(instanceId);
      references.set(instanceId, record ? referToRecord(record) : null);
    }
    return references.get(instanceId) ?? null;
  };
  const own = await refer(view.instanceId);
  const byRow = own ? null : referToRow(view);
  if (findRecord && !own) report('not_in_against', '', 'the instance is not in the evidence of --against');
  checkStudentSide(view, own, report);
  for (const block of view.blocks) {
    const isOwn = block.shownInstance === view.instanceId;
    // The block of another instance is judged by that instance's fix, which the row does not hold.
    const reference = isOwn ? (own ?? byRow) : await refer(block.shownInstance);
    checkBlock(block, reference, report);
    if (!isOwn && own && reference && own.fingerprint === reference.fingerprint)
      report('control_mismatch', block.path, 'the other instance has the same fix', block.stage);
  }
  if (own) return 'against';
  return byRow ? 'row' : 'not checked';
}
