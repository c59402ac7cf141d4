/** Owns the numbered lines of the localization block: `> 44 | text`, sticky scope lines above, gaps said. */
import type { LocalizedFile, LocalizedHunk, Scope } from '../model/evidence.js';
import type { Profile } from './profile.js';
import { countNoun, splitLines } from './text.js';

type Window = LocalizedFile['windows'][number];

/** How lines are written: how wide the numbers are, and whether touched lines are marked. */
export interface LineStyle {
  readonly width: number;
  readonly isMarked: boolean;
  /** Lines of scopes that were shown above an earlier hunk of the file: once is enough. */
  readonly shownScopes: Set<number>;
}

interface NumberedLine {
  readonly changed: boolean;
  readonly text: string;
}

/** The lines of one hunk, long ones cut in the middle; without a final line feed, "" when there are none. */
export function renderHunkLines(hunk: LocalizedHunk, style: LineStyle, profile: Profile): string {
  const out = renderSticky(hunk.scope, hunk.start_line, style);
  if (style.isMarked && hunk.insert_after.includes(0)) out.push(writeStart(style));
  const lines = splitLines(hunk.text);
  if (style.isMarked && lines.length === 0 && hunk.old_lines === 0 && hunk.old_start > 0)
    out.push(`+ ${numberColumn(hunk.old_start, style)} | (after this line)`);
  const body = numberLines(lines, hunk.start_line, [hunk], style);
  const gap = (missing: number): string =>
    `${margin(style)}${' '.repeat(style.width)} … ${countNoun(missing, 'more line')}`;
  for (const line of cutHunk(body, profile, gap)) out.push(line);
  return out.join('\n');
}

/** The lines of one window with the marks of its hunks; whole, since its length was decided when it was made. */
export function renderWindowLines(window: Window, hunks: readonly LocalizedHunk[], style: LineStyle): string {
  // What encloses every hunk of the window and opens above it.
  const first = hunks[0]?.scope ?? [];
  const shared = first.filter(({ line, name }) =>
    hunks.every(({ scope }) => scope.some((other) => other.line === line && other.name === name)),
  );
  const out = renderSticky(shared, window.start_line, style);
  if (style.isMarked && hunks.some((hunk) => hunk.insert_after.includes(0))) out.push(writeStart(style));
  for (const line of numberLines(splitLines(window.text), window.start_line, hunks, style))
    out.push(line.text);
  return out.join('\n');
}

/** Scope lines above stay visible, as an editor's sticky lines do; a scope known by its heading only has no number. */
function renderSticky(scopes: readonly Scope[], startLine: number, style: LineStyle): string[] {
  const gap = `${margin(style)}${' '.repeat(style.width)} …`;
  return scopes.flatMap(({ line, text }) => {
    if (line === 0 || line >= startLine || style.shownScopes.has(line)) return [];
    style.shownScopes.add(line);
    return [`${margin(style)}${numberColumn(line, style)} | ${text}`, gap];
  });
}

const margin = ({ isMarked }: LineStyle): string => (isMarked ? '  ' : '');
const numberColumn = (line: number, { width }: LineStyle): string => String(line).padStart(width);
const writeStart = (style: LineStyle): string => `+ ${numberColumn(0, style)} | (start of file)`;

/** Numbers the lines and marks those that the hunks (in file order) change. */
function numberLines(
  lines: readonly string[],
  startLine: number,
  hunks: readonly LocalizedHunk[],
  style: LineStyle,
): NumberedLine[] {
  const after = new Set(hunks.flatMap((hunk) => hunk.insert_after));
  const touched = hunks.flatMap((hunk) => hunk.touched);
  let range = 0;
  return lines.map((text, index) => {
    const line = startLine + index;
    while ((touched[range]?.end ?? Infinity) < line) range += 1;
    const isTouched = line >= (touched[range]?.start ?? Infinity);
    const mark = isTouched ? '>' : after.has(line) ? '+' : ' ';
    return {
      changed: mark !== ' ',
      text: `${style.isMarked ? `${mark} ` : ''}${numberColumn(line, style)} |${text === '' ? '' : ` ${text}`}`,
    };
  });
}

/** Lines of context that are kept on each side of a changed line when a hunk is too long. */
const KEPT_CONTEXT = 3;

/**
 * A hunk that is too long loses context far from its changed lines first, then the middle of what is left. A profile
 * that limits context then loses the outer lines of the rest; without a gap line at the ends, since the numbers show
 * that the hunk's range goes on.
 */
function cutHunk(
  body: readonly NumberedLine[],
  { maxHunkLines: limit, contextLines }: Profile,
  gap: (missing: number) => string,
): string[] {
  const indexes = limitIndexes(body, limit);
  const near = contextLines === undefined ? null : markNear(body, contextLines);
  const shown = near ? indexes.filter((index) => near[index] === 1) : indexes;
  const out: string[] = [];
  let next = 0;
  for (const index of shown) {
    if (index > next && (next > 0 || !near)) out.push(gap(index - next));
    out.push(body[index]?.text ?? '');
    next = index + 1;
  }
  if (next < body.length && !near) out.push(gap(body.length - next));
  return out;
}

function limitIndexes(body: readonly NumberedLine[], limit: number): number[] {
  const all = [...body.keys()];
  if (body.length <= limit) return all;
  const near = markNear(body, KEPT_CONTEXT);
  const indexes = all.filter((index) => near[index] === 1);
  const head = Math.ceil(limit / 2);
  return indexes.length <= limit ? indexes : [...indexes.slice(0, head), ...indexes.slice(head - limit)];
}

/** 1 for each line that is changed or at most `context` lines away from one that is. */
function markNear(body: readonly NumberedLine[], context: number): Uint8Array {
  const near = new Uint8Array(body.length);
  body.forEach((line, index) => {
    if (line.changed) near.fill(1, Math.max(0, index - context), index + context + 1);
  });
  return near;
}
