/** Owns narrowing a hunk: the same changes with fewer lines of context, as `git diff -U<n>` would have written them. */
import type { DiffLine, Hunk } from '../diff/diff.js';

/**
 * The hunk with at most `context` unchanged lines on each side of a change; several hunks where the context between
 * changes was longer. Headers are those git would write. The heading stays with the first part.
 */
export function narrowHunk(hunk: Hunk, context: number): Hunk[] {
  const kept = new Uint8Array(hunk.lines.length);
  hunk.lines.forEach((line, index) => {
    if (line.kind !== 'context') kept.fill(1, Math.max(0, index - context), index + context + 1);
  });
  const parts: Hunk[] = [];
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let next = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  let part: DiffLine[] = [];
  const close = (): void => {
    if (part.length > 0) parts.push(frameHunk(part, old, next, parts.length === 0 ? hunk.section : ''));
    part = [];
  };
  hunk.lines.forEach((line, index) => {
    if (kept[index] === 1) part.push(line);
    else close();
    if (line.kind !== 'added') old += 1;
    if (line.kind !== 'removed') next += 1;
  });
  close();
  return parts;
}

/** A hunk of these lines that end before old line `oldEnd` and new line `newEnd`. */
function frameHunk(lines: readonly DiffLine[], oldEnd: number, newEnd: number, section: string): Hunk {
  const oldLines = lines.filter(({ kind }) => kind !== 'added').length;
  const newLines = lines.filter(({ kind }) => kind !== 'removed').length;
  return {
    oldStart: oldLines === 0 ? oldEnd - 1 : oldEnd - oldLines,
    oldLines,
    newStart: newLines === 0 ? newEnd - 1 : newEnd - newLines,
    newLines,
    section,
    lines,
  };
}
