/** Owns what counts as an added line: the unit in which leaks and the statement's own hints are measured. */
import type { FileDiff } from '../diff/diff.js';

/** Shorter lines (`else:`, `return`, `}`) say nothing about a repair. Source: own choice, DESIGN §5. */
export const ADDED_LINE_MIN_CHARACTERS = 8;

/** The lines a file diff adds, trimmed, at least 8 characters long, in order, repeats included. */
export function* addedLines(file: FileDiff): Generator<string> {
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      if (line.kind !== 'added') continue;
      const text = line.text.trim();
      if (text.length >= ADDED_LINE_MIN_CHARACTERS) yield text;
    }
  }
}
