/** Owns building one row that is already in memory, for programs that have rows and no files. */
import { createHash } from 'node:crypto';
import { detectFormat, explainUnknown } from '../ingest/detection.js';
import type { Row } from '../ingest/ingester.js';
import { toCanonicalJson } from '../io/canonical-json.js';
import type { Evidence } from '../model/evidence.js';
import { type Outcome, refuse } from '../model/issue.js';
import type { BuildOptions } from './build.js';
import { finishRecord, prepareRecord } from './record.js';

/**
 * The record of one decoded row, from the row alone; its format is detected unless `options.ingester` names it. A row
 * that cannot be built is the reason why, never an exception. `index` (0-based) is kept as `source.row`.
 */
export async function buildRow(row: Row, options: BuildOptions, index = 0): Promise<Outcome<Evidence>> {
  const ingester = options.ingester ?? detectFormat(row)?.ingester;
  if (!ingester) return refuse('format_unknown', 'no ingester recognises this row', explainUnknown(row));
  const sha256 = createHash('sha256').update(toCanonicalJson(row)).digest('hex');
  const instance = ingester.ingest(row, {
    carry: options.carry,
    source: { file: '', row: index, line: 0, sha256 },
    keyInFile: '',
    testGlobs: options.overrides.testGlobs,
    sourceGlobs: options.overrides.sourceGlobs,
  });
  if (!instance.ok) return instance;
  const prepared = await prepareRecord(instance.value, options, null);
  return prepared.ok ? finishRecord(prepared.value, options) : prepared;
}
