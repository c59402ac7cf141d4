/**
 * Owns the two large parts of a `tokenizer.json`, the vocabulary and the list of merges: they are read from the bytes of
 * the file as they stand, since values made of 10 MB of small strings take most of a second. The rest of the file,
 * and what it means for the two, is `hugging-face.ts`.
 */
import { BYTES_OF_UNITS, readByteLevel } from './byte-level.js';
import { ByteTable } from './byte-table.js';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  type JsonText,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-text.js';
import type { MergeList } from './merge-table.js';
import { TokenizerError } from './tokenizer-error.js';

/** Ranks are packed with a place into one double. */
const MOST_MERGES = 1 << 22;
const SPACE = 0x20;
const ZERO = 0x30;

/** The text of a tokenizer file, read once from front to back. */
export interface TokenizerText {
  /** The file, with an empty object and an empty list where the two parts stood. */
  readonly json: unknown;
  /** What the two parts hold, once `json` is known to be of the right kind and to have them. */
  readonly takeParts: () => { readonly tokens: ByteTable; readonly merges: MergeList };
}

/**
 * Reads the text of a tokenizer file. What is wrong in the two parts waits for `takeParts`: in a tokenizer of another
 * kind there is a better reason to refuse it.
 * @throws TokenizerError when the rest is no JSON; `takeParts` when a part is no JSON or would be miscounted
 */
export function readTokenizerText(text: JsonText): TokenizerText {
  const parts = new Parts(text);
  if (text.peek() === OPEN_BRACE) {
    skipMembers(text, (key) => {
      if (key === 'model' && text.peek() === OPEN_BRACE) skipMembers(text, (part) => parts.readOrSkip(part));
      else text.skipValue();
    });
  }
  return { json: text.parse(parts.cutOut()), takeParts: () => parts.take() };
}

type Attempt<Value> = { readonly value: Value } | { readonly error: TokenizerError };

class Parts {
  readonly #text: JsonText;
  #tokens: Attempt<ByteTable> | null = null;
  #merges: Attempt<MergeList> | null = null;
  #mergesAt = -1;
  /** The text outside the parts, up to `#copied`. */
  #rest = '';
  #copied: number;

  constructor(text: JsonText) {
    this.#text = text;
    this.#copied = text.at;
  }

