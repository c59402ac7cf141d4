/** Owns SWE-bench-Live: the Python set, MultiLang and Windows, validated or not yet. */
import type { Row } from './ingester.js';
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, hasField, textAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

export const sweBenchLive: Ingester = {
  name: 'swe-bench-live',
  notes: {
    title: 'SWE-bench-Live: Python, MultiLang, Windows',
    recognisedBy: 'commit_urls, all_hints_text, rebuild_cmds or test_cmds beside the SWE-bench fields',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS',
    patch: 'patch, forward',
    missing: 'rows from before the validation name no failing tests',
  },
  columns: [
    ...SWE_BENCH_COLUMNS,
    'pull_number',
    'issue_numbers',
    'commit_urls',
    'rebuild_cmds',
    'print_cmds',
  ],
  needs: [...SWE_BENCH_NEEDS, ['commit_urls', 'rebuild_cmds', 'test_cmds', 'print_cmds']],
  detect(row) {
    if (listSweBenchFields(row).length < 4) return null;
    if (isNamed(row, /swe-bench-live/i)) return 'its dataset_name says SWE-bench-Live';
    const telling = ['commit_urls', 'all_hints_text', 'rebuild_cmds', 'print_cmds', 'test_cmds'];
    const names = telling.filter((name) => hasContent(row, name));
    return names.length > 0 ? `it has ${names.join(', ')} beside the SWE-bench fields` : null;
  },
  ingest(row, context) {
    // The commits' addresses stay out of the carried fields: they lead to the fix.
    return ingestSweBenchRow(row, context, {
      corpus: corpusOf(row),
      extraNames: ['pull_number', 'issue_numbers'],
    });
  },
};

/** The sets share their name with what tells them apart: Windows images, command lists outside of Python. */
function corpusOf(row: Row): string {
  if (/(?:^|\/)sweb\.eval\.win\./.test(textAt(row, 'docker_image'))) return 'swe-bench-live-windows';
  return hasField(row, 'rebuild_cmds') ? 'swe-bench-live-multilang' : 'swe-bench-live';
}
