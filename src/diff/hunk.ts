/**
 * Owns the reading of one hunk. Inside a hunk only the counts of its header say what a line is: `--- x` is a removed
 * `-- x`, `diff --git` after a blank is context. Nothing here looks at what a line seems to be.
 */
import type { DiffLine, DiffProblem, Hunk } from './diff.js';
import type { DiffText } from './diff-text.js';
import { makeProblem } from './problem.js';

// At most 15 digits: every such number is exact, and the pattern cannot backtrack for long.
const HUNK_HEADER = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@(.*)$/s;

type HunkRanges = Omit<Hunk, 'lines'>;

/** Reads `@@ -1,2 +3,4 @@ heading`; a missing count is 1. Null when the line is no such header. */
export function readHunkHeader(line: string): HunkRanges | null {
  const match = HUNK_HEADER.exec(line);
  if (!match) return null;
  const [, oldStart, oldLines = '1', newStart, newLines = '1', rest = ''] = match;
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines),
    newStart: Number(newStart),
    newLines: Number(newLines),
    section: rest.startsWith(' ') ? rest.slice(1) : rest,
  };
}

/** What the header promises and the body has not given yet. */
interface Balance {
  old: number;
  new: number;
  /** True once `\ No newline` ended the side: no line may follow on it. */
  oldEnded: boolean;
  newEnded: boolean;
}

/**
 * Reads the hunk whose header stands at line `at`. `crlf` says that header lines of this section end in CR LF: then an
 * empty line of context that lost its blank is a lone CR. Problems: diff_malformed, diff_truncated, diff_counts.
 */
export function readHunk(
  source: DiffText,
  at: number,
  crlf: boolean,
): { hunk: Hunk; end: number } | DiffProblem {
  const headerLine = source.lines[at] ?? '';
  const ranges = readHunkHeader(crlf && headerLine.endsWith('\r') ? headerLine.slice(0, -1) : headerLine);
  if (ranges === null) {
    const combined = headerLine.startsWith('@@@');
    return makeProblem(
      combined ? 'diff_combined' : 'diff_malformed',
      combined ? 'a combined diff has no single old side' : 'a hunk header cannot be read',
      at,
      '@@ -old,count +new,count @@',
      headerLine,
    );
  }
  if ((ranges.oldStart === 0 && ranges.oldLines > 0) || (ranges.newStart === 0 && ranges.newLines > 0)) {
    return makeProblem(
      'diff_malformed',
      'a hunk with lines starts at line 0',
      at,
      'a start of 1 or more',
      headerLine,
    );
  }
  const balance: Balance = { old: ranges.oldLines, new: ranges.newLines, oldEnded: false, newEnded: false };
  const lines: DiffLine[] = [];
  let next = at + 1;
  for (; balance.old > 0 || balance.new > 0; next++) {
    const line = source.lines[next];
    const problem =
      line === undefined
        ? missingLine(ranges, balance, next, undefined)
        : takeLine(line, lines, balance, ranges, next, crlf);
    if (problem !== null) return problem;
  }
  const after = source.lines[next];
  if (after?.startsWith('\\') === true) {
    const problem = takeNote(lines, balance, next, after);
    if (problem !== null) return problem;
    next++;
  }
  if (lines.every((line) => line.kind === 'context')) {
    return makeProblem('diff_malformed', 'a hunk changes nothing', at, 'a removed or added line', headerLine);
  }
  return { hunk: { ...ranges, lines }, end: next };
}

function takeLine(
  line: string,
  lines: DiffLine[],
  balance: Balance,
  ranges: HunkRanges,
  at: number,
  crlf: boolean,
): DiffProblem | null {
  if (line.startsWith('\\')) return takeNote(lines, balance, at, line);
  // Editors and mailers strip the blank of an empty context line; git and GNU patch read it all the same.
  const isStrippedContext = line === '' || (crlf && line === '\r');
  const kind = isStrippedContext ? 'context' : kindOf(line[0]);
  if (kind === null) return missingLine(ranges, balance, at, line);
  if ((kind !== 'added' && balance.old === 0) || (kind !== 'removed' && balance.new === 0)) {
    return missingLine(ranges, balance, at, line);
  }
  if ((kind !== 'added' && balance.oldEnded) || (kind !== 'removed' && balance.newEnded)) {
    return makeProblem(
      'diff_malformed',
      'a line follows the last line of its side',
      at,
      'no line after `\\ No newline`',
      line,
    );
  }
  if (kind !== 'added') balance.old--;
  if (kind !== 'removed') balance.new--;
  lines.push({ kind, text: isStrippedContext ? line : line.slice(1), newline: true });
  return null;
}

/** `\ No newline at end of file`, in whatever language: it says that the line before it has no terminator. */
function takeNote(lines: DiffLine[], balance: Balance, at: number, line: string): DiffProblem | null {
  const last = lines.at(-1);
  if (last === undefined || !last.newline) {
    return makeProblem(
      'diff_malformed',
      'a `\\` line has no line to belong to',
      at,
      'a line of the hunk',
      line,
    );
  }
  lines[lines.length - 1] = { ...last, newline: false };
  if (last.kind !== 'added') balance.oldEnded = true;
  if (last.kind !== 'removed') balance.newEnded = true;
  return null;
}

function missingLine(ranges: HunkRanges, balance: Balance, at: number, got: string | undefined): DiffProblem {
  const counts = `hunk -${ranges.oldStart},${ranges.oldLines} +${ranges.newStart},${ranges.newLines}`;
  return makeProblem(
    got === undefined ? 'diff_truncated' : 'diff_counts',
    got === undefined ? `the text ends inside ${counts}` : `the counts of ${counts} do not fit its lines`,
    at,
    `${balance.old} more old and ${balance.new} more new lines`,
    got,
  );
}

function kindOf(marker: string | undefined): DiffLine['kind'] | null {
  if (marker === ' ') return 'context';
  if (marker === '-') return 'removed';
  return marker === '+' ? 'added' : null;
}
