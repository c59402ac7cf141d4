/** Owns the two large parts of a `tokenizer.json`, the vocabulary and the list of merges, each read from where it starts. */
import { ByteTable } from './byte-table.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  type JsonText,
  OPEN_BRACE,
  OPEN_BRACKET,
} from './json-text.js';
import type { MergeList } from './merge-table.js';
import { TokenReader } from './token-reader.js';
import { TokenizerError } from './tokenizer-error.js';

/** Ranks are packed with a place into one double. */
const MOST_MERGES = 1 << 22;
const SPACE = 0x20;
const ZERO = 0x30;

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
