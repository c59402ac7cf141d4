/** Owns the statistics of token costs: what a block costs over many instances. Pure numbers, no words. */

/** Summary of a list of counts. All in tokens but `count`. */
export interface CostStatistics {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly total: number;
}

/**
 * Statistics of counts. Quantiles by linear interpolation between closest ranks (numpy's default); an empty list gives
 * zeros.
 */
export function summarizeCosts(counts: readonly number[]): CostStatistics {
  const sorted = counts.toSorted((left, right) => left - right);
  const total = sorted.reduce((sum, count) => sum + count, 0);
  return {
    count: sorted.length,
    mean: sorted.length === 0 ? 0 : total / sorted.length,
    median: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
    total,
  };
}

/** The `q` quantile (0–1) of numbers in ascending order. */
function quantile(sorted: readonly number[], q: number): number {
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? 0;
  return below + (above - below) * (position - Math.floor(position));
}