  /** Steps over the value of this member of the model, and reads it when it is one of the two parts. */
  readOrSkip(key: string): void {
    const text = this.#text;
    const open = text.peek();
    const { at } = text;
    if (key === 'vocab' && open === OPEN_BRACE) {
      if (this.#tokens !== null) throw new TokenizerError('model.vocab is given twice');
      this.#tokens = this.#attempt(() => readVocabulary(text));
      this.#cut(at, '{}');
    } else if (key === 'merges' && open === OPEN_BRACKET) {
      if (this.#mergesAt >= 0) throw new TokenizerError('model.merges is given twice');
      this.#mergesAt = at;
      const tokens = this.#tokens;
      // Merges are said in tokens: before the vocabulary they can only be stepped over.
      if (tokens !== null && 'value' in tokens)
        this.#merges = this.#attempt(() => readMerges(text, tokens.value));
      else text.skipValue();
      this.#cut(at, '[]');
    } else text.skipValue();
  }

  cutOut(): string {
    return this.#rest + this.#text.bytes.toString('utf8', this.#copied);
  }

  take(): { readonly tokens: ByteTable; readonly merges: MergeList } {
    if (this.#tokens === null || this.#mergesAt < 0) throw new Error('the model lacks vocabulary or merges');
    const tokens = valueOf(this.#tokens);
    if (this.#merges !== null) return { tokens, merges: valueOf(this.#merges) };
    this.#text.at = this.#mergesAt;
    return { tokens, merges: readMerges(this.#text, tokens) };
  }

  #attempt<Value>(read: () => Value): Attempt<Value> {
    const { at } = this.#text;
    try {
      return { value: read() };
    } catch (error) {
      if (!(error instanceof TokenizerError)) throw error;
      this.#text.at = at;
      this.#text.skipValue();
      return { error };
    }
  }

  #cut(from: number, filler: string): void {
    this.#rest += this.#text.bytes.toString('utf8', this.#copied, from) + filler;
    this.#copied = this.#text.at;
  }
}

function valueOf<Value>(attempt: Attempt<Value>): Value {
  if ('error' in attempt) throw attempt.error;
  return attempt.value;
}

/** Calls `skip` at the value of each member of the object that comes next; it has to step over the value. */
function skipMembers(text: JsonText, skip: (key: string) => void): void {
  text.expect(OPEN_BRACE);
  if (text.take(CLOSE_BRACE)) return;
  do skip(text.readKey());
  while (text.takeComma(CLOSE_BRACE));
}

/** The vocabulary that comes next in `text`, an object of token to id, each id once. */
export function readVocabulary(text: JsonText): ByteTable {
  const reader = new TokenReader(text, text.bytes.length - text.at);
  // Per id, where its bytes stand, in the order of the file; start -1 = no such id.
  let starts = new Int32Array(1 << 18).fill(-1);
  let ends = new Int32Array(1 << 18);
  let size = 0;
  text.expect(OPEN_BRACE);
  if (!text.take(CLOSE_BRACE)) {
    do {
      const start = reader.end;
      const keyAt = text.at;
      // A token outside the byte alphabet (a marker kept in the vocabulary) can never be made: it stays empty.
      if (!reader.readToken()) reader.end = start;
      const id = readId(text, keyAt);
      while (id >= starts.length) {
        starts = enlarge(starts, -1);
        ends = enlarge(ends, 0);
      }
      if ((starts[id] ?? -1) >= 0) throw new TokenizerError(`model.vocab: id ${id} is given twice`);
      starts[id] = start;
      ends[id] = reader.end;
      if (id >= size) size = id + 1;
    } while (text.takeComma(CLOSE_BRACE));
  }
  const bytes = new Uint8Array(reader.end);
  const ordered = new Int32Array(size + 1);
  let end = 0;
  for (let id = 0; id < size; id++) {
    ordered[id] = end;
    const to = ends[id] ?? 0;
    for (let from = Math.max(0, starts[id] ?? 0); from < to; from++) bytes[end++] = reader.bytes[from] ?? 0;
  }
  ordered[size] = end;
  return new ByteTable(bytes, ordered);
}

function readId(text: JsonText, keyAt: number): number {
  text.expect(COLON);
  text.peek();
  const { bytes, at: start } = text;
  let at = start;
  let id = 0;
  for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - ZERO) {
    id = id * 10 + digit;
    at += 1;
  }
  const next = bytes[at] ?? 0;
  const isPlain = at > start && (bytes[start] !== ZERO || at === start + 1);
  if (isPlain && (next === COMMA || next === CLOSE_BRACE || next <= SPACE) && id < MOST_MERGES) {
    text.at = at;
    return id;
  }
  const value = text.readValue();
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MOST_MERGES) return value;
  text.at = keyAt;
  throw new TokenizerError(
    `model.vocab: the id of ${JSON.stringify(text.readValue())} is ${JSON.stringify(value)}`,
  );
}

function enlarge(numbers: Int32Array, filler: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2).fill(filler, numbers.length);
  larger.set(numbers);
  return larger;
}

/** The list of merges that comes next in `text`: "left right" in older files, [left, right] in newer ones. */
export function readMerges(text: JsonText, tokens: ByteTable): MergeList {
  const reader = new TokenReader(text, tokens.longest * 2 + 2);
  const lefts: number[] = [];
  const rights: number[] = [];
  const merged: number[] = [];
  text.expect(OPEN_BRACKET);
  if (!text.take(CLOSE_BRACKET)) {
    do {
      const rank = merged.length;
      if (rank === MOST_MERGES) throw new TokenizerError(`model.merges: more than ${MOST_MERGES} merges`);
      text.peek();
      const { at } = text;
      reader.end = 0;
      const middle = reader.readPair();
      const left = middle < 0 ? -1 : tokens.find(reader.bytes, 0, middle);
      const right = middle < 0 ? -1 : tokens.find(reader.bytes, middle, reader.end);
      // In most files the merges make their tokens in the order of the ids.
      const guess = (merged[rank - 1] ?? -1) + 1;
      const id =
        middle < 0
          ? -1
          : tokens.isToken(guess, reader.bytes, 0, reader.end)
            ? guess
            : tokens.find(reader.bytes, 0, reader.end);
      if (left < 0 || right < 0 || id < 0) throw refuseMerge(text, at, rank);
      lefts.push(left);
      rights.push(right);
      merged.push(id);
    } while (text.takeComma(CLOSE_BRACKET));
  }
  return { lefts: new Int32Array(lefts), rights: new Int32Array(rights), merged: new Int32Array(merged) };
}

function refuseMerge(text: JsonText, at: number, rank: number): TokenizerError {
  text.at = at;
  const merge = text.readValue();
  const parts: unknown = typeof merge === 'string' ? merge.split(' ') : merge;
  const isPair =
    Array.isArray(parts) && parts.length === 2 && parts.every((part) => typeof part === 'string');
  const found = JSON.stringify(merge);
  return new TokenizerError(
    isPair
      ? `model.merges[${rank}]: ${found} joins or makes a token that is not in the vocabulary`
      : `model.merges[${rank}]: expected two tokens, got ${found}`,
  );
}

/** Reads tokens in GPT-2's alphabet: their bytes are appended to `bytes` up to `end`. Beyond its capacity they are lost. */
class TokenReader {
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
