/**
 * Owns the framing of JSON values in a byte stream: where a value starts and ends, by strings, escapes and brackets.
 * Does not check the grammar inside a value: the framed bytes go through `JSON.parse`. Linear, without recursion.
 * Memory: the value being framed, if it is kept.
 */
import type { ByteChunks } from './byte-source.js';
import { joinParts } from './jsonl-reader.js';
import { MAX_ROW_BYTES } from './row-decoding.js';

export const BYTE = {
  lineFeed: 10,
  quote: 34,
  comma: 44,
  colon: 58,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

/** One framed value. */
export interface FramedValue {
  /** The value's bytes; empty when it was not kept or is too large. */
  readonly bytes: Buffer;
  /** 1-based line and 0-based offset of the first byte. */
  readonly line: number;
  readonly byteOffset: number;
  /** True when the stream ended inside the value. */
  readonly unfinished: boolean;
  readonly tooLarge: boolean;
}

/** Walks over a byte stream value by value. Call `close` when done. */
export class JsonCursor {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #position = 0;
  #chunkOffset: number;
  #line = 1;

  constructor(chunks: ByteChunks, firstByteOffset = 0) {
    this.#iterator = chunks[Symbol.asyncIterator]();
    this.#chunkOffset = firstByteOffset;
  }

  /** 1-based line of the next byte. */
  get line(): number {
    return this.#line;
  }

  /** 0-based offset of the next byte. */
  get byteOffset(): number {
    return this.#chunkOffset + this.#position;
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }

  /** Skips white space and returns the next byte without taking it; -1 at the end. */
  async peek(): Promise<number> {
    for (;;) {
      for (; this.#position < this.#chunk.length; this.#position++) {
        const byte = this.#chunk[this.#position] ?? 0;
        if (!isWhiteSpace(byte)) return byte;
        if (byte === BYTE.lineFeed) this.#line += 1;
      }
      if (!(await this.#fill())) return -1;
    }
  }

  /** Takes the byte that `peek` returned. */
  take(): void {
    this.#position += 1;
  }

  /**
   * Frames the value that starts at the byte `peek` returned.
   *
   * Damage is kept local. A string ends at a line feed, which no JSON string may hold. A closing bracket that does
   * not match closes all that was opened inside its partner. When its partner is the container around the value
   * (`outerCloser`), it ends the value and is not taken. `JSON.parse` then refuses the framed bytes.
   */
  async frame(outerCloser: number, keep = true): Promise<FramedValue> {
    const { line, byteOffset } = this;
    const parts: Uint8Array[] = [];
    const scan = new ValueScan(outerCloser);
    let size = 0;
    let done = false;
    while (!done && (this.#position < this.#chunk.length || (await this.#fill()))) {
      const start = this.#position;
      const end = scan.advance(this.#chunk, start);
      done = scan.done;
      this.#line += scan.takeLineFeeds();
      this.#position = end;
      size += end - start;
      if (size > MAX_ROW_BYTES) parts.length = 0;
      else if (keep && end > start) parts.push(this.#chunk.subarray(start, end));
    }
    // A number or word is complete at the end of the stream; anything else is not.
    const unfinished = !done && !scan.isWord;
    return { bytes: joinParts(parts), line, byteOffset, unfinished, tooLarge: size > MAX_ROW_BYTES };
  }

  async #fill(): Promise<boolean> {
    for (;;) {
      const next = await this.#iterator.next();
      if (next.done === true) return false;
      this.#chunkOffset += this.#chunk.length;
      this.#chunk = next.value;
      this.#position = 0;
      if (next.value.length > 0) return true;
    }
  }
}

/** The state of framing one value across chunks. */
class ValueScan {
  readonly #outerCloser: number;
  readonly #closers: number[] = [];
  #openBraces = 0;
  #openBrackets = 0;
  #started = false;
  #inString = false;
  #escaped = false;
  #lineFeeds = 0;
  isWord = false;
  done = false;

  constructor(outerCloser: number) {
    this.#outerCloser = outerCloser;
  }

  takeLineFeeds(): number {
    const count = this.#lineFeeds;
    this.#lineFeeds = 0;
    return count;
  }

  /** Reads on from `start`; returns the position behind the last byte that belongs to the value. */
  advance(chunk: Uint8Array, start: number): number {
    let position = start;
    while (position < chunk.length) {
      if (this.#inString) {
        position = this.#advanceString(chunk, position);
        if (!this.#inString && this.#closers.length === 0) return this.#finish(position);
        continue;
      }
      const byte = chunk[position] ?? 0;
      if (!this.#started) {
        this.#started = true;
        this.isWord = byte !== BYTE.quote && byte !== BYTE.openBrace && byte !== BYTE.openBracket;
        // A word takes at least its first byte, so that every call moves on.
        if (this.isWord) {
          position += 1;
          continue;
        }
      } else if (this.isWord) {
        if (endsWord(byte)) return this.#finish(position);
        position += 1;
        continue;
      }
      if (byte === BYTE.quote) {
        this.#inString = true;
      } else if (byte === BYTE.openBrace) {
        this.#closers.push(BYTE.closeBrace);
        this.#openBraces += 1;
      } else if (byte === BYTE.openBracket) {
        this.#closers.push(BYTE.closeBracket);
        this.#openBrackets += 1;
      } else if (byte === BYTE.closeBrace || byte === BYTE.closeBracket) {
        if (!this.#close(byte)) return this.#finish(position);
        if (this.#closers.length === 0) return this.#finish(position + 1);
      } else if (byte === BYTE.lineFeed) {
        this.#lineFeeds += 1;
      }
      position += 1;
    }
    return position;
  }

  #finish(position: number): number {
    this.done = true;
    return position;
  }

  /** Goes on inside a string; returns the position behind its end or the end of the chunk. */
  #advanceString(chunk: Uint8Array, start: number): number {
    let position = start;
    // A local copy: this loop sees nearly all bytes of a file.
    let escaped = this.#escaped;
    for (; position < chunk.length; position++) {
      const byte = chunk[position];
      if (byte === BYTE.lineFeed) {
        this.#lineFeeds += 1;
        break;
      }
      if (escaped) escaped = false;
      else if (byte === BYTE.backslash) escaped = true;
      else if (byte === BYTE.quote) break;
    }
    this.#inString = position === chunk.length;
    this.#escaped = this.#inString && escaped;
    return this.#inString ? position : position + 1;
  }

  /** Closes the innermost container that `closer` fits. False when it closes the container around the value. */
  #close(closer: number): boolean {
    const open = closer === BYTE.closeBrace ? this.#openBraces : this.#openBrackets;
    // The counters answer "is there a partner at all" in one step; a search for each stray closer would be quadratic.
    if (open === 0) return closer !== this.#outerCloser;
    for (let top = this.#closers.pop(); top !== undefined; top = this.#closers.pop()) {
      if (top === BYTE.closeBrace) this.#openBraces -= 1;
      else this.#openBrackets -= 1;
      if (top === closer) break;
    }
    return true;
  }
}

function isWhiteSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

function endsWord(byte: number): boolean {
  return (
    isWhiteSpace(byte) ||
    byte === BYTE.comma ||
    byte === BYTE.quote ||
    byte === BYTE.openBrace ||
    byte === BYTE.openBracket ||
    byte === BYTE.closeBrace ||
    byte === BYTE.closeBracket
  );
}
