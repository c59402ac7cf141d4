/** Owns the text of a hunk's two sides: its lines with their terminators, markers removed. */
import type { DiffLine, Hunk } from './diff.js';

/** The old lines of a hunk (context and removed), verbatim; starts at line `oldStart` unless `oldLines` is 0. */
export function oldSideText(hunk: Hunk): string {
  return joinSide(hunk, 'added');
}

/** The new lines of a hunk (context and added), verbatim; starts at line `newStart` unless `newLines` is 0. */
export function newSideText(hunk: Hunk): string {
  return joinSide(hunk, 'removed');
}

function joinSide(hunk: Hunk, left: DiffLine['kind']): string {
  const parts: string[] = [];
  for (const line of hunk.lines) {
    if (line.kind !== left) parts.push(line.newline ? `${line.text}\n` : line.text);
  }
  return parts.join('');
}
