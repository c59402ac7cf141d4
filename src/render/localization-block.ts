/**
 * Owns the localization block: `N | text` lines of the old side, `>` where the repair replaces or removes a
 * line, `+` where it only adds after the line; less of it at a lower level of detail.
 */
import type { Evidence, LocalizedFile, LocalizedHunk } from '../model/evidence.js';
import { countLines } from '../syntax/lines.js';
import { type LineStyle, renderHunkLines, renderWindowLines } from './localization-lines.js';
import type { LocalizationDetail, Profile } from './profile.js';
import { cutMark, describeRange, fence } from './text.js';

/** Files whose lines would be of no use to a reader: only their path and ranges are shown. */
const WITHOUT_TEXT = new Set(['generated']);

const INTRODUCTIONS: Record<LocalizationDetail, string> = {
  file: 'Files that the repair changes.',
  scope: 'Files that the repair changes, and the definitions in which it changes something.',
  hunk: 'Files that the repair changes, and the lines around its changes, as they are before it.',
  line:
    'Files and lines that the repair changes, as they are before it. ' +
    '`>` marks a line that it replaces or removes, `+` a line after which it only adds.',
};

/** Source comes first, then what goes with it; otherwise the order of the diff. */
const rankRole = ({ role }: LocalizedFile): number => (role === 'source' ? 0 : role === 'generated' ? 2 : 1);

/** Renders where the fault is. Only facts of `evidence.localization` with origin `fix` are used. */
export function renderLocalization(evidence: Evidence, profile: Profile): string {
  const detail = profile.detail ?? 'line';
  const files = evidence.localization.files
    .filter((file) => file.origin === 'fix')
    .toSorted((left, right) => rankRole(left) - rankRole(right));
  const parts = ['## Where the fault is\n'];
  if (files.length === 0) {
    parts.push('\nThe repair changes no file outside of the tests.\n');
    return parts.join('');
  }
  parts.push(`\n${INTRODUCTIONS[detail]}\n`);
  if (detail === 'file' || detail === 'scope') {
    parts.push('\n');
    for (const file of files) parts.push(renderItem(file, detail));
    return parts.join('');
  }
  for (const file of files) parts.push('\n', renderFile(file, detail === 'line', profile));
  return parts.join('');
}

/** One path of a list, below it the definitions. */
function renderItem(file: LocalizedFile, detail: 'file' | 'scope'): string {
  const note = describeFile(file);
  const item = `- ${file.path}${note === '' ? '' : ` (${note})`}\n`;
  if (detail === 'file' || file.status === 'added' || file.status === 'deleted' || file.binary) return item;
  const places = new Set(file.hunks.map((hunk) => describeScope(hunk, file)).filter((place) => place !== ''));
  return item + [...places].map((place) => `  - ${place}\n`).join('');
}

function renderFile(file: LocalizedFile, isMarked: boolean, profile: Profile): string {
  const note = describeFile(file);
  const heading = `### ${file.path}${note === '' ? '' : ` (${note})`}\n`;
  if (file.status === 'added' || file.binary) return heading;
  if (file.status === 'deleted') {
    const last = file.hunks.at(-1);
    return last ? `${heading}lines 1-${last.old_start + last.old_lines - 1}\n` : heading;
  }
  if (WITHOUT_TEXT.has(file.role)) return heading + describeRanges(file);
  const style: LineStyle = { width: numberWidth(file), isMarked, shownScopes: new Set() };
  return (
    heading +
    placeHunks(file)
      .map(({ window, hunks }) => {
        const ranges = hunks.map((hunk) => `${describeHunk(hunk, file)}\n`).join('');
        const [first] = hunks;
        const text = window
          ? renderWindowLines(window, hunks, style)
          : first
            ? renderHunkLines(first, style, profile)
            : '';
        return ranges + (text === '' ? '' : fence(text, ''));
      })
      .join('')
  );
}

/** More ranges of a generated file say no more than how far they reach. */
const MAX_LISTED_RANGES = 10;

function describeRanges(file: LocalizedFile): string {
  const first = file.hunks[0];
  const last = file.hunks.at(-1);
  if (!first || !last || file.hunks.length <= MAX_LISTED_RANGES)
    return file.hunks.map((hunk) => `${describeHunk(hunk, file)}\n`).join('');
  const end = last.old_start + Math.max(0, last.old_lines - 1);
  return `${file.hunks.length} ranges between lines ${Math.max(1, first.old_start)} and ${end}\n`;
}

interface PlacedHunks {
  readonly window: LocalizedFile['windows'][number] | null;
  readonly hunks: readonly LocalizedHunk[];
}

/** The hunks in file order, those of one window together; a hunk that no window holds stands alone. */
function placeHunks({ hunks, windows }: LocalizedFile): PlacedHunks[] {
  const placed: { window: PlacedHunks['window']; hunks: LocalizedHunk[] }[] = [];
  const ends = windows.map(({ start_line, text }) => start_line + countLines(text) - 1);
  let at = 0;
  for (const hunk of hunks) {
    const first = Math.max(1, hunk.old_start);
    const end = hunk.old_start + Math.max(0, hunk.old_lines - 1);
    while ((ends[at] ?? Infinity) < first) at += 1;
    const window = windows[at];
    const last = placed.at(-1);
    if (!window || window.start_line > first || (ends[at] ?? 0) < end)
      placed.push({ window: null, hunks: [hunk] });
    else if (last?.window === window) last.hunks.push(hunk);
    else placed.push({ window, hunks: [hunk] });
  }
  return placed;
}

function numberWidth({ hunks, windows }: LocalizedFile): number {
  const hunk = hunks.at(-1);
  const window = windows.at(-1);
  return String(
    Math.max(
      hunk ? hunk.old_start + hunk.old_lines : 1,
      window ? window.start_line + countLines(window.text) - 1 : 1,
    ),
  ).length;
}

function describeFile(file: LocalizedFile): string {
  if (file.status === 'added') return 'new file';
  if (file.binary) return 'binary file';
  if (file.status === 'deleted') return 'whole file';
  if (file.hunks.length === 0) return file.status === 'mode' ? 'file mode only' : 'no line of it changes';
  return file.role === 'source' ? '' : file.role;
}

/** `lines 41-45, in class Ledger > def renew`. */
function describeHunk(hunk: LocalizedHunk, file: LocalizedFile): string {
  const range =
    hunk.old_lines === 0
      ? describeInsertion(hunk.old_start)
      : describeRange({ start: hunk.old_start, end: hunk.old_start + hunk.old_lines - 1 });
  const place = describeScope(hunk, file);
  return place === '' ? range : `${range}, ${place}`;
}

/** Lines that git takes for a heading and that name no place: imports, and words that stand alone. */
const PLACELESS_HEADING = /^(?:import|use|using|from|package|require|include|export \{|where)\b|^\w+[;,]?$/;

/** `in class Ledger > def renew`; "" when neither a definition nor a heading that means something is known. */
function describeScope(hunk: LocalizedHunk, { role }: LocalizedFile): string {
  const chain = hunk.scope.map((scope) => `${scope.kind} ${scope.name}`).join(' > ');
  if (chain !== '') return `in ${chain}`;
  const heading = hunk.section.trim();
  // In prose and data git takes any line that starts with a letter for a heading.
  if (heading === '' || role !== 'source' || PLACELESS_HEADING.test(heading)) return '';
  return `below \`${heading}${cutMark(hunk.section)}\``;
}

const describeInsertion = (line: number): string =>
  line === 0 ? 'before the first line' : `after line ${line}`;
