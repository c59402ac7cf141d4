/**
 * Owns the byte-pair merging of one piece: again and again the neighbours of lowest rank, leftmost first, become one
 * token. Short pieces by plain search, long ones with a queue in O(n log n).
 */
import { type MergeTable, NEVER } from './merge-table.js';
import { RankQueue } from './rank-queue.js';

/** Up to here the search over all neighbours costs less than a queue. */
const SHORT = 64;
const LAST = 0x7fffffff;

export class Merger {
  readonly #table: MergeTable;
  readonly #starts = new Int32Array(SHORT + 1);
  readonly #ids = new Int32Array(SHORT + 1);
  readonly #ranks = new Int32Array(SHORT + 1);

  constructor(table: MergeTable) {
    this.#table = table;
  }

  /** Number of tokens of `bytes[0, length)`. */
  count(bytes: Uint8Array, length: number): number {
    if (length < 2) return length;
    if (this.#table.findWhole(bytes, length) !== NEVER) return 1;
    return length <= SHORT ? this.#mergeShort(bytes, length) : this.#mergeLong(bytes, length, undefined);
  }

  /** Appends the token ids of `bytes[0, length)` to `into`. */
  encode(bytes: Uint8Array, length: number, into: number[]): void {
    if (length === 0) return;
    const whole = this.#table.findWhole(bytes, length);
    if (whole !== NEVER) {
      into.push(whole);
    } else if (length <= SHORT) {
      const parts = this.#mergeShort(bytes, length);
      for (let part = 0; part < parts; part++) into.push(this.#ids[part] ?? NEVER);
    } else {
      this.#mergeLong(bytes, length, into);
    }
  }

  /** Leaves the ids in `#ids`, returns their number. */
  #mergeShort(bytes: Uint8Array, length: number): number {
    const { byteIds } = this.#table;
    const starts = this.#starts;
    const ids = this.#ids;
    const ranks = this.#ranks;
    for (let at = 0; at < length; at++) {
      starts[at] = at;
      ids[at] = byteIds[bytes[at] ?? 0] ?? NEVER;
    }
    starts[length] = length;
    for (let at = 0; at + 1 < length; at++) this.#rank(bytes, at);
    let parts = length;
    for (;;) {
      let lowest = LAST;
      let place = 0;
      for (let at = 0; at + 1 < parts; at++) {
        const rank = ranks[at] ?? LAST;
        if (rank < lowest) {
          lowest = rank;
          place = at;
        }
      }
      if (lowest === LAST) return parts;
      ids[place] = this.#table.idOf(lowest);
      parts--;
      for (let at = place + 1; at < parts; at++) {
        starts[at] = starts[at + 1] ?? 0;
        ids[at] = ids[at + 1] ?? 0;
        ranks[at] = ranks[at + 1] ?? LAST;
      }
      starts[parts] = length;
      if (place + 1 < parts) this.#rank(bytes, place);
      if (place > 0) this.#rank(bytes, place - 1);
    }
  }

  /** Ranks the parts `at` and `at + 1` of a short piece. */
  #rank(bytes: Uint8Array, at: number): void {
    const start = this.#starts[at] ?? 0;
    const end = this.#starts[at + 2] ?? 0;
    const rank = this.#table.rankOf(bytes, start, end, this.#ids[at] ?? 0, this.#ids[at + 1] ?? 0);
    this.#ranks[at] = rank === NEVER ? LAST : rank;
  }

  /** A part is known by its first byte. Returns the number of parts; appends their ids to `into` if given. */
  #mergeLong(bytes: Uint8Array, length: number, into: number[] | undefined): number {
    const table = this.#table;
    const ids = new Int32Array(length);
    const ranks = new Int32Array(length).fill(NEVER);
    const next = new Int32Array(length);
    const previous = new Int32Array(length);
    const queue = new RankQueue();
    for (let at = 0; at < length; at++) {
      ids[at] = table.byteIds[bytes[at] ?? 0] ?? NEVER;
      next[at] = at + 1;
      previous[at] = at - 1;
    }
    /** Queues the part at `at` with its right neighbour; returns their rank. */
    const offer = (at: number): number => {
      const right = next[at] ?? length;
      let rank = NEVER;
      if (right < length) {
        rank = table.rankOf(bytes, at, next[right] ?? length, ids[at] ?? 0, ids[right] ?? 0);
      }
      ranks[at] = rank;
      if (rank === NEVER) return LAST;
      queue.push(rank, at);
      return rank;
    };
    for (let at = 0; at + 1 < length; at++) offer(at);
    let parts = length;
    for (let bucket = queue.take(); bucket !== undefined; bucket = queue.take()) {
      const { rank, places } = bucket;
      while (bucket.from < places.length) {
        const at = places[bucket.from++] ?? 0;
        // This pair has merged or changed since it was queued.
        if (ranks[at] !== rank) continue;
        const right = next[at] ?? length;
        const after = next[right] ?? length;
        ids[at] = table.idOf(rank);
        next[at] = after;
        ranks[right] = NEVER;
        if (after < length) previous[after] = at;
        parts--;
        const before = previous[at] ?? -1;
        const rightRank = offer(at);
        const leftRank = before < 0 ? LAST : offer(before);
        // A vocabulary made by training never gives a lower rank to what a merge makes possible; others may.
        if (rightRank < rank || leftRank < rank) {
          if (bucket.from < places.length) queue.putBack(bucket);
          break;
        }
      }
    }
    if (into !== undefined) {
      for (let at = 0; at < length; at = next[at] ?? length) into.push(ids[at] ?? NEVER);
    }
    return parts;
  }
}
