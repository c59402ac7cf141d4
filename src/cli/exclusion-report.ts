/** Owns the words about what `build --exclude` dropped. */
import type { Exclusion } from '../pipeline/exclusion.js';

const count = (number: number): string => number.toLocaleString('en-US');

/** How many instances were dropped and why; the rows themselves are in rejects.jsonl with the code `excluded`. */
export function describeExclusion(exclusion: Exclusion): string {
  const { fingerprint, id, base } = exclusion.dropped;
  const names = exclusion.files.join(', ');
  const lines = [
    `${count(exclusion.droppedCount)} excluded (of the rejects) since they stand in ${names}: ` +
      `${count(fingerprint)} by fix, ${count(id)} by id, ${count(base)} by base commit`,
  ];
  if (exclusion.unread > 0)
    lines.push(
      `${count(exclusion.unread)} rows of ${names} could not be read and exclude by their id at most`,
    );
  return lines.join('\n');
}
