/** Owns the report as data: measured records in, groups, budgets, comparison and given-away counts out. No words. */
import { type CostStatistics, summarizeCosts } from '../tokens/cost-statistics.js';
import { type BudgetCount, countOverBudgets } from './budget-count.js';
import { binCosts, type CostBin } from './distribution.js';
import { type InstanceCosts, type Measure, REPORT_BLOCKS, type ReportBlock } from './instance-costs.js';
import type { ReportKey } from './report-key.js';
import { type StatementShare, summarizeStatements } from './statement-share.js';

/** What was measured, and how. */
export interface ReportSettings {
  /** The first one is the one that everything but `comparison` refers to. */
  readonly tokenizers: readonly string[];
  readonly measure: Measure;
  readonly profile: string;
  /** Profiles shown beside the first one. */
  readonly views: readonly string[];
  readonly by: ReportKey;
  /** Tokens, ascending. */
  readonly budgets: readonly number[];
}

/** The costs of one block in one group. */
export interface CostRow extends CostStatistics {
  /** Value of the key, `all` when grouped by stage. */
  readonly group: string;
  readonly block: ReportBlock;
  /** Mean tokens of the block alone that are new to a reader of the prompt, and their share of the block, 0–1. */
  readonly new_mean: number;
  readonly new_share: number;
  /** Instances over each budget, in the order of the budgets. */
  readonly over: readonly number[];
  readonly bins: readonly CostBin[];
}

/** One block over all records, counted by one tokenizer or shown by one profile. */
export interface ComparisonRow extends CostStatistics {
  readonly block: ReportBlock;
  /** Name of the tokenizer or profile. */
  readonly name: string;
  /** Total tokens in proportion to the first one's. */
  readonly ratio: number;
}

export interface CostReport {
  readonly settings: ReportSettings;
  readonly instances: readonly InstanceCosts[];
  /** Groups by name, in each the blocks in order. */
  readonly rows: readonly CostRow[];
  readonly budgets: readonly BudgetCount[];
  /** Empty with one tokenizer. */
  readonly comparison: readonly ComparisonRow[];
  /** By profile; empty when no others were asked for. */
  readonly profiles: readonly ComparisonRow[];
  readonly statement: StatementShare;
}

/** Makes the report of these records. */
export function makeReport(instances: readonly InstanceCosts[], settings: ReportSettings): CostReport {
  return {
    settings,
    instances,
    rows: [...groupInstances(instances, settings.by)].flatMap(([group, members]) =>
      REPORT_BLOCKS.map((block) => makeRow(group, block, members, settings)),
    ),
    budgets: countOverBudgets(instances, settings.budgets),
    comparison: compareCosts(instances, settings.tokenizers, ({ costs }, index) => costs[index]),
    profiles: compareCosts(instances, [settings.profile, ...settings.views], ({ costs, views }, index) =>
      index === 0 ? costs[0] : views[index - 1],
    ),
    statement: summarizeStatements(instances),
  };
}

/** Costs of a block by the tokenizer at `index`. */
export const costsOf = (
  instances: readonly InstanceCosts[],
  block: ReportBlock,
  index = 0,
): readonly number[] => instances.map(({ costs }) => costs[index]?.[block] ?? 0);

function groupInstances(
  instances: readonly InstanceCosts[],
  by: ReportKey,
): Map<string, readonly InstanceCosts[]> {
  if (by === 'stage') return new Map(instances.length === 0 ? [] : [['all', instances]]);
  const groups = new Map<string, InstanceCosts[]>();
  for (const instance of instances) {
    const group = groups.get(instance[by]);
    if (group) group.push(instance);
    else groups.set(instance[by], [instance]);
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function makeRow(
  group: string,
  block: ReportBlock,
  members: readonly InstanceCosts[],
  { budgets }: ReportSettings,
): CostRow {
  const costs = costsOf(members, block);
  const alone = members.reduce((sum, member) => sum + member.alone[block], 0);
  const fresh = members.reduce((sum, member) => sum + member.fresh[block], 0);
  return {
    group,
    block,
    ...summarizeCosts(costs),
    new_mean: members.length === 0 ? 0 : fresh / members.length,
    new_share: alone === 0 ? 0 : fresh / alone,
    over: budgets.map((budget) => costs.filter((cost) => cost > budget).length),
    bins: binCosts(costs),
  };
}

/** Each block by each name, the first one being what the others are compared with; nothing to compare with one name. */
function compareCosts(
  instances: readonly InstanceCosts[],
  names: readonly string[],
  costsAt: (instance: InstanceCosts, index: number) => InstanceCosts['alone'] | undefined,
): ComparisonRow[] {
  if (names.length < 2) return [];
  return REPORT_BLOCKS.flatMap((block) => {
    const all = names.map((_, index) =>
      summarizeCosts(instances.map((instance) => costsAt(instance, index)?.[block] ?? 0)),
    );
    const first = all[0]?.total ?? 0;
    return all.map((statistics, index) => ({
      block,
      name: names[index] ?? '',
      ratio: first === 0 ? 0 : statistics.total / first,
      ...statistics,
    }));
  });
}
