/** Owns SWE-bench Multimodal: SWE-bench rows with pictures in the problem statement. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

export const sweBenchMultimodal: Ingester = {
  name: 'swe-bench-multimodal',
  notes: {
    title: 'SWE-bench Multimodal',
    recognisedBy: 'image_assets beside the SWE-bench fields',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS; pictures in the test patch are named, not shown',
    patch: 'patch, forward',
    missing: 'the test split holds no patch and no test patch',
  },
  columns: [...SWE_BENCH_COLUMNS, 'image_assets'],
  needs: [...SWE_BENCH_NEEDS, ['image_assets']],
  detect(row) {
    if (!hasContent(row, 'image_assets') || listSweBenchFields(row).length < 3) return null;
    return 'it has image_assets beside the SWE-bench fields';
  },
  ingest(row, context) {
    // image_assets stays out of the carried fields: it lists the pictures of the fix, too.
    return ingestSweBenchRow(row, context, { corpus: 'swe-bench-multimodal' });
  },
};
