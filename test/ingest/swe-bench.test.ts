/** Tests of the SWE-bench ingester: the record it makes, look-alikes, what is missing, what is wrong. */
import { describe, expect, test } from 'vitest';
import { instanceSchema } from '../../src/model/instance.js';
import { sweBench } from '../../src/ingest/swe-bench.js';
import { BASE, FIX, ingest, refusal, sweBenchRow, TEST_PATCH, warningCodes, without } from './rows.js';

test('makes the whole record of a row', () => {
  const instance = ingest(sweBench, sweBenchRow());
  expect(instanceSchema.parse(instance)).toEqual(instance);
  expect(instance).toEqual({
    instance_id: 'reading-room__shelf-41',
    corpus: 'swe-bench',
    repo: 'reading-room/shelf',
    language: 'python',
    problem_statement: 'Renewing a loan early takes days away\nI renew and the due date moves back.',
    student_context: [],
    base: { kind: 'commit', value: BASE },
    environment: { image: '', workdir: '', test_command: '' },
    extra: {
      pass_to_pass: ['tests/test_loans.py::test_lend', 'tests/test_loans.py::test_return'],
      version: '1.3',
      created_at: '2021-05-04T09:00:00Z',
      environment_setup_commit: 'd3c9120f7e45ab6618c09b72fe51a80d6493ce2b',
    },
    fix: FIX,
    fix_is_reversed: false,
    test_patch: TEST_PATCH,
    fix_column: 'fix',
    fail_to_pass: ['tests/test_loans.py::test_renew'],
    pass_to_pass: ['tests/test_loans.py::test_lend', 'tests/test_loans.py::test_return'],
    file_contents: [],
    reference_tests: [],
    declared_test_paths: [],
    source: { file: 'shelf.jsonl', row: 0, line: 1, sha256: '' },
    warnings: [],
  });
});

describe('look-alikes', () => {
  test('lists, Python texts and lower-case names give the same instance', () => {
    const plain = ingest(sweBench, sweBenchRow());
    const bare = without(sweBenchRow(), 'FAIL_TO_PASS', 'PASS_TO_PASS');
    const ids = {
      f: ['tests/test_loans.py::test_renew'],
      p: ['tests/test_loans.py::test_lend', 'tests/test_loans.py::test_return'],
    };
    const variants = [
      { ...bare, FAIL_TO_PASS: ids.f, PASS_TO_PASS: ids.p },
      { ...bare, fail_to_pass: ids.f, pass_to_pass: JSON.stringify(ids.p) },
      { ...bare, F2P: `['${ids.f.join()}']`, P2P: `['${ids.p.join("', '")}']` },
      { ...bare, FAIL_TO_PASS: ids.f[0], PASS_TO_PASS: ids.p.join('\n') },
      { ...without(sweBenchRow(), 'patch'), golden_patch: FIX },
    ];
    for (const row of variants) {
      expect(sweBench.detect(row)).not.toBe(null);
      expect(ingest(sweBench, row)).toEqual(plain);
    }
  });

  test('a missing repository is taken from the id', () => {
    expect(ingest(sweBench, without(sweBenchRow(), 'repo')).repo).toBe('reading-room/shelf');
  });

  test('the key in the file stands in for a missing id', () => {
    const row = without(sweBenchRow(), 'instance_id');
    expect(ingest(sweBench, row, { keyInFile: 'shelf-41' }).instance_id).toBe('shelf-41');
    expect(refusal(sweBench, row)).toMatchObject({ code: 'field_missing', path: 'instance_id' });
  });
});

describe('what is missing', () => {
  test('every optional field may be missing, null or empty: warnings say so', () => {
    const optional = [
      'base_commit',
      'test_patch',
      'problem_statement',
      'FAIL_TO_PASS',
      'PASS_TO_PASS',
      'version',
      'created_at',
    ];
    const expected = [
      'fail_to_pass_missing',
      'test_patch_missing',
      'problem_statement_missing',
      'base_unknown',
    ];
    const emptied = Object.fromEntries(optional.map((name) => [name, '']));
    const nulled = Object.fromEntries(optional.map((name) => [name, null]));
    for (const row of [without(sweBenchRow(), ...optional), sweBenchRow(emptied), sweBenchRow(nulled)]) {
      const instance = ingest(sweBench, row);
      expect(warningCodes(instance)).toEqual(expected);
      expect(instance.base).toEqual({ kind: 'unknown', value: '' });
      expect(instanceSchema.safeParse(instance).success).toBe(true);
    }
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', ' \n'],
  ])('a fix that is %s is refused', (_, patch) => {
    expect(refusal(sweBench, sweBenchRow({ patch }))).toEqual({
      code: 'fix_missing',
      message: 'the row holds no fix: patch is absent or empty',
      expected: 'a unified diff in patch',
      got: 'nothing',
      path: 'patch',
    });
  });
});

describe('what is wrong', () => {
  test.each<[string, unknown, string, string]>([
    ['patch', ['a diff'], 'a text', 'a list of 1'],
    ['test_patch', { files: [] }, 'a text', 'an object with the keys files'],
    ['instance_id', 41, 'a text', 'the number 41'],
    ['base_commit', false, 'a text', 'the truth value false'],
    ['repo', {}, 'a text', 'an object with the keys '],
    ['problem_statement', 7n, 'a text', 'the number 7'],
    ['FAIL_TO_PASS', 7, 'a list of test ids', 'the number 7'],
    ['PASS_TO_PASS', '["cut', 'a list of test ids, as JSON or as a Python literal', '["cut'],
  ])('a wrong %s names field, expected and got', (path, value, expected, got) => {
    expect(refusal(sweBench, sweBenchRow({ [path]: value }))).toMatchObject({
      code: 'field_invalid',
      path,
      expected,
      got,
    });
  });

  test('two different fixes in one row are not chosen from in silence', () => {
    expect(refusal(sweBench, sweBenchRow({ gold_patch: TEST_PATCH }))).toMatchObject({
      code: 'field_invalid',
      message: 'the fields patch and gold_patch of one row disagree',
    });
    expect(ingest(sweBench, sweBenchRow({ gold_patch: FIX })).fix).toBe(FIX);
  });

  test('a fix that is no diff is left to the diff reader', () => {
    expect(ingest(sweBench, sweBenchRow({ patch: 'see the pull request' })).fix).toBe(
      'see the pull request\n',
    );
  });
});

test('hints are carried on demand only', () => {
  expect(ingest(sweBench, sweBenchRow()).extra).not.toHaveProperty('hints_text');
  const extra = ingest(sweBench, sweBenchRow(), { carry: ['hints_text', 'reviewer'] }).extra;
  expect(extra).toMatchObject({ hints_text: 'use max()', reviewer: '' });
});
