/** Owns the view of one file of the test patch: its diff without what the test code above already shows. */
import type { FileDiff, Hunk } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import type { CandidateChange } from '../model/evidence.js';
import type { Profile } from './profile.js';
import type { TestFileView } from './test-code.js';
import { countNoun, splitLines } from './text.js';

/** Shorter repetitions cost less than the line that would replace them. */
const MIN_ELIDED_LINES = 4;

/** The test files of which parts are shown above the candidate changes, by path. */
export type ShownFiles = ReadonlyMap<string, TestFileView>;

/** The change as a file section; undefined when its text is no diff. */
export function readChange({ diff }: CandidateChange): FileDiff | undefined {
  const read = readDiff(diff);
  return read.ok ? read.diff.files[0] : undefined;
}

/**
 * The diff of a candidate change as a reader needs it, "" when the code above shows all of it. A hunk that only
 * adds lines of a shown test becomes `… shown above`, longer shown stretches of other hunks one line each; binary and generated content
 * is described.
 */
export function viewCandidate(
  change: CandidateChange,
  file: FileDiff | undefined,
  shown: ShownFiles,
  profile: Profile,
): string {
  if (!file) return change.diff;
  // Blob hashes tell a reader nothing.
  const header = file.header.replace(/^index .*\n/m, '');
  if (file.binary !== 'none') return `${header}(binary content, not shown)\n`;
  if (change.role === 'generated') {
    return `${header}(generated, ${countNoun(countBody(file), 'line')} not shown)\n`;
  }
  if (file.status === 'deleted')
    return `${header}(deleted, ${countNoun(countBody(file), 'line')} not shown)\n`;
  const hunks = file.hunks.map((hunk) => ({ hunk, rows: markShown(numberRows(hunk), change.path, shown) }));
  if (hunks.length > 0 && hunks.every(({ rows }) => isAllShown(rows))) return '';
  const lines = splitLines(header);
  for (const { hunk, rows } of hunks) for (const line of viewHunk(hunk, rows)) lines.push(line);
  return limitLines(lines, profile);
}

/** Tells the view of a test file which of its lines the diff knows to be blank. */
export function noteBlankLines(file: FileDiff | undefined, view: TestFileView | undefined): void {
  if (!file || !view) return;
  for (const row of file.hunks.flatMap(numberRows)) {
    if (row.mark !== '-' && isBlank(row)) view.addBlank(row.line);
  }
}

/** 1-based lines that the change adds, in the file after it. */
export const listAddedLines = (file: FileDiff | undefined): number[] =>
  (file?.hunks ?? []).flatMap(numberRows).flatMap((row) => (row.mark === '+' ? [row.line] : []));

function viewHunk(hunk: Hunk, rows: readonly MarkedRow[]): string[] {
  const section = hunk.section === '' ? '' : ` ${hunk.section}`;
  const heading = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@${section}`;
  if (isAllShown(rows)) return [heading, '… shown above'];
  const out = [heading];
  for (let index = 0; index < rows.length;) {
    const run = countShown(rows, index);
    const row = rows[index];
    if (run >= MIN_ELIDED_LINES && row) {
      out.push(`… lines ${row.line}-${row.line + run - 1} shown above`);
      index += run;
    } else {
      if (row) out.push(row.mark + row.text);
      index += 1;
    }
  }
  return out;
}

interface HunkRow {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
  /** New-side line; for a removed line the line it stood before. */
  readonly line: number;
}

interface MarkedRow extends HunkRow {
  /** The line stands in the code above; never true for a removed one. */
  readonly isShown: boolean;
}

const isBlank = (row: HunkRow): boolean => row.text.trim() === '';

function numberRows(hunk: Hunk): HunkRow[] {
  let line = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  return hunk.lines.map((entry) => {
    const row: HunkRow = { mark: MARKS[entry.kind], text: entry.text, line };
    if (entry.kind !== 'removed') line += 1;
    return row;
  });
}

const MARKS = { context: ' ', removed: '-', added: '+' } as const;

/** By line number in the same file; in other files by text, since a corpus may keep its reference tests elsewhere. */
function markShown(rows: readonly HunkRow[], path: string, shown: ShownFiles): MarkedRow[] {
  const view = shown.get(path);
  // What a test expected before stands nowhere else, so a removed line is never taken for shown.
  if (view) return rows.map((row) => ({ ...row, isShown: row.mark !== '-' && view.shows(row.line) }));
  const marked = rows.map((row) => ({ ...row, isShown: false }));
  for (const { start, end } of addedRuns(rows)) {
    const text = rows
      .slice(start, end)
      .map((row) => `${row.text}\n`)
      .join('');
    if (![...shown.values()].some((other) => other.holdsCode(text))) continue;
    for (const row of marked.slice(start, end)) row.isShown = true;
  }
  return marked;
}

/** Runs of added rows long enough to be worth comparing, blank rows at their ends left out; ends are exclusive. */
function addedRuns(rows: readonly HunkRow[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let start = -1;
  rows.forEach((row, index) => {
    if (row.mark !== '+') start = -1;
    else if (start === -1 && !isBlank(row)) start = index;
    const next = rows[index + 1];
    if (start === -1 || next?.mark === '+') return;
    let end = index + 1;
    while (end > start && isBlankAt(rows, end - 1)) end -= 1;
    if (end - start >= MIN_ELIDED_LINES) runs.push({ start, end });
  });
  return runs;
}

const isBlankAt = (rows: readonly HunkRow[], index: number): boolean => {
  const row = rows[index];
  return row !== undefined && isBlank(row);
};

/** True when every changed line stands in the code above; blank lines, added comments and closing brackets do not count. */
function isAllShown(rows: readonly MarkedRow[]): boolean {
  const changes = rows.filter((row) => row.mark !== ' ');
  return changes.some((row) => row.isShown) && changes.every((row) => row.isShown || isResidue(row));
}

/** What is left of a new file once its tests are shown: its licence, comments, closing brackets. */
const isResidue = (row: HunkRow): boolean =>
  isBlank(row) || (row.mark === '+' && /^\s*(?:#(?:\s|!|$)|\/\/|\/?\*|[})\];]+\s*$|end\s*$)/.test(row.text));

/** Length of the run of shown rows that starts here; blank rows between shown ones count, those behind the last do not. */
function countShown(rows: readonly MarkedRow[], from: number): number {
  let shownUntil = from;
  for (let index = from; index < rows.length; index += 1) {
    const row = rows[index];
    if (!row || row.mark === '-') break;
    if (row.isShown) shownUntil = index + 1;
    else if (!isBlank(row)) break;
  }
  return shownUntil - from;
}

const countBody = (file: FileDiff): number => file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);

function limitLines(lines: readonly string[], profile: Profile): string {
  const shown = lines.slice(0, profile.maxCandidateLines).map((line) => limitLine(line, profile));
  if (lines.length > shown.length) {
    shown.push(`… ${countNoun(lines.length - shown.length, 'more line')} of this file`);
  }
  return shown.map((line) => `${line}\n`).join('');
}

const limitLine = (line: string, profile: Profile): string =>
  line.length <= profile.maxLineCharacters
    ? line
    : `${line.slice(0, profile.maxLineCharacters)}… ${countNoun(line.length - profile.maxLineCharacters, 'more character')}`;
