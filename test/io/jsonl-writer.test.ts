/** Claim: every line we write is read back the same by JSON.parse, by our reader and by a foreign one. */
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import ndjson from 'ndjson';
import { describe, expect, it } from 'vitest';
import { encodeJsonLine } from '../../src/io/jsonl-writer.js';
import { readRows } from '../../src/io/read-rows.js';
import { collect, listValues, splitBytes } from './workbench.js';

async function readWithNdjson(text: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of Readable.from([text]).pipe(ndjson.parse())) rows.push(row);
  return rows;
}

const TEXT = fc.string({ unit: 'grapheme' });

/** JSON values with the numbers that the writer takes. */
const VALUE = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    TEXT,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('row'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  row: fc.dictionary(TEXT, tie('value'), { maxKeys: 4 }),
}));

const ROWS = fc.array(VALUE.row, { minLength: 1, maxLength: 5 });

describe('encodeJsonLine', () => {
  it('keeps key order, escapes line break look-alikes and ends with one LF', () => {
    const line = encodeJsonLine({ b: 1, a: 'x\u2028y\u2029z\u0085\n\r', 'k\u2028': [true] });
    expect(line).toBe('{"b":1,"a":"x\\u2028y\\u2029z\\u0085\\n\\r","k\\u2028":[true]}\n');
  });

  it('replaces lone surrogates in values and keys, keeps pairs', () => {
    const line = encodeJsonLine({ 'k\ud800': ['a\udc00b', '\ud83d\ude00'], ['__proto__']: '\ud83d' });
    expect(line).toBe('{"k\ufffd":["a\ufffdb","\ud83d\ude00"],"__proto__":"\ufffd"}\n');
  });

  it.each([2 ** 53, -(2 ** 53), 1e300, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 60n])(
    'refuses %s',
    (number) => {
      expect(() => encodeJsonLine({ a: [number] })).toThrow(RangeError);
    },
  );

  it.each([2 ** 53 - 1, -(2 ** 53 - 1), 0.5, 7n])('writes %s', (number) => {
    expect(encodeJsonLine([number])).toBe(`[${number}]\n`);
  });

  it.each([[undefined], [Symbol('x')], [() => 1]])('refuses what JSON cannot say: %s', (value) => {
    expect(() => encodeJsonLine({ a: value })).toThrow(TypeError);
  });

  it('is read back by JSON.parse, by our reader in any chunks, and by ndjson', async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, fc.integer({ min: 1, max: 13 }), async (rows, size) => {
        const text = rows.map((row) => encodeJsonLine(row)).join('');
        const plain = rows.map((row) => JSON.parse(JSON.stringify(row)) as unknown);
        expect(
          text
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as unknown),
        ).toEqual(plain);
        const results = await collect(
          readRows('-', { stdin: splitBytes(Buffer.from(text), [size]), format: 'jsonl' }),
        );
        expect(listValues(results)).toEqual(plain);
        expect(await readWithNdjson(text)).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });
});
