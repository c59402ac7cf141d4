/**
 * Owns the hand-written pre-tokenizers of the cl100k, o200k and GPT-2 families: where does the piece that starts
 * here end? Each equals its regex (test/tokens/scanner.test.ts compares them) and never looks back.
 * Other patterns go through `pattern.ts`.
 */
import { classAt, endOfRun, LETTER, LOWER, NUMBER, OTHER, SPACE, UPPER, widthAt } from './character-class.js';

/** End (exclusive) of the piece that starts at `start` (`start < end`, well-formed UTF-16). Always advances. */
export type Scanner = (units: Uint16Array, start: number, end: number) => number;

const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/** cl100k_base and Llama 3: at most three digits a piece. Source: tiktoken, openai_public.py. */
export const scanCl100k: Scanner = (units, start, end) => scanCl100kFamily(units, start, end, 3);

/** Qwen 2 and 3: the cl100k pattern with one digit a piece. Source: Qwen3-4B tokenizer.json. */
export const scanQwen: Scanner = (units, start, end) => scanCl100kFamily(units, start, end, 1);

// (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,DIGITS}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
function scanCl100kFamily(units: Uint16Array, start: number, end: number, digits: number): number {
  const unit = units[start] ?? 0;
  const first = classAt(units, start);
  const next = start + widthAt(units, start);
  if ((first & LETTER) !== 0) return endOfRun(units, next, end, LETTER);
  if ((first & NUMBER) !== 0) return endOfDigits(units, next, end, digits - 1);
  if (unit === APOSTROPHE) {
    const contraction = endOfContraction(units, start, end, true);
    if (contraction > start) return contraction;
  }
  const second = next < end ? classAt(units, next) : 0;
  if ((second & LETTER) !== 0 && unit !== LF && unit !== CR) return endOfRun(units, next, end, LETTER);
  if ((first & OTHER) !== 0 || (unit === BLANK && (second & OTHER) !== 0)) {
    let at = endOfRun(units, next, end, OTHER);
    while (at < end && (units[at] === LF || units[at] === CR)) at++;
    return at;
  }
  return endOfSpace(units, start, end, true);
}

/** o200k_base: words break at capitals and carry their contraction. Source: tiktoken, openai_public.py. */
// [^\r\n\p{L}\p{N}]?UPPER*LOWER+(?i:'s|…)?|[^\r\n\p{L}\p{N}]?UPPER+LOWER*(?i:'s|…)?|\p{N}{1,3}
// | ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
export const scanO200k: Scanner = (units, start, end) => {
  const unit = units[start] ?? 0;
  const first = classAt(units, start);
  if ((first & NUMBER) !== 0) return endOfDigits(units, start + widthAt(units, start), end, 2);
  const word = endOfWord(units, start, end, first);
  if (word > start) return endOfContraction(units, word, end, true);
  const next = start + widthAt(units, start);
  if ((first & OTHER) !== 0 || (unit === BLANK && next < end && (classAt(units, next) & OTHER) !== 0)) {
    let at = endOfRun(units, next, end, OTHER);
    while (at < end && (units[at] === LF || units[at] === CR || units[at] === SLASH)) at++;
    return at;
  }
  return endOfSpace(units, start, end, true);
};

/** End of the o200k word at `start` without its contraction, or `start` when no word starts here. */
function endOfWord(units: Uint16Array, start: number, end: number, first: number): number {
  const unit = units[start] ?? 0;
  // A mark is no letter, so it may be the prefix; the pattern tries that before taking it into the word.
  const prefixed = (first & LETTER) === 0 && unit !== LF && unit !== CR;
  const inner = prefixed ? start + widthAt(units, start) : start;
  const innerCapitals = endOfRun(units, inner, end, UPPER);
  const innerWord = endOfLowerWord(units, inner, innerCapitals, end);
  if (innerWord > inner) return innerWord;
  if (prefixed && (first & UPPER) !== 0) {
    return endOfLowerWord(units, start, endOfRun(units, start, end, UPPER), end);
  }
  return innerCapitals > inner ? innerCapitals : start;
}

/** End of `UPPER*LOWER+` from `start`, its greedy capitals ending at `capitals`; `start` when it does not match. */
function endOfLowerWord(units: Uint16Array, start: number, capitals: number, end: number): number {
  if (capitals < end && (classAt(units, capitals) & LOWER) !== 0) {
    return endOfRun(units, capitals, end, LOWER);
  }
  // The capitals give characters back until one of them (a mark, a caseless letter) also counts as lower case.
  let at = capitals;
  while (at > start) {
    const width = ((units[at - 1] ?? 0) & 0xfc00) === 0xdc00 ? 2 : 1;
    if ((classAt(units, at - width) & LOWER) !== 0) return at;
    at -= width;
  }
  return start;
}

/** GPT-2, and the regex inside Hugging Face's ByteLevel. Source: tokenizers, pre_tokenizers/byte_level.rs. */
// '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
export const scanGpt2: Scanner = (units, start, end) => {
  const unit = units[start] ?? 0;
  if (unit === APOSTROPHE) {
    const contraction = endOfContraction(units, start, end, false);
    if (contraction > start) return contraction;
  }
  const at = unit === BLANK && start + 1 < end ? start + 1 : start;
  const kind = classAt(units, at) & (LETTER | NUMBER | OTHER);
  return kind !== 0 ? endOfRun(units, at, end, kind) : endOfSpace(units, start, end, false);
};

function endOfDigits(units: Uint16Array, start: number, end: number, more: number): number {
  let at = start;
  for (let left = more; left > 0 && at < end && (classAt(units, at) & NUMBER) !== 0; left--) {
    at += widthAt(units, at);
  }
  return at;
}

/** End of `'s|'t|'re|'ve|'m|'ll|'d` at `start`, or `start` when there is none. */
function endOfContraction(units: Uint16Array, start: number, end: number, anyCase: boolean): number {
  if (units[start] !== APOSTROPHE || start + 1 >= end) return start;
  const one = lowerCase(units[start + 1] ?? 0, anyCase);
  if (one === 0x73 || one === 0x74 || one === 0x6d || one === 0x64) return start + 2;
  if (start + 2 >= end) return start;
  const two = lowerCase(units[start + 2] ?? 0, anyCase);
  const double = (one === 0x6c && two === 0x6c) || ((one === 0x72 || one === 0x76) && two === 0x65);
  return double ? start + 3 : start;
}

function lowerCase(unit: number, anyCase: boolean): number {
  if (!anyCase) return unit;
  // `(?i:s)` also matches U+017F, in Rust's regex crate and in Oniguruma alike.
  if (unit === 0x17f) return 0x73;
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
}

/** End of `\s*[\r\n]+|\s+(?!\S)|\s+`, the first part only when `byLine`. All white space is one unit wide. */
function endOfSpace(units: Uint16Array, start: number, end: number, byLine: boolean): number {
  const stop = endOfRun(units, start, end, SPACE);
  const lines = byLine ? start : stop;
  for (let at = stop; at > lines; at--) {
    if (units[at - 1] === LF || units[at - 1] === CR) return at;
  }
  return stop === end || stop - start === 1 ? stop : stop - 1;
}
