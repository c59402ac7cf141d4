/** Tests of the Multi-SWE-bench ingester: short names, test maps, issues instead of the pull request. */
import { describe, expect, test } from 'vitest';
import { multiSweBench } from '../../src/ingest/multi-swe-bench.js';
import { BASE, FIX, ingest, refusal, TEST_PATCH, warningCodes, without } from './rows.js';

const status = { run: 'PASS', test: 'NONE', fix: 'PASS' };
const row = {
  org: 'reading-room',
  repo: 'shelf',
  number: 41,
  title: 'Use max() when renewing',
  body: 'Fixes #40 with max()',
  base: { label: 'reading-room:main', ref: 'main', sha: BASE },
  resolved_issues: [{ number: 40, title: 'Renewing takes days away', body: 'See the due date.' }],
  fix_patch: FIX,
  test_patch: TEST_PATCH,
  fixed_tests: { 'org.shelf.LoanTest': status, 'org.shelf.RenewTest': status },
  p2p_tests: { 'org.shelf.LendTest': { ...status, test: 'PASS' } },
  f2p_tests: {},
  s2p_tests: {},
  n2p_tests: { 'org.shelf.LoanTest': status, 'org.shelf.RenewTest': status },
};

test('a validated row', () => {
  const instance = ingest(multiSweBench, row);
  expect(instance).toMatchObject({
    instance_id: 'reading-room__shelf-41',
    corpus: 'multi-swe-bench',
    repo: 'reading-room/shelf',
    base: { kind: 'commit', value: BASE },
    problem_statement: 'Renewing takes days away\nSee the due date.',
    fail_to_pass: ['org.shelf.LoanTest', 'org.shelf.RenewTest'],
    pass_to_pass: ['org.shelf.LendTest'],
    fix: FIX,
    test_patch: TEST_PATCH,
    warnings: [],
  });
  expect(JSON.stringify(instance)).not.toContain('Use max()');
  expect(JSON.stringify(instance)).not.toContain('Fixes #40');
});

test('the id and the language of the row count where it has them', () => {
  expect(ingest(multiSweBench, { ...row, instance_id: 'shelf-41', lang: 'ts' })).toMatchObject({
    instance_id: 'shelf-41',
    language: 'typescript',
  });
});

const lists = (...names: string[]) => ({
  name: names,
  run: names.map(() => 'PASS'),
  test: names.map(() => 'FAIL'),
  fix: [],
});

test('a re-shard: structs of lists, big integers', () => {
  const shard = {
    ...row,
    number: 41n,
    resolved_issues: { number: [40n], title: ['Renewing takes days away'], body: [null] },
    fixed_tests: lists('org.shelf.LoanTest'),
    p2p_tests: lists(),
  };
  expect(multiSweBench.detect(shard)).toBe('it has org, number, fix_patch, resolved_issues, fixed_tests');
  expect(ingest(multiSweBench, shard)).toMatchObject({
    instance_id: 'reading-room__shelf-41',
    problem_statement: 'Renewing takes days away',
    fail_to_pass: ['org.shelf.LoanTest'],
    pass_to_pass: [],
    extra: { number: 41 },
  });
});

describe('what is missing', () => {
  test.each([
    ['an empty list', []],
    ['an empty map', {}],
    ['nothing', undefined],
  ])('rows from before the validation hold %s', (_, fixed_tests) => {
    const raw = { ...without(row, 'n2p_tests', 'f2p_tests', 's2p_tests', 'p2p_tests'), fixed_tests };
    expect(warningCodes(ingest(multiSweBench, raw))).toEqual(['fail_to_pass_missing']);
  });

  test('without fixed_tests its parts count', () => {
    const parts = {
      ...without(row, 'fixed_tests'),
      f2p_tests: { a: status },
      s2p_tests: { b: status },
      n2p_tests: { a: status, c: status },
    };
    expect(ingest(multiSweBench, parts).fail_to_pass).toEqual(['a', 'b', 'c']);
  });

  test('issues and base', () => {
    const instance = ingest(multiSweBench, { ...row, resolved_issues: [], base: null });
    expect(warningCodes(instance)).toEqual(['problem_statement_missing', 'base_unknown']);
  });

  test('the fix', () => {
    expect(refusal(multiSweBench, without(row, 'fix_patch'))).toMatchObject({
      code: 'fix_missing',
      path: 'fix_patch',
    });
  });
});

test('a number that is none, a base that is none', () => {
  expect(refusal(multiSweBench, { ...row, number: 'forty' })).toMatchObject({
    code: 'field_invalid',
    path: 'number',
    got: 'the text forty',
  });
  expect(refusal(multiSweBench, { ...row, base: 'main' })).toMatchObject({
    code: 'field_invalid',
    path: 'base',
  });
});
