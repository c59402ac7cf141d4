/** Owns the shape of a cut plan: the rungs from the least to the most that can be left out of one block. */
import type { Evidence } from '../model/evidence.js';
import type { Profile } from './profile.js';

/** What the template is given at one rung, and what is missing from it in words. */
export interface CutView {
  readonly evidence: Evidence;
  readonly profile: Profile;
  /** What was left out, each a noun phrase. */
  readonly cuts: readonly string[];
}

/**
 * Rung 0 leaves out least, the last one is the smallest form of the block. Every rung leaves out all that the one
 * before it leaves out: so a larger budget never shows less.
 */
export interface CutLadder {
  readonly length: number;
  view(rung: number): CutView;
}

/** A ladder from the settings of its rungs and the view they make. */
export function makeLadder<Setting>(
  rungs: readonly Setting[],
  view: (setting: Setting) => CutView,
): CutLadder {
  return {
    length: rungs.length,
    view(rung) {
      const setting = rungs[rung];
      if (setting === undefined) throw new RangeError(`rung ${rung} of ${rungs.length}`);
      return view(setting);
    },
  };
}

/** Collects rungs: each call of `add` cuts further, on top of what is cut already. */
export class RungList<Setting> {
  readonly rungs: Setting[] = [];

  constructor(private setting: Setting) {}

  add(change: Partial<Setting>): void {
    this.setting = { ...this.setting, ...change };
    this.rungs.push(this.setting);
  }

  /** One rung per value, each cutting further. */
  addEach<Key extends keyof Setting>(key: Key, values: Iterable<Setting[Key]>): void {
    for (const value of values) {
      this.setting = { ...this.setting, [key]: value };
      this.rungs.push(this.setting);
    }
  }
}

/** `first`, … `last`. */
export function* countUp(last: number, first = 1): Generator<number> {
  for (let count = first; count <= last; count += 1) yield count;
}
