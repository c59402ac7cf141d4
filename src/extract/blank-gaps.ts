/** Owns the blank lines between shown pieces of a test file: a gap that holds nothing else is shown as it is. */
import type { TestCode } from '../model/evidence.js';
import { countLines } from '../syntax/lines.js';
import { lineOffsets, sliceLines } from '../syntax/lines.js';

/** Longer gaps stay gaps. */
const MAX_BLANK_LINES = 3;

/**
 * The same tests, with blank lines added to their context where only these separate two pieces of one file.
 * @param textOf the whole file, undefined where only hunks are at hand
 */
export function fillBlankGaps(
  tests: readonly TestCode[],
  textOf: (path: string) => string | undefined,
): TestCode[] {
  const shown = new Map<string, Set<number>>();
  for (const test of tests) {
    const lines = shown.get(test.path) ?? new Set<number>();
    shown.set(test.path, lines);
    addLines(lines, test.lines.start, test.lines.end);
    for (const part of test.context)
      addLines(lines, part.start_line, part.start_line + countLines(part.text) - 1);
  }
  const offsets = new Map<string, { text: string; offsets: number[] }>();
  return tests.map((test) => {
    const lines = shown.get(test.path);
    const text = textOf(test.path);
    if (!lines || text === undefined || test.origin === 'test_patch') return test;
    const file = offsets.get(test.path) ?? { text, offsets: lineOffsets(text) };
    offsets.set(test.path, file);
    const starts = [test.lines.start, ...test.context.map(({ start_line }) => start_line)];
    const added = starts.flatMap((start) => {
      const gap = blankLinesBefore(start, lines, file);
      if (gap > 0) addLines(lines, start - gap, start - 1);
      return gap === 0
        ? []
        : [{ start_line: start - gap, text: sliceLines(file.text, file.offsets, start - gap, start - 1) }];
    });
    if (added.length === 0) return test;
    const context = [...test.context, ...added].toSorted((left, right) => left.start_line - right.start_line);
    return { ...test, context };
  });
}

/** Number of blank lines right before a line, if a shown line stands before them; else 0. */
function blankLinesBefore(
  start: number,
  shown: ReadonlySet<number>,
  { text, offsets }: { text: string; offsets: readonly number[] },
): number {
  for (let count = 0; count <= MAX_BLANK_LINES; count += 1) {
    const line = start - count - 1;
    if (line < 1) return 0;
    if (shown.has(line)) return count;
    if (sliceLines(text, offsets, line, line).trim() !== '') return 0;
  }
  return 0;
}

function addLines(lines: Set<number>, start: number, end: number): void {
  if (start < 1) return;
  for (let line = start; line <= end; line += 1) lines.add(line);
}
