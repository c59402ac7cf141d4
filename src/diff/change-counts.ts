/** Owns the counts of added and removed lines, as `git apply --numstat` gives them (binary sections: 0). */
import type { FileDiff } from './diff.js';

export interface ChangeCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** Counts the added and removed lines of a file section. */
export function countChanges(file: FileDiff): ChangeCounts {
  let additions = 0;
  let deletions = 0;
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      if (line.kind === 'added') additions++;
      else if (line.kind === 'removed') deletions++;
    }
  }
  return { additions, deletions };
}
