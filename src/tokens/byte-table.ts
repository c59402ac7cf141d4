/** Owns the tokens of a vocabulary as byte strings in id order, and finds the id of a byte string. */
import { createHash } from 'node:crypto';
import { TokenizerError } from './tokenizer-error.js';

const NONE = -1;

/** `bytes` holds all tokens back to back; token `id` is `bytes[starts[id], starts[id + 1])`. */
export class ByteTable {
  readonly size: number;
  readonly longest: number;
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  /** Two numbers a slot: id + 1 (0 = free), and the hash, which turns most strangers away without a comparison. */
  readonly #slots: Int32Array;
  /** id + 1 of each token of two bytes: half of all questions are about those. */
  readonly #pairs = new Int32Array(0x10000);
  readonly #mask: number;

  constructor(bytes: Uint8Array, starts: Int32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.size = starts.length - 1;
    let capacity = 1024;
    while (capacity < this.size * 2) capacity *= 2;
    this.#mask = capacity - 1;
    this.#slots = new Int32Array(capacity * 2);
    let longest = 0;
    for (let id = 0; id < this.size; id++) {
      const start = starts[id] ?? 0;
      const end = starts[id + 1] ?? 0;
      if (end > start) this.#insert(id, start, end);
      if (end - start > longest) longest = end - start;
    }
    this.longest = longest;
  }

  /** Id of the token `bytes[start, end)`, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 2) return (this.#pairs[((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)] ?? 0) - 1;
    if (length > this.longest) return NONE;
    const slots = this.#slots;
    const hash = hashBytes(bytes, start, end);
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    for (;;) {
      const taken = slots[slot * 2] ?? 0;
      if (taken === 0) return NONE;
      if (slots[slot * 2 + 1] === hash && this.#equals(taken - 1, bytes, start, end)) return taken - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** Whether token `id` is `bytes[start, end)`, which is not empty; false when there is no such id. */
  isToken(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    return id >= 0 && id < this.size && this.#equals(id, bytes, start, end);
  }

  /** A view, not a copy. */
  token(id: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[id] ?? 0, this.#starts[id + 1] ?? 0);
  }

  /**
   * sha256 of the vocabulary in tiktoken's file format (base64 of the token, space, id, line feed, in id order): for
   * cl100k_base and o200k_base the checksum that tiktoken itself pins.
   */
  sha256(): string {
    const hash = createHash('sha256');
    let text = '';
    for (let id = 0; id < this.size; id++) {
      const start = this.#starts[id] ?? 0;
      const end = this.#starts[id + 1] ?? 0;
      text += `${Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, end - start).toString('base64')} ${id}\n`;
      if (text.length > 1 << 16) {
        hash.update(text);
        text = '';
      }
    }
    return hash.update(text).digest('hex');
  }

  #insert(id: number, start: number, end: number): void {
    const hash = hashBytes(this.#bytes, start, end);
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    for (;;) {
      const taken = this.#slots[slot * 2] ?? 0;
      if (taken === 0) break;
      if (this.#slots[slot * 2 + 1] === hash && this.#equals(taken - 1, this.#bytes, start, end)) {
        throw new TokenizerError(`tokens ${taken - 1} and ${id} of the vocabulary are the same bytes`);
      }
      slot = (slot + 1) & this.#mask;
    }
    this.#slots[slot * 2] = id + 1;
    this.#slots[slot * 2 + 1] = hash;
    if (end - start === 2) {
      this.#pairs[((this.#bytes[start] ?? 0) << 8) | (this.#bytes[start + 1] ?? 0)] = id + 1;
    }
  }

  #equals(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#starts[id] ?? 0;
    const length = end - start;
    if ((this.#starts[id + 1] ?? 0) - own !== length) return false;
    for (let at = 0; at < length; at++) {
      if (this.#bytes[own + at] !== bytes[start + at]) return false;
    }
    return true;
  }
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 13);
}
