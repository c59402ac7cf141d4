import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/model/evidence.js';
import { BLOCK_STAGES, type BlockStage } from '../../src/model/stage.js';
import { buildItems } from '../../src/pipeline/build.js';
import { renderBlock } from '../../src/render/block.js';
import { countBlocks, cutWarnings, renderBlocks } from '../../src/render/block-costs.js';
import { type FittedBlock, fitBlock } from '../../src/render/budget.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { buildLargeRecord, buildShelfRecords } from './budget-samples.js';

const counter = loadCounter('qwen3');
const VERIFIED = new URL('../../../shared/data/swe-bench-verified', import.meta.url).pathname;

let large: Evidence;
let records: Evidence[] = [];
beforeAll(async () => {
  large = await buildLargeRecord();
  records = [...(await buildShelfRecords()), large];
});

const fit = (evidence: Evidence, stage: BlockStage, maxTokens: number) =>
  fitBlock(evidence, stage, maxTokens, counter, DEFAULT_PROFILE);

function fitOrThrow(evidence: Evidence, stage: BlockStage, maxTokens: number): FittedBlock {
  const fitted = fit(evidence, stage, maxTokens);
  if (!fitted.ok) throw new Error(fitted.issue.message);
  return fitted.value;
}

/** A line that says what is missing, a fence, or a hunk header whose numbers were narrowed. */
const isNote = (line: string): boolean =>
  line === '' || /…|^`{3,}|^@@ -\d|^\(Left out |\(shown above\)|^Shown above: /.test(line);

// Right-aligned numbers lose blanks when the longest number goes.
const linesOf = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .filter((line) => !isNote(line))
      .map((line) => line.replaceAll(/\s+/g, ' ')),
  );

const missingFrom = (part: ReadonlySet<string>, whole: ReadonlySet<string>): string[] =>
  [...part].filter((line) => !whole.has(line));

/** Checks what must hold for two budgets, the smaller first. */
function checkBudgets(evidence: Evidence, stage: BlockStage, small: number, big: number): void {
  const whole = linesOf(renderBlock(evidence, stage, DEFAULT_PROFILE));
  const fitted = [fit(evidence, stage, small), fit(evidence, stage, big)] as const;
  const shown = fitted.map((outcome, index) => {
    if (!outcome.ok) {
      expect(outcome.issue.code).toBe('budget_too_small');
      return new Set<string>();
    }
    const { text, tokens, cuts } = outcome.value;
    expect(counter.count(text)).toBe(tokens);
    expect(tokens).toBeLessThanOrEqual([small, big][index] ?? 0);
    if (cuts.length > 0) expect(text).toContain(`(Left out to save tokens: ${cuts.join('; ')}.)`);
    else expect(text).toBe(renderBlock(evidence, stage, DEFAULT_PROFILE));
    return linesOf(text);
  });
  for (const lines of shown) expect(missingFrom(lines, whole)).toEqual([]);
  expect(missingFrom(shown[0] ?? new Set(), shown[1] ?? new Set())).toEqual([]);
  if (!fitted[1].ok) expect(fitted[0].ok).toBe(false);
}

describe('any two budgets', () => {
  it('are never exceeded, show lines of the whole block only, and the larger never shows less', () => {
    const choice = fc.tuple(
      fc.nat(records.length - 1),
      fc.constantFrom(...BLOCK_STAGES),
      fc.double({ min: 0, max: 1.05, noNaN: true }),
      fc.double({ min: 0, max: 1.05, noNaN: true }),
    );
    fc.assert(
      fc.property(choice, ([index, stage, left, right]) => {
        const evidence = records[index] ?? large;
        const size = counter.count(renderBlock(evidence, stage, DEFAULT_PROFILE));
        const [small, big] = [
          Math.floor(size * Math.min(left, right)),
          Math.floor(size * Math.max(left, right)),
        ];
        checkBudgets(evidence, stage, small, big);
      }),
      { numRuns: 300 },
    );
  });

  describe.skipIf(!existsSync(VERIFIED))('on real rows (../shared/data/swe-bench-verified)', () => {
    it('hold for 60 rows and five budgets each', async () => {
      const tools = { counter, profile: DEFAULT_PROFILE, overrides: { testGlobs: [], sourceGlobs: [] } };
      const options = { ...tools, ingester: null, limit: 60, only: new Set<string>(), carry: [] };
      let rows = 0;
      for await (const item of buildItems([VERIFIED], options)) {
        if (item.kind !== 'built') continue;
        rows += 1;
        for (const stage of ['localization', 'reproduction', 'patch'] as const) {
          const size = counter.count(renderBlock(item.evidence, stage, DEFAULT_PROFILE));
          const budgets = [0.15, 0.4, 0.6, 0.85, 1].map((share) => Math.floor(size * share));
          for (let index = 1; index < budgets.length; index += 1)
            checkBudgets(item.evidence, stage, budgets[index - 1] ?? 0, budgets[index] ?? 0);
        }
      }
      expect(rows).toBe(60);
    });
  });
});

/** The largest block that has this cut: each budget is one token less than the block before it. */
function firstCut(evidence: Evidence, stage: BlockStage, cut: RegExp): FittedBlock {
  let fitted = fit(evidence, stage, Infinity);
  while (fitted.ok && !fitted.value.cuts.some((each) => cut.test(each)))
    fitted = fit(evidence, stage, fitted.value.tokens - 1);
  if (!fitted.ok) throw new Error(`no ${stage} block has the cut ${String(cut)}`);
  return fitted.value;
}

describe('localization', () => {
  it('loses context lines before anything else, and keeps every range and changed line then', () => {
    const { text } = firstCut(large, 'localization', /^context lines$/);
    expect(text.match(/^lines \d+-\d+/gm)).toHaveLength(43);
    expect(text.match(/^> +\d+ \| total = /gm)).toHaveLength(41);
    expect(text).not.toContain('print(total)');
  });

  it('gives up the lines of documents before those of source files', () => {
    const { text } = firstCut(large, 'localization', /^the lines of 1 of 41 hunks$/);
    expect(text).toContain('### docs/changes.md (docs)\nlines 7-13');
    expect(text).not.toContain('sum(note)');
    expect(text).toContain('sum(stock_0_0)');
  });

  it('keeps all paths when no line is left', () => {
    const { text } = firstCut(large, 'localization', /^the lines of 41 of 41 hunks$/);
    for (const { path } of large.localization.files) expect(text).toContain(`### ${path}`);
    expect(text).not.toContain(' | ');
  });

  it('shows at least one path with a range', () => {
    const whole = fit(large, 'localization', 1);
    const least = Number(whole.ok ? 0 : /\d+/.exec(whole.issue.expected)?.[0]);
    expect(fitOrThrow(large, 'localization', least).text).toMatch(/### shelf\/part\d\.py\nlines \d+-\d+/);
    expect(fit(large, 'localization', least - 1).ok).toBe(false);
  });
});

