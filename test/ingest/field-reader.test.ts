/** Tests of reading checked values out of an unchecked row. */
import { describe, expect, test } from 'vitest';
import { FieldReader, hasContent, hasField, valueAt } from '../../src/ingest/field-reader.js';

describe('valueAt', () => {
  test('finds fields, nested fields, and fields whose own name holds a dot', () => {
    const row = { a: { b: [{ c: 1 }] }, 'a.b': 2, n: null };
    expect(valueAt(row, 'a.b')).toBe(2);
    expect(valueAt({ a: row.a }, 'a.b.0.c')).toBe(1);
    expect(valueAt(row, 'n')).toBe(undefined);
  });

  test('never finds what every object inherits', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'a.constructor', 'a.length']) {
      expect(valueAt({ a: 'text' }, name)).toBe(undefined);
    }
  });

  test('tells presence from content', () => {
    const row = { text: '', list: [], map: {}, none: null, no: false };
    expect(Object.keys(row).filter((name) => hasField(row, name))).toEqual(['text', 'list', 'map', 'no']);
    expect(Object.keys(row).filter((name) => hasContent(row, name))).toEqual(['no']);
  });
});

describe('FieldReader', () => {
  test('takes the first filled alternative and keeps the first issue', () => {
    const reader = new FieldReader({
      image: null,
      docker_image: '',
      image_name: 'oven:3',
      version: 3,
      flag: true,
    });
    expect(reader.text(['image', 'docker_image', 'image_name'])).toBe('oven:3');
    expect(reader.issue).toBe(undefined);
    expect(reader.text(['version'])).toBe('');
    expect(reader.text(['flag'])).toBe('');
    expect(reader.issue).toEqual({
      code: 'field_invalid',
      message: 'the field version is not a text',
      expected: 'a text',
      got: 'the number 3',
      path: 'version',
    });
  });

  test('names two alternatives that disagree', () => {
    const reader = new FieldReader({ patch: 'one\n', gold_patch: 'other\n' });
    reader.text(['patch', 'gold_patch']);
    expect(reader.issue).toMatchObject({
      code: 'field_invalid',
      message: 'the fields patch and gold_patch of one row disagree',
      path: 'gold_patch',
    });
    expect(reader.issue?.expected).toContain('--map');
  });

  test('takes alternatives that differ in the last line break only', () => {
    const reader = new FieldReader({ patch: 'one\n', gold_patch: 'one' });
    expect(reader.text(['patch', 'gold_patch'])).toBe('one\n');
    expect(reader.issue).toBe(undefined);
  });

  test('compares lists of ids as sets', () => {
    const same = new FieldReader({ FAIL_TO_PASS: '["a", "b"]', fail_to_pass: ['b', 'a'] });
    expect(same.testIds(['FAIL_TO_PASS', 'fail_to_pass'])).toEqual(['a', 'b']);
    expect(same.issue).toBe(undefined);
    const other = new FieldReader({ FAIL_TO_PASS: ['a'], F2P: "['c']" });
    other.testIds(['FAIL_TO_PASS', 'F2P']);
    expect(other.issue?.message).toBe('the fields FAIL_TO_PASS and F2P of one row disagree');
  });

  test('decodes an object that is stored as JSON text', () => {
    const reader = new FieldReader({ base: '{"sha": "4b1c"}', meta: '[1]' });
    expect(reader.object('base')).toEqual({ sha: '4b1c' });
    expect(reader.object('absent')).toEqual({});
    expect(reader.issue).toBe(undefined);
    expect(reader.object('meta')).toEqual({});
    expect(reader.issue).toMatchObject({ path: 'meta', expected: 'an object or its JSON text' });
  });
});
