/** Owns the SWE-bench-like re-export of Multi-SWE-bench: fix_patch beside FAIL_TO_PASS, the language as a class number. */
import { FAIL_TO_PASS_NAMES, FIX_NAMES, SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, hasField, valueAt } from './field-reader.js';
import type { Ingester, Row } from './ingester.js';
import { ingestSweBenchRow, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

/** Source: class names in the dataset card of NovaSky-AI/Multi-SWE-bench. */
const LANGUAGES = ['c', 'cpp', 'go', 'java', 'js', 'python', 'rust', 'ts'] as const;

export const multiSweBenchFlat: Ingester = {
  name: 'multi-swe-bench-flat',
  notes: {
    title: 'Multi-SWE-bench in SWE-bench columns (NovaSky)',
    recognisedBy: 'fix_patch and FAIL_TO_PASS, and no org',
    localization: 'from fix_patch',
    reproduction: 'from test_patch and FAIL_TO_PASS',
    patch: 'fix_patch, forward',
    missing: '',
  },
  columns: [...SWE_BENCH_COLUMNS, 'fix_patch'],
  needs: [...SWE_BENCH_NEEDS.filter((names) => !names.includes('patch')), ['fix_patch']],
  detect(row) {
    if (!hasContent(row, 'fix_patch') || hasContent(row, 'org')) return null;
    const name = FAIL_TO_PASS_NAMES.find((field) => hasField(row, field));
    return name === undefined ? null : `it has fix_patch and ${name}, and no org`;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'multi-swe-bench',
      // A second fix in another field would be named as a conflict, not passed over.
      fixNames: ['fix_patch', ...FIX_NAMES],
      adapt: (_, draft) => ({ language: languageOfClass(row) || draft.language }),
    });
  },
};

function languageOfClass(row: Row): string {
  const value = valueAt(row, 'language');
  if (typeof value !== 'number' && typeof value !== 'bigint') return '';
  return LANGUAGES[Number(value)] ?? '';
}
