/** Tests of reading test ids in every encoding. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTestIds } from '../../src/ingest/test-ids.js';

function read(value: unknown): unknown {
  const outcome = readTestIds(value, 'FAIL_TO_PASS');
  return outcome.ok ? outcome.value : outcome.issue;
}

describe('reads every encoding', () => {
  test.each<[string, unknown, string[]]>([
    ['a list', ['t::a', 't::b'], ['t::a', 't::b']],
    ['a JSON text', '["t::a", "t::b"]', ['t::a', 't::b']],
    ['a Python text', `['t::a', "t::it's"]`, ['t::a', "t::it's"]],
    ['JSON and Python quotes mixed', `["t | isn't", 't | is']`, ["t | isn't", 't | is']],
    ['a tuple', `('t::a',)`, ['t::a']],
    ['a set', `{'t::a', 't::b'}`, ['t::a', 't::b']],
    ['a JSON text in a JSON text', JSON.stringify(JSON.stringify(['t::a'])), ['t::a']],
    ['one bare id', 'tests/x.py::test_a[1-2]', ['tests/x.py::test_a[1-2]']],
    ['a bare id with a blank at its end', 'Legend should leave ', ['Legend should leave ']],
    [
      'a bare id that begins with a bracket',
      '[chromium] › shop.spec.ts › buys',
      ['[chromium] › shop.spec.ts › buys'],
    ],
    ['a bare id in quotes', `'test_a'`, ['test_a']],
    ['a bare title that begins with a quote', `"undo" restores the text`, [`"undo" restores the text`]],
    ['lines', 't::a\r\nt::b \n\n', ['t::a', 't::b ']],
    ['a map keyed by id', { 't::a': { run: 'PASS', test: 'NONE', fix: 'PASS' } }, ['t::a']],
    ['a JSON text of a map', '{"t::a": "PASSED"}', ['t::a']],
    ['a Python text of a map', `{'t::a': 'FAILED', 't::b': 'FAILED'}`, ['t::a', 't::b']],
    ['a map of different statuses: the passed ones', { a: 'PASSED', b: 'FAILED', c: 'ok' }, ['a', 'c']],
    ['lines of statuses', 't::a: PASSED\nt::b: FAILED\n', ['t::a']],
    ['a struct of lists', { name: ['A', 'B'], run: ['PASS', 'PASS'], fix: ['PASS', 'PASS'] }, ['A', 'B']],
    ['a map with an id called name', { name: 'PASSED', other: 'PASSED' }, ['name', 'other']],
    ['a map with an id called entries', { entries: [] }, ['entries']],
    ['numbers as ids', [7, 12n], ['7', '12']],
    ['repeated ids once', ['a', 'b', 'a'], ['a', 'b']],
    ['blank ids left out', ['a', ''], ['a']],
    ['nothing: null', null, []],
    ['nothing: missing', undefined, []],
    ['nothing: an empty text', '', []],
    ['nothing: None', 'None', []],
    ['nothing: an empty list', '[]', []],
    ['nothing: an empty map', {}, []],
    ['nothing: a quoted empty text', '""', []],
  ])('%s', (_, value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

describe('refuses what would be a guess, and names field, place and value', () => {
  test.each<[string, unknown, string, string, string]>([
    [
      'a cut list',
      '["t::a", "t::',
      'FAIL_TO_PASS',
      'a list of test ids, as JSON or as a Python literal',
      '["t::a", "t::',
    ],
    [
      'a list without quotes',
      '[test_a, test_b]',
      'FAIL_TO_PASS',
      'a list of test ids, as JSON or as a Python literal',
      '[test_a, test_b]',
    ],
    ['a number', 7, 'FAIL_TO_PASS', 'a list of test ids', 'the number 7'],
    ['an object in a list', ['a', { id: 'b' }], 'FAIL_TO_PASS[1]', 'a test id', 'an object with the keys id'],
    ['null in a list', ['a', null], 'FAIL_TO_PASS[1]', 'a test id', 'nothing (null)'],
    ['a list of lists', [['a']], 'FAIL_TO_PASS[0]', 'a test id', 'a list of 1'],
    ['a report', { success: ['a'] }, 'FAIL_TO_PASS.success', 'a status', 'a list of 1'],
    [
      'a map with keys that are no texts',
      `{1: 'PASSED'}`,
      'FAIL_TO_PASS',
      'a map keyed by test id',
      'the number 1',
    ],
    ['True in a Python list', `['a', True]`, 'FAIL_TO_PASS[1]', 'a test id', 'the truth value true'],
    ['bytes', new Uint8Array(3), 'FAIL_TO_PASS', 'a list of test ids', 'binary data of 3 bytes'],
  ])('%s', (_, value, path, expected, got) => {
    expect(read(value)).toMatchObject({ code: 'field_invalid', path, expected, got });
  });

  test('a list that cannot be read says where', () => {
    expect(read(`['a', b]`)).toMatchObject({
      message:
        'the field FAIL_TO_PASS looks like a list, but cannot be read: the name b is not a literal at character 6',
    });
  });
});

test('ids survive every encoding unchanged', () => {
  const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1 }), (ids) => {
      expect(read(ids)).toEqual(ids);
      expect(read(JSON.stringify(ids))).toEqual(ids);
      expect(read(JSON.stringify(Object.fromEntries(ids.map((key) => [key, { fix: 'PASS' }]))))).toHaveLength(
        ids.length,
      );
    }),
  );
});

test('never throws, whatever the value', () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
      (value) => {
        expect(typeof readTestIds(value, 'x').ok).toBe('boolean');
      },
    ),
    { numRuns: 1000 },
  );
});
