/**
 * Owns the memory of how many tokens a piece has: in source text 99 of 100 pieces were seen before. Pieces are found
 * by their UTF-16 units, without a string made of them. Bounded: when it is full it starts afresh.
 */

/** Longer pieces are rare and counted anew each time. */
const LONGEST_PIECE = 128;
const MOST_ENTRIES = 1 << 18;
const MOST_UNITS = 1 << 22;
const FIELDS = 4;

export class PieceCache {
  /** Four numbers a slot: hash, start in the arena, length (0 = free), token count. */
  #slots = new Int32Array((1 << 12) * FIELDS);
  #mask = (1 << 12) - 1;
  #arena = new Uint16Array(1 << 14);
  #used = 0;
  #entries = 0;
  /** Hash of the piece that was last looked for. */
  #hash = 0;

  /** Tokens of `units[start, end)`, or 0 when they are not known. */
  find(units: Uint16Array, start: number, end: number): number {
    const length = end - start;
    if (length > LONGEST_PIECE) return 0;
    let hash = length;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
    this.#hash = hash;
    const slots = this.#slots;
    const arena = this.#arena;
    let slot = hash & this.#mask;
    search: for (;;) {
      const field = slot * FIELDS;
      const taken = slots[field + 2] ?? 0;
      if (taken === 0) return 0;
      slot = (slot + 1) & this.#mask;
      if (taken !== length || slots[field] !== hash) continue;
      const own = slots[field + 1] ?? 0;
      for (let at = 0; at < length; at++) {
        if (arena[own + at] !== units[start + at]) continue search;
      }
      return slots[field + 3] ?? 0;
    }
  }

  /** Keeps the count of the piece that `find` has just looked for in vain. */
  keep(units: Uint16Array, start: number, end: number, tokenCount: number): void {
    const length = end - start;
    if (length > LONGEST_PIECE) return;
    if (this.#entries * 2 > this.#mask) this.#makeRoom();
    if (this.#used + length > this.#arena.length) this.#extendArena();
    let slot = this.#hash & this.#mask;
    while (this.#slots[slot * FIELDS + 2] !== 0) slot = (slot + 1) & this.#mask;
    const field = slot * FIELDS;
    this.#slots[field] = this.#hash;
    this.#slots[field + 1] = this.#used;
    this.#slots[field + 2] = length;
    this.#slots[field + 3] = tokenCount;
    for (let at = 0; at < length; at++) this.#arena[this.#used + at] = units[start + at] ?? 0;
    this.#used += length;
    this.#entries++;
  }

  #makeRoom(): void {
    if (this.#entries >= MOST_ENTRIES) {
      this.#forget();
      return;
    }
    const old = this.#slots;
    const capacity = (this.#mask + 1) * 4;
    this.#slots = new Int32Array(capacity * FIELDS);
    this.#mask = capacity - 1;
    for (let from = 0; from < old.length; from += FIELDS) {
      if (old[from + 2] === 0) continue;
      let slot = (old[from] ?? 0) & this.#mask;
      while (this.#slots[slot * FIELDS + 2] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots.set(old.subarray(from, from + FIELDS), slot * FIELDS);
    }
  }

  #extendArena(): void {
    if (this.#arena.length >= MOST_UNITS) {
      this.#forget();
      return;
    }
    const larger = new Uint16Array(this.#arena.length * 4);
    larger.set(this.#arena);
    this.#arena = larger;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#used = 0;
    this.#entries = 0;
  }
}
