/** Claim: CSV rows come through with their places; quoted newlines, marks and broken records are handled. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/io/input-error.js';
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

describe('CSV', () => {
  it('reads quoted newlines, quotes, empty and blank lines with their line and byte', async () => {
    const text = '\ufeffid,patch\r\n1,"a\r\nb ""c"" , d"\r\n\r\n2,\r\n3,"é"';
    const rows = listRows(await readContent('rows.csv', text));
    expect(rows.map(({ value }) => value)).toEqual([
      { id: '1', patch: 'a\r\nb "c" , d' },
      { id: '2', patch: '' },
      { id: '3', patch: 'é' },
    ]);
    const bytes = Buffer.from(text);
    expect(rows.map(({ row, line }) => [row, line])).toEqual([
      [0, 2],
      [1, 5],
      [2, 6],
    ]);
    expect(rows.map(({ byteOffset }) => bytes.toString('utf8', byteOffset, byteOffset + 2))).toEqual([
      '1,',
      '2,',
      '3,',
    ]);
  });

  it('reports a record with too few or too many fields and goes on', async () => {
    const results = await readContent('rows.csv', 'a,b\n1,2\n3\n4,5,6\n7,8\n');
    expect(listOutcomes(results)).toEqual(['ok', 'row_malformed_csv', 'row_malformed_csv', 'ok']);
    expect(listProblems(results)).toMatchObject([
      { row: 1, line: 3, byteOffset: 8, expected: '2 fields', got: '1' },
      { row: 2, line: 4, got: '3' },
    ]);
  });

  it('keeps stray quotes inside a field as text, without losing the rows after it', async () => {
    const results = await readContent('rows.csv', 'a,b\n1,2"3\n"6"x,7\n8,9\n');
    expect(listValues(results)).toEqual([
      { a: '1', b: '2"3' },
      { a: '"6"x', b: '7' },
      { a: '8', b: '9' },
    ]);
  });

  it('says where a quote was never closed', async () => {
    const results = await readContent('rows.csv', 'a,b\n1,2\n"3,4\n5,6\n');
    expect(listOutcomes(results)).toEqual(['ok', 'row_malformed_csv']);
    expect(listProblems(results)).toMatchObject([{ row: 1, line: 3, expected: 'a closing quote' }]);
  });

  it('fails only the row with invalid UTF-8', async () => {
    const content = Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xff]), Buffer.from('\n2,é\n')]);
    expect(listOutcomes(await readContent('rows.csv', content))).toEqual(['row_invalid_utf8', 'ok']);
  });

  it('keeps a column named __proto__ and an unnamed one', async () => {
    const [row] = listRows(await readContent('rows.csv', ',__proto__\n0,x\n'));
    expect(Object.entries(row?.value ?? {})).toEqual([
      ['', '0'],
      ['__proto__', 'x'],
    ]);
  });

  it.each([['a header that names a column twice', 'a,a\n1,2\n', 'input_damaged']])(
    'refuses %s',
    async (_, text, code) => {
      await expect(readContent('rows.csv', text, { format: 'csv' })).rejects.toMatchObject({
        name: InputError.name,
        code,
      });
    },
  );

  it('gives the same for every chunk size', async () => {
    const bytes = Buffer.from('\ufeffid,"pa""tch"\r\n1,"é\n\u2028"\r\n\r\n2\n"",""""\n3,"x');
    const expected = await collect(
      readRows('-', { stdin: splitBytes(bytes, [bytes.length]), format: 'csv' }),
    );
    expect(listOutcomes(expected)).toEqual(['ok', 'row_malformed_csv', 'ok', 'row_malformed_csv']);
    for (let size = 1; size <= 13; size++) {
      expect(await collect(readRows('-', { stdin: splitBytes(bytes, [size]), format: 'csv' }))).toEqual(
        expected,
      );
    }
  });
});
