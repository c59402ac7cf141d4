/** Owns the small conventions of all blocks: numbered lines, fences, ranges, and saying what was cut. */
import type { LineRange } from '../model/range.js';

/** Lines of a text without their terminators; a final terminator does not open another line. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Puts text into a fence that the text itself cannot close. `text` need not end with a line feed. */
export function fence(text: string, info: string): string {
  let longest = 2;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const bar = '`'.repeat(longest + 1);
  return `${bar}${info}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${bar}\n`;
}

/** `line 7`, `lines 7-9`; "" for an unknown range. */
export function describeRange({ start, end }: LineRange): string {
  if (start === 0) return '';
  return end > start ? `lines ${start}-${end}` : `line ${start}`;
}

/** `1 test`, `3 tests`. */
export const countNoun = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** git cuts headings at this many bytes. */
const MAX_HEADING_BYTES = 80;

/** What stands behind a heading of git's that was cut; "" when it is whole. */
export const cutMark = (heading: string): string =>
  Buffer.byteLength(heading) >= MAX_HEADING_BYTES ? '…' : '';
