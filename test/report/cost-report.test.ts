import { describe, expect, it } from 'vitest';
import { renderCsv, renderJson } from '../../src/report/report-files.js';
import { renderTerminal } from '../../src/report/terminal-table.js';
import { makeReport } from '../../src/report/cost-report.js';
import type { InstanceCosts } from '../../src/report/instance-costs.js';
import { INSTANCES, SETTINGS, makeInstance, numbers, reportOf } from './samples.js';

const PLAIN = { bold: (text: string): string => text, dim: (text: string): string => text };

describe('statistics', () => {
  it('are linear quantiles over all instances of a block', () => {
    const [row] = reportOf().rows;
    expect(row).toMatchObject({
      group: 'all',
      block: 'localization',
      count: 4,
      mean: 400,
      median: 250,
      max: 1000,
    });
    expect(row?.p90).toBeCloseTo(790);
    expect(row?.p99).toBeCloseTo(979);
  });

  it('have the blocks in order in every group, groups by name', () => {
    const { rows } = reportOf({ by: 'language' });
    expect(rows.map(({ group, block }) => `${group} ${block}`)).toEqual(
      ['go', 'python'].flatMap((group) =>
        ['localization', 'reproduction', 'patch', 'full', 'all'].map((block) => `${group} ${block}`),
      ),
    );
    expect(rows[0]).toMatchObject({ count: 2, mean: 650 });
  });

  it('say how much of a block is new', () => {
    const row = reportOf().rows.find(({ block }) => block === 'reproduction');
    expect(row).toMatchObject({ new_mean: 200, new_share: 0.5 });
  });

  it('of no instance at all are empty', () => {
    const report = reportOf({ budgets: [10] }, []);
    expect(report.rows).toEqual([]);
    expect(report.statement).toMatchObject({ instances: 0, any: 0 });
    expect(renderTerminal(report, 100, PLAIN)).toContain('0 of 0 (0%)');
    expect(renderCsv(report).trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('budgets', () => {
  it('count what is over, not what is exactly at the budget', () => {
    const [localization] = reportOf({ budgets: [200, 999] }).budgets;
    expect(localization?.over).toEqual([
      { budget: 200, count: 2, share: 0.5 },
      { budget: 999, count: 1, share: 0.25 },
    ]);
    expect(localization?.offenders).toEqual([
      { id: 'shelf-4', tokens: 1000 },
      { id: 'shelf-3', tokens: 300 },
    ]);
  });

  it('list five instances at most, those with equal costs by id', () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      makeInstance(`shelf-${9 - index}`, numbers(50, 1, 1)),
    );
    const [localization] = reportOf({ budgets: [10] }, many).budgets;
    expect(localization?.offenders.map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5].map((index) => `shelf-${index}`),
    );
  });
});

describe('profiles side by side', () => {
  it('are put in proportion to the one in use', () => {
    const half = (instance: InstanceCosts): InstanceCosts => ({
      ...instance,
      views: [{ localization: 50, reproduction: 0, patch: 0, full: 0, all: 50 }],
    });
    const { profiles } = makeReport(INSTANCES.map(half), { ...SETTINGS, views: ['minimal@1'] });
    expect(profiles.slice(0, 2).map(({ block, name, mean }) => [block, name, mean])).toEqual([
      ['localization', 'default@1', 400],
      ['localization', 'minimal@1', 50],
    ]);
    expect(profiles[1]?.ratio).toBeCloseTo(50 / 400);
    expect(reportOf().profiles).toEqual([]);
  });
});

describe('tokenizers side by side', () => {
  it('are put in proportion to the first', () => {
    const { comparison } = reportOf({ tokenizers: ['qwen3', 'o200k_base'] });
    expect(comparison.map(({ block, name }) => `${block} ${name}`).slice(0, 2)).toEqual([
      'localization qwen3',
      'localization o200k_base',
    ]);
    expect(comparison[0]?.ratio).toBe(1);
    expect(comparison[1]?.ratio).toBeCloseTo(1.1);
    expect(reportOf().comparison).toEqual([]);
  });
});

describe('the statement', () => {
  it('is counted by instance, not by path or line', () => {
    expect(reportOf().statement).toMatchObject({ instances: 4, paths: 1, tests: 1, added_lines: 1, any: 2 });
  });
});

describe('the terminal table', () => {
  it('draws one bar per doubling on an axis that all rows share', () => {
    const lines = renderTerminal(reportOf(), 100, PLAIN).split('\n');
    // The axis starts at 8. Localization is 100, 200, 300 and 1,000: one each from 64, 128, 256 and 512 on.
    expect(lines[1]).toMatch(/^localization .*100% {5}████$/);
    expect(lines[3]).toMatch(/^patch .*100% {2}▄█▄$/);
    expect(lines.join('\n')).toContain('one bar per doubling, from 8 to 2,048 tokens');
  });

  it('uses half doublings where there is room', () => {
    expect(renderTerminal(reportOf(), 140, PLAIN)).toContain('one bar per half doubling');
  });

  it('names a group once', () => {
    const text = renderTerminal(reportOf({ by: 'language' }), 100, PLAIN);
    expect(text.match(/^go /gm)).toHaveLength(1);
    expect(text.match(/^python /gm)).toHaveLength(1);
  });
});

describe('CSV and JSON', () => {
  it('quote what needs it and add one column per budget', () => {
    const odd = [makeInstance('shelf-1', numbers(1, 2, 3), { language: 'a,"b"\nc' })];
    const csv = renderCsv(reportOf({ by: 'language', budgets: [2, 5] }, odd));
    expect(csv.split('\n')[0]).toMatch(/new_mean,new_share,over_2,over_5$/);
    expect(csv).toContain('qwen3,"a,""b""\nc",localization,1,1,1,1,1,1,1,1,1,1,0,0\n');
    expect(csv).toContain(',patch,1,3,3,3,3,3,3,3,3,1,1,0\n');
  });

  it('hold the other tokenizers too, with as many fields', () => {
    const lines = renderCsv(reportOf({ tokenizers: ['qwen3', 'o200k_base'] }))
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line.startsWith('o200k_base,all,'))).toHaveLength(5);
    expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1);
  });

  it('leave the single instances out of the JSON', () => {
    const report = JSON.parse(renderJson(reportOf({ budgets: [5] }))) as Record<string, unknown>;
    expect(Object.keys(report)).toEqual([
      'settings',
      'rows',
      'budgets',
      'comparison',
      'profiles',
      'statement',
    ]);
  });
});
