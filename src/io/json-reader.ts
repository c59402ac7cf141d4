/**
 * Owns the shapes of a JSON document that holds rows: an array, an id → row map, rows under a wrapper key, one row.
 * Arrays and maps are streamed: memory is that of the largest row. One row is held whole.
 */
import type { ByteChunks } from './byte-source.js';
import { BYTE, JsonCursor } from './json-cursor.js';
import type { FramedValue } from './json-cursor.js';
import { readElements, readEntries } from './json-entries.js';
import type { Gap } from './json-entries.js';
import { reportBadRow } from './raw-row.js';
import type { RowPlace, RowResult } from './raw-row.js';
import { decodeRow, isRecord, quoteExcerpt, reportTooLarge } from './row-decoding.js';
import { findUtf8Fault } from './utf8.js';

/** Keys under which a document may keep its rows, each an array or an id → row map. Source: DESIGN §6. */
const WRAPPER_KEYS: ReadonlySet<string> = new Set(['instances', 'data', 'rows']);

/** A document of so many objects and nothing else is taken for an id → row map without reading to its end. */
const MAX_HELD_ENTRIES = 64;

interface HeldEntry {
  readonly key: string;
  readonly keyBytes: Buffer;
  readonly framed: FramedValue;
}

/**
 * Reads the rows of one JSON document.
 *
 * An object is taken for: rows under a wrapper key, when it has such a key with an array or object and no
 * `instance_id` before it; an id → row map, when all its values are objects (or one has an `instance_id`); else one
 * row. A broken element costs itself; where the end is missing, the problem stands after the rows that were read.
 */
export async function* readJsonRows(
  chunks: ByteChunks,
  file: string,
  firstByteOffset: number,
): AsyncGenerator<RowResult> {
  const cursor = new JsonCursor(chunks, firstByteOffset);
  try {
    const rows = new DocumentRows(cursor, file);
    const byte = await cursor.peek();
    if (byte === BYTE.openBracket) yield* rows.readArray(true);
    else if (byte === BYTE.openBrace) yield* rows.readObject();
    else yield rows.decode(await cursor.frame(-1), '');
    if ((await cursor.peek()) !== -1) {
      const rest = await cursor.frame(-1);
      const place = rows.placeAt(rest.line, rest.byteOffset);
      yield reportBadRow('row_malformed_json', place, 'the end of the document', quoteExcerpt(rest.bytes));
    }
  } finally {
    await cursor.close();
  }
}

class DocumentRows {
  readonly #cursor: JsonCursor;
  readonly #file: string;
  #rowCount = 0;

  constructor(cursor: JsonCursor, file: string) {
    this.#cursor = cursor;
    this.#file = file;
  }

