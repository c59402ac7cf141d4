/** Owns the plain views of localization: paths, ranges, and old lines as they stand, without marks and scopes. */
import type { Evidence, LocalizedFile, LocalizedHunk } from '../model/evidence.js';
import type { LocalizationView, Profile } from './profile.js';
import { countNoun, describeRange, fence, splitLines } from './text.js';

type PlainView = Exclude<LocalizationView, 'marked'>;

const INTRODUCTIONS: Record<PlainView, string> = {
  lines: 'Files that the repair changes, the ranges of their lines, and these lines as they are before it.',
  ranges: 'Files that the repair changes, and the ranges of their lines before it.',
  paths: 'Files that the repair changes.',
};

/** Renders where the fault is. Only facts of `evidence.localization` with origin `fix` are used. */
export function renderPlainLocalization(evidence: Evidence, profile: Profile, view: PlainView): string {
  const files = evidence.localization.files.filter((file) => file.origin === 'fix');
  const heading = '## Where the fault is\n\n';
  if (files.length === 0) return `${heading}The repair changes no file outside of the tests.\n`;
  const head = `${heading}${INTRODUCTIONS[view]}\n\n`;
  if (view === 'lines') return head + files.map((file) => renderLines(file, profile)).join('\n');
  return head + files.map((file) => renderItem(file, view)).join('');
}

function renderItem(file: LocalizedFile, view: 'ranges' | 'paths'): string {
  const note = describeFile(file);
  const ranges = view === 'ranges' && note === '' ? file.hunks.map(describeHunk) : [];
  const detail = [note, ...ranges].filter((part) => part !== '').join(', ');
  return `- ${file.path}${detail === '' ? '' : `: ${detail}`}\n`;
}

function renderLines(file: LocalizedFile, profile: Profile): string {
  const note = describeFile(file);
  const heading = `### ${file.path}${note === '' ? '' : ` (${note})`}\n`;
  if (note !== '') return heading;
  // A parser table or a lock file is of no use to a reader: its ranges have to do.
  if (file.role === 'generated')
    return heading + file.hunks.map((hunk) => `${describeHunk(hunk)}\n`).join('');
  return heading + file.hunks.map((hunk) => renderHunk(hunk, profile)).join('');
}

function renderHunk(hunk: LocalizedHunk, profile: Profile): string {
  const range = `${describeHunk(hunk)}\n`;
  const lines = splitLines(hunk.text);
  return lines.length === 0 ? range : range + fence(cutMiddle(lines, profile.maxHunkLines), '');
}

/** At most `limit` lines, the first and the last of them. */
function cutMiddle(lines: readonly string[], limit: number): string {
  if (lines.length <= limit) return lines.map((line) => `${line}\n`).join('');
  const head = Math.ceil(limit / 2);
  const tail = limit - head;
  const shown = [
    ...lines.slice(0, head),
    `… ${countNoun(lines.length - limit, 'more line')}`,
    ...(tail === 0 ? [] : lines.slice(-tail)),
  ];
  return shown.map((line) => `${line}\n`).join('');
}

function describeFile(file: LocalizedFile): string {
  if (file.status === 'added') return 'new file';
  if (file.binary) return 'binary file';
  if (file.status === 'deleted') return 'whole file';
  if (file.hunks.length === 0) return file.status === 'mode' ? 'file mode only' : 'no line of it changes';
  return '';
}

function describeHunk(hunk: LocalizedHunk): string {
  if (hunk.old_lines > 0)
    return describeRange({ start: hunk.old_start, end: hunk.old_start + hunk.old_lines - 1 });
  return hunk.old_start === 0 ? 'before the first line' : `after line ${hunk.old_start}`;
}
