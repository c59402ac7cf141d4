/** Owns what a hunk shows of a test that is not at hand as a whole: trimmed, and only if it shows something. */
import { hasLineWithin, type LineRange } from '../model/range.js';
import { indentOf } from '../syntax/lines.js';

/** The visible part of a test. `lines` are those of the file after the test patch. */
export interface PartialTest {
  readonly lines: LineRange;
  readonly code: string;
}

/** Fewer lines are a header without a body. */
const MIN_LINES = 3;

/**
 * Cuts the lines out of a hunk's new side: blank lines at both ends and the decorators of the next test are left out. Null when
 * less than three lines are left, or none of them is added: the diff of the test patch then says as much.
 * @param text the hunk's new side, each line with its terminator
 * @param startLine line of the file on which the text starts
 * @param lines the test's lines of the file, within the text
 * @param added lines of the file that the hunk adds
 */
export function cutPartialTest(
  text: string,
  startLine: number,
  lines: LineRange,
  added: ReadonlySet<number>,
): PartialTest | null {
  const source = text.split('\n');
  const lineAt = (line: number): string => source[line - startLine] ?? '';
  let { start, end } = lines;
  while (start <= end && lineAt(start).trim() === '') start += 1;
  end = findTail(lineAt, start, end);
  if (end - start + 1 < MIN_LINES) return null;
  if (!hasLineWithin(added, { start, end })) return null;
  const terminators = source.length + startLine - 1;
  const code = source
    .slice(start - startLine, end - startLine + 1)
    .map((line, index) => (start + index < terminators ? `${line}\n` : line))
    .join('');
  return { lines: { start, end }, code };
}

/** The last line that belongs to the test: no blank line, and not the start of the next test's decorators. */
function findTail(lineAt: (line: number) => string, start: number, end: number): number {
  const margin = indentOf(lineAt(start));
  let last = end;
  for (let line = end; line > start; line -= 1) {
    const text = lineAt(line);
    // A decorator may be torn in the middle of its arguments: everything from its line on goes.
    if (text.trimStart().startsWith('@') && indentOf(text) <= margin && !opensBelow(lineAt, line, end))
      last = line - 1;
  }
  while (last > start && lineAt(last).trim() === '') last -= 1;
  return last;
}

/** True when a definition follows the decorator within the lines: then it is a part of the test. */
function opensBelow(lineAt: (line: number) => string, line: number, end: number): boolean {
  for (let next = line + 1; next <= end; next += 1)
    if (/^\s*(?:async\s+def|def|class)\b/.test(lineAt(next))) return true;
  return false;
}
