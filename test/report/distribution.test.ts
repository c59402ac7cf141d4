import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accumulateCosts, binCosts, binRange, spreadBins } from '../../src/report/distribution.js';

describe('bins', () => {
  it('hold every cost between their edges, and neighbours touch', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 20), { minLength: 1, maxLength: 50 }), (costs) => {
        const bins = binCosts(costs);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(costs.length);
        for (const [index, bin] of bins.entries()) {
          const inside = costs.filter((cost) => Math.max(1, cost) >= bin.from && Math.max(1, cost) < bin.to);
          expect(inside).toHaveLength(bin.count);
          if (index > 0) expect(bin.from).toBe(bins[index - 1]?.to);
        }
      }),
    );
  });

  it('put a power of two into the bin that starts with it', () => {
    expect(binCosts([64])).toEqual([{ bin: 12, from: 64, to: 91, count: 1 }]);
    expect(binCosts([63])).toEqual([{ bin: 11, from: 46, to: 64, count: 1 }]);
  });

  it('of several distributions are laid on one axis', () => {
    const low = binCosts([8, 8, 9]);
    const high = binCosts([64]);
    const range = binRange([low, [], high]);
    expect(range).toEqual({ first: 6, last: 12 });
    expect(spreadBins(low, 6, 12, 2)).toEqual([3, 0, 0, 0]);
    expect(spreadBins(high, 6, 12, 2)).toEqual([0, 0, 0, 1]);
    expect(binRange([[]])).toBeNull();
  });
});

describe('the cumulative curve', () => {
  it('has one step per distinct cost and ends at all of them', () => {
    expect(accumulateCosts([5, 1, 5, 9])).toEqual([
      { tokens: 1, share: 0.25 },
      { tokens: 5, share: 0.75 },
      { tokens: 9, share: 1 },
    ]);
  });
});
