/** Measured records for the report tests: made-up numbers that are easy to check by hand. */
import { type CostReport, makeReport, type ReportSettings } from '../../src/report/cost-report.js';
import type { BlockNumbers, InstanceCosts } from '../../src/report/instance-costs.js';

export const numbers = (localization: number, reproduction: number, patch: number): BlockNumbers => ({
  localization,
  reproduction,
  patch,
  full: patch,
  all: localization + reproduction + patch,
});

export const SETTINGS: ReportSettings = {
  tokenizers: ['qwen3'],
  measure: 'added',
  profile: 'default@1',
  views: [],
  by: 'stage',
  budgets: [],
};

/** One record; its second tokenizer counts a tenth more. */
export const makeInstance = (
  id: string,
  costs: BlockNumbers,
  changes: Partial<InstanceCosts> = {},
): InstanceCosts => ({
  id,
  corpus: 'swe-bench',
  repo: 'books/shelf',
  language: 'python',
  costs: [costs, numbers(costs.localization * 1.1, costs.reproduction * 1.1, costs.patch * 1.1)],
  views: [],
  alone: costs,
  fresh: numbers(costs.localization, costs.reproduction / 2, costs.patch),
  shows: { paths: 0, tests: 0, added_lines: 0 },
  ...changes,
});

/** Four records of two languages with localization costs 100, 200, 300 and 1,000. */
export const INSTANCES: readonly InstanceCosts[] = [
  makeInstance('shelf-1', numbers(100, 400, 10), { shows: { paths: 1, tests: 0, added_lines: 2 } }),
  makeInstance('shelf-2', numbers(200, 400, 20)),
  makeInstance('shelf-3', numbers(300, 400, 30), {
    language: 'go',
    shows: { paths: 0, tests: 3, added_lines: 0 },
  }),
  makeInstance('shelf-4', numbers(1000, 400, 40), { language: 'go' }),
];

export const reportOf = (changes: Partial<ReportSettings> = {}, instances = INSTANCES): CostReport =>
  makeReport(instances, { ...SETTINGS, ...changes });
