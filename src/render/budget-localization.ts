/**
 * Owns how a localization block shrinks: context lines, then the middle of long hunks, then the lines of whole hunks,
 * then ranges (one of each file stays), then files. Paths and ranges stay longest.
 */
import type { Evidence, LocalizedFile, LocalizedHunk } from '../model/evidence.js';
import { countUp, type CutLadder, type CutView, makeLadder, RungList } from './budget-ladder.js';
import {
  type HunkPlace,
  orderFiles,
  orderPlaces,
  PlaceSet,
  type RankedFile,
  worthOf,
} from './budget-order.js';
import { renderLocalization } from './localization-block.js';
import type { Profile } from './profile.js';

/** How much of a block is left out; counts are of the first entries of the orders. */
interface LocalizationCut {
  readonly windows: boolean;
  /** Lines of context kept, null for all of the hunk's. */
  readonly context: number | null;
  readonly hunkLines: number;
  readonly texts: number;
  readonly ranges: number;
  readonly files: number;
}

interface Plan {
  readonly shown: readonly LocalizedFile[];
  /** Hunks whose lines are shown, in the order they are given up. */
  readonly texts: readonly HunkPlace[];
  /** Hunks beyond the last one of their file. */
  readonly ranges: readonly HunkPlace[];
  readonly fileOrder: readonly number[];
}

/** The cuts of a localization block, from the mildest to the deepest, each holding those before it. */
export function planLocalizationCuts(evidence: Evidence, profile: Profile): CutLadder {
  const plan = makePlan(evidence);
  const list = new RungList<LocalizationCut>({
    windows: false,
    context: null,
    hunkLines: profile.maxHunkLines,
    texts: 0,
    ranges: 0,
    files: 0,
  });
  const narrow = withoutWindows(evidence);
  if (renderLocalization(narrow, profile) !== renderLocalization(evidence, profile))
    list.add({ windows: true });
  const hunks = plan.texts.map(({ file, hunk }) => plan.shown[file]?.hunks[hunk]);
  const changed = hunks.map((hunk) => (hunk ? countChanged(hunk) : 0));
  const longest = changed.reduce((most, count) => Math.max(most, count), 0);
  if (hunks.some((hunk, index) => hunk && countShownLines(hunk) > (changed[index] ?? 0)))
    list.addEach('context', [2, 1, 0]);
  list.addEach(
    'hunkLines',
    [60, 30, 12].filter((limit) => limit < longest && limit < profile.maxHunkLines),
  );
  list.addEach('texts', countUp(plan.texts.length));
  list.addEach('ranges', countUp(plan.ranges.length));
  list.addEach('files', countUp(plan.shown.length - 1));
  return makeLadder(list.rungs, (cut) => viewCut(evidence, profile, plan, cut));
}

const withoutWindows = (evidence: Evidence): Evidence => ({
  ...evidence,
  localization: { files: evidence.localization.files.map((file) => ({ ...file, windows: [] })) },
});

function makePlan(evidence: Evidence): Plan {
  const shown = evidence.localization.files.filter((file) => file.origin === 'fix');
  const ranked = shown.map(rankFile);
  const places = orderPlaces(ranked).filter(({ hunk }) => hunk !== -1);
  const last = new Map(places.map((place) => [place.file, place.hunk]));
  return {
    shown,
    texts: places.filter(({ file, hunk }) => showsLines(shown[file], hunk)),
    ranges: places.filter(({ file, hunk }) => shown[file]?.status !== 'deleted' && last.get(file) !== hunk),
    fileOrder: orderFiles(ranked),
  };
}

const rankFile = (file: LocalizedFile): RankedFile => ({
  worth: worthOf(file.role),
  hunks: file.hunks.map((hunk) => ({
    start: hunk.old_start,
    end: hunk.old_start + Math.max(0, hunk.old_lines - 1),
    weight: countChanged(hunk),
  })),
});

const countChanged = ({ touched, insert_after }: LocalizedHunk): number =>
  touched.reduce((sum, { start, end }) => sum + end - start + 1, insert_after.length);

function countShownLines({ text }: LocalizedHunk): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function showsLines(file: LocalizedFile | undefined, hunk: number): boolean {
  if (!file || file.binary || file.status === 'added' || file.status === 'deleted') return false;
  return file.role !== 'generated' && file.hunks[hunk]?.text !== '';
}

function viewCut(evidence: Evidence, profile: Profile, plan: Plan, cut: LocalizationCut): CutView {
  const texts = new PlaceSet(plan.texts, cut.texts);
  const ranges = new PlaceSet(plan.ranges, cut.ranges);
  const dropped = new Set(plan.fileOrder.slice(0, cut.files));
  const files = plan.shown.flatMap((file, index): LocalizedFile[] => {
    if (dropped.has(index)) return [];
    const hunks = file.hunks.flatMap((hunk, at): LocalizedHunk[] => {
      if (ranges.has(index, at)) return [];
      return [texts.has(index, at) ? { ...hunk, text: '', start_line: 0 } : hunk];
    });
    return [{ ...file, hunks, windows: cut.windows ? [] : file.windows }];
  });
  return {
    evidence: { ...evidence, localization: { files } },
    profile: {
      ...profile,
      maxHunkLines: cut.hunkLines,
      ...(cut.context === null ? {} : { contextLines: cut.context }),
    },
    cuts: describeCut(profile, plan, cut),
  };
}

function describeCut(profile: Profile, plan: Plan, cut: LocalizationCut): string[] {
  const cuts: string[] = [];
  if (cut.windows) cuts.push('wider context');
  if (cut.context !== null)
    cuts.push(cut.context === 0 ? 'context lines' : `context lines beyond ${cut.context} on each side`);
  if (cut.hunkLines < profile.maxHunkLines)
    cuts.push(`the middle of hunks of more than ${cut.hunkLines} changed lines`);
  if (cut.texts > 0) cuts.push(`the lines of ${cut.texts} of ${plan.texts.length} hunks`);
  if (cut.ranges > 0) {
    const all = plan.shown.reduce((sum, { hunks }) => sum + hunks.length, 0);
    cuts.push(`${cut.ranges} of ${all} ranges`);
  }
  if (cut.files > 0) cuts.push(`${cut.files} of ${plan.shown.length} files`);
  return cuts;
}
