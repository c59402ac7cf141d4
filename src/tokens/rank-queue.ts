/**
 * Owns the order in which the pairs of a long piece merge: lowest rank first, then leftmost. Places of one rank stand
 * together, so that the work goes through memory from left to right instead of jumping about in one large heap.
 */

/** All places that wait with one rank. */
export interface Bucket {
  readonly rank: number;
  places: number[] | Int32Array;
  /** Index of the first place that is not done. */
  from: number;
  sorted: boolean;
}

export class RankQueue {
  readonly #buckets = new Map<number, Bucket>();
  /** Binary heap of the ranks that have a bucket. */
  readonly #ranks: number[] = [];
  /** The bucket that was pushed to last: mostly the next push goes there too. */
  #recent: Bucket | undefined;

  push(rank: number, place: number): void {
    let bucket = this.#recent?.rank === rank ? this.#recent : this.#buckets.get(rank);
    if (bucket === undefined) {
      bucket = { rank, places: [], from: 0, sorted: true };
      this.putBack(bucket);
    }
    if (!Array.isArray(bucket.places)) {
      bucket.places = Array.from(bucket.places.subarray(bucket.from));
      bucket.from = 0;
    }
    const { places } = bucket;
    if (places.length > 0 && place < (places[places.length - 1] ?? 0)) bucket.sorted = false;
    places.push(place);
    this.#recent = bucket;
  }

  /** The bucket of the lowest rank, its places in order, taken out; or undefined. */
  take(): Bucket | undefined {
    const [rank] = this.#ranks;
    const bucket = rank === undefined ? undefined : this.#buckets.get(rank);
    if (rank === undefined || bucket === undefined) return undefined;
    this.#buckets.delete(rank);
    this.#recent = undefined;
    this.#removeLowest();
    if (!bucket.sorted) {
      bucket.places = Int32Array.from(bucket.places.slice(bucket.from)).sort();
      bucket.from = 0;
      bucket.sorted = true;
    }
    return bucket;
  }

  /** Puts a bucket (back) that has places to do. */
  putBack(bucket: Bucket): void {
    this.#buckets.set(bucket.rank, bucket);
    const ranks = this.#ranks;
    let at = ranks.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = ranks[parent] ?? 0;
      if (above <= bucket.rank) break;
      ranks[at] = above;
      at = parent;
    }
    ranks[at] = bucket.rank;
  }

  #removeLowest(): void {
    const ranks = this.#ranks;
    const last = ranks.pop() ?? 0;
    const size = ranks.length;
    if (size === 0) return;
    let at = 0;
    for (let child = 1; child < size; child = at * 2 + 1) {
      if (child + 1 < size && (ranks[child + 1] ?? 0) < (ranks[child] ?? 0)) child++;
      const below = ranks[child] ?? 0;
      if (below >= last) break;
      ranks[at] = below;
      at = child;
    }
    ranks[at] = last;
  }
}
