/**
 * Owns the reading of Python literals (what `repr` writes and `ast.literal_eval` reads): texts, numbers, True,
 * False, None, lists, tuples, sets and dicts. Nothing is ever evaluated. What the values mean is the caller's.
 */
import { readPythonText, startsPythonText } from './python-text.js';

/** A dict keeps its entries in order, since keys need not be texts. Tuples and sets are lists. */
export type LiteralValue = string | number | bigint | boolean | null | LiteralValue[] | LiteralDict;

/** A class, so that a dict can be told from a decoded JSON object. */
export class LiteralDict {
  readonly entries: readonly [LiteralValue, LiteralValue][];
  constructor(entries: readonly [LiteralValue, LiteralValue][]) {
    this.entries = entries;
  }
}

/** `offset` is in UTF-16 units from the start of the text. */
export type LiteralResult =
  | { readonly ok: true; readonly value: LiteralValue }
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** An open bracket. `top` is the text as a whole, where commas make a tuple without brackets. */
interface Frame {
  readonly close: '' | ')' | ']' | '}';
  readonly items: LiteralValue[];
  readonly entries: [LiteralValue, LiteralValue][];
  /** The key that waits for its value in a dict. */
  key: { readonly value: LiteralValue } | undefined;
  shape: 'unknown' | 'items' | 'entries';
  /** A value has just been read: a comma, a colon or the closing bracket must follow. */
  filled: boolean;
  commas: number;
}

const BLANK = new Set([' ', '\t', '\n', '\r', '\f']);
const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:[0-9][0-9_]*)?\.?[0-9_]*(?:[eE][+-]?[0-9]+)?)/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPENING: Readonly<Record<string, ')' | ']' | '}'>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Reads one Python literal; blanks around it are allowed. Adjacent texts are joined as in Python. The depth of
 * brackets is limited by memory only, the time is linear in the length.
 * Source: Python language reference, "Literals"; own choice: no comments, no f-strings, no complex numbers.
 */
export function readPythonLiteral(text: string): LiteralResult {
  const stack: Frame[] = [openFrame('')];
  let offset = 0;
  for (;;) {
    while (offset < text.length && BLANK.has(text.charAt(offset))) offset += 1;
    const frame = stack.at(-1);
    if (frame === undefined) return fail(offset, 'nothing is open');
    const sign = text.charAt(offset);

    if (sign === '' || sign === frame.close) {
      if (sign === '' && frame.close !== '') return fail(offset, `the text ends where ${frame.close} is due`);
      if (hasHalfEntry(frame)) return fail(offset, 'a dict entry has no value');
      storeEntry(frame);
      const closed = closeFrame(frame);
      if (closed === undefined) return fail(offset, 'the text holds no value');
      if (sign === '') return { ok: true, value: closed };
      stack.pop();
      offset += 1;
      const outer = stack.at(-1);
      if (outer === undefined) return fail(offset, 'nothing is open');
      const problem = placeValue(outer, closed);
      if (problem !== '') return fail(offset, problem);
      continue;
    }
    if (sign === ',' || sign === ':') {
      const problem = sign === ',' ? endItem(frame) : endKey(frame);
      if (problem !== '') return fail(offset, problem);
      offset += 1;
      continue;
    }
    const close = OPENING[sign];
    if (close !== undefined) {
      if (frame.filled) return fail(offset, 'two values stand side by side without a comma');
      stack.push(openFrame(close));
      offset += 1;
      continue;
    }
    const scalar = readScalar(text, offset);
    if (!scalar.ok) return scalar;
    const problem = placeValue(frame, scalar.value);
    if (problem !== '') return fail(offset, problem);
    offset = scalar.end;
  }
}

function openFrame(close: Frame['close']): Frame {
  return { close, items: [], entries: [], key: undefined, shape: 'unknown', filled: false, commas: 0 };
}

/** Puts a value where it stands. Returns what is wrong, "" for nothing. */
function placeValue(frame: Frame, value: LiteralValue): string {
  if (frame.filled) return 'two values stand side by side without a comma';
  frame.items.push(value);
  frame.filled = true;
  return '';
}

/** A comma: what was read before it is complete. Returns what is wrong, "" for nothing. */
function endItem(frame: Frame): string {
  if (!frame.filled) return 'a comma follows no value';
  if (frame.shape === 'entries' && frame.key === undefined) return 'a dict entry has no value';
  storeEntry(frame);
  if (frame.shape === 'unknown') frame.shape = 'items';
  frame.filled = false;
  frame.commas += 1;
  return '';
}

