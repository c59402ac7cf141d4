/** Owns the step from the bytes of one framed JSON value to a row or a problem. Framing is the readers' business. */
import { MAX_ROW_DEPTH, exceedsDepth, hashSha256, toCanonicalJson } from './canonical-json.js';
import { reportBadRow } from './raw-row.js';
import type { RowPlace, RowResult } from './raw-row.js';
import { findUtf8Fault } from './utf8.js';

/** V8's strings hold 2^29 - 24 characters, so no longer row can be decoded; longer ones are skipped, not buffered. */
export const MAX_ROW_BYTES = 2 ** 29 - 24;

const EXCERPT_CHARACTERS = 60;

/** How the bytes of a row were framed. */
export interface RowFrame {
  readonly bytes: Buffer;
  /** True for bytes that end where the input ends, without the terminator or closing bracket they need. */
  readonly unfinished: boolean;
  readonly keyInFile: string;
  readonly hash: 'raw' | 'canonical';
}

/** Decodes one framed row. Codes: row_invalid_utf8, row_truncated, row_malformed_json, row_not_an_object, row_too_deep. */
export function decodeRow(frame: RowFrame, place: RowPlace): RowResult {
  const { bytes, unfinished } = frame;
  const fault = findUtf8Fault(bytes);
  if (fault !== undefined && !(unfinished && fault.cutOff)) {
    const byteOffset = place.byteOffset + fault.offset;
    const byte = (bytes[fault.offset] ?? 0).toString(16).padStart(2, '0');
    const got = `byte 0x${byte} at offset ${byteOffset}`;
    return reportBadRow('row_invalid_utf8', { ...place, byteOffset }, 'UTF-8 text', got);
  }
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (unfinished) return reportBadRow('row_truncated', place, 'a complete JSON object', describeCut(bytes));
    return reportBadRow('row_malformed_json', place, 'a JSON object', describeMalformed(bytes, error));
  }
  const sha256 = frame.hash === 'raw' ? hashSha256(bytes) : '';
  return acceptValue(value, place, frame.keyInFile, sha256);
}

/** Makes a row of a decoded value; an empty `sha256` is filled from the canonical JSON. */
export function acceptValue(value: unknown, place: RowPlace, keyInFile: string, sha256 = ''): RowResult {
  if (!isRecord(value)) return reportBadRow('row_not_an_object', place, 'a JSON object', describeKind(value));
  if (exceedsDepth(value, MAX_ROW_DEPTH)) {
    const got = `more than ${MAX_ROW_DEPTH} levels of nesting`;
    return reportBadRow('row_too_deep', place, `at most ${MAX_ROW_DEPTH} levels of nesting`, got);
  }
  const { file, row, line, byteOffset } = place;
  const hash = sha256 === '' ? hashSha256(toCanonicalJson(value)) : sha256;
  return { ok: true, row: { value, file, row, line, byteOffset, keyInFile, sha256: hash } };
}

/** The problem of a row longer than `MAX_ROW_BYTES`. */
export function reportTooLarge(place: RowPlace): RowResult {
  return reportBadRow('row_too_large', place, `a row of at most ${MAX_ROW_BYTES} bytes`, 'a longer one');
}

/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${typeof value}`;
}

/** The start of some bytes as a quoted string, control characters escaped. */
export function quoteExcerpt(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, EXCERPT_CHARACTERS * 4));
  const text = head.toString('utf8');
  const shown = text.slice(0, EXCERPT_CHARACTERS).toWellFormed();
  return JSON.stringify(shown.length < text.length || head.length < bytes.length ? `${shown}…` : shown);
}

function describeMalformed(bytes: Uint8Array, error: unknown): string {
  // V8 appends an excerpt of its own ("…" is not valid JSON), cut at UTF-16 units: keep the reason, show our excerpt.
  const reason =
    error instanceof Error ? error.message.replace(/, (\.\.\.)?".*$/su, '').toWellFormed() : String(error);
  return `${quoteExcerpt(bytes)} (${reason})`;
}

function describeCut(bytes: Uint8Array): string {
  return `the end of the input after ${bytes.length} bytes of it: ${quoteExcerpt(bytes)}`;
}
