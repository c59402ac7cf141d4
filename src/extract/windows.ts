/**
 * Owns the wider context of a file's hunks: which old lines around them are shown, merged where they meet. Hunks stay as
 * they are; a window always holds its hunks whole, so that a reader of the record can check it.
 */
import { changedLines } from '../diff/changed-lines.js';
import type { Hunk } from '../diff/diff.js';
import type { LocalizedFile } from '../model/evidence.js';
import type { LineRange } from '../model/range.js';
import { lineOffsets, sliceLines } from '../syntax/lines.js';
import type { RoledFile } from './repair.js';
import { changedPlaces, type FoundScope, scopesAround } from './scope.js';

/**
 * `none`: hunks only. `lines`: `count` lines on each side of a change, as `git diff -U<count>` gives them. `scope`: the
 * outermost function around each change (for a change right in a class, the class). `file`: the whole file.
 */
export type WindowContext =
  { readonly kind: 'none' | 'scope' | 'file' } | { readonly kind: 'lines'; readonly count: number };

export const NO_CONTEXT: WindowContext = { kind: 'none' };

/** Longest definition and longest file that is shown whole, in lines. Source: own choice; 99 % of functions are shorter. */
export const MAX_SCOPE_LINES = 400;
export const MAX_FILE_LINES = 1500;
/** Lines on each side of a change when its definition or file is longer than the limit. */
const FALLBACK_SCOPE_LINES = 20;
const FALLBACK_FILE_LINES = 200;

/** Kinds that hold members: shown whole only when a change stands in no function of theirs. */
const CONTAINERS = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'impl',
  'module',
  'suite',
  'type',
]);

export interface CutWindows {
  readonly windows: LocalizedFile['windows'];
  /** A definition or the file was longer than the limit. */
  readonly isLimited: boolean;
}

const NOTHING: CutWindows = { windows: [], isLimited: false };

/**
 * Windows of one file, ascending, none overlapping or touching another.
 * @param scopesAt scopes read from the whole old file; null when it could not be outlined
 */
export function cutWindows(
  { file, role }: RoledFile,
  oldText: string | undefined,
  context: WindowContext,
  scopesAt: ((line: number) => FoundScope[]) | null,
): CutWindows {
  if (context.kind === 'none' || oldText === undefined || oldText === '') return NOTHING;
  if (file.binary !== 'none' || file.status === 'added' || file.status === 'deleted') return NOTHING;
  if (role === 'generated') return NOTHING;
  const offsets = lineOffsets(oldText);
  const lineCount = offsets.length - 1;
  let isLimited = false;
  const ranges = file.hunks.map((hunk) => {
    const { range, limited } = widenHunk(hunk, context, lineCount, scopesAt);
    isLimited ||= limited;
    return { start: Math.max(1, range.start), end: Math.min(lineCount, range.end) };
  });
  const windows = mergeRanges(ranges).map(({ start, end }) => ({
    start_line: start,
    text: sliceLines(oldText, offsets, start, end),
  }));
  return { windows, isLimited };
}

interface Widened {
  readonly range: LineRange;
  readonly limited: boolean;
}

function widenHunk(
  hunk: Hunk,
  context: WindowContext,
  lineCount: number,
  scopesAt: ((line: number) => FoundScope[]) | null,
): Widened {
  if (context.kind === 'lines') return { range: widenByLines(hunk, context.count), limited: false };
  if (context.kind === 'scope') return widenToScopes(hunk, scopesAt);
  if (lineCount <= MAX_FILE_LINES) return { range: { start: 1, end: lineCount }, limited: false };
  return { range: widenByLines(hunk, FALLBACK_FILE_LINES), limited: true };
}

/** The hunk's own lines; for a pure insertion the line it stands after. */
const linesOfHunk = ({ oldStart, oldLines }: Hunk): LineRange =>
  oldLines === 0 ? { start: oldStart, end: oldStart } : { start: oldStart, end: oldStart + oldLines - 1 };

function widenByLines(hunk: Hunk, count: number): LineRange {
  const { touched, insertAfter } = changedLines(hunk);
  let { start, end } = linesOfHunk(hunk);
  for (const range of touched) {
    start = Math.min(start, range.start - count);
    end = Math.max(end, range.end + count);
  }
  for (const line of insertAfter) {
    start = Math.min(start, line + 1 - count);
    end = Math.max(end, line + count);
  }
  return { start, end };
}

function widenToScopes(hunk: Hunk, scopesAt: ((line: number) => FoundScope[]) | null): Widened {
  let { start, end } = linesOfHunk(hunk);
  let limited = false;
  for (const place of scopesAt ? changedPlaces(hunk) : []) {
    const scopes = scopesAround(place, scopesAt ?? (() => []));
    if (scopes.length === 0) continue;
    const chosen = chooseScope(scopes);
    if (chosen) {
      start = Math.min(start, chosen.lineStart);
      end = Math.max(end, chosen.lineEnd);
    } else {
      limited = true;
      start = Math.min(start, place.line - FALLBACK_SCOPE_LINES);
      end = Math.max(end, place.line + FALLBACK_SCOPE_LINES);
    }
  }
  return { range: { start, end }, limited };
}

const isShort = ({ lineStart, lineEnd }: FoundScope): boolean => lineEnd - lineStart < MAX_SCOPE_LINES;

/** The outermost function that is short enough; without any function, the innermost class. */
function chooseScope(scopes: readonly FoundScope[]): FoundScope | undefined {
  const functions = scopes.filter(({ kind }) => !CONTAINERS.has(kind));
  if (functions.length > 0) return functions.find(isShort);
  const inner = scopes.at(-1);
  return inner && isShort(inner) ? inner : undefined;
}

function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end + 1) last.end = Math.max(last.end, end);
    else if (end >= start) merged.push({ start, end });
  }
  return merged;
}
