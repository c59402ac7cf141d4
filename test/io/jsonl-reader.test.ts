/** Claim: JSON Lines come through whatever the chunks are; a bad line costs itself and says where it stands. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../src/io/jsonl-reader.js';
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

const GOOD = '{"instance_id":"shelf__shelf-1","patch":"a"}';

describe('JSON Lines', () => {
  it('numbers rows from 0 without blank lines, lines from 1 with them, and bytes from the start', async () => {
    const results = await readContent('rows.jsonl', `${GOOD}\n\n  \t\r\n{"a":"é"}\n${GOOD}`);
    expect(listRows(results).map(({ row, line, byteOffset }) => [row, line, byteOffset])).toEqual([
      [0, 1, 0],
      [1, 4, 51],
      [2, 5, 62],
    ]);
  });

  it('hashes the line without its terminator, so that LF, CRLF and no terminator give the same', async () => {
    const expected = createHash('sha256').update(GOOD).digest('hex');
    for (const content of [`${GOOD}\n${GOOD}\n`, `${GOOD}\r\n${GOOD}\r\n`, `\ufeff${GOOD}\n${GOOD}`]) {
      const hashes = listRows(await readContent('rows.jsonl', content)).map(({ sha256 }) => sha256);
      expect(hashes).toEqual([expected, expected]);
    }
  });

  it('accepts one byte order mark and counts its three bytes; a second one is malformed', async () => {
    const one = await readContent('rows.jsonl', `\ufeff${GOOD}\n`);
    expect(listRows(one)).toMatchObject([{ line: 1, byteOffset: 3 }]);
    const two = await readContent('rows.jsonl', `\ufeff\ufeff${GOOD}\n${GOOD}\n`);
    expect(listOutcomes(two)).toEqual(['row_malformed_json', 'ok']);
  });

  it('splits on LF only: U+2028, U+2029, U+0085, FF and VT are text, a lone CR is white space', async () => {
    const text = 'a\u2028b\u2029c\u0085d';
    const results = await readContent(
      'rows.jsonl',
      `{"a":${JSON.stringify(text)},\r"b":"\\f\\u000b"}\n${GOOD}\n`,
    );
    expect(listValues(results)[0]).toEqual({ a: text, b: '\f\v' });
    expect(listRows(results).map(({ line }) => line)).toEqual([1, 2]);
  });

  it('reports null, numbers, strings and arrays as no objects', async () => {
    const results = await readContent('rows.jsonl', `null\n7\n"x"\n${GOOD}\ntrue\n{}\n`);
    expect(listOutcomes(results)).toEqual([
      ...Array<string>(3).fill('row_not_an_object'),
      'ok',
      'row_not_an_object',
      'ok',
    ]);
    expect(listProblems(results).map(({ got }) => got)).toEqual([
      'null',
      'a number',
      'a string',
      'a boolean',
    ]);
    expect(listProblems(results).map(({ row }) => row)).toEqual([0, 1, 2, 4]);
  });

  it.each([
    ['a lone continuation byte', [0x80], 0],
    ['an overlong slash', [0xc0, 0xaf], 0],
    ['an encoded surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
    ['past U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
    ['a cut sequence in the middle', [0xc3, 0xa9, 0xe2, 0x82], 2],
  ])('fails only the row with %s, at the offset of the bad byte', async (_, bytes, faultOffset) => {
    const before = Buffer.from(`${GOOD}\n{"a":"`);
    const content = Buffer.concat([before, Buffer.from(bytes), Buffer.from(`"}\n${GOOD}\n`)]);
    const results = await readContent('rows.jsonl', content);
    expect(listOutcomes(results)).toEqual(['ok', 'row_invalid_utf8', 'ok']);
    expect(listProblems(results)).toMatchObject([
      { row: 1, line: 2, byteOffset: before.length + faultOffset },
    ]);
  });

  it('tells a last line that was cut off from one that is malformed', async () => {
    expect(listOutcomes(await readContent('rows.jsonl', `${GOOD}\n{"a": "b`))).toEqual([
      'ok',
      'row_truncated',
    ]);
    expect(listOutcomes(await readContent('rows.jsonl', `${GOOD}\n{"a": "b\n`))).toEqual([
      'ok',
      'row_malformed_json',
    ]);
    const cutInCharacter = Buffer.from(`${GOOD}\n{"a": "é`).subarray(0, -1);
    expect(listOutcomes(await readContent('rows.jsonl', cutInCharacter))).toEqual(['ok', 'row_truncated']);
  });

  it('keeps lone surrogates of escapes, integers as JSON.parse reads them, and an own __proto__', async () => {
    const line = '{"a":"\\ud83d","n":9007199254740993,"__proto__":{"x":1}}';
    const [value] = listValues(await readContent('rows.jsonl', `${line}\n`));
    expect(value).toEqual(JSON.parse(line));
    expect(Object.keys(value as object)).toEqual(['a', 'n', '__proto__']);
  });

  it('refuses a row that nests too deep without a stack overflow', async () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const edge = `{"a":${'['.repeat(511)}${']'.repeat(511)}}`;
    const results = await readContent('rows.jsonl', `${deep}\n${edge}\n${GOOD}\n`);
    expect(listOutcomes(results)).toEqual(['row_too_deep', 'ok', 'ok']);
  });

  it('builds all good rows with a bad one at every position', async () => {
    const bad = ['null', '{bad json}', '[1,2]', '{"patch": "cut', '7', '{"a":1,', '[', '<html>'];
    for (const badLine of bad) {
      for (let position = 0; position < 3; position++) {
        const lines = [GOOD, GOOD, GOOD].toSpliced(position, 0, badLine);
        const results = await readContent('rows.jsonl', `${lines.join('\n')}\n`);
        expect(results.map(({ ok }) => ok)).toEqual(lines.map((line) => line === GOOD));
        expect(listProblems(results)).toMatchObject([{ row: position, line: position + 1 }]);
      }
    }
  });

  it('reads a line of 4 MB in chunks of 1 kB', async () => {
    const long = JSON.stringify({ instance_id: 'long', patch: 'x'.repeat(4_000_000) });
    const results = await readContent('rows.jsonl', `${GOOD}\n${long}\n${GOOD}\n`, { chunkBytes: 1024 });
    expect(listOutcomes(results)).toEqual(['ok', 'ok', 'ok']);
    expect(listRows(results)[2]?.byteOffset).toBe(GOOD.length + long.length + 2);
  });

  it('passes over a line that is longer than a row may be', async () => {
    const chunks = splitBytes(Buffer.from('short\nmuch too long\nlast'), [3]);
    const lines = [];
    for await (const line of splitLines(chunks, 0, 5))
      lines.push([line.bytes.toString(), line.tooLarge, line.byteOffset]);
    expect(lines).toEqual([
      ['short', false, 0],
      ['', true, 6],
      ['last', false, 20],
    ]);
  });

  it('gives the same for every chunk size', async () => {
    const content = Buffer.concat([
      Buffer.from(`\ufeff${GOOD}\r\n\n{"a":"é\u2028\ud83d\ude00"}\nnull\n{"b":"`),
      Buffer.from([0xff]),
      Buffer.from(`"}\n\r\n{bad\n{"c":{"d":[1,2,{"e":"}\\"]"}]}}\n{"cut":`),
    ]);
    const expected = await collect(readRows('-', { stdin: splitBytes(content, [content.length]) }));
    expect(listOutcomes(expected)).toEqual([
      'ok',
      'ok',
      'row_not_an_object',
      'row_invalid_utf8',
      'row_malformed_json',
      'ok',
      'row_truncated',
    ]);
    for (let size = 1; size <= 13; size++) {
      expect(await collect(readRows('-', { stdin: splitBytes(content, [size]) }))).toEqual(expected);
    }
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, async (random) => {
        expect(await collect(readRows('-', { stdin: splitBytes(content, random) }))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('reads what JSON.parse reads, line by line', async () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 13 }),
        async (rows, size) => {
          const lines = rows.map((row) => JSON.stringify(row));
          const stdin = splitBytes(Buffer.from(`${lines.join('\n')}\n`), [size]);
          const results = await collect(readRows('-', { stdin, format: 'jsonl' }));
          expect(listValues(results)).toEqual(lines.map((line) => JSON.parse(line) as unknown));
        },
      ),
      { numRuns: 100 },
    );
  });
});
