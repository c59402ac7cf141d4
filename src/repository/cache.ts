/** Owns the memory that object bytes may take: a map that forgets what was not used for longest. */

/** What an entry costs beside its bytes (key, map slot, buffer object); so empty values are bounded, too. */
const ENTRY_BYTES = 256;

/** Least recently used first out, bounded by the sum of `byteLength` and 256 an entry. A value larger than a quarter is not kept. */
export class ByteCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Buffer | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Buffer): void {
    if (value.byteLength * 4 > this.#maxBytes || this.#entries.has(key)) return;
    this.#entries.set(key, value);
    this.#bytes += value.byteLength + ENTRY_BYTES;
    for (const [oldest, held] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= held.byteLength + ENTRY_BYTES;
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
