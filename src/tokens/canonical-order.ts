/**
 * Owns the sorting of very long runs of combining marks before a text is normalised. The engine's own sorting is
 * quadratic there (100,000 alternating marks take seconds); sorted runs pass through it in linear time.
 */

/** A mark of the lowest class above 0 and one of the highest: whatever is reordered against either is above 0. */
const LOWEST_CLASS = '\u0334';
const HIGHEST_CLASS = '\u0345';

/** Longest run of marks that is left to the engine. */
export const LONG_RUN = 256;

const LONG_RUNS = new RegExp(`\\p{M}{${LONG_RUN},}`, 'gu');

/**
 * A canonically equivalent text in which each run of `LONG_RUN` marks or more is decomposed and in canonical order.
 * Takes O(n log n). Source: Unicode Standard, 3.11, canonical ordering algorithm.
 */
export function sortLongMarkRuns(text: string): string {
  return text.replace(LONG_RUNS, sortMarks);
}

function sortMarks(run: string): string {
  const decompositions = new Map<string, string>();
  const marks: string[] = [];
  for (const mark of run) {
    let parts = decompositions.get(mark);
    if (parts === undefined) decompositions.set(mark, (parts = mark.normalize('NFD')));
    for (const part of parts) marks.push(part);
  }
  const ranks = rankMarks(new Set(marks));
  const sorted: string[] = [];
  let segment: string[] = [];
  for (const mark of marks) {
    if (ranks.get(mark) !== undefined) {
      segment.push(mark);
      continue;
    }
    // Class 0: nothing moves across it.
    appendSorted(sorted, segment, ranks);
    sorted.push(mark);
    segment = [];
  }
  appendSorted(sorted, segment, ranks);
  return sorted.join('');
}

function appendSorted(into: string[], segment: string[], ranks: ReadonlyMap<string, number>): void {
  segment.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  for (const mark of segment) into.push(mark);
}

/** The order of the marks' combining classes; marks of class 0 are left out. At most some 55 classes exist. */
function rankMarks(marks: ReadonlySet<string>): Map<string, number> {
  const classes: string[][] = [];
  for (const mark of marks) {
    if (!comesAfter(mark, LOWEST_CLASS) && !comesAfter(HIGHEST_CLASS, mark)) continue;
    const same = classes.find(([other = '']) => !comesAfter(mark, other) && !comesAfter(other, mark));
    if (same !== undefined) {
      same.push(mark);
      continue;
    }
    const at = classes.findIndex(([other = '']) => comesAfter(other, mark));
    classes.splice(at === -1 ? classes.length : at, 0, [mark]);
  }
  return new Map(classes.flatMap((members, rank) => members.map((mark) => [mark, rank] as const)));
}

/** Whether `first` has the higher class of two marks above class 0: then normalisation swaps them. */
function comesAfter(first: string, second: string): boolean {
  return (first + second).normalize('NFD') !== first + second;
}
