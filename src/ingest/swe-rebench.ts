/** Owns SWE-rebench (first version) and its forerunner SWE-bench-extra. Version 2 has other fields and its own file. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, hasField } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

export const sweRebench: Ingester = {
  name: 'swe-rebench',
  notes: {
    title: 'SWE-rebench (first version) and SWE-bench-extra',
    recognisedBy: 'meta.failed_lite_validators or install_config beside the SWE-bench fields',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS',
    patch: 'patch, forward',
    missing: '',
  },
  columns: [...SWE_BENCH_COLUMNS, 'meta'],
  needs: [...SWE_BENCH_NEEDS, ['meta.failed_lite_validators', 'install_config']],
  detect(row) {
    if (listSweBenchFields(row).length < 4) return null;
    if (isNamed(row, /swe-rebench|swe-bench-extra/i)) return 'its dataset_name says SWE-rebench';
    if (hasField(row, 'meta.failed_lite_validators')) return 'it has meta.failed_lite_validators';
    if (hasField(row, 'meta.has_test_patch')) return 'it has meta.has_test_patch';
    return hasContent(row, 'install_config') ? 'it has install_config beside the SWE-bench fields' : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, { corpus: 'swe-rebench' });
  },
};