/** A colon: what was read before it is the key of an entry. Returns what is wrong, "" for nothing. */
function endKey(frame: Frame): string {
  const key = frame.close === '}' && frame.filled && frame.shape !== 'items' ? frame.items.pop() : undefined;
  if (key === undefined || frame.key !== undefined) return 'a colon stands in the wrong place';
  frame.shape = 'entries';
  frame.key = { value: key };
  frame.filled = false;
  return '';
}

/** A key without its value, or a value without its key. */
const hasHalfEntry = ({ shape, filled, key }: Frame): boolean =>
  shape === 'entries' && filled === (key === undefined) && (filled || key !== undefined);

/** Moves the value just read to its waiting key. */
function storeEntry(frame: Frame): void {
  if (frame.key === undefined) return;
  const value = frame.items.pop();
  if (value !== undefined) frame.entries.push([frame.key.value, value]);
  frame.key = undefined;
}

function closeFrame(frame: Frame): LiteralValue | undefined {
  if (frame.close === '}') {
    return frame.shape === 'entries' || frame.items.length === 0
      ? new LiteralDict(frame.entries)
      : frame.items;
  }
  if (frame.close === ']') return frame.items;
  // Round brackets around one value without a comma are grouping, not a tuple; the same holds for the whole text.
  if (frame.commas === 0 && frame.items.length === 1) return frame.items[0];
  return frame.close === '' && frame.items.length === 0 ? undefined : frame.items;
}

type Scalar =
  | { readonly ok: true; readonly value: LiteralValue; readonly end: number }
  | { readonly ok: false; readonly offset: number; readonly message: string };

function readScalar(text: string, start: number): Scalar {
  if (startsPythonText(text, start)) return readJoinedTexts(text, start);
  NUMBER.lastIndex = start;
  const digits = NUMBER.exec(text)?.[0] ?? '';
  if (/^[+-]?\.?[0-9]/.test(digits)) return readNumber(digits, start);
  NAME.lastIndex = start;
  const name = NAME.exec(text)?.[0] ?? '';
  if (name === 'True' || name === 'False')
    return { ok: true, value: name === 'True', end: start + name.length };
  if (name === 'None') return { ok: true, value: null, end: start + name.length };
  if (name === 'set' && text.startsWith('()', start + 3)) return { ok: true, value: [], end: start + 5 };
  if (name !== '') return fail(start, `the name ${name.slice(0, 40)} is not a literal`);
  return fail(start, `unexpected character ${JSON.stringify(text.charAt(start))}`);
}

function readJoinedTexts(text: string, start: number): Scalar {
  const parts: string[] = [];
  let bytes: boolean | undefined;
  let end = start;
  for (let next = start; startsPythonText(text, next);) {
    const piece = readPythonText(text, next);
    if (!piece.ok) return piece;
    if (bytes !== undefined && bytes !== piece.bytes) return fail(next, 'a text and bytes cannot be joined');
    bytes = piece.bytes;
    parts.push(piece.value);
    end = piece.end;
    next = piece.end;
    while (BLANK.has(text.charAt(next))) next += 1;
  }
  return { ok: true, value: parts.join(''), end };
}

function readNumber(digits: string, start: number): Scalar {
  const end = start + digits.length;
  if (digits.includes('__') || digits.endsWith('_')) return fail(start, 'a number has a stray underscore');
  const plain = digits.replaceAll('_', '');
  const unsigned = plain.replace(/^[+-]/, '');
  const negative = plain.startsWith('-');
  if (/^(?:0[xXoObB][0-9a-fA-F]+|[0-9]+)$/.test(unsigned)) {
    // BigInt is quadratic on long texts; no test id is a number of a thousand digits.
    if (unsigned.length > 1000) return fail(start, 'a number is too long');
    if (/^0[0-9]*[1-9]/.test(unsigned)) return fail(start, 'a number has leading zeros');
    const whole = negative ? -BigInt(unsigned) : BigInt(unsigned);
    const small = Number(whole);
    return { ok: true, value: Number.isSafeInteger(small) ? small : whole, end };
  }
  const value = Number(unsigned);
  if (Number.isNaN(value)) return fail(start, 'a number is malformed');
  return { ok: true, value: negative ? -value : value, end };
}

function fail(offset: number, message: string): { ok: false; offset: number; message: string } {
  return { ok: false, offset, message };
}
