/** Owns what a budget would hit: how many instances exceed it, and which ones most. */
import { type InstanceCosts, REPORT_BLOCKS, type ReportBlock } from './instance-costs.js';

/** Instances listed per block, the most expensive ones. */
const LISTED_OFFENDERS = 5;

export interface BudgetCount {
  readonly block: ReportBlock;
  /** Instances over each budget, in the order of the budgets. */
  readonly over: readonly { readonly budget: number; readonly count: number; readonly share: number }[];
  /** The most expensive instances that exceed the smallest budget, most expensive first. */
  readonly offenders: readonly { readonly id: string; readonly tokens: number }[];
}

/** One entry per block; none without budgets. `budgets` ascending. */
export function countOverBudgets(
  instances: readonly InstanceCosts[],
  budgets: readonly number[],
): BudgetCount[] {
  const [smallest] = budgets;
  if (smallest === undefined) return [];
  return REPORT_BLOCKS.map((block) => {
    const costs = instances.map(({ id, costs: [first] }) => ({ id, tokens: first?.[block] ?? 0 }));
    const over = budgets.map((budget) => {
      const count = costs.filter(({ tokens }) => tokens > budget).length;
      return { budget, count, share: costs.length === 0 ? 0 : count / costs.length };
    });
    const offenders = costs
      .filter(({ tokens }) => tokens > smallest)
      .sort((left, right) => right.tokens - left.tokens || (left.id < right.id ? -1 : 1))
      .slice(0, LISTED_OFFENDERS);
    return { block, over, offenders };
  });
}
