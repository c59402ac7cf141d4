/** Owns SWE-PolyBench: SWE-bench rows as CSV, with test ids as Python texts. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, hasField } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

const TELLING = ['modified_nodes', 'is_func_only', 'is_class_only', 'is_no_nodes', 'task_category'] as const;

export const swePolyBench: Ingester = {
  name: 'swe-polybench',
  notes: {
    title: 'SWE-PolyBench (CSV)',
    recognisedBy: 'F2P beside modified_nodes, task_category or the is_… flags',
    localization: 'from patch',
    reproduction: 'from test_patch and F2P',
    patch: 'patch, forward',
    missing: '',
  },
  columns: [...SWE_BENCH_COLUMNS, ...TELLING],
  needs: [...SWE_BENCH_NEEDS, TELLING],
  detect(row) {
    if (listSweBenchFields(row).length < 4) return null;
    if (isNamed(row, /swe-polybench/i)) return 'its dataset_name says SWE-PolyBench';
    if (!hasField(row, 'F2P')) return null;
    const name = TELLING.find((telling) => hasContent(row, telling));
    return name === undefined ? null : `it has F2P and ${name} beside the SWE-bench fields`;
  },
  ingest(row, context) {
    // modified_nodes stays out of the carried fields: it names what the fix changes.
    return ingestSweBenchRow(row, context, { corpus: 'swe-polybench', extraNames: ['task_category'] });
  },
};