  /** The place of the next row, which takes the next row number. */
  placeAt(line: number, byteOffset: number): RowPlace {
    return { file: this.#file, row: this.#rowCount++, line, byteOffset };
  }

  decode(framed: FramedValue, keyInFile: string): RowResult {
    const place = this.placeAt(framed.line, framed.byteOffset);
    if (framed.tooLarge) return reportTooLarge(place);
    return decodeRow(
      { bytes: framed.bytes, unfinished: framed.unfinished, keyInFile, hash: 'canonical' },
      place,
    );
  }

  async *readArray(isOutermost: boolean): AsyncGenerator<RowResult> {
    this.#cursor.take();
    for await (const element of readElements(this.#cursor, isOutermost)) {
      yield element.kind === 'value' ? this.decode(element.framed, '') : this.#reportGap(element);
    }
  }

  async *#readMap(): AsyncGenerator<RowResult> {
    this.#cursor.take();
    for await (const entry of readEntries(this.#cursor)) {
      if (entry.kind === 'key') {
        const framed = await this.#cursor.frame(BYTE.closeBrace);
        yield this.decode(framed, entry.key);
        if (framed.unfinished) return;
      } else {
        yield this.#reportGap(entry);
      }
    }
  }

  async *readObject(): AsyncGenerator<RowResult> {
    const cursor = this.#cursor;
    const start = { line: cursor.line, byteOffset: cursor.byteOffset };
    let held: HeldEntry[] = [];
    let gaps: Gap[] = [];
    let shape: 'open' | 'map' | 'wrapper' | 'row' = 'open';
    let identified = false;
    cursor.take();
    for await (const entry of readEntries(cursor)) {
      if (entry.kind !== 'key') {
        if (shape === 'map' || (shape === 'wrapper' && entry.kind === 'unclosed'))
          yield this.#reportGap(entry);
        else gaps.push(entry);
        continue;
      }
      const first = await cursor.peek();
      const isContainer = first === BYTE.openBracket || first === BYTE.openBrace;
      if (shape !== 'map' && !identified && isContainer && WRAPPER_KEYS.has(entry.key)) {
        shape = 'wrapper';
        held = [];
        gaps = [];
        yield* first === BYTE.openBracket ? this.readArray(false) : this.#readMap();
        continue;
      }
      const framed = await cursor.frame(BYTE.closeBrace, shape !== 'wrapper');
      if (shape === 'wrapper') continue;
      if (shape === 'map') {
        yield this.decode(framed, entry.key);
        if (framed.unfinished) return;
        continue;
      }
      held.push({ key: entry.key, keyBytes: entry.keyBytes, framed });
      identified ||= entry.key === 'instance_id';
      if (shape === 'open') shape = judgeEntry(framed, held.length);
      if (shape === 'map') {
        yield* this.#decodeHeld(held, gaps);
        held = [];
      }
    }
    if (shape === 'open')
      shape = held.some(({ framed }) => startsWith(framed, BYTE.openBrace)) ? 'map' : 'row';
    else if (shape !== 'row') return;
    if (shape === 'map') yield* this.#decodeHeld(held, gaps);
    else yield this.#decodeSingle(held, gaps, start);
  }

  *#decodeHeld(held: readonly HeldEntry[], gaps: readonly Gap[]): Generator<RowResult> {
    for (const { key, framed } of held) yield this.decode(framed, key);
    for (const gap of gaps) yield this.#reportGap(gap);
  }

  /** The document is one row: puts its entries together again, so that `JSON.parse` decides. */
  #decodeSingle(
    held: readonly HeldEntry[],
    gaps: readonly Gap[],
    start: { readonly line: number; readonly byteOffset: number },
  ): RowResult {
    const place = this.placeAt(start.line, start.byteOffset);
    const [gap] = gaps;
    const unfinished = gap?.kind === 'unclosed' || held.some(({ framed }) => framed.unfinished);
    if (unfinished)
      return reportBadRow('row_truncated', place, 'a complete JSON object', 'the end of the input');
    if (gap !== undefined) return reportBadRow('row_malformed_json', place, gap.expected, gap.got);
    const parts: Buffer[] = [];
    for (const { keyBytes, framed } of held) {
      if (framed.tooLarge) return reportTooLarge(place);
      const fault = findUtf8Fault(framed.bytes);
      if (fault !== undefined) {
        const byteOffset = framed.byteOffset + fault.offset;
        return reportBadRow(
          'row_invalid_utf8',
          { ...place, byteOffset },
          'UTF-8 text',
          `a bad byte at ${byteOffset}`,
        );
      }
      parts.push(COMMA, keyBytes, COLON, framed.bytes);
    }
    const bytes = Buffer.concat([OPEN_BRACE, ...parts.slice(1), CLOSE_BRACE]);
    return decodeRow({ bytes, unfinished: false, keyInFile: '', hash: 'canonical' }, place);
  }

  #reportGap(gap: Gap): RowResult {
    const code = gap.kind === 'unclosed' ? 'row_truncated' : 'row_malformed_json';
    return reportBadRow(code, this.placeAt(gap.line, gap.byteOffset), gap.expected, gap.got);
  }
}

const COMMA = Buffer.from(',');
const COLON = Buffer.from(':');
const OPEN_BRACE = Buffer.from('{');
const CLOSE_BRACE = Buffer.from('}');

/** What the document must be after one more entry of an object that was undecided so far. */
function judgeEntry(framed: FramedValue, entryCount: number): 'open' | 'map' | 'row' {
  if (startsWith(framed, BYTE.openBrace)) {
    return entryCount >= MAX_HELD_ENTRIES || hasInstanceId(framed.bytes) ? 'map' : 'open';
  }
  // A null may be a bad row of a map or an empty field of a row: it decides nothing.
  return framed.bytes.toString('latin1', 0, 5) === 'null' ? 'open' : 'row';
}

function startsWith(framed: FramedValue, byte: number): boolean {
  return framed.bytes[0] === byte;
}

function hasInstanceId(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) && typeof value['instance_id'] === 'string';
  } catch {
    return false;
  }
}
