/**
 * Owns telling from the first bytes what an input holds; the extension decides only where the bytes do not.
 * Pure: looks at bytes it is given and reads nothing.
 */

export type RowFormat = 'jsonl' | 'json' | 'parquet' | 'csv';

/** What the first bytes are a sign of. `named` = a format we recognise in order to refuse it by name. */
export type Container =
  | { readonly kind: 'parquet' | 'gzip' | 'zstd' | 'text' }
  | { readonly kind: 'named'; readonly found: string };

/** How many bytes `sniffContainer` wants to see. */
export const CONTAINER_BYTES = 64;

const MAGIC: readonly (readonly [prefix: string, container: Container])[] = [
  ['PAR1', { kind: 'parquet' }],
  ['\x1f\x8b', { kind: 'gzip' }],
  ['\x28\xb5\x2f\xfd', { kind: 'zstd' }],
  ['PARE', { kind: 'named', found: 'an encrypted Parquet file' }],
  ['PK\x03\x04', { kind: 'named', found: 'a zip archive' }],
  ['ARROW1', { kind: 'named', found: 'an Arrow IPC file' }],
  ['\xff\xff\xff\xff', { kind: 'named', found: 'an Arrow IPC stream' }],
  ['BZh', { kind: 'named', found: 'a bzip2 file' }],
  ['\xfd7zXZ\x00', { kind: 'named', found: 'an xz file' }],
  ['SQLite format 3\x00', { kind: 'named', found: 'an SQLite database' }],
  ['\xff\xfe', { kind: 'named', found: 'UTF-16 text' }],
  ['\xfe\xff', { kind: 'named', found: 'UTF-16 text' }],
  ['version https://git-lfs', { kind: 'named', found: 'a Git LFS pointer (run "git lfs pull" first)' }],
];

/** Recognises an input by its first bytes. Everything without a known signature is `text`. */
export function sniffContainer(head: Buffer): Container {
  const start = head.toString('latin1', 0, CONTAINER_BYTES);
  for (const [prefix, container] of MAGIC) {
    if (start.startsWith(prefix)) return container;
  }
  // Skippable Zstandard frame: 0x184D2A50 to 0x184D2A5F, little-endian. Source: RFC 8878 §3.1.2.
  if (/^[\x50-\x5f]\x2a\x4d\x18/.test(start)) return { kind: 'zstd' };
  return { kind: 'text' };
}

/** The extension that counts, in lower case: of `rows.JSONL.gz` it is `jsonl`; "" when there is none. */
export function readExtension(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const parts = name.replace(/\.(gz|zst|zstd)$/, '').split('.');
  return parts.length > 1 ? (parts.at(-1) ?? '') : '';
}

/** `more` = the bytes seen so far do not decide; `empty` = nothing but white space, of no format. */
export type TextVerdict =
  | { readonly kind: 'jsonl' | 'json' | 'csv' | 'more' | 'empty' }
  | { readonly kind: 'unknown'; readonly found: string };

/**
 * Tells JSON Lines, a JSON document and CSV apart. `complete`: `head` is the whole text; `last`: no more will be
 * shown, so decide. The text starts after a byte order mark.
 */
export function sniffText(head: Buffer, extension: string, complete: boolean, last: boolean): TextVerdict {
  const isLines = extension === 'jsonl' || extension === 'ndjson';
  const start = skipSpace(head, 0);
  const first = head[start];
  if (first === undefined) {
    if (!complete && !last) return { kind: 'more' };
    if (isLines) return { kind: 'jsonl' };
    return complete ? { kind: 'empty' } : { kind: 'unknown', found: 'nothing but white space for megabytes' };
  }
  if (first === OPEN_BRACE || first === OPEN_BRACKET)
    return { kind: judgeJson(head, start, isLines, complete, last) };
  if (isLines) return { kind: 'jsonl' };
  if (extension === 'csv') return { kind: 'csv' };
  const lineEnd = head.indexOf(LINE_FEED, start);
  const second = lineEnd === -1 ? undefined : head[skipSpace(head, lineEnd)];
  if (second === undefined && !complete && !last) return { kind: 'more' };
  const firstLine = head.toString('utf8', start, lineEnd === -1 ? head.length : lineEnd);
  if (second === OPEN_BRACE || isJson(firstLine)) return { kind: 'jsonl' };
  if (head.includes(0)) return { kind: 'unknown', found: 'binary content (a NUL byte)' };
  if (extension !== 'json' && firstLine.includes(',')) return { kind: 'csv' };
  return {
    kind: 'unknown',
    found: `text that starts with ${JSON.stringify(firstLine.slice(0, 40).toWellFormed())}`,
  };
}

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** One is not enough: a broken row `[` before good rows looks like the start of an array until the second line ends. */
const ENOUGH_LINES = 2;

/**
 * Decides between one document and lines by the first value. It ends on its line and something follows: lines. It
 * goes on after a line feed as JSON may go on there: a document. Otherwise the first line is a broken row: lines.
 */
function judgeJson(
  head: Buffer,
  start: number,
  isLines: boolean,
  complete: boolean,
  last: boolean,
): 'json' | 'jsonl' | 'more' {
  const isObject = head[start] === OPEN_BRACE;
  const undecided = isLines && isObject ? 'jsonl' : 'json';
  const open: number[] = [];
  let inString = false;
  let significant = 0;
  let consistentLines = 0;
  for (let index = start; index < head.length; index++) {
    const byte = head[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
      // No JSON string holds a raw line feed.
      else if (byte === LINE_FEED) return isObject || isLines ? 'jsonl' : 'json';
      continue;
    }
    if (byte === LINE_FEED) {
      const next = head[skipSpace(head, index)];
      if (next === undefined) break;
      if (!mayContinue(significant, next, open.at(-1) === OPEN_BRACE))
        return isObject || isLines ? 'jsonl' : 'json';
      consistentLines += 1;
      if (consistentLines === ENOUGH_LINES) return 'json';
      continue;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) open.push(byte);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) open.pop();
    if (!isSpace(byte)) significant = byte;
    if (open.length > 0) continue;
    const follower = head[skipSpace(head, index + 1)];
    if (follower === undefined) return complete ? undecided : last ? 'jsonl' : 'more';
    // Text after an array is more likely rubbish than a second row: an array is no row.
    return isObject || follower === OPEN_BRACE || isLines ? 'jsonl' : 'json';
  }
  return complete || last ? undecided : 'more';
}

/** May `next` follow on a new line after the byte `before` inside one JSON value? */
function mayContinue(before: number, next: number, inObject: boolean): boolean {
  if (before === OPEN_BRACE) return next === QUOTE || next === CLOSE_BRACE;
  if (before === OPEN_BRACKET) return next !== COMMA && next !== COLON && next !== CLOSE_BRACE;
  if (before === COMMA) return inObject ? next === QUOTE : next !== COMMA && next !== COLON;
  if (before === COLON)
    return next !== COMMA && next !== COLON && next !== CLOSE_BRACE && next !== CLOSE_BRACKET;
  return next === COMMA || next === COLON || next === CLOSE_BRACE || next === CLOSE_BRACKET;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function skipSpace(head: Buffer, start: number): number {
  let index = start;
  while (index < head.length && isSpace(head[index] ?? 0)) index += 1;
  return index;
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
