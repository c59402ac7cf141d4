/** Owns the reading of one token, or of the two of a merge, from JSON text into the bytes they stand for. */
import { BYTES_OF_UNITS, readByteLevel } from './byte-level.js';
import { BACKSLASH, CLOSE_BRACKET, COMMA, type JsonText, OPEN_BRACKET, QUOTE } from './json-text.js';

const SPACE = 0x20;

/** Reads tokens in GPT-2's alphabet: their bytes are appended to `bytes` up to `end`. Beyond its capacity they are lost. */
export class TokenReader {
  readonly bytes: Uint8Array;
  end = 0;
  readonly #text: JsonText;

  constructor(text: JsonText, capacity: number) {
    this.#text = text;
    this.bytes = new Uint8Array(capacity);
  }

  /** Reads the string that comes next; false when it is no token of this alphabet. */
  readToken(): boolean {
    const text = this.#text;
    const { at } = text;
    const { end } = this;
    text.expect(QUOTE);
    if (this.#readRun() === QUOTE) {
      text.at += 1;
      return true;
    }
    text.at = at;
    return this.#append(end, String(text.readValue()));
  }

  /**
   * Reads the merge that comes next and returns where its second token starts; -1 when it is no pair of tokens of this
   * alphabet.
   */
  readPair(): number {
    const text = this.#text;
    if (text.take(OPEN_BRACKET)) {
      if (text.peek() !== QUOTE || !this.readToken()) return -1;
      const middle = this.end;
      if (!text.take(COMMA) || text.peek() !== QUOTE || !this.readToken()) return -1;
      return text.take(CLOSE_BRACKET) ? middle : -1;
    }
    if (text.peek() !== QUOTE) return -1;
    const { at } = text;
    text.at += 1;
    if (this.#readRun() === SPACE) {
      const middle = this.end;
      text.at += 1;
      if (this.#readRun() === QUOTE) {
        text.at += 1;
        return middle;
      }
    }
    text.at = at;
    const [left, right, third] = String(text.readValue()).split(' ');
    if (left === undefined || right === undefined || third !== undefined) return -1;
    if (!this.#append(0, left)) return -1;
    const middle = this.end;
    return this.#append(middle, right) ? middle : -1;
  }

  /** Reads up to the first byte that is not plainly a character of the alphabet, and returns that byte. */
  #readRun(): number {
    const { bytes: from } = this.#text;
    const { bytes } = this;
    let { at } = this.#text;
    let { end } = this;
    let byte = from[at] ?? -1;
    for (; ; byte = from[at] ?? -1) {
      let unit = byte;
      let width = 1;
      if (byte >= 0x80) {
        const next = from[at + 1] ?? 0;
        // Two bytes hold all of the alphabet; others are left to JSON.parse.
        if (byte < 0xc2 || byte > 0xdf || (next & 0xc0) !== 0x80) break;
        unit = ((byte & 0x1f) << 6) | (next & 0x3f);
        width = 2;
      } else if (byte === QUOTE || byte === BACKSLASH) break;
      const value = BYTES_OF_UNITS[unit] ?? -1;
      if (value < 0) break;
      bytes[end++] = value;
      at += width;
    }
    this.#text.at = at;
    this.end = end;
    return byte;
  }

  #append(at: number, token: string): boolean {
    const end = token.length > this.bytes.length - at ? -1 : readByteLevel(token, this.bytes, at);
    if (end >= 0) this.end = end;
    return end >= 0;
  }
}
