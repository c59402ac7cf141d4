/** Claim: Parquet rows stream out of row groups of any size as plain JSON data, and what we write reads back. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { parquetReadObjects } from 'hyparquet';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputSet, writeAtomically } from '../../src/io/atomic-output.js';
import { InputError } from '../../src/io/input-error.js';
import { readParquetRows, wrapParquetBytes } from '../../src/io/parquet-reader.js';
import { ParquetRowWriter } from '../../src/io/parquet-writer.js';
import type { ParquetSchema } from '../../src/io/parquet-writer.js';
import {
  collect,
  listOutcomes,
  listProblems,
  listRows,
  listValues,
  makeFile,
  makeFolder,
  readAll,
} from './workbench.js';

const SCHEMA: ParquetSchema = {
  instance_id: 'string',
  tests: { list: 'string' },
  messages: { list: { struct: { role: 'string', content: 'string' } } },
  base: { struct: { kind: 'string', depth: 'int64' } },
  count: 'int64',
  share: 'double',
  done: 'boolean',
};

function makeRow(index: number): Record<string, unknown> {
  return {
    instance_id: `shelf__shelf-${index}`,
    tests: Array.from({ length: index % 4 }, (_, test) => `t${index}[${test}]`),
    messages: index % 3 === 0 ? [] : [{ role: 'user', content: `é ${'x'.repeat(index % 50)}` }],
    base: { kind: 'commit', depth: index },
    count: index * 2 ** 40,
    share: index / 8,
    done: index % 2 === 0,
  };
}

async function writeParquet(
  rows: readonly Record<string, unknown>[],
  schema: ParquetSchema,
  rowsPerGroup?: number,
): Promise<string> {
  const path = join(await makeFolder(), 'rows.parquet');
  await writeAtomically(async (outputs) => {
    const output = await outputs.open(path);
    const writer = new ParquetRowWriter(output, schema, rowsPerGroup === undefined ? {} : { rowsPerGroup });
    for (const row of rows) await writer.append(row);
    await writer.finish();
  });
  return path;
}

/** For JSON.stringify, which knows no BigInt. */
function asNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

