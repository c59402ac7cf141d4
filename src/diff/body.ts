/**
 * Owns what stands below a section's header: its hunks, its binary data, or the notice that a binary file differs.
 */
import { readBinaryData } from './binary.js';
import type { BinaryData, DiffProblem, FileDiff, Hunk } from './diff.js';
import { bareLine, type DiffText } from './diff-text.js';
import { startsPlainSection, type SectionHeader } from './header.js';
import { readHunk } from './hunk.js';
import { isProblem, makeProblem } from './problem.js';

export interface Body {
  readonly hunks: readonly Hunk[];
  readonly binary: FileDiff['binary'];
  readonly binaryData: BinaryData | null;
  /** Index of the first line after the body. */
  readonly end: number;
}

/** Reads the body below `header`; `crlf` says that the section's header lines end in CR LF. */
export function readBody(source: DiffText, header: SectionHeader, crlf: boolean): Body | DiffProblem {
  const line = bareLine(source.lines[header.end]);
  if (header.oldSide !== null) return readHunks(source, header.end, crlf);
  const none = { hunks: [], binaryData: null };
  if (line === 'GIT binary patch') {
    const binary = readBinaryData(source, header.end);
    if (isProblem(binary)) return binary;
    return { ...none, binary: 'patch', binaryData: binary.data, end: binary.end };
  }
  if (isBinaryNotice(line)) return { ...none, binary: 'described', end: header.end + 1 };
  return { ...none, binary: 'none', end: header.end };
}

function readHunks(source: DiffText, at: number, crlf: boolean): Body | DiffProblem {
  const hunks: Hunk[] = [];
  let end = at;
  while (source.lines[end]?.startsWith('@@') === true) {
    const read = readHunk(source, end, crlf);
    if (isProblem(read)) return read;
    hunks.push(read.hunk);
    end = read.end;
  }
  if (isSurplus(source.lines, end)) {
    const last = hunks.at(-1);
    const message = `a line follows hunk -${last?.oldStart},${last?.oldLines} +${last?.newStart},${last?.newLines} beyond its counts`;
    return makeProblem(
      'diff_counts',
      message,
      end,
      'the next hunk, the next file or prose',
      source.lines[end],
    );
  }
  return { hunks, binary: 'none', binaryData: null, end };
}

/** A line right after a hunk that looks like one more of its lines: the counts were too small. */
function isSurplus(lines: readonly string[], at: number): boolean {
  const line = lines[at];
  if (
    line === undefined ||
    !(line.startsWith(' ') || line.startsWith('+') || line.startsWith('-') || line.startsWith('\\'))
  ) {
    return false;
  }
  return !isSignature(lines, at) && !startsPlainSection(lines, at);
}

/** `-- ` ends the mail of format-patch; where blanks at line ends were lost, git's version on the next line tells. */
function isSignature(lines: readonly string[], at: number): boolean {
  const line = bareLine(lines[at]);
  return line === '-- ' || (line === '--' && /^\d{1,4}\.\d{1,4}/.test(lines[at + 1] ?? ''));
}

/** `Binary files a/x and b/x differ`; some versions of diff leave out the first word. */
export function isBinaryNotice(line: string): boolean {
  return (
    (line.startsWith('Binary files ') || line.startsWith('Files ')) && bareLine(line).endsWith(' differ')
  );
}

/** True where data or a notice of a binary file start. */
export function startsBinary(line: string | undefined): boolean {
  return line !== undefined && (isBinaryNotice(line) || bareLine(line) === 'GIT binary patch');
}
