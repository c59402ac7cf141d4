/** Owns SWT-bench: SWE-bench rows whose two diffs have other names. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

/** `patch` holds what the benchmark wants to be written: the tests, or in retrieval variants nothing of use. */
const FIX_NAMES = ['golden_code_patch'] as const;
const TEST_NAMES = ['golden_test_patch'] as const;

export const swtBench: Ingester = {
  name: 'swt-bench',
  notes: {
    title: 'SWT-bench',
    recognisedBy: 'golden_code_patch',
    localization: 'from golden_code_patch',
    reproduction: 'from golden_test_patch and FAIL_TO_PASS',
    patch: 'golden_code_patch, forward, its <patch> frame taken off',
    missing: '',
  },
  columns: [...SWE_BENCH_COLUMNS, ...FIX_NAMES, ...TEST_NAMES],
  needs: [
    ...SWE_BENCH_NEEDS.filter((names) => !names.includes('patch') && !names.includes('test_patch')),
    FIX_NAMES,
    TEST_NAMES,
  ],
  detect(row) {
    return hasContent(row, 'golden_code_patch') ? 'it has golden_code_patch' : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'swt-bench',
      fixNames: FIX_NAMES,
      testPatchNames: TEST_NAMES,
    });
  },
};