describe('Parquet', () => {
  it.each([1, 7, 64, 65, 1000])(
    'reads back what was written, with %i rows per row group',
    async (rowsPerGroup) => {
      const rows = Array.from({ length: 200 }, (_, index) => makeRow(index));
      const results = await readAll(await writeParquet(rows, SCHEMA, rowsPerGroup));
      expect(listValues(results)).toEqual(rows);
      expect(listRows(results)[199]).toMatchObject({ row: 199, line: 0, byteOffset: 0, keyInFile: '' });
    },
  );

  it('agrees with hyparquet reading the whole file at once', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => makeRow(index));
    const path = await writeParquet(rows, SCHEMA, 300);
    const file = new Uint8Array(await readFile(path)).buffer;
    const whole = await parquetReadObjects({ file });
    expect(JSON.stringify(listValues(await readAll(path)))).toBe(JSON.stringify(whole, asNumbers));
  });

  it('writes the same bytes for the same rows', async () => {
    const hashes = new Set<string>();
    for (let run = 0; run < 2; run++) {
      const path = await writeParquet(
        Array.from({ length: 50 }, (_, index) => makeRow(index)),
        SCHEMA,
        20,
      );
      hashes.add(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      );
    }
    expect(hashes.size).toBe(1);
  });

  it('writes and reads a file without rows', async () => {
    const path = await writeParquet([], SCHEMA);
    let offered: readonly string[] = [];
    const columns = (available: readonly string[]): readonly string[] => (offered = available);
    expect(await readAll(path, { columns })).toEqual([]);
    expect(offered).toEqual(Object.keys(SCHEMA));
  });

  it('round-trips random text and lists', async () => {
    const text = fc.string({ unit: 'grapheme' });
    const row = fc.record({
      text,
      tests: fc.array(text, { maxLength: 4 }),
      turns: fc.array(fc.record({ role: text, content: text }), { maxLength: 3 }),
    });
    const schema: ParquetSchema = {
      text: 'string',
      tests: { list: 'string' },
      turns: { list: { struct: { role: 'string', content: 'string' } } },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 8 }),
        async (rows, size) => {
          expect(listValues(await readAll(await writeParquet(rows, schema, size)))).toEqual(rows);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('refuses what the schema does not say', async () => {
    const outputs = new OutputSet();
    const output = await outputs.open(join(await makeFolder(), 'rows.parquet'));
    const writer = new ParquetRowWriter(output, { a: 'string', n: 'int64' });
    await expect(writer.append({ a: null, n: 1 })).rejects.toThrow('column a: expected string, found null');
    await expect(writer.append({ a: 'x', n: 2 ** 53 })).rejects.toThrow('column n: expected int64');
    await expect(writer.append({ a: 'x', n: 2n ** 63n })).rejects.toThrow('column n: expected int64');
    await expect(writer.append({ n: 1 })).rejects.toThrow('column a: expected string, found undefined');
    await outputs.abort();
  });

  it('reads only the columns chosen from all that are there, and ignores unknown ones', async () => {
    const path = await writeParquet([makeRow(1)], SCHEMA);
    const offered: string[][] = [];
    const columns = (available: readonly string[]): string[] => {
      offered.push([...available]);
      return ['done', 'FAIL_TO_PASS', 'instance_id'];
    };
    const [value] = listValues(await readAll(path, { columns }));
    expect(value).toEqual({ instance_id: 'shelf__shelf-1', done: false });
    expect(offered).toEqual([Object.keys(SCHEMA)]);
  });

  it('reads snappy, gzip, brotli and plain pages split into many', async () => {
    const data = Array.from({ length: 500 }, (_, index) => `${index} ${'patch '.repeat(index % 20)}`);
    for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI'] as const) {
      const compressors = {
        GZIP: (bytes: Uint8Array): Uint8Array => gzipSync(bytes),
        BROTLI: (bytes: Uint8Array): Uint8Array => brotliCompressSync(bytes),
      };
      const columnData = [{ name: 'patch', data, type: 'STRING' as const }];
      const buffer = parquetWriteBuffer({ columnData, codec, compressors, pageSize: 700, rowGroupSize: 500 });
      const path = await makeFile('rows.parquet', new Uint8Array(buffer));
      expect(listValues(await readAll(path))).toEqual(data.map((patch) => ({ patch })));
    }
  });

  it('turns cells into JSON data', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'small', data: [2n ** 53n - 1n, -1n], type: 'INT64' },
        { name: 'large', data: [2n ** 53n, -(2n ** 63n)], type: 'INT64' },
        { name: 'float', data: [Number.NaN, Number.POSITIVE_INFINITY], type: 'DOUBLE' },
        {
          name: 'time',
          data: [new Date('2024-01-02T03:04:05.678Z'), new Date('1969-12-31T23:59:59.001Z')],
          type: 'TIMESTAMP',
        },
        { name: 'json', data: [{ a: [1] }, [null]], type: 'JSON' },
        { name: 'missing', data: [null, 'x'], type: 'STRING' },
      ],
    });
    const path = await makeFile('rows.parquet', new Uint8Array(buffer));
    expect(listValues(await readAll(path))).toEqual([
      {
        small: 9007199254740991,
        large: '9007199254740992',
        float: null,
        time: '2024-01-02T03:04:05.678Z',
        json: { a: [1] },
        missing: null,
      },
      {
        small: -1,
        large: '-9223372036854775808',
        float: null,
        time: '1969-12-31T23:59:59.001Z',
        json: [null],
        missing: 'x',
      },
    ]);
  });

  it('fails only the row with a byte array that is no UTF-8', async () => {
    const data = [Buffer.from('fine'), Buffer.from([0x61, 0xff]), Buffer.from('é')];
    const buffer = parquetWriteBuffer({ columnData: [{ name: 'patch', data, type: 'BYTE_ARRAY' }] });
    const results = await readAll(await makeFile('rows.parquet', new Uint8Array(buffer)));
    expect(listOutcomes(results)).toEqual(['ok', 'row_invalid_utf8', 'ok']);
    expect(listProblems(results)).toMatchObject([
      { row: 1, got: 'a bad byte in column "patch", byte 1 of the cell' },
    ]);
  });

  it('reports a damaged file as a whole, whatever is damaged', async () => {
    const good = await readFile(await writeParquet([makeRow(1), makeRow(2)], SCHEMA));
    const cut = [good.subarray(0, 4), good.subarray(0, good.length / 2), good.subarray(0, -1)];
    for (const bytes of cut) {
      const path = await makeFile('rows.parquet', bytes);
      await expect(readAll(path)).rejects.toMatchObject({
        name: 'InputError',
        code: 'input_damaged',
        file: path,
      });
    }
  });

  it('ends, and throws nothing but InputError, with any one byte of the file damaged', async () => {
    const good = await readFile(await writeParquet([makeRow(1), makeRow(2), makeRow(3)], SCHEMA));
    for (let at = 4; at < good.length; at++) {
      const mutated = Buffer.from(good);
      mutated[at] = at % 2 === 0 ? 0x00 : 0xff;
      try {
        await collect(readParquetRows(wrapParquetBytes(mutated), 'rows.parquet'));
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });
});
