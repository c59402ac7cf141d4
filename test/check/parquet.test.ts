/** Claim: a Parquet export is judged by its columns and by its rows, a fault of a column once and not once per row. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flatRowSchema } from '../../src/export/flat.js';
import { swiftRowSchema } from '../../src/export/swift.js';
import { listColumns, type RowColumns } from '../../src/export/row-columns.js';
import { writeAtomically } from '../../src/io/atomic-output.js';
import { InputError } from '../../src/io/input-error.js';
import { type ParquetSchema, ParquetRowWriter } from '../../src/io/parquet-writer.js';
import { check, codesOf, type JsonRow, readJsonl, Workbench } from './workbench.js';

const bench = new Workbench();
beforeAll(() => bench.open());
afterAll(() => bench.close());

/** Rows of an export, changed, as a Parquet file with these columns. */
async function writeParquet(
  trainer: string,
  columns: ParquetSchema,
  change: (row: JsonRow, index: number) => void = () => {},
): Promise<string> {
  const folder = await bench.export(trainer);
  const rows = readJsonl(join(folder, 'data', 'localization', 'train-00000-of-00001.jsonl'));
  for (const [index, row] of rows.entries()) change(row, index);
  const path = bench.write('rows.parquet', '');
  await writeAtomically(async (outputs) => {
    const writer = new ParquetRowWriter(await outputs.open(path), columns);
    for (const row of rows) await writer.append(row);
    await writer.finish();
  });
  return path;
}

const FLAT = listColumns(flatRowSchema, true);
const without = (columns: RowColumns, name: string): RowColumns =>
  Object.fromEntries(Object.entries(columns).filter(([key]) => key !== name));

describe('columns of a Parquet file', () => {
  it('a sound one has no finding, and dates are no fault where types are written down', async () => {
    const path = await writeParquet('flat', FLAT, (row) => void (row['base_commit'] = '2026-01-05'));
    const report = await check([path]);
    expect(codesOf(report)).toEqual({});
    expect(report.files).toMatchObject([{ format: 'flat', container: 'parquet', rows: 4 }]);
  });

  it('parquet_column_type: a count as text, once', async () => {
    const columns = { ...FLAT, token_count: 'string' } as const;
    const path = await writeParquet(
      'flat',
      columns,
      (row) => void (row['token_count'] = String(row['token_count'])),
    );
    const report = await check([path]);
    expect(codesOf(report)).toEqual({ parquet_column_type: 1 });
    expect(report.findings[0]?.places[0]).toMatchObject({
      row: -1,
      path: 'token_count',
      message: 'found string, expected int64',
    });
  });

  it('key_missing, key_unknown and key_order, once each', async () => {
    expect(codesOf(await check([await writeParquet('flat', without(FLAT, 'repo'))]))).toEqual({
      key_missing: 1,
    });
    const more = await writeParquet('flat', { ...FLAT, hint: 'string' }, (row) => void (row['hint'] = 'x'));
    expect(codesOf(await check([more]))).toEqual({ key_unknown: 1 });
    const turned = await writeParquet('flat', { ...without(FLAT, 'stage'), stage: 'string' });
    expect(codesOf(await check([turned]))).toMatchObject({ key_order: expect.any(Number) });
  });

  it('teacher_prompt_missing in a Parquet file for ms-swift', async () => {
    const columns = without(listColumns(swiftRowSchema, true), 'teacher_prompt');
    expect(codesOf(await check([await writeParquet('swift', columns)]))).toEqual({
      teacher_prompt_missing: 1,
    });
  });

  it('integer_too_large: digits beyond 2^53 are seen', async () => {
    const path = await writeParquet('flat', FLAT, (row, index) => {
      if (index === 2) row['token_count'] = 2n ** 60n;
    });
    const report = await check([path]);
    expect(codesOf(report)).toEqual({ integer_too_large: 1 });
    expect(report.findings[0]?.places[0]?.row).toBe(2);
  });

  it('shards_differ: a column has another type in the second file', async () => {
    const first = await writeParquet('flat', FLAT);
    const columns = { ...FLAT, token_count: 'double' } as const;
    const second = await writeParquet(
      'flat',
      columns,
      (row) => void (row['instance_id'] = `${String(row['instance_id'])}b`),
    );
    expect(codesOf(await check([first, second]))).toMatchObject({ shards_differ: 1, parquet_column_type: 1 });
  });

  it('a damaged file is an input error', async () => {
    const sound = readFileSync(await writeParquet('flat', FLAT));
    const path = bench.write('cut.parquet', '');
    writeFileSync(path, sound.subarray(0, sound.length - 20));
    await expect(check([path])).rejects.toThrow(InputError);
  });
});
