/**
 * Owns the order in which files and hunks of a fix are given up when a block must shrink: what carries least of the
 * repair goes first. The first of all places, the largest hunk of the most changed source file, stays to the end.
 */
import type { PathRole } from '../model/evidence.js';

/** One hunk as far as the order needs it: old-side lines (1-based, inclusive) and the number of lines it changes. */
export interface RankedHunk {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

export interface RankedFile {
  readonly worth: number;
  readonly hunks: readonly RankedHunk[];
}

/** A hunk by the indexes of its file and of itself; hunk -1 stands for a file that has none. */
export interface HunkPlace {
  readonly file: number;
  readonly hunk: number;
}

/**
 * The indexes of the files, the one to give up first at the front: little worth before much, few changed lines before
 * many, later before earlier. Source: own choice, because a diff says nothing else about importance.
 */
export function orderFiles(files: readonly RankedFile[]): number[] {
  const weights = files.map(({ hunks }) => hunks.reduce((sum, hunk) => sum + hunk.weight, 0));
  const worth = (index: number): number => files[index]?.worth ?? 0;
  return [...files.keys()].sort(
    (left, right) =>
      worth(left) - worth(right) || (weights[left] ?? 0) - (weights[right] ?? 0) || right - left,
  );
}

/** The indexes of a file's hunks: those farthest from its largest change first, that one last. */
export function orderHunks({ hunks }: RankedFile): number[] {
  let core = 0;
  for (const [index, hunk] of hunks.entries()) if (hunk.weight > (hunks[core]?.weight ?? 0)) core = index;
  const center = hunks[core];
  const distances = hunks.map((hunk, index) => {
    if (index === core || !center) return -1;
    return hunk.start > center.end ? hunk.start - center.end : Math.max(0, center.start - hunk.end);
  });
  return [...hunks.keys()].sort(
    (left, right) => (distances[right] ?? 0) - (distances[left] ?? 0) || right - left,
  );
}

/** What a file of this role is worth to a reader of the repair: generated files least, source most. */
export function worthOf(role: PathRole | undefined): number {
  if (role === 'generated') return 0;
  return role === 'source' ? 2 : 1;
}

/** All hunks of all files in the order they are given up, file by file. */
export function orderPlaces(files: readonly RankedFile[]): HunkPlace[] {
  return orderFiles(files).flatMap((file): HunkPlace[] => {
    const ranked = files[file];
    if (!ranked || ranked.hunks.length === 0) return [{ file, hunk: -1 }];
    return orderHunks(ranked).map((hunk) => ({ file, hunk }));
  });
}

/** The first `count` places as a set to ask, by file and hunk. */
export class PlaceSet {
  readonly #keys: ReadonlySet<string>;

  constructor(places: readonly HunkPlace[], count: number) {
    this.#keys = new Set(places.slice(0, count).map(({ file, hunk }) => `${file}:${hunk}`));
  }

  has(file: number, hunk: number): boolean {
    return this.#keys.has(`${file}:${hunk}`);
  }
}
