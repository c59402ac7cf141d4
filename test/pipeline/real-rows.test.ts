import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_OVERRIDES } from '../../src/extract/repair.js';
import type { Evidence } from '../../src/model/evidence.js';
import { type BuildItem, type BuildOptions, buildItems } from '../../src/pipeline/build.js';
import { findRecordLeaks } from '../../src/pipeline/record-guard.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';

const DATA = new URL('../../../shared/data/', import.meta.url).pathname;

const OPTIONS: BuildOptions = {
  ingester: null,
  counter: loadCounter('cl100k_base'),
  profile: DEFAULT_PROFILE,
  overrides: NO_OVERRIDES,
  limit: Infinity,
  only: new Set(),
  carry: [],
};

async function buildAll(files: readonly string[]): Promise<BuildItem[]> {
  const items: BuildItem[] = [];
  for await (const item of buildItems(
    files.map((file) => DATA + file),
    OPTIONS,
  ))
    items.push(item);
  return items;
}

const evidenceOf = (items: readonly BuildItem[]): Evidence[] =>
  items.flatMap((item) => (item.kind === 'built' ? [item.evidence] : []));

/** Rows built per file; none of them may be rejected. */
const FILES: readonly (readonly [file: string, built: number])[] = [
  ['swe-bench-verified/SWE-bench_Verified_test.parquet', 500],
  ['swe-bench-lite/SWE-bench_Lite_test.parquet', 300],
  ['swe-bench-lite/SWE-bench_Lite_dev.parquet', 23],
  ['swe-bench-dev/SWE-bench_dev.parquet', 225],
  ['swe-bench-multilingual/SWE-bench_Multilingual_test.parquet', 300],
  ['swe-bench-multimodal/SWE-bench_Multimodal_dev.parquet', 102],
  ['swe-bench-live/launch_test-dataset.jsonl', 1],
  ['swe-bench-pro/zhoutaoz99_suite_instances.json', 27],
  ['nemo-gym/environments_swe_data_example.jsonl', 20],
  ['nemo-gym/nemo-rl_balanced_language_lyris_subset.jsonl', 10],
  ['nemo-gym/resources_servers_swebench_pro_data_example.jsonl', 5],
  ['nemo-gym/responses_api_agents_mini_swe_agent_2_data_example.jsonl', 5],
  ['swe-gym/swe-gym_unwrapped.jsonl', 14],
  ['swe-rebench-v2/sample.json', 1],
  ['swe-rebench-v2/swe-rebench-v2_unwrapped.jsonl', 7],
  ['swe-smith/pandas-dev__pandas.95280573.pr_53652.json', 1],
  ['r2e-gym/real_2_rows.jsonl', 2],
  ['r2e-gym/rebuilt_26_rows.jsonl', 26],
  ['r2e-gym/swe_bench_verified_parsed_commit_3_rows.jsonl', 3],
  ['multi-swe-bench/google__gson_dataset.jsonl', 5],
  ['multi-swe-bench/google__guava_dataset.jsonl', 2],
  ['multi-swe-bench/googlecontainertools__jib_dataset.jsonl', 5],
  ['multi-swe-bench/mockito__mockito_dataset.jsonl', 6],
];

describe.skipIf(!existsSync(DATA))('real rows (skipped when ../shared/data is absent)', () => {
  it.each(FILES)('%s: %i built, none rejected, no leak, counts as git reads them', async (file, built) => {
    const items = await buildAll([file]);
    expect(items.filter((item) => item.kind !== 'built')).toEqual([]);
    const records = evidenceOf(items);
    expect(records).toHaveLength(built);
    expect(records.flatMap((record) => findRecordLeaks(record))).toEqual([]);
    for (const record of records) expect(countsOf(record)).toEqual(countWithGit(record.patch.diff));
  });

  it('Lite and Verified together: 93 shared instances are kept once', async () => {
    const items = await buildAll([
      'swe-bench-lite/SWE-bench_Lite_test.parquet',
      'swe-bench-verified/SWE-bench_Verified_test.parquet',
    ]);
    expect(items.filter((item) => item.kind === 'duplicate')).toHaveLength(93);
    expect(evidenceOf(items)).toHaveLength(707);
  });

  it('SWE-smith: the broken code is where the fault is, and the repair restores the guard', async () => {
    const [record] = evidenceOf(await buildAll(['swe-smith/pandas-dev__pandas.95280573.pr_53652.json']));
    const hunk = record?.localization.files[0]?.hunks[0];
    expect(hunk?.text).toContain('if keyarr.dtype.kind in "mM":\n');
    expect(hunk?.text).not.toContain('is_np_dtype');
    expect(record?.patch.diff).toContain('+        if lib.is_np_dtype(keyarr.dtype, "mM") or isinstance(\n');
  });
});

type Counts = readonly (readonly [added: string, removed: string])[];

const countsOf = (record: Evidence): Counts =>
  record.patch.files.map((file) =>
    file.binary ? ['-', '-'] : [String(file.additions), String(file.deletions)],
  );

function countWithGit(diff: string): Counts {
  const { status, stdout, stderr } = spawnSync('git', ['apply', '--numstat', '-z', '-'], {
    input: diff,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout
    .split('\0')
    .filter((entry) => /^[-\d]+\t[-\d]+\t/.test(entry))
    .map((entry) => {
      const [added = '', removed = ''] = entry.split('\t');
      return [added, removed];
    });
}
