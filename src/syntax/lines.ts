/** Owns line arithmetic on a text: lines end with `\n` only, are 1-based, and keep their terminator. */

/** Offset of each line's first character; one more entry, the text's length, closes the last line. */
export function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  if (offsets[offsets.length - 1] !== text.length) offsets.push(text.length);
  return offsets;
}

/** Lines `lineStart` to `lineEnd` (1-based, inclusive) verbatim; what lies outside of the text is left out. */
export function sliceLines(
  text: string,
  offsets: readonly number[],
  lineStart: number,
  lineEnd: number,
): string {
  const last = offsets.length - 1;
  const from = offsets[Math.min(Math.max(lineStart - 1, 0), last)] ?? 0;
  const to = offsets[Math.min(Math.max(lineEnd, 0), last)] ?? 0;
  return text.slice(from, Math.max(from, to));
}

/** Number of lines; a last line without terminator counts. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}

/** Characters of white space before the text of a line; all of a blank one. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
