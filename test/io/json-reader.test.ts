/** Claim: every shape of a JSON document gives its rows, streamed; broken elements cost themselves only. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashSha256, toCanonicalJson } from '../../src/io/canonical-json.js';
import { readRows } from '../../src/io/read-rows.js';
import {
  collect,
  listOutcomes,
  listProblems,
  listRows,
  listValues,
  readContent,
  splitBytes,
} from './workbench.js';

const ROWS = [
  { instance_id: 'shelf__shelf-1', patch: 'if x: {\n"}]\\' },
  { instance_id: 'shelf__shelf-2', tests: ['a[1]', '{"b"}'], base: { sha: 'é' } },
];

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

describe('JSON documents', () => {
  it.each([
    ['an array, pretty-printed', pretty(ROWS)],
    ['an array on one line', JSON.stringify(ROWS)],
    ['rows under "instances"', pretty({ _meta: { name: 'demo', version: 2 }, instances: ROWS, note: 'end' })],
    ['rows under "data", after scalars', pretty({ version: '1', count: 2, data: ROWS })],
    ['rows under "rows" on one line', JSON.stringify({ rows: ROWS })],
  ])('reads %s', async (_, text) => {
    const results = await readContent('rows.json', text);
    expect(listValues(results)).toEqual(ROWS);
    expect(listRows(results).map(({ row, keyInFile }) => [row, keyInFile])).toEqual([
      [0, ''],
      [1, ''],
    ]);
  });

  it.each([
    ['a map whose rows have ids', ROWS],
    ['a map whose rows have none', [{ patch: 'a' }, { patch: 'b', base: {} }]],
  ])('reads %s and offers the key', async (_, rows) => {
    const map = { 'z-1': rows[0], 'a-2': rows[1] };
    for (const text of [pretty(map), JSON.stringify(map), pretty({ instances: map })]) {
      const results = await readContent('rows.json', text);
      expect(listValues(results)).toEqual(rows);
      expect(listRows(results).map(({ keyInFile }) => keyInFile)).toEqual(['z-1', 'a-2']);
    }
  });

  it('reads a map of many rows without ids', async () => {
    const entries = Array.from({ length: 200 }, (_, index) => [`id-${index}`, { patch: String(index) }]);
    const results = await readContent('rows.json', pretty(Object.fromEntries(entries)));
    expect(listRows(results)[199]).toMatchObject({ keyInFile: 'id-199', value: { patch: '199' }, row: 199 });
  });

  it('reads one pretty-printed object as one row, also when a field is named like a wrapper', async () => {
    for (const row of [
      ROWS[1],
      { instance_id: 'x', data: [1, 2], rows: {} },
      { number: 3, base: { a: 1 } },
    ]) {
      expect(listValues(await readContent('row.json', pretty(row)))).toEqual([row]);
    }
  });

  it('reads one row like JSON.parse when keys repeat or are __proto__', async () => {
    const text = '{"a": 1, "b": {"c": 2}, "a": 3, "__proto__": {"x": 1}}';
    const [value] = listValues(await readContent('row.json', text));
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('places rows by line and byte, and hashes canonical JSON', async () => {
    const text = '[\n  {"b": 1,\n   "a": 2},\n  {"a": 2, "b": 1}\n]';
    const rows = listRows(await readContent('rows.json', text));
    expect(rows.map(({ line, byteOffset }) => [line, byteOffset])).toEqual([
      [2, 4],
      [4, text.indexOf('{"a"')],
    ]);
    expect(rows.map(({ sha256 }) => sha256)).toEqual(Array(2).fill(hashSha256('{"a":2,"b":1}')));
  });

  it('reads nothing from an empty array and one empty row from an empty object', async () => {
    expect(await readContent('rows.json', ' [ ] ')).toEqual([]);
    expect(listValues(await readContent('rows.json', '{}'))).toEqual([{}]);
  });

  it.each([
    ['a malformed element', '[{"a":1},{"a":nope},{"a":3}]', ['ok', 'row_malformed_json', 'ok']],
    [
      'an element that is no object',
      '[{"a":1}, null, 7, "x", [1], {"a":3}]',
      ['ok', ...Array<string>(4).fill('row_not_an_object'), 'ok'],
    ],
    ['a bracket of the wrong kind', '[{"a":[1,2},{"a":3}]', ['row_malformed_json', 'ok']],
    ['a stray closing bracket', '[{"a":1]},{"a":3}]', ['row_malformed_json', 'row_malformed_json', 'ok']],
    ['a missing quote at the end of a line', '[{"a":"x,\n"b":"y"},\n{"a":3}]', ['row_malformed_json', 'ok']],
    ['an element that is never closed', '[{"a":1},{"a":[2, {"a":3}]', ['ok', 'row_truncated']],
    ['two commas', '[{"a":1},,{"a":3}]', ['ok', 'row_malformed_json', 'ok']],
    ['a trailing comma', '[{"a":1},{"a":3},]', ['ok', 'ok']],
    ['a missing comma', '[{"a":1} {"a":3}]', ['ok', 'ok']],
    ['text after the end', '[{"a":1}]\nnope', ['ok', 'row_malformed_json']],
    ['a missing end', '[{"a":1},{"a":3}', ['ok', 'ok', 'row_truncated']],
    ['an end inside an element', '[{"a":1},{"a":"3', ['ok', 'row_truncated']],
    ['an end after a comma', '[{"a":1},', ['ok', 'row_truncated']],
    [
      'a bad entry of a map',
      '{"x":{"instance_id":"x"},"y":null,"z":{"a":}}',
      ['ok', 'row_not_an_object', 'row_malformed_json'],
    ],
    ['a map without end', '{"x":{"instance_id":"x"},"y":{"a":1}', ['ok', 'ok', 'row_truncated']],
    [
      'a map with stray text',
      '{"x":{"instance_id":"x"}, nope, "y":{"a":1}}',
      ['ok', 'row_malformed_json', 'ok'],
    ],
    ['one row without end', '{"a":1,\n"b":', ['row_truncated']],
    ['one row with a bad value', '{"a":1,\n"b":nope}', ['row_malformed_json']],
    ['one row with a missing comma', '{"a":1\n"b":2}', ['row_malformed_json']],
  ])('survives %s', async (_, text, outcomes) => {
    expect(listOutcomes(await readContent('rows.json', text, { format: 'json' }))).toEqual(outcomes);
  });

  it('numbers rows and problems together', async () => {
    const results = await readContent('rows.json', '[{"a":1},\n nope,\n{"a":3}]');
    expect(listProblems(results)).toMatchObject([{ row: 1, line: 2, byteOffset: 11 }]);
    expect(listRows(results).map(({ row }) => row)).toEqual([0, 2]);
  });

  it('fails only the element with invalid UTF-8, at the offset of the bad byte', async () => {
    const content = Buffer.concat([
      Buffer.from('[{"a":1},{"a":"'),
      Buffer.from([0xfe]),
      Buffer.from('"},{"a":3}]'),
    ]);
    const results = await readContent('rows.json', content);
    expect(listOutcomes(results)).toEqual(['ok', 'row_invalid_utf8', 'ok']);
    expect(listProblems(results)).toMatchObject([{ row: 1, byteOffset: 15 }]);
    const single = Buffer.concat([Buffer.from('{"a":1,\n"b":"'), Buffer.from([0xfe]), Buffer.from('"}')]);
    expect(listProblems(await readContent('row.json', single))).toMatchObject([
      { code: 'row_invalid_utf8', byteOffset: 13 },
    ]);
  });

  it('stays linear on stray closing brackets in deep nesting', async () => {
    // One search of the open brackets for each stray one would take minutes here.
    const text = `[${'['.repeat(300_000)}${'}'.repeat(300_000)}${']'.repeat(300_000)},{"a":1}]`;
    expect(listOutcomes(await readContent('rows.json', text))).toEqual(['row_malformed_json', 'ok']);
  });

  it('gives the same for every chunk size as JSON.parse on the whole', async () => {
    const map = { k1: ROWS[0], 'k\\"2': ROWS[1] };
    const documents = [
      pretty(ROWS),
      JSON.stringify(map),
      pretty({ meta: { a: [] }, instances: map, x: 'y' }),
      pretty(ROWS[1]),
    ];
    for (const text of documents) {
      const bytes = Buffer.from(text);
      const expected = await collect(readRows('-', { stdin: splitBytes(bytes, [bytes.length]) }));
      expect(listProblems(expected)).toEqual([]);
      for (let size = 1; size <= 13; size++) {
        expect(await collect(readRows('-', { stdin: splitBytes(bytes, [size]) }))).toEqual(expected);
      }
    }
  });

  it('reads what JSON.parse reads from random arrays in random chunks', async () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 4 });
    const sizes = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { maxLength: 5 }),
        fc.constantFrom(0, 1),
        sizes,
        async (rows, indent, chunkSizes) => {
          const text = JSON.stringify(rows, null, indent);
          const results = await collect(
            readRows('-', { stdin: splitBytes(Buffer.from(text), chunkSizes), format: 'json' }),
          );
          expect(listValues(results)).toEqual(JSON.parse(text));
          const hashes = rows.map((row) => hashSha256(toCanonicalJson(JSON.parse(JSON.stringify(row)))));
          expect(listRows(results).map(({ sha256 }) => sha256)).toEqual(hashes);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('never throws and always ends on mutated documents', async () => {
    const bytes = Buffer.from(pretty({ instances: ROWS }));
    const edit = fc.record({
      at: fc.nat(bytes.length - 1),
      byte: fc.constantFrom(...Buffer.from('{}[]",:\\\n x'), 0xff),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 13 }),
        async (edits, size) => {
          const mutated = Buffer.from(bytes);
          for (const { at, byte } of edits) mutated[at] = byte;
          const whole = await collect(
            readRows('-', { stdin: splitBytes(mutated, [mutated.length]), format: 'json' }),
          );
          const split = await collect(readRows('-', { stdin: splitBytes(mutated, [size]), format: 'json' }));
          expect(split).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });
});
