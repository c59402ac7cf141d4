/** Tests over real rows, when they are at hand: every row of every file gives an instance. */
import { existsSync, readFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, test } from 'vitest';
import { readDiff } from '../../src/diff/read.js';
import { detectFormat } from '../../src/ingest/detection.js';
import { isRow } from '../../src/ingest/field-reader.js';
import type { Row } from '../../src/ingest/ingester.js';
import { wantedColumns } from '../../src/ingest/registry.js';
import { instanceSchema, type Instance } from '../../src/model/instance.js';
import { context } from './rows.js';

const DATA = new URL('../../../shared/data/', import.meta.url);

interface Expected {
  readonly file: string;
  readonly rows: number;
  readonly format: string;
  /** Failing tests over all rows. */
  readonly failToPass: number;
  /** Rows per corpus where there are several, or another name than the format. */
  readonly corpora?: Readonly<Record<string, number>>;
  readonly warnings?: Readonly<Record<string, number>>;
}

const FILES: readonly Expected[] = [
  {
    file: 'swe-bench-verified/SWE-bench_Verified_test.parquet',
    rows: 500,
    format: 'swe-bench',
    failToPass: 1516,
  },
  { file: 'swe-bench-lite/SWE-bench_Lite_test.parquet', rows: 300, format: 'swe-bench', failToPass: 1040 },
  { file: 'swe-bench-lite/SWE-bench_Lite_dev.parquet', rows: 23, format: 'swe-bench', failToPass: 34 },
  { file: 'swe-bench-dev/SWE-bench_dev.parquet', rows: 225, format: 'swe-bench', failToPass: 4708 },
  {
    file: 'swe-bench-multilingual/SWE-bench_Multilingual_test.parquet',
    rows: 300,
    format: 'swe-bench-multilingual',
    failToPass: 426,
    warnings: { fail_to_pass_missing: 1 },
  },
  {
    file: 'swe-bench-multimodal/SWE-bench_Multimodal_dev.parquet',
    rows: 102,
    format: 'swe-bench-multimodal',
    failToPass: 616,
  },
  {
    file: 'swe-bench-live/launch_test-dataset.jsonl',
    rows: 1,
    format: 'swe-bench-live',
    failToPass: 0,
    warnings: { fail_to_pass_missing: 1 },
  },
  {
    file: 'swe-bench-pro/zhoutaoz99_suite_instances.json',
    rows: 27,
    format: 'swe-bench-pro',
    failToPass: 874,
  },
  {
    file: 'nemo-gym/resources_servers_swebench_pro_data_example.jsonl',
    rows: 5,
    format: 'swe-bench-pro',
    failToPass: 19,
  },
  {
    file: 'nemo-gym/responses_api_agents_mini_swe_agent_2_data_example.jsonl',
    rows: 5,
    format: 'swe-bench',
    failToPass: 18,
  },
  {
    file: 'nemo-gym/environments_swe_data_example.jsonl',
    rows: 20,
    format: 'wrapped',
    failToPass: 47,
    corpora: { 'swe-bench': 20 },
  },
  {
    file: 'nemo-gym/nemo-rl_balanced_language_lyris_subset.jsonl',
    rows: 10,
    format: 'wrapped',
    failToPass: 704,
    corpora: { 'swe-rebench-v2': 6, 'swe-gym': 4 },
  },
  { file: 'swe-gym/swe-gym_unwrapped.jsonl', rows: 14, format: 'swe-gym', failToPass: 35 },
  { file: 'swe-rebench-v2/sample.json', rows: 1, format: 'swe-rebench-v2', failToPass: 12 },
  {
    file: 'swe-rebench-v2/swe-rebench-v2_unwrapped.jsonl',
    rows: 7,
    format: 'swe-rebench-v2',
    failToPass: 710,
  },
  {
    file: 'swe-smith/pandas-dev__pandas.95280573.pr_53652.json',
    rows: 1,
    format: 'swe-smith',
    failToPass: 2,
    warnings: { test_patch_missing: 1 },
  },
  { file: 'r2e-gym/real_2_rows.jsonl', rows: 2, format: 'r2e-gym', failToPass: 2 },
  {
    file: 'r2e-gym/rebuilt_26_rows.jsonl',
    rows: 26,
    format: 'r2e-gym',
    failToPass: 0,
    warnings: { fail_to_pass_missing: 26, problem_statement_missing: 26 },
  },
  {
    file: 'r2e-gym/swe_bench_verified_parsed_commit_3_rows.jsonl',
    rows: 3,
    format: 'r2e-gym-verified',
    failToPass: 5,
  },
  { file: 'multi-swe-bench/google__gson_dataset.jsonl', rows: 5, format: 'multi-swe-bench', failToPass: 19 },
  { file: 'multi-swe-bench/google__guava_dataset.jsonl', rows: 2, format: 'multi-swe-bench', failToPass: 26 },
  {
    file: 'multi-swe-bench/googlecontainertools__jib_dataset.jsonl',
    rows: 5,
    format: 'multi-swe-bench',
    failToPass: 12,
  },
  {
    file: 'multi-swe-bench/mockito__mockito_dataset.jsonl',
    rows: 6,
    format: 'multi-swe-bench',
    failToPass: 29,
  },
];