describe('reproduction', () => {
  it('gives up data files before test files, and changes before the code of tests', () => {
    const { text } = firstCut(large, 'reproduction', /^the changes of 1 of 4 files/);
    expect(text).not.toContain('tests/data/stock.csv');
    for (const file of [0, 1, 2]) expect(text).toContain(`def test_total_${file}_9():`);
  });

  it('keeps all ids and the first test when other tests are gone', () => {
    const { text } = firstCut(large, 'reproduction', /^the code of 29 of 30 tests$/);
    expect(text).toContain('def test_total_0_0():');
    expect(text).not.toContain('def test_total_0_1():');
    expect(text.match(/^- tests\/test_part\d\.py::test_total/gm)).toHaveLength(30);
  });
});

describe('patch', () => {
  it('gives up generated files before context lines', () => {
    const { text, cuts } = firstCut(large, 'patch', /^1 of 7 files/);
    expect(cuts).toEqual(['2 of 43 hunks', '1 of 7 files (package-lock.json)']);
    expect(text).not.toContain('sum(lock)');
    expect(text).toContain(' print(total)\n');
  });

  it('keeps every other changed line while context lines go', () => {
    const { text } = firstCut(large, 'patch', /^context lines$/);
    expect(text.match(/^\+total = /gm)).toHaveLength(41);
    expect(text).toContain('@@ -20 +20 @@ def before_stock_0_0():\n-total = sum(stock_0_0)\n+total');
  });

  it('never gives up the last hunk: then the budget is too small', () => {
    const refused = fit(large, 'patch', 5);
    const least = Number(refused.ok ? 0 : /\d+/.exec(refused.issue.expected)?.[0]);
    expect(fitOrThrow(large, 'patch', least).text.match(/^@@ /gm)).toHaveLength(1);
    expect(fit(large, 'patch', least - 1)).toMatchObject({ ok: false, issue: { path: 'patch' } });
  });
});

describe('all blocks of a record', () => {
  it('are counted as cut, and the cuts become warnings', () => {
    const budgets = { localization: 600, patch: 900 };
    const rendered = renderBlocks(large, { counter, profile: DEFAULT_PROFILE, budgets });
    if (!rendered.ok) throw new Error(rendered.issue.message);
    const tokens = countBlocks(rendered.value, counter);
    expect(tokens.localization.block).toBeLessThanOrEqual(600);
    expect(tokens.patch.block).toBeLessThanOrEqual(900);
    expect(tokens.full.block).toBeGreaterThan(900);
    expect(cutWarnings(rendered.value).map(({ code, message }) => [code, message.split(':')[0]])).toEqual([
      ['block_cut', 'localization'],
      ['block_cut', 'patch'],
    ]);
  });

  it('are refused when one does not fit', () => {
    const rendered = renderBlocks(large, { counter, profile: DEFAULT_PROFILE, budgets: { reproduction: 3 } });
    expect(rendered).toMatchObject({ ok: false, issue: { code: 'budget_too_small', path: 'reproduction' } });
  });
});
