/**
 * Owns the shape of costs: counts per bin and the cumulative share. Bins are half a doubling wide and the same for every
 * block and group, so that their pictures can be laid over each other.
 */

/** Costs from `from` (inclusive) to `to` (exclusive) tokens. */
export interface CostBin {
  /** Number of the bin on the common axis. */
  readonly bin: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const BINS_PER_DOUBLING = 2;

/** Number of the bin of a cost; 0 tokens share the bin of 1. */
const binOf = (cost: number): number => Math.floor(Math.log2(Math.max(1, cost)) * BINS_PER_DOUBLING + 1e-9);

/** Lower edge of a bin: the least whole number of tokens in it. */
export const edgeOf = (bin: number): number => Math.ceil(2 ** (bin / BINS_PER_DOUBLING) - 1e-9);

/** The bins from the first to the last that holds something, empty ones in between included. */
export function binCosts(costs: readonly number[]): CostBin[] {
  const counts = new Map<number, number>();
  for (const cost of costs) counts.set(binOf(cost), (counts.get(binOf(cost)) ?? 0) + 1);
  if (counts.size === 0) return [];
  const numbers = [...counts.keys()].sort((left, right) => left - right);
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? first;
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const bin = first + index;
    return { bin, from: edgeOf(bin), to: edgeOf(bin + 1), count: counts.get(bin) ?? 0 };
  });
}

/** The counts of `bins` on a common row of edges, each as wide as `step` bins. */
export function spreadBins(bins: readonly CostBin[], first: number, last: number, step: number): number[] {
  const counts = Array.from<number>({ length: Math.floor((last - first) / step) + 1 }).fill(0);
  for (const { bin, count } of bins) {
    const index = Math.floor((bin - first) / step);
    counts[index] = (counts[index] ?? 0) + count;
  }
  return counts;
}

/** Numbers of the first and last bin, both inclusive. */
export interface BinRange {
  readonly first: number;
  readonly last: number;
}

/** The bins from the first to the last of several distributions; null when all are empty. */
export function binRange(all: readonly (readonly CostBin[])[]): BinRange | null {
  let first = Infinity;
  let last = -Infinity;
  for (const bins of all) {
    const [low] = bins;
    const high = bins.at(-1);
    if (!low || !high) continue;
    first = Math.min(first, low.bin);
    last = Math.max(last, high.bin);
  }
  return first === Infinity ? null : { first, last };
}

/** One step of a cumulative curve: this share (0–1) of the costs is at most `tokens`. */
export interface CumulativeStep {
  readonly tokens: number;
  readonly share: number;
}

/** The empirical distribution function, one step per distinct cost, ascending. */
export function accumulateCosts(costs: readonly number[]): CumulativeStep[] {
  const sorted = costs.toSorted((left, right) => left - right);
  const steps: CumulativeStep[] = [];
  sorted.forEach((tokens, index) => {
    if (sorted[index + 1] !== tokens) steps.push({ tokens, share: (index + 1) / sorted.length });
  });
  return steps;
}
