/**
 * Owns the two ways a vocabulary says which neighbours merge, and in which order: by rank of the joined bytes
 * (tiktoken, and what was trained with it), or by an explicit list of pairs (Hugging Face). Applying them: `merger.ts`.
 */
import type { ByteTable } from './byte-table.js';
import { TokenizerError } from './tokenizer-error.js';

export const NEVER = -1;

export interface MergeTable {
  /** Id of each single byte. */
  readonly byteIds: Int32Array;
  /** Id of a piece that is a token as it stands and needs no merging, or `NEVER`. */
  findWhole(bytes: Uint8Array, length: number): number;
  /** Rank of joining `bytes[start, end)` out of the tokens `left` and `right`, lowest first, or `NEVER`. Below 2^22. */
  rankOf(bytes: Uint8Array, start: number, end: number, left: number, right: number): number;
  /** Id of the token that the merge of this rank makes. */
  idOf(rank: number): number;
}

/**
 * The joined bytes are a token: its id is the rank. With a vocabulary whose merge i makes token 256 + i this gives
 * what the list of pairs gives: two neighbours that join to a token T are always the pair T was made from, because
 * the merges inside T's span run as they would on T alone.
 */
export class RankTable implements MergeTable {
  readonly byteIds: Int32Array;
  readonly #tokens: ByteTable;

  constructor(tokens: ByteTable) {
    this.#tokens = tokens;
    this.byteIds = findByteIds(tokens);
  }

  findWhole(bytes: Uint8Array, length: number): number {
    return this.#tokens.find(bytes, 0, length);
  }

  rankOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#tokens.find(bytes, start, end);
  }

  idOf(rank: number): number {
    return rank;
  }
}

/** Per merge, in order: the ids of what it joins and of what it makes. */
export interface MergeList {
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
  readonly merged: Int32Array;
}

/** The place of the pair in the file's list of merges is the rank. */
export class PairTable implements MergeTable {
  readonly byteIds: Int32Array;
  readonly #whole: ByteTable | undefined;
  readonly #merged: Int32Array;
  /** Four numbers a slot: left, right, rank + 1 (0 = free), unused. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** `ignoreMerges`: pieces that are tokens are taken as they are. */
  constructor(
    tokens: ByteTable,
    { lefts, rights, merged }: MergeList,
    { ignoreMerges }: { readonly ignoreMerges: boolean },
  ) {
    this.byteIds = findByteIds(tokens);
    this.#whole = ignoreMerges ? tokens : undefined;
    this.#merged = merged;
    let capacity = 1024;
    while (capacity < merged.length * 2) capacity *= 2;
    this.#mask = capacity - 1;
    this.#slots = new Int32Array(capacity * 4);
    for (let rank = 0; rank < merged.length; rank++) {
      const slot = this.#slotOf(lefts[rank] ?? 0, rights[rank] ?? 0);
      this.#slots[slot] = lefts[rank] ?? 0;
      this.#slots[slot + 1] = rights[rank] ?? 0;
      // Of a pair that is listed twice the last place counts, as in Hugging Face's map.
      this.#slots[slot + 2] = rank + 1;
    }
  }

  findWhole(bytes: Uint8Array, length: number): number {
    return this.#whole === undefined ? NEVER : this.#whole.find(bytes, 0, length);
  }

  rankOf(_bytes: Uint8Array, _start: number, _end: number, left: number, right: number): number {
    return (this.#slots[this.#slotOf(left, right) + 2] ?? 0) - 1;
  }

  idOf(rank: number): number {
    return this.#merged[rank] ?? NEVER;
  }

  #slotOf(left: number, right: number): number {
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & this.#mask;
    for (;;) {
      const at = slot * 4;
      if (this.#slots[at + 2] === 0) return at;
      if (this.#slots[at] === left && this.#slots[at + 1] === right) return at;
      slot = (slot + 1) & this.#mask;
    }
  }
}

function findByteIds(tokens: ByteTable): Int32Array {
  const ids = new Int32Array(256);
  const byte = new Uint8Array(1);
  for (let value = 0; value < 256; value++) {
    byte[0] = value;
    const id = tokens.find(byte, 0, 1);
    if (id < 0) throw new TokenizerError(`the vocabulary has no token for the byte 0x${value.toString(16)}`);
    ids[value] = id;
  }
  return ids;
}
