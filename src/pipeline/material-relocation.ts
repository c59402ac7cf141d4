/**
 * Owns finding the lines at which a section fits a file when its header's numbers are off: people who edit a dataset take
 * hunks out of a diff and leave the numbers of the others as they were. `git apply` finds them, and so do harnesses.
 */
import type { FileDiff, Hunk } from '../diff/diff.js';
import { lineOffsets, sliceLines } from '../syntax/lines.js';

/** Comparisons of lines for one file; a text of equal lines would otherwise cost its square. */
const MAX_COMPARISONS = 2_000_000;

/**
 * The section with the line numbers at which git would apply it, or null when it fits nowhere. Context is never reduced and
 * white space never ignored.
 * Source: git, apply.c, `apply_one_fragment` and `find_pos`: nearest line first, forward before backward; a hunk from line 1
 * must fit at the beginning, one without trailing context at the end.
 */
export function relocateHunks(file: FileDiff, oldText: string): FileDiff | null {
  const offsets = lineOffsets(oldText);
  const lines = Array.from({ length: offsets.length - 1 }, (_, index) =>
    sliceLines(oldText, offsets, index + 1, index + 1),
  );
  const budget = { left: MAX_COMPARISONS };
  const hunks: Hunk[] = [];
  let free = 0;
  let grown = 0;
  for (const hunk of file.hunks) {
    const before = oldSideLines(hunk);
    // git looks in the text as changed so far; this is the same line in the old text.
    const wanted = Math.max(0, hunk.newStart - (hunk.newLines === 0 ? 0 : 1) - grown);
    const at = findLines(before, lines, { wanted, from: free, ...anchorsOf(hunk), budget });
    if (at === -1) return null;
    hunks.push({
      ...hunk,
      oldStart: hunk.oldLines === 0 ? at : at + 1,
      newStart: at + grown + (hunk.newLines === 0 ? 0 : 1),
    });
    free = at + before.length;
    grown += hunk.newLines - hunk.oldLines;
  }
  return { ...file, hunks };
}

interface LineSearch {
  /** 0-based line that is tried first. */
  readonly wanted: number;
  /** First line that no earlier hunk has taken. */
  readonly from: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly budget: { left: number };
}

function findLines(wanted: readonly string[], lines: readonly string[], search: LineSearch): number {
  const last = lines.length - wanted.length;
  if (last < search.from) return -1;
  if (search.atStart) return search.from === 0 && fits(wanted, lines, 0, search) ? 0 : -1;
  if (search.atEnd) return fits(wanted, lines, last, search) ? last : -1;
  const start = Math.min(Math.max(search.wanted, search.from), last);
  if (fits(wanted, lines, start, search)) return start;
  for (let distance = 1; start + distance <= last || start - distance >= search.from; distance += 1) {
    if (start + distance <= last && fits(wanted, lines, start + distance, search)) return start + distance;
    if (start - distance >= search.from && fits(wanted, lines, start - distance, search))
      return start - distance;
    if (search.budget.left <= 0) return -1;
  }
  return -1;
}

function fits(
  wanted: readonly string[],
  lines: readonly string[],
  at: number,
  { budget }: Pick<LineSearch, 'budget'>,
): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    budget.left -= 1;
    if (lines[at + index] !== wanted[index]) return false;
  }
  return true;
}

const oldSideLines = (hunk: Hunk): string[] =>
  hunk.lines.flatMap((line) => (line.kind === 'added' ? [] : [line.newline ? `${line.text}\n` : line.text]));

function anchorsOf(hunk: Hunk): { atStart: boolean; atEnd: boolean } {
  return { atStart: hunk.oldStart <= 1, atEnd: hunk.lines.at(-1)?.kind !== 'context' };
}
