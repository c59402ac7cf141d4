/**
 * Owns the framing of a `GIT binary patch`: `literal N` / `delta N`, base-85 lines, an empty line. The data are carried,
 * not applied; they are inflated only to tell a patch that lost its last empty line from one that was cut short.
 */
import { inflateSync } from 'node:zlib';

import type { BinaryData, DiffProblem } from './diff.js';
import { bareLine, type DiffText } from './diff-text.js';
import { isProblem, makeProblem } from './problem.js';

const HALF_HEADER = /^(?:literal|delta) (\d{1,15})$/;
const DATA_LINE = /^[A-Za-z][0-9A-Za-z!#$%&()*+\-;<=>?@^_`{|}~]{5,65}$/;
// Source: git, base85.c.
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const VALUE_BY_CODE = new Map(Array.from(ALPHABET, (char, value) => [char.charCodeAt(0), value]));
/** Above this size the missing empty line is not forgiven, so that no small text can claim much memory. */
const INFLATE_LIMIT = 64 * 1024 * 1024;

/** Reads the data that follow the line `GIT binary patch` at index `at`; the second half may be missing. */
export function readBinaryData(
  source: DiffText,
  at: number,
): { data: BinaryData; end: number } | DiffProblem {
  const forward = readHalf(source, at + 1);
  if (isProblem(forward)) return forward;
  if (!HALF_HEADER.test(bareLine(source.lines[forward.end]))) {
    return { data: { forward: forward.text, reverse: '' }, end: forward.end };
  }
  const reverse = readHalf(source, forward.end);
  if (isProblem(reverse)) return reverse;
  return { data: { forward: forward.text, reverse: reverse.text }, end: reverse.end };
}

function readHalf(source: DiffText, at: number): { text: string; end: number } | DiffProblem {
  const { lines } = source;
  const header = HALF_HEADER.exec(bareLine(lines[at]));
  if (!header) {
    const code = lines[at] === undefined ? 'diff_truncated' : 'diff_malformed';
    return makeProblem(code, 'a binary patch has no data', at, 'literal SIZE or delta SIZE', lines[at]);
  }
  const data: string[] = [];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = bareLine(lines[next]);
    if (line === '') break;
    if (!isDataLine(line)) {
      return makeProblem(
        'diff_malformed',
        'a line of a binary patch is no base-85 data',
        next,
        'a length and its base-85 digits',
        line,
      );
    }
    data.push(line);
  }
  const isComplete = next < lines.length || inflatesTo(data, Number(header[1]));
  if (data.length === 0 || !isComplete) {
    const code = next >= lines.length ? 'diff_truncated' : 'diff_malformed';
    return makeProblem(
      code,
      'the data of a binary patch are cut short',
      next,
      'data lines, then an empty line',
      lines[next],
    );
  }
  const end = Math.min(next + 1, lines.length);
  return { text: `${header[0]}\n${data.join('\n')}\n`, end };
}

/** The first letter is the number of bytes in the line (A = 1 … z = 52); five digits stand for four bytes. */
function byteCountOf(line: string): number {
  const code = line.charCodeAt(0);
  return code >= 0x61 ? code - 0x61 + 27 : code - 0x41 + 1;
}

function isDataLine(line: string): boolean {
  return DATA_LINE.test(line) && line.length === 1 + Math.ceil(byteCountOf(line) / 4) * 5;
}

function inflatesTo(data: readonly string[], size: number): boolean {
  if (size > INFLATE_LIMIT) return false;
  const packed: number[] = [];
  for (const line of data) {
    const lineEnd = packed.length + byteCountOf(line);
    for (let i = 1; i < line.length; i += 5) {
      let word = 0;
      for (let k = i; k < i + 5; k++) word = word * 85 + (VALUE_BY_CODE.get(line.charCodeAt(k)) ?? 0);
      for (const shift of [24, 16, 8, 0]) {
        if (packed.length < lineEnd) packed.push(Math.floor(word / 2 ** shift) % 256);
      }
    }
  }
  try {
    return inflateSync(Uint8Array.from(packed), { maxOutputLength: size + 1 }).length === size;
  } catch {
    return false;
  }
}
