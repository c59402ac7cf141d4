/**
 * Owns SWE-bench, Lite and Verified, and every row laid out like them. They cannot be told apart by their fields, so they
 * are one corpus.
 */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

export const sweBench: Ingester = {
  name: 'swe-bench',
  notes: {
    title: 'SWE-bench, Lite, Verified, and rows laid out like them',
    recognisedBy: 'patch or test_patch or FAIL_TO_PASS, and three or more of the SWE-bench fields in all',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS (list, JSON or Python text; either case of the name)',
    patch: 'patch, forward',
    missing: 'rows of the Multimodal test split hold no patch',
  },
  columns: SWE_BENCH_COLUMNS,
  needs: SWE_BENCH_NEEDS,
  detect(row) {
    const fields = listSweBenchFields(row);
    const telling = fields.some(
      (name) => !['instance_id', 'repo', 'problem_statement', 'base_commit'].includes(name),
    );
    return telling && fields.length >= 3 ? `it has the SWE-bench fields ${fields.join(', ')}` : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, { corpus: 'swe-bench' });
  },
};
