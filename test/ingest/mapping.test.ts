/** Tests of the mapping file, and of the example that ships with the project. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMappingIngester } from '../../src/ingest/mapping.js';
import type { Ingester, Row } from '../../src/ingest/ingester.js';
import type { Issue } from '../../src/model/issue.js';
import { FIX, ingest, refusal, TEST_PATCH, warningCodes } from './rows.js';

function make(mapping: unknown): Ingester {
  const outcome = createMappingIngester(mapping);
  if (!outcome.ok) throw new Error(outcome.issue.message);
  return outcome.value;
}

function problem(mapping: unknown): Issue {
  const outcome = createMappingIngester(mapping);
  if (outcome.ok) throw new Error('accepted');
  return outcome.issue;
}

const minimal = { corpus: 'tickets', fields: { fix: 'diff' } };

describe('the shipped example', () => {
  const folder = new URL('../../examples/mapping/', import.meta.url);
  const ingester = make(JSON.parse(readFileSync(new URL('map.json', folder), 'utf8')));
  const rows = readFileSync(new URL('tickets.jsonl', folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Row);

  test('makes an instance of every row', () => {
    const instances = rows.map((row) => ingest(ingester, row));
    expect(instances.map(({ instance_id, fail_to_pass }) => [instance_id, fail_to_pass])).toEqual([
      ['oven-17', ['tests/test_timer.py::test_half_kilo']],
      [
        'oven-18',
        ['tests/test_timer.py::test_over_on_the_minute', 'tests/test_timer.py::test_not_over_before_start'],
      ],
      ['oven-21', ['tests/test_shelf.py::test_full_oven']],
    ]);
    expect(instances[0]).toMatchObject({
      corpus: 'bakery-tickets',
      repo: 'bakery/oven',
      language: 'python',
      base: { kind: 'parent_of', value: '3f1d9a5c07be42d6815a9e2cf0b7d84416e3a2c9' },
      environment: { test_command: 'python -m pytest -q' },
      fix_column: 'combined',
      student_context: [
        { title: 'Interface', text: 'Timer.start(kilos) -> minutes, kilos may be a fraction' },
      ],
      extra: { severity: 'high' },
      warnings: [],
    });
    expect(instances[1]?.student_context).toEqual([]);
    expect(instances.every(({ fix }) => !fix.includes('tests/'))).toBe(true);
    expect(instances.every(({ test_patch }) => test_patch.startsWith('diff --git a/tests/'))).toBe(true);
  });

  test('names its columns for columnar files and recognises its rows', () => {
    expect(ingester.columns).toEqual(
      expect.arrayContaining(['project', 'ticket', 'commit', 'report', 'checks', 'notes', 'severity']),
    );
    expect(ingester.detect(rows[0] ?? {})).toBe(
      'it has commit.diff, which the mapping file names as the fix',
    );
    expect(ingester.detect({ diff: FIX })).toBe(null);
  });
});

describe('what a mapping can say', () => {
  test('a bug is reversed', () => {
    const bug = FIX.replaceAll(/^\+([^+])/gm, '#$1')
      .replaceAll(/^-([^-])/gm, '+$1')
      .replaceAll(/^#/gm, '-');
    const row = { diff: bug.replace('@@ -1,5 +1,6 @@', '@@ -1,6 +1,5 @@'), key: 'a' };
    const instance = ingest(
      make({ ...minimal, direction: 'bug', fields: { fix: 'diff', instance_id: 'key' } }),
      row,
    );
    expect(instance.fix_is_reversed).toBe(true);
    expect(instance.fix).toContain(
      '-        loan.due = today + WEEK\n+        loan.due = max(loan.due, today) + WEEK\n',
    );
  });

  test('alternatives, constants, a field before its constant', () => {
    const mapping = {
      corpus: 'tickets',
      fields: {
        fix: ['repair', 'diff'],
        instance_id: ['key', 'T-{n}'],
        repo: 'repo',
        language: 'lang',
        test_patch: 'tests',
      },
      constants: {
        repo: 'reading-room/shelf',
        language: 'go',
        image: 'me/shelf',
        workdir: '/w',
        test_command: 'go test',
      },
    };
    const row = { diff: FIX, n: 7, tests: TEST_PATCH };
    expect(ingest(make(mapping), row)).toMatchObject({
      instance_id: 'T-7',
      repo: 'reading-room/shelf',
      language: 'go',
      test_patch: TEST_PATCH,
      environment: { image: 'me/shelf', workdir: '/w', test_command: 'go test' },
    });
    expect(ingest(make(mapping), { ...row, lang: 'py', repo: 'a/b', key: 12 })).toMatchObject({
      instance_id: '12',
      repo: 'a/b',
      language: 'python',
    });
  });

  test.each<[string, unknown, string[]]>([
    ['auto', "['a', 'b']", ['a', 'b']],
    ['json', '["a", "b"]', ['a', 'b']],
    ['python', "('a', 'b')", ['a', 'b']],
    ['lines', 'a, b\r\n[c]\n', ['a, b', '[c]']],
    ['commas', 'a, b ,c', ['a', 'b', 'c']],
    ['spaces', ' a  b\nc', ['a', 'b', 'c']],
    ['lines', ['a'], ['a']],
    ['json', '', []],
  ])('test ids as %s', (test_ids, value, expected) => {
    const mapping = {
      ...minimal,
      test_ids,
      fields: { fix: 'diff', instance_id: 'key', fail_to_pass: 'ids' },
    };
    expect(ingest(make(mapping), { diff: FIX, key: 'a', ids: value }).fail_to_pass).toEqual(expected);
  });

  test('nothing beyond the fix: warnings say what is missing', () => {
    const instance = ingest(make(minimal), { diff: FIX }, { keyInFile: 'a' });
    expect(instance.language).toBe('python');
    expect(warningCodes(instance)).toEqual([
      'fail_to_pass_missing',
      'test_patch_missing',
      'problem_statement_missing',
      'base_unknown',
    ]);
  });
});

describe('rows that do not fit', () => {
  const ingester = make({
    ...minimal,
    test_ids: 'json',
    fields: { fix: 'diff', instance_id: '{team}-{n}', fail_to_pass: 'ids' },
  });

  test('half a template is no id', () => {
    expect(refusal(ingester, { diff: FIX, n: 7 })).toMatchObject({
      code: 'field_missing',
      path: 'instance_id',
    });
  });

  test('ids in another encoding than the one named', () => {
    expect(refusal(ingester, { diff: FIX, team: 'a', n: 1, ids: "['a']" })).toMatchObject({
      code: 'field_invalid',
      path: 'ids',
      expected: 'a list of test ids as JSON',
    });
  });

  test('no fix', () => {
    expect(refusal(ingester, { team: 'a', n: 1 })).toMatchObject({ code: 'fix_missing', path: 'diff' });
  });
});

describe('a mapping file that is wrong says where', () => {
  test.each<[string, unknown, string, string]>([
    ['no object', 'map', '', 'the text map'],
    ['no fields', { corpus: 'a' }, 'fields', 'nothing (the field is missing)'],
    ['no fix', { corpus: 'a', fields: {} }, 'fields.fix', 'nothing (the field is missing)'],
    ['a number for a field', { corpus: 'a', fields: { fix: 7 } }, 'fields.fix', 'the number 7'],
    ['an empty field', { corpus: 'a', fields: { fix: '' } }, 'fields.fix', 'an empty text'],
    ['a corpus with a blank', { corpus: 'a b', fields: { fix: 'x' } }, 'corpus', 'the text a b'],
    ['an unknown direction', { ...minimal, direction: 'back' }, 'direction', 'the text back'],
    ['an unknown encoding', { ...minimal, test_ids: 'xml' }, 'test_ids', 'the text xml'],
    ['an unknown key', { ...minimal, feilds: {} }, 'feilds', 'feilds'],
    ['an unknown field', { corpus: 'a', fields: { fix: 'x', patch: 'y' } }, 'fields', 'patch'],
  ])('%s', (_, mapping, path, got) => {
    expect(problem(mapping)).toMatchObject({ code: 'field_invalid', path, got });
  });

  test('an unknown key names the known ones', () => {
    expect(problem({ ...minimal, fields: { fix: 'x', patch: 'y' } })).toMatchObject({
      message: 'the mapping file has an unknown key: patch',
    });
    expect(problem({ ...minimal, fields: { fix: 'x', patch: 'y' } }).expected).toContain('test_patch');
  });
});
