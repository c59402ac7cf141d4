/** Owns walking over the members of one JSON array or object, element by element, past broken ones. */
import { BYTE } from './json-cursor.js';
import type { FramedValue, JsonCursor } from './json-cursor.js';

/** A place in the stream that holds no value: stray text, a missing value, or the missing end. */
export interface Gap {
  readonly kind: 'gap' | 'unclosed';
  readonly line: number;
  readonly byteOffset: number;
  readonly expected: string;
  readonly got: string;
}

export type Element = { readonly kind: 'value'; readonly framed: FramedValue } | Gap;

/** `cursor` stands at the value of `key`: the receiver frames or enters it before it asks for the next entry. */
export type Entry = { readonly kind: 'key'; readonly key: string; readonly keyBytes: Buffer } | Gap;

/**
 * The elements of an array whose `[` has been taken; takes the `]`. A comma too many before the end and a missing
 * comma are passed over, since no element is lost to them. So is a `]` that the end of the input does not follow, in
 * the outermost array: it belongs to a broken element, and the elements after it are still to come.
 */
export async function* readElements(cursor: JsonCursor, isOutermost: boolean): AsyncGenerator<Element> {
  let valueMissing = true;
  let isClosed = false;
  for (;;) {
    const byte = await cursor.peek();
    if (byte === -1) {
      if (!isClosed) yield makeGap(cursor, 'unclosed', 'a further element or "]"', 'the end of the input');
      return;
    }
    if (byte === BYTE.closeBracket) {
      cursor.take();
      if (!isOutermost) return;
      isClosed = true;
      valueMissing = false;
      continue;
    }
    if (byte === BYTE.comma) {
      if (valueMissing) yield makeGap(cursor, 'gap', 'an element', '","');
      cursor.take();
      valueMissing = true;
      continue;
    }
    const framed = await cursor.frame(BYTE.closeBracket);
    yield { kind: 'value', framed };
    if (framed.unfinished) return;
    valueMissing = false;
  }
}

/** The entries of an object whose `{` has been taken; takes the `}`. */
export async function* readEntries(cursor: JsonCursor): AsyncGenerator<Entry> {
  let entryMissing = true;
  for (;;) {
    const byte = await cursor.peek();
    if (byte === -1) {
      yield makeGap(cursor, 'unclosed', 'a further key or "}"', 'the end of the input');
      return;
    }
    if (byte === BYTE.closeBrace) {
      cursor.take();
      return;
    }
    if (byte === BYTE.comma) {
      if (entryMissing) yield makeGap(cursor, 'gap', 'a key', '","');
      cursor.take();
      entryMissing = true;
      continue;
    }
    if (!entryMissing) yield makeGap(cursor, 'gap', '","', 'a value without a comma before it');
    entryMissing = false;
    const start = makeGap(cursor, 'gap', 'a key in quotes, ":" and a value', '');
    const framed = await cursor.frame(BYTE.closeBrace);
    const key = parseKey(framed.bytes);
    if (key === undefined || (await cursor.peek()) !== BYTE.colon) {
      yield { ...start, got: framed.bytes.subarray(0, 60).toString('utf8') };
      continue;
    }
    cursor.take();
    const next = await cursor.peek();
    if (next === BYTE.comma || next === BYTE.closeBrace) {
      yield { ...start, got: `the key ${JSON.stringify(key)} without a value` };
    } else if (next !== -1) {
      yield { kind: 'key', key, keyBytes: framed.bytes };
    }
  }
}

function makeGap(cursor: JsonCursor, kind: Gap['kind'], expected: string, got: string): Gap {
  return { kind, line: cursor.line, byteOffset: cursor.byteOffset, expected, got };
}

function parseKey(bytes: Buffer): string | undefined {
  if (bytes[0] !== BYTE.quote) return undefined;
  try {
    const key: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}
