/** Tests of detection: which format a row is, also when fields of two are mixed, and why none fits. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat, explainUnknown } from '../../src/ingest/detection.js';
import type { Row } from '../../src/ingest/ingester.js';
import { findIngester, INGESTERS, wantedColumns } from '../../src/ingest/registry.js';
import { r2eRow } from './r2e-rows.js';
import { context, FIX, sweBenchRow, TEST_PATCH, without } from './rows.js';

const nameOf = (row: Row) => detectFormat(row)?.ingester.name ?? '';
const plain = without(sweBenchRow(), 'environment_setup_commit');

describe('tells the formats apart', () => {
  test.each<[string, Row]>([
    ['swe-bench', sweBenchRow()],
    ['swe-bench', plain],
    ['swe-bench', { instance_id: 'a', patch: FIX, problem_statement: 'x' }],
    ['swe-bench-multimodal', sweBenchRow({ image_assets: '{}' })],
    ['swe-bench-multilingual', { ...plain, repo: 'redis/redis' }],
    ['swe-bench', sweBenchRow({ repo: 'redis/redis' })],
    ['swe-gym', { ...plain, repo: 'dask/dask' }],
    ['swe-rebench', sweBenchRow({ install_config: { test_cmd: 'pytest' } })],
    ['swe-rebench-v2', { ...plain, install_config: { base_image_name: 'c' } }],
    ['swe-rebench-v2', { ...plain, image_name: 'docker.io/swerebenchv2/a' }],
    ['swe-bench-live', { ...plain, test_cmds: ['make'] }],
    ['swe-bench-pro', { ...plain, requirements: 'x', interface: 'y' }],
    ['swe-polybench', { ...without(plain, 'FAIL_TO_PASS'), F2P: '[]', modified_nodes: '[]' }],
    ['swt-bench', { ...plain, golden_code_patch: FIX }],
    ['swe-smith', { ...without(plain, 'test_patch'), repo: 'swesmith/a__b.4b1c9e07' }],
    ['swe-synth', { ...plain, setup_patch: FIX }],
    ['r2e-gym', r2eRow()],
    ['r2e-gym-verified', sweBenchRow({ parsed_commit: '{}' })],
    ['multi-swe-bench', { org: 'a', repo: 'b', number: 1, fix_patch: FIX }],
    ['multi-swe-bench-flat', { ...without(plain, 'patch'), fix_patch: FIX }],
    ['wrapped', { instance: plain }],
  ])('%s', (name, row) => {
    expect(nameOf(row)).toBe(name);
  });

  test('columns that are there but empty tell nothing', () => {
    const columns = [...new Set(INGESTERS.flatMap((ingester) => ingester.columns))];
    for (const nothing of [null, '']) {
      const padded = Object.fromEntries(columns.map((name) => [name, nothing]));
      expect(nameOf({ ...padded, ...sweBenchRow() })).toBe('swe-bench');
    }
  });
});

describe('fields of another corpus mixed in', () => {
  const smith = {
    ...plain,
    repo: 'swesmith/a__b.4b1c9e07',
    instance_id: 'a__b.4b1c9e07.pr_1',
    test_patch: TEST_PATCH,
  };

  test.each<[string, string, Row]>([
    [
      'the direction of SWE-smith counts before any other layout',
      'swe-smith',
      { ...smith, image_assets: '{}', install_config: { a: 1 } },
    ],
    [
      'a whole SWE-bench row beside a parsed commit keeps its diffs',
      'r2e-gym-verified',
      sweBenchRow({ parsed_commit_content: '{}' }),
    ],
    [
      'org and number count before SWE-bench columns',
      'multi-swe-bench',
      { ...sweBenchRow(), org: 'a', number: 1, fix_patch: FIX },
    ],
    [
      'a wrapper counts only for a row without a fix of its own',
      'swe-bench',
      sweBenchRow({ instance: plain }),
    ],
    [
      'a Pro id counts before a requirement of V2',
      'swe-bench-pro',
      { ...plain, instance_id: `instance_a__b-${'0a'.repeat(20)}`, pr_description: 'x' },
    ],
    [
      'the name of the dataset counts before the repository',
      'swe-gym',
      { ...plain, repo: 'redis/redis', dataset_name: 'SWE-Gym/SWE-Gym-Raw' },
    ],
  ])('%s', (_, name, row) => {
    expect(nameOf(row)).toBe(name);
  });

  test('two different fixes of two corpora are an error that names both fields', () => {
    const row = { ...without(plain, 'org'), fix_patch: FIX, patch: TEST_PATCH };
    const outcome = detectFormat(row)?.ingester.ingest(row, context());
    expect(outcome).toMatchObject({ ok: false, issue: { code: 'field_invalid', path: 'patch' } });
  });

  test('a SWE-smith row keeps a test patch that somebody added', () => {
    const outcome = detectFormat(smith)?.ingester.ingest(smith, context());
    expect(outcome).toMatchObject({ ok: true, value: { fix_is_reversed: true, test_patch: TEST_PATCH } });
  });
});

describe('rows of no format', () => {
  test.each<[string, Row]>([
    ['nothing', {}],
    ['a prediction', { instance_id: 'a', model_name_or_path: 'm', model_patch: FIX }],
    ['a question', { instance_id: 'a', repo: 'b', problem_statement: 'c', base_commit: 'd' }],
    ['a chat', { messages: [] }],
  ])('%s is not recognised', (_, row) => {
    expect(detectFormat(row)).toBe(null);
  });

  test('the explanation says what the nearest formats lack and what is there', () => {
    const { expected, got } = explainUnknown({ instance_id: 'a', problem_statement: 'x', answer: 'y' });
    expect(expected).toContain('swe-bench (lacking patch and test_patch and FAIL_TO_PASS)');
    expect(expected).toContain('--map');
    expect(got).toBe('the fields instance_id, problem_statement, answer');
  });

  test('without any known field all formats are named', () => {
    expect(explainUnknown({}).got).toBe('no fields');
    expect(explainUnknown({ a: 1 }).expected).toContain(INGESTERS.map(({ name }) => name).join(', '));
    const wide = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`field${String(index)}`, index]),
    );
    expect(explainUnknown(wide).got).toMatch(/field19, … \(50 in all\)$/);
  });
});

describe('the registry', () => {
  test('has unique names, and notes for every format', () => {
    const names = INGESTERS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => findIngester(name)?.name === name)).toBe(true);
    expect(findIngester('swe-branch')).toBe(undefined);
    for (const { notes, needs, columns } of INGESTERS) {
      const said = [notes.title, notes.recognisedBy, notes.localization, notes.reproduction, notes.patch];
      expect(said.every((text) => text !== '')).toBe(true);
      for (const group of needs) {
        expect(group.some((name) => columns.includes(name.split('.')[0] ?? ''))).toBe(true);
      }
    }
  });

  test('asks columnar files for what is used or carried, in their order', () => {
    const available = ['embedding', 'patch', 'instance_id', 'meta', 'logs'];
    expect(wantedColumns(available, [])).toEqual(['patch', 'instance_id', 'meta']);
    expect(wantedColumns(available, ['logs.tail', 'absent'])).toEqual([
      'patch',
      'instance_id',
      'meta',
      'logs',
    ]);
    expect(wantedColumns(['embedding', 'logs'], [])).toEqual(['embedding', 'logs']);
  });
});

test('no row makes an ingester throw, whatever its fields hold', () => {
  const names = [...new Set(INGESTERS.flatMap(({ columns }) => columns))];
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, maxDepth: 2 }),
    fc.constantFrom<unknown>(
      FIX,
      '["a"]',
      '{"sha": 1}',
      { instance_dict: sweBenchRow() },
      [sweBenchRow()],
      r2eRow(),
    ),
  );
  const row = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 12 });
  fc.assert(
    fc.property(row, (fields) => {
      detectFormat(fields);
      explainUnknown(fields);
      for (const ingester of INGESTERS) {
        const outcome = ingester.ingest(fields, context({ carry: ['meta', 'patch'] }));
        if (outcome.ok) JSON.stringify(outcome.value);
        else expect(outcome.issue.message).not.toBe('');
      }
    }),
    { numRuns: 300 },
  );
});
