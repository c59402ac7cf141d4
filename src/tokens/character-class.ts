/**
 * Owns the Unicode classes that pre-tokenizers ask for, one byte per code point, filled a page of 256 at a time.
 * Which characters are letters is decided by the Unicode version of the running Node, as in a `u` regex.
 */

/** `\p{L}` */
export const LETTER = 1;
/** `\p{N}` */
export const NUMBER = 2;
/** `\p{White_Space}`: what `\s` means in Rust and Oniguruma, and not in JavaScript (U+0085, U+FEFF). */
export const SPACE = 4;
/** None of the three above. */
export const OTHER = 8;
/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, as o200k groups them */
export const UPPER = 16;
/** `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, as o200k groups them */
export const LOWER = 32;
/** `\p{M}` */
export const MARK = 64;

/** 0 = page not filled yet. Lead surrogates stay 0: they send the reader to the slow path. */
const CLASSES = new Uint8Array(0x110000);
const PAGE = 256;

/** Classes of the code point that starts at `index`; the units must be well-formed UTF-16. */
export function classAt(units: Uint16Array, index: number): number {
  return CLASSES[units[index] ?? 0] || classOf(codePointAt(units, index));
}

/** 2 for a lead surrogate, else 1. */
export function widthAt(units: Uint16Array, index: number): number {
  return ((units[index] ?? 0) & 0xfc00) === 0xd800 ? 2 : 1;
}

/** End (exclusive) of the run of code points from `index` on that have one of the classes in `mask`. */
export function endOfRun(units: Uint16Array, index: number, end: number, mask: number): number {
  let at = index;
  while (at < end) {
    const known = CLASSES[units[at] ?? 0] ?? 0;
    if (known !== 0) {
      if ((known & mask) === 0) break;
      at++;
    } else {
      if ((classAt(units, at) & mask) === 0) break;
      at += widthAt(units, at);
    }
  }
  return at;
}

function codePointAt(units: Uint16Array, index: number): number {
  const unit = units[index] ?? 0;
  if ((unit & 0xfc00) !== 0xd800) return unit;
  return ((unit - 0xd800) << 10) + ((units[index + 1] ?? 0xdc00) - 0xdc00) + 0x10000;
}

function classOf(codePoint: number): number {
  const known = CLASSES[codePoint] ?? 0;
  if (known !== 0) return known;
  const first = codePoint - (codePoint % PAGE);
  for (let at = first; at < first + PAGE; at++) {
    if ((at & 0xfffffc00) !== 0xd800) CLASSES[at] = classify(String.fromCodePoint(at));
  }
  return CLASSES[codePoint] || OTHER;
}

function classify(character: string): number {
  let classes = 0;
  if (/\p{L}/u.test(character)) classes |= LETTER;
  if (/\p{N}/u.test(character)) classes |= NUMBER;
  if (/\p{White_Space}/u.test(character)) classes |= SPACE;
  if (classes === 0) classes |= OTHER;
  if (/[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u.test(character)) classes |= UPPER;
  if (/[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u.test(character)) classes |= LOWER;
  if (/\p{M}/u.test(character)) classes |= MARK;
  return classes;
}
