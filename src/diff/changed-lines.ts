/** Owns which old lines a hunk touches and after which it only adds. */
import type { LineRange } from '../model/range.js';
import type { Hunk } from './diff.js';

export interface ChangedLines {
  /** Ranges of removed or replaced old lines, ascending and merged. */
  readonly touched: readonly LineRange[];
  /** Old line numbers after which lines are only added, ascending; 0 = before the first line. */
  readonly insertAfter: readonly number[];
}

/** Reads the old line numbers from a hunk. A run of changes that removes anything counts as touched, not as an insertion. */
export function changedLines(hunk: Hunk): ChangedLines {
  const touched: LineRange[] = [];
  const insertAfter: number[] = [];
  let before = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
  let run = { removed: 0, added: 0 };
  const closeRun = (): void => {
    if (run.removed > 0) addRange(touched, before - run.removed + 1, before);
    else if (run.added > 0) insertAfter.push(before);
    run = { removed: 0, added: 0 };
  };
  for (const line of hunk.lines) {
    if (line.kind === 'context') closeRun();
    else run[line.kind]++;
    if (line.kind !== 'added') before++;
  }
  closeRun();
  return { touched, insertAfter };
}

function addRange(ranges: LineRange[], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end + 1 === start) ranges[ranges.length - 1] = { start: last.start, end };
  else ranges.push({ start, end });
}
