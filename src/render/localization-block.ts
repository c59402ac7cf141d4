/**
 * Owns the localization block: `N | text` lines of the old side, `>` where the repair replaces or removes a
 * line, `+` where it only adds after the line.
 */
import type { Evidence, LocalizedFile, LocalizedHunk } from '../model/evidence.js';
import type { Profile } from './profile.js';
import { countNoun, describeRange, fence, splitLines } from './text.js';

/** Files whose lines would be of no use to a reader: only their path and ranges are shown. */
const WITHOUT_TEXT = new Set(['generated']);

/** Renders where the fault is. Only facts of `evidence.localization` with origin `fix` are used. */
export function renderLocalization(evidence: Evidence, profile: Profile): string {
  const files = evidence.localization.files.filter((file) => file.origin === 'fix');
  const parts = ['## Where the fault is\n'];
  if (files.length === 0) {
    parts.push('\nThe repair changes no file outside of the tests.\n');
    return parts.join('');
  }
  parts.push(
    '\nFiles and lines that the repair changes, as they are before it. ' +
      '`>` marks a line that it replaces or removes, `+` a line after which it only adds.\n',
  );
  for (const file of files) parts.push('\n', renderFile(file, profile));
  return parts.join('');
}

function renderFile(file: LocalizedFile, profile: Profile): string {
  const note = describeFile(file);
  const heading = `### ${file.path}${note === '' ? '' : ` (${note})`}\n`;
  if (file.status === 'added' || file.binary) return heading;
  const ranges = file.hunks.map(describeHunk);
  if (file.status === 'deleted') {
    const last = file.hunks.at(-1);
    return last ? `${heading}lines 1-${last.old_start + last.old_lines - 1}\n` : heading;
  }
  if (WITHOUT_TEXT.has(file.role)) return heading + ranges.map((range) => `${range}\n`).join('');
  const lastHunk = file.hunks.at(-1);
  const width = lastHunk ? String(lastHunk.old_start + lastHunk.old_lines).length : 1;
  return (
    heading +
    file.hunks
      .map((hunk, index) => {
        const text = renderHunk(hunk, width, profile);
        return `${ranges[index] ?? ''}\n${text === '' ? '' : fence(text, '')}`;
      })
      .join('')
  );
}

function describeFile(file: LocalizedFile): string {
  if (file.status === 'added') return 'new file';
  if (file.binary) return 'binary file';
  if (file.status === 'deleted') return 'whole file';
  if (file.hunks.length === 0) return file.status === 'mode' ? 'file mode only' : 'no line of it changes';
  return file.role === 'source' ? '' : file.role;
}

/** `lines 41-45, in class Ledger > def renew`. */
function describeHunk(hunk: LocalizedHunk): string {
  const range =
    hunk.old_lines === 0
      ? describeInsertion(hunk.old_start)
      : describeRange({ start: hunk.old_start, end: hunk.old_start + hunk.old_lines - 1 });
  const chain = hunk.scope.map((scope) => `${scope.kind} ${scope.name}`).join(' > ');
  if (chain !== '') return `${range}, in ${chain}`;
  return hunk.section.trim() === '' ? range : `${range}, below \`${hunk.section.trim()}\``;
}

const describeInsertion = (line: number): string =>
  line === 0 ? 'before the first line' : `after line ${line}`;

function renderHunk(hunk: LocalizedHunk, width: number, profile: Profile): string {
  const out: string[] = [];
  const numberColumn = (line: number): string => String(line).padStart(width);
  // Scope lines above the hunk stay visible, as an editor's sticky lines do; a scope known by its heading only has no number.
  for (const scope of hunk.scope) {
    if (scope.line === 0 || scope.line >= hunk.start_line) continue;
    out.push(`  ${numberColumn(scope.line)} | ${scope.text}`, `  ${' '.repeat(width)} …`);
  }
  const after = new Set(hunk.insert_after);
  if (after.has(0)) out.push(`+ ${numberColumn(0)} | (start of file)`);
  const lines = splitLines(hunk.text);
  if (lines.length === 0 && hunk.old_lines === 0 && hunk.old_start > 0)
    out.push(`+ ${numberColumn(hunk.old_start)} | (after this line)`);
  const body: NumberedLine[] = [];
  let range = 0;
  lines.forEach((text, index) => {
    const line = hunk.start_line + index;
    while ((hunk.touched[range]?.end ?? Infinity) < line) range += 1;
    const touched = line >= (hunk.touched[range]?.start ?? Infinity);
    const mark = touched ? '>' : after.has(line) ? '+' : ' ';
    body.push({
      changed: mark !== ' ',
      text: `${mark} ${numberColumn(line)} |${text === '' ? '' : ` ${text}`}`,
    });
  });
  const gap = (missing: number): string => `  ${' '.repeat(width)} … ${countNoun(missing, 'more line')}`;
  return [...out, ...cutHunk(body, profile, gap)].join('\n');
}

interface NumberedLine {
  readonly changed: boolean;
  readonly text: string;
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
