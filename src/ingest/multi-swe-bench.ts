/**
 * Owns Multi-SWE-bench and Multi-SWE-RL: validated rows, rows from before the validation, and re-shards that keep the test
 * maps as structs of lists. The SWE-bench-like re-export is in multi-swe-bench-flat.ts.
 */
import { readEnvironment } from './environment.js';
import { FieldReader, hasContent, hasField, textAt, valueAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { finishInstance } from './instance-draft.js';
import { describeValue } from './describe-value.js';
import { joinIssues } from './statement.js';
import { commitBase } from './swe-bench-fields.js';

/** The parts of `fixed_tests`, for rows that lack the whole. */
const FIXED_PARTS = ['f2p_tests', 's2p_tests', 'n2p_tests'] as const;

export const multiSweBench: Ingester = {
  name: 'multi-swe-bench',
  notes: {
    title: 'Multi-SWE-bench, Multi-SWE-RL',
    recognisedBy: 'org, number and fix_patch',
    localization: 'from fix_patch',
    reproduction: 'from test_patch and the keys of fixed_tests, often classes or build steps',
    patch: 'fix_patch, forward',
    missing: 'rows from before the validation name no failing tests',
  },
  columns: [
    'org',
    'repo',
    'number',
    'instance_id',
    'base',
    'resolved_issues',
    'fix_patch',
    'test_patch',
    'fixed_tests',
    ...FIXED_PARTS,
    'p2p_tests',
    'lang',
    'language',
    'tag',
    'number_interval',
  ],
  needs: [['org'], ['repo'], ['number'], ['fix_patch'], ['resolved_issues']],
  detect(row) {
    if (!hasContent(row, 'org') || !hasContent(row, 'number')) return null;
    const names = ['org', 'number', 'fix_patch', 'resolved_issues', 'fixed_tests'];
    const found = names.filter((name) => hasField(row, name));
    return found.length >= 3 ? `it has ${found.join(', ')}` : null;
  },
  ingest(row, context) {
    const reader = new FieldReader(row);
    const org = reader.text(['org']);
    const repo = reader.text(['repo']);
    const number = readNumber(reader);
    const derived = org !== '' && repo !== '' && number !== '' ? `${org}__${repo}-${number}` : '';
    return finishInstance(
      {
        corpus: 'multi-swe-bench',
        instanceId: reader.text(['instance_id']) || derived,
        repo: org === '' || repo.includes('/') ? repo : `${org}/${repo}`,
        language: reader.anyText(['lang', 'language']),
        // Never title and body of the row: those are the pull request of the fix.
        statement: joinIssues(valueAt(row, 'resolved_issues')),
        base: commitBase(textAt(reader.object('base'), 'sha')),
        environment: readEnvironment(reader),
        fix: reader.text(['fix_patch']),
        fixField: 'fix_patch',
        testPatch: reader.text(['test_patch']),
        failToPass: readFixedTests(reader),
        passToPass: reader.testIds(['p2p_tests']),
        extraNames: ['number', 'tag', 'number_interval'],
      },
      reader,
      context,
    );
  },
};

function readNumber(reader: FieldReader): string {
  const value = valueAt(reader.row, 'number');
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && /^\d+$/.test(value)) return value;
  reader.refuse('field_invalid', 'the field number is no pull request number', {
    expected: 'a whole number',
    got: describeValue(value),
    path: 'number',
  });
  return '';
}

/** `fixed_tests` is the union of its parts; before the validation it is an empty list or map, or missing. */
function readFixedTests(reader: FieldReader): string[] {
  const fixed = reader.testIds(['fixed_tests']);
  if (fixed.length > 0) return fixed;
  return [...new Set(FIXED_PARTS.flatMap((name) => reader.testIds([name])))];
}
