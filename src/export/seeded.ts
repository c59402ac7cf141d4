/** Owns seeded choice: the same seed and key give the same numbers everywhere. No other randomness is used. */
import { createHash } from 'node:crypto';

/** A whole number below `count` (at least 1) that depends on `key` alone. */
export function chooseIndex(key: string, count: number): number {
  return createHash('sha256').update(key).digest().readUIntBE(0, 6) % count;
}

/** A stream of 32-bit numbers (xorshift32) that depends on `key` alone. */
export function openNumbers(key: string): () => number {
  let state = createHash('sha256').update(key).digest().readUInt32BE(0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
