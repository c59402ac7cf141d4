/** Owns SWE-bench Pro, as published and as re-keyed by its runners. */
import type { Instance } from '../model/instance.js';
import { workdirOfImage } from './environment.js';
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { type FieldReader, hasContent, textAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { unquoteText } from './statement.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

/** `instance_<org>__<repo>-<sha of the fix>`, often with `-v<sha>` or `-vnan`. */
const PRO_ID_END = /-[0-9a-f]{40}(?:-v(?:[0-9a-f]+|nan))?$/;
const CONTEXT: readonly (readonly [string, string])[] = [
  ['requirements', 'Requirements'],
  ['interface', 'Interface'],
];

export const sweBenchPro: Ingester = {
  name: 'swe-bench-pro',
  notes: {
    title: 'SWE-bench Pro',
    recognisedBy:
      'ids that begin with instance_ and hold the sha of the fix, or before_repo_set_cmd, dockerhub_tag',
    localization: 'from patch (gold_patch in re-keyed files)',
    reproduction: 'from test_patch and fail_to_pass (JSON and Python texts in one column)',
    patch: 'patch, forward',
    missing: '',
  },
  columns: [
    ...SWE_BENCH_COLUMNS,
    'requirements',
    'interface',
    'before_repo_set_cmd',
    'selected_test_files_to_run',
    'dockerhub_tag',
    'issue_specificity',
    'issue_categories',
    'task_type',
    'knowledge_domain',
  ],
  needs: [...SWE_BENCH_NEEDS, ['requirements', 'before_repo_set_cmd', 'dockerhub_tag', 'issue_specificity']],
  detect(row) {
    if (listSweBenchFields(row).length < 3) return null;
    if (isNamed(row, /swe-bench_pro/i)) return 'its dataset_name says SWE-bench_Pro';
    if (isProId(textAt(row, 'instance_id'))) return 'its id is instance_<org>__<repo>-<sha>';
    for (const name of ['before_repo_set_cmd', 'dockerhub_tag', 'issue_specificity']) {
      if (hasContent(row, name)) return `it has ${name} beside the SWE-bench fields`;
    }
    const both = hasContent(row, 'requirements') && hasContent(row, 'interface');
    return both ? 'it has requirements and interface beside the SWE-bench fields' : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'swe-bench-pro',
      extraNames: ['issue_specificity', 'issue_categories', 'task_type', 'knowledge_domain'],
      adapt: (reader, draft) => ({
        studentContext: readContext(reader),
        environment: completeEnvironment(reader, draft.environment),
        declaredTestPaths: listDeclaredTests(reader),
      }),
    });
  },
};

function isProId(id: string): boolean {
  return id.startsWith('instance_') && id.includes('__') && PRO_ID_END.test(id);
}

function readContext(reader: FieldReader): Instance['student_context'] {
  const context: Instance['student_context'] = [];
  for (const [name, title] of CONTEXT) {
    const text = unquoteText(reader.text([name]));
    if (text.trim() !== '') context.push({ title, text });
  }
  return context;
}

/** The published rows hold the tag only; the images stand in one repository. Source: SWE-bench_Pro-os, README. */
function completeEnvironment(reader: FieldReader, found: Instance['environment']): Instance['environment'] {
  const tag = reader.text(['dockerhub_tag']);
  if (found.image !== '' || tag === '') return found;
  const image = tag.includes('/') ? tag : `jefzda/sweap-images:${tag}`;
  return { ...found, image, workdir: found.workdir || workdirOfImage(image) };
}

/** The test files the harness runs and those it takes from the fix' commit. */
function listDeclaredTests(reader: FieldReader): string[] {
  const selected = reader.testIds(['selected_test_files_to_run']);
  const last = reader.text(['before_repo_set_cmd']).trimEnd().split('\n').at(-1) ?? '';
  const checkout = /^git checkout [0-9a-f]{7,40} -- (.+)$/.exec(last)?.[1] ?? '';
  const files = checkout.split(' ').filter((path) => path !== '');
  return [...new Set([...selected, ...files])];
}
