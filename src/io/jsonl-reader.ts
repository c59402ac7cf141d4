/**
 * Owns JSON Lines: splitting bytes into lines and numbering them. A line ends at LF and nowhere else; U+2028, a lone
 * CR and the like are text. Memory: three times the longest line (its chunks, the joined bytes, the decoded string).
 */
import type { ByteChunks } from './byte-source.js';
import type { RowResult } from './raw-row.js';
import { MAX_ROW_BYTES, decodeRow, reportTooLarge } from './row-decoding.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** One physical line without its terminator (LF or CRLF). */
export interface PhysicalLine {
  /** The line's bytes; empty when `tooLarge`. */
  readonly bytes: Buffer;
  /** 1-based. */
  readonly line: number;
  readonly byteOffset: number;
  /** False for a last line that no LF ends. */
  readonly terminated: boolean;
  readonly tooLarge: boolean;
}

/**
 * Splits chunks into physical lines, in time linear in the bytes. `firstByteOffset` is the offset of the first chunk.
 * A line longer than `maxBytes` is passed over without being held and yielded as `tooLarge`.
 */
export async function* splitLines(
  chunks: ByteChunks,
  firstByteOffset = 0,
  maxBytes = MAX_ROW_BYTES,
): AsyncGenerator<PhysicalLine> {
  let parts: Uint8Array[] = [];
  let heldBytes = 0;
  let line = 1;
  let lineOffset = firstByteOffset;
  let chunkOffset = firstByteOffset;
  const hold = (part: Uint8Array): void => {
    heldBytes += part.length;
    if (heldBytes > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = (terminated: boolean): PhysicalLine => {
    const tooLarge = heldBytes > maxBytes;
    const bytes = stripCarriageReturn(joinParts(parts), terminated);
    return { bytes, line, byteOffset: lineOffset, terminated, tooLarge };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      hold(chunk.subarray(start, end));
      yield finish(true);
      parts = [];
      heldBytes = 0;
      start = end + 1;
      line += 1;
      lineOffset = chunkOffset + start;
    }
    hold(chunk.subarray(start));
    chunkOffset += chunk.length;
  }
  if (heldBytes > 0) yield finish(false);
}

/** Reads the rows of a JSON Lines stream. Lines of only spaces, tabs and CR are no rows but count as lines. */
export async function* readJsonlRows(
  chunks: ByteChunks,
  file: string,
  firstByteOffset: number,
): AsyncGenerator<RowResult> {
  let row = 0;
  for await (const { bytes, line, byteOffset, terminated, tooLarge } of splitLines(chunks, firstByteOffset)) {
    const place = { file, row, line, byteOffset };
    if (tooLarge) {
      yield reportTooLarge(place);
    } else {
      if (isBlank(bytes)) continue;
      yield decodeRow({ bytes, unfinished: !terminated, keyInFile: '', hash: 'raw' }, place);
    }
    row += 1;
  }
}

/** Joins slices of chunks; a single slice is used as it is. */
export function joinParts(parts: readonly Uint8Array[]): Buffer {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
  }
  return Buffer.concat(parts);
}

function stripCarriageReturn(bytes: Buffer, terminated: boolean): Buffer {
  return terminated && bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) {
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}
