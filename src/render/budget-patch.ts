/**
 * Owns how a patch block shrinks: generated files first, then context lines; other hunks and files only as a last resort,
 * docs and configuration before source, hunks far from a file's largest change before those near it. The largest hunk of the most
 * changed source file is never given up: without it the block would say nothing.
 */
import type { Diff, FileDiff } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import { writeDiff } from '../diff/write.js';
import type { Evidence } from '../model/evidence.js';
import { narrowHunk } from './budget-context.js';
import { countUp, type CutLadder, type CutView, makeLadder, RungList } from './budget-ladder.js';
import { type HunkPlace, orderPlaces, PlaceSet, type RankedFile, worthOf } from './budget-order.js';
import type { Profile } from './profile.js';

interface PatchCut {
  readonly context: number | null;
  /** Places left out, in the order of the plan. */
  readonly places: number;
}

/** Paths named when whole files are left out; the rest is counted. */
const NAMED_FILES = 3;

/** The cuts of a patch block, from the mildest to the deepest; none for a diff that cannot be read. */
export function planPatchCuts(evidence: Evidence, profile: Profile): CutLadder {
  const read = readDiff(evidence.patch.diff);
  if (!read.ok) return makeLadder([], () => ({ evidence, profile, cuts: [] }));
  const { diff } = read;
  const ranked = rankFiles(diff, evidence);
  const order = orderPlaces(ranked);
  const list = new RungList<PatchCut>({ context: null, places: 0 });
  const hasContext = diff.files.some(({ hunks }) =>
    hunks.some(({ lines }) => lines.some(({ kind }) => kind === 'context')),
  );
  // Generated files stand at the front of the order; the last place of all stays, whatever it is.
  const generated = order.filter(({ file }) => ranked[file]?.worth === 0).length;
  list.addEach('places', countUp(Math.min(generated, order.length - 1)));
  if (hasContext) list.addEach('context', [2, 1, 0]);
  list.addEach('places', countUp(order.length - 1, generated + 1));
  return makeLadder(list.rungs, (cut) => viewCut(evidence, profile, diff, order, cut));
}

function rankFiles(diff: Diff, evidence: Evidence): RankedFile[] {
  const roles = new Map(evidence.localization.files.map(({ path, role }) => [path, role]));
  return diff.files.map((file) => ({
    worth: worthOf(roles.get(file.oldPath === '' ? file.newPath : file.oldPath)),
    hunks: file.hunks.map(({ oldStart, oldLines, lines }) => ({
      start: oldStart,
      end: oldStart + Math.max(0, oldLines - 1),
      weight: lines.reduce((sum, { kind }) => sum + (kind === 'context' ? 0 : 1), 0),
    })),
  }));
}

function viewCut(
  evidence: Evidence,
  profile: Profile,
  diff: Diff,
  order: readonly HunkPlace[],
  cut: PatchCut,
): CutView {
  const dropped = new PlaceSet(order, cut.places);
  const gone: string[] = [];
  const files = diff.files.flatMap((file, index): FileDiff[] => {
    if (file.hunks.length === 0 && !dropped.has(index, -1)) return [file];
    const kept = file.hunks.filter((_, hunk) => !dropped.has(index, hunk));
    if (kept.length === 0) {
      gone.push(file.newPath === '' ? file.oldPath : file.newPath);
      return [];
    }
    const { context } = cut;
    if (context === null && kept.length === file.hunks.length) return [file];
    const hunks = context === null ? kept : kept.flatMap((hunk) => narrowHunk(hunk, context));
    return [{ ...file, text: '', hunks }];
  });
  const cuts: string[] = [];
  if (cut.context !== null)
    cuts.push(cut.context === 0 ? 'context lines' : `context lines beyond ${cut.context} on each side`);
  const hunkCount = order.filter(({ hunk }) => hunk !== -1).length;
  const hunksGone = order.slice(0, cut.places).filter(({ hunk }) => hunk !== -1).length;
  if (hunksGone > 0) cuts.push(`${hunksGone} of ${hunkCount} hunks`);
  if (gone.length > 0) cuts.push(describeFiles(gone, diff.files.length));
  return {
    evidence: { ...evidence, patch: { ...evidence.patch, diff: writeDiff({ files }) } },
    profile,
    cuts,
  };
}

function describeFiles(paths: readonly string[], all: number): string {
  const named = paths.slice(0, NAMED_FILES).map((path) => path.replaceAll('\n', ' '));
  const more = paths.length > named.length ? [`${paths.length - named.length} more`] : [];
  return `${paths.length} of ${all} files (${[...named, ...more].join(', ')})`;
}