async function readRows(file: string): Promise<Row[]> {
  const path = new URL(file, DATA).pathname;
  if (file.endsWith('.parquet')) {
    const buffer = await asyncBufferFromFile(path);
    const available = parquetSchema(await parquetMetadataAsync(buffer)).children.map(
      ({ element }) => element.name,
    );
    return parquetReadObjects({ file: buffer, compressors, columns: wantedColumns(available, []) });
  }
  const text = readFileSync(path, 'utf8');
  if (file.endsWith('.jsonl'))
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value)) return value.filter(isRow);
  if (!isRow(value)) return [];
  return Array.isArray(value.instances) ? value.instances.filter(isRow) : [value];
}

function count(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe.skipIf(!existsSync(DATA))('real rows (../shared/data)', () => {
  test.each(FILES)('$file: $rows rows, $failToPass failing tests', async (expected) => {
    const instances: Instance[] = [];
    const formats: string[] = [];
    for (const row of await readRows(expected.file)) {
      const detection = detectFormat(row);
      formats.push(detection?.ingester.name ?? 'unknown');
      const outcome = detection?.ingester.ingest(row, context());
      expect(outcome).toMatchObject({ ok: true });
      if (outcome?.ok === true) instances.push(outcome.value);
    }
    expect(count(formats)).toEqual({ [expected.format]: expected.rows });
    expect(count(instances.map(({ corpus }) => corpus))).toEqual(
      expected.corpora ?? { [expected.format]: expected.rows },
    );
    expect(instances.reduce((sum, { fail_to_pass }) => sum + fail_to_pass.length, 0)).toBe(
      expected.failToPass,
    );
    expect(count(instances.flatMap(({ warnings }) => warnings.map(({ code }) => code)))).toEqual(
      expected.warnings ?? {},
    );
    for (const instance of instances) {
      expect(instanceSchema.safeParse(instance).error).toBe(undefined);
      expect(instance.repo).toMatch(/^[^/\s]+\/[^/\s]+$/);
      expect(instance.language).not.toBe('');
      expect(readDiff(instance.fix).ok).toBe(true);
      expect(readDiff(instance.test_patch).ok).toBe(true);
    }
  });

  test('SWE-smith: the fix restores the guard', async () => {
    const [row] = await readRows('swe-smith/pandas-dev__pandas.95280573.pr_53652.json');
    const outcome = detectFormat(row ?? {})?.ingester.ingest(row ?? {}, context());
    expect(outcome?.ok === true && outcome.value.fix).toMatch(
      /\n- +if keyarr\.dtype\.kind in "mM":\n\+ +if lib\.is_np_dtype/,
    );
  });

  test('R2E-Gym: every file of every diff is carried, none of the fix is a test', async () => {
    for (const row of await readRows('r2e-gym/rebuilt_26_rows.jsonl')) {
      const outcome = detectFormat(row)?.ingester.ingest(row, context());
      if (outcome?.ok !== true) throw new Error('refused');
      const { fix, test_patch, file_contents } = outcome.value;
      const [first, second] = [readDiff(fix), readDiff(test_patch)];
      if (!first.ok || !second.ok) throw new Error('unreadable');
      expect(first.diff.files.length).toBeGreaterThan(0);
      expect(second.diff.files.length).toBeGreaterThan(0);
      const paths = [...first.diff.files, ...second.diff.files].map(
        ({ newPath, oldPath }) => newPath || oldPath,
      );
      expect(file_contents.map(({ path }) => path).sort()).toEqual(paths.sort());
      expect(first.diff.files.filter(({ newPath }) => /(^|\/)test_|_test\.py$/.test(newPath))).toEqual([]);
    }
  });
});
