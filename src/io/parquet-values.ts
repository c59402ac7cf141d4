/** Owns what Parquet cells become: plain JSON data. Reading pages is parquet-column.ts. */
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import type { ParquetParsers } from 'hyparquet';
import { findUtf8Fault } from './utf8.js';

/** A byte array that is not UTF-8 text. It travels through hyparquet in place of the string and fails its row. */
export class InvalidText {
  readonly offset: number;

  constructor(offset: number) {
    this.offset = offset;
  }
}

function decodeText(bytes: Uint8Array): unknown {
  const fault = findUtf8Fault(bytes);
  if (fault !== undefined) return new InvalidText(fault.offset);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** ISO 8601 in UTC, with as many digits as the unit needs; a time past what `Date` holds stays a decimal string. */
function formatTime(units: bigint, unitsPerSecond: bigint): string {
  const fraction = ((units % unitsPerSecond) + unitsPerSecond) % unitsPerSecond;
  const seconds = (units - fraction) / unitsPerSecond;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return String(units);
  const digits = fraction.toString().padStart(unitsPerSecond.toString().length - 1, '0');
  const shown = digits.slice(3) === '0'.repeat(digits.length - 3) ? digits.slice(0, 3) : digits;
  return `${date.toISOString().slice(0, -5)}.${shown}Z`;
}

/** hyparquet's conversions, with strict UTF-8 and ISO strings for times and dates. */
export const ROW_PARSERS: ParquetParsers = {
  ...DEFAULT_PARSERS,
  timestampFromMilliseconds: (value) => formatTime(BigInt(value), 1000n),
  timestampFromMicroseconds: (value) => formatTime(BigInt(value), 1_000_000n),
  timestampFromNanoseconds: (value) => formatTime(BigInt(value), 1_000_000_000n),
  dateFromDays: (days) => {
    const date = new Date(days * 86_400_000);
    return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().replace(/T.*$/, '');
  },
  stringFromBytes: decodeText,
  jsonFromBytes: (bytes) => {
    const text = decodeText(bytes);
    if (typeof text !== 'string') return text;
    try {
      return JSON.parse(text);
    } catch {
      // A column may say JSON and hold something else; the ingesters read text as well.
      return text;
    }
  },
};

/**
 * Turns a decoded cell into JSON data: integers within 2^53 to numbers, larger ones to decimal strings, NaN and
 * infinities (how pandas says "missing") to null, byte arrays to text. Returns `InvalidText` for the first that is
 * not UTF-8. Recursive: cells must have been checked for depth.
 */
export function normalizeCell(cell: unknown): unknown {
  if (typeof cell === 'bigint') {
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell.toString();
  }
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (cell === undefined || cell === null) return null;
  if (typeof cell !== 'object' || cell instanceof InvalidText) return cell;
  if (cell instanceof Uint8Array) return decodeText(cell);
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString();
  if (Array.isArray(cell) || ArrayBuffer.isView(cell)) {
    const items: unknown[] = [];
    for (const item of Array.isArray(cell) ? cell : Object.values(cell)) {
      const value = normalizeCell(item);
      if (value instanceof InvalidText) return value;
      items.push(value);
    }
    return items;
  }
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(cell)) {
    const value = normalizeCell(field);
    if (value instanceof InvalidText) return value;
    fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}
