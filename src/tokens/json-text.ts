/**
 * Owns a walk over JSON text by its bytes, so that a large list in it can be read without making a value of each entry.
 * Small values are left to JSON.parse. What the values mean is the caller's.
 */
import { TokenizerError } from './tokenizer-error.js';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const BACKSLASH = 0x5c;
export const COLON = 0x3a;

/** `at` is the 0-based offset of the byte that comes next. Errors: `TokenizerError`, "not a JSON file: …". */
export class JsonText {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Steps over white space and says what comes next; -1 at the end. */
  peek(): number {
    const { bytes } = this;
    let at = this.at;
    for (; ; at++) {
      const byte = bytes[at] ?? -1;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        this.at = at;
        return byte;
      }
    }
  }

  /** Steps over `byte` when it comes next. */
  take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at += 1;
    return true;
  }

  expect(byte: number): void {
    if (!this.take(byte)) throw this.#fail(`"${String.fromCharCode(byte)}"`);
  }

  /** After an entry: true when another follows, false when the list or object has ended. */
  takeComma(close: number): boolean {
    if (this.take(COMMA)) return true;
    if (this.take(close)) return false;
    throw this.#fail(`"," or "${String.fromCharCode(close)}"`);
  }

  /** Steps over the key of a member and its colon. */
  readKey(): string {
    if (this.peek() !== QUOTE) throw this.#fail('a key');
    const key = String(this.readValue());
    this.expect(COLON);
    return key;
  }

  /** Reads the value that comes next with JSON.parse. */
  readValue(): unknown {
    this.peek();
    const start = this.at;
    this.skipValue();
    return this.parse(this.bytes.toString('utf8', start, this.at));
  }

  /** Steps over the value that comes next. Finds its end only: that it is sound inside is for who reads it. */
  skipValue(): void {
    const { bytes } = this;
    let byte = this.peek();
    let depth = 0;
    let at = this.at;
    for (; ; byte = bytes[at] ?? -1) {
      if (byte === -1) break;
      if (byte === QUOTE) {
        at = this.#endOfString(at);
        if (depth === 0) break;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1;
        at += 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) break;
        depth -= 1;
        at += 1;
        if (depth === 0) break;
      } else if (depth === 0 && (byte === COMMA || byte <= 0x20)) break;
      else at += 1;
    }
    if (depth > 0 || at === this.at) {
      this.at = at;
      throw this.#fail('a value');
    }
    this.at = at;
  }

  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new TokenizerError(`not a JSON file: expected a value before byte ${this.at}`, { cause });
    }
  }

  #endOfString(start: number): number {
    const { bytes } = this;
    for (let at = start + 1; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) at += 1;
    }
    this.at = bytes.length;
    throw this.#fail('the end of a string');
  }

  #fail(expected: string): TokenizerError {
    return new TokenizerError(`not a JSON file: expected ${expected} at byte ${this.at}`);
  }
}
