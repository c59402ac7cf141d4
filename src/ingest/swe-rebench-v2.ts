/** Owns SWE-rebench-V2: many languages, with an interface for the student and a description of the fix' pull request. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, textAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { unquoteText } from './statement.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

export const sweRebenchV2: Ingester = {
  name: 'swe-rebench-v2',
  notes: {
    title: 'SWE-rebench-V2',
    recognisedBy: 'pr_description, install_config.base_image_name or meta.llm_metadata',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS',
    patch: 'patch, forward',
    missing: '',
  },
  columns: [...SWE_BENCH_COLUMNS, 'interface', 'pr_description', 'meta'],
  needs: [...SWE_BENCH_NEEDS, ['pr_description', 'install_config.base_image_name', 'meta.llm_metadata']],
  detect(row) {
    if (listSweBenchFields(row).length < 4) return null;
    if (isNamed(row, /swe-rebench-v2/i)) return 'its dataset_name says SWE-rebench-V2';
    for (const name of ['pr_description', 'install_config.base_image_name', 'meta.llm_metadata']) {
      if (hasContent(row, name)) return `it has ${name} beside the SWE-bench fields`;
    }
    return /(?:^|\/)swerebenchv2\//.test(textAt(row, 'image_name'))
      ? 'its image_name is one of swerebenchv2'
      : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'swe-rebench-v2',
      adapt(reader) {
        const text = unquoteText(reader.text(['interface']));
        return { studentContext: text.trim() === '' ? [] : [{ title: 'Interface', text }] };
      },
    });
  },
};
