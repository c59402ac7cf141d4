/**
 * Owns one file section: header, identity and body put together, and whether they fit each other.
 */
import { readBody, startsBinary, type Body } from './body.js';
import type { DiffProblem, FileDiff, Hunk } from './diff.js';
import { bareLine, sliceLines, type DiffText } from './diff-text.js';
import { makePlainHeader, readGitHeader, readPlainHeader, type SectionHeader } from './header.js';
import { identifyFile } from './identity.js';
import { stripPrefixes } from './names.js';
import { isProblem, makeProblem } from './problem.js';

export interface Section {
  readonly file: FileDiff;
  /** Index of the first line after the section. */
  readonly end: number;
}

/** Reads the section that starts with `diff --git ` at line `at`; null when that line is prose after all. */
export function readGitSection(source: DiffText, at: number): Section | DiffProblem | null {
  const header = readGitHeader(source, at);
  if (isProblem(header)) return header;
  const identity = identifyFile(header, { hunks: [], binary: false }, at);
  const isBare = header.end === at + 1 && header.oldSide === null && !startsBinary(source.lines[header.end]);
  if (isProblem(identity)) return isBare ? null : identity;
  const body = readBody(source, header, isCrlf(source, at));
  if (isProblem(body)) return { ...body, path: identity.newPath || identity.oldPath };
  if (body.hunks.length === 0 && body.binary === 'none' && identity.status === 'modified') {
    const path = identity.newPath || identity.oldPath;
    const expected = 'a hunk, binary data, a mode change or a rename';
    return makeProblem(
      'diff_malformed',
      'a section says no change',
      body.end,
      expected,
      source.lines[body.end],
      path,
    );
  }
  return finishSection(source, at, header, body);
}

/** Reads the section that starts at line `at` with `---`, or with a `diff` line above it. */
export function readPlainSection(source: DiffText, at: number): Section | DiffProblem {
  const header = readPlainHeader(source, at);
  if (isProblem(header)) return header;
  const body = readBody(source, header, isCrlf(source, at));
  if (isProblem(body)) return { ...body, path: header.newSide?.name ?? header.oldSide?.name ?? '' };
  return finishSection(source, at, header, body);
}

/** `diff -r` says of binary files only this one line; its two names must be two forms of one name, else it is prose. */
export function readPlainNotice(source: DiffText, at: number): Section | DiffProblem | null {
  const line = bareLine(source.lines[at]);
  const names = line.slice(line.indexOf('iles ') + 5, -' differ'.length);
  const middle = names.indexOf(' and ');
  if (middle < 0 || middle !== names.lastIndexOf(' and ')) return null;
  const [oldName, newName] = [names.slice(0, middle), names.slice(middle + 5)];
  if (!oldName.includes('/') || !newName.includes('/') || oldName === newName) return null;
  const isPair =
    oldName === '/dev/null' || newName === '/dev/null' || stripPrefixes(oldName, newName) !== null;
  if (!isPair) return null;
  const named = makePlainHeader(oldName, newName, at);
  return finishSection(source, at, named, { hunks: [], binary: 'described', binaryData: null, end: at + 1 });
}

function finishSection(
  source: DiffText,
  at: number,
  header: SectionHeader,
  body: Body,
): Section | DiffProblem {
  const identity = identifyFile(header, { hunks: body.hunks, binary: body.binary !== 'none' }, at);
  if (isProblem(identity)) return identity;
  const path = identity.newPath || identity.oldPath;
  if (identity.status === 'added' && body.hunks.some((hunk) => hunk.oldLines > 0)) {
    return makeProblem(
      'diff_malformed',
      'an added file has old lines',
      at,
      'hunks with an old count of 0',
      source.lines[at],
      path,
    );
  }
  if (identity.status === 'deleted' && body.hunks.some((hunk) => hunk.newLines > 0)) {
    return makeProblem(
      'diff_malformed',
      'a deleted file has new lines',
      at,
      'hunks with a new count of 0',
      source.lines[at],
      path,
    );
  }
  const crlf = isCrlf(source, at) && endsInCrlf(source, at, body.end);
  const file: FileDiff = {
    ...identity,
    binary: body.binary,
    ...(body.binaryData === null ? {} : { binaryData: body.binaryData }),
    hunks: crlf ? body.hunks.map(withoutCarriageReturns) : body.hunks,
    ...(crlf ? { crlf } : {}),
    lineStart: at + 1,
    header: sliceLines(source, at, header.end),
    text: sliceLines(source, at, body.end),
  };
  return { file, end: body.end };
}

function isCrlf(source: DiffText, at: number): boolean {
  return source.lines[at]?.endsWith('\r') === true;
}

/**
 * A diff that was converted has a CR at the end of every line; if only some have one, it belongs to the file's text.
 * The last line of the text may lack its terminator altogether.
 */
function endsInCrlf(source: DiffText, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const isCut = i === source.lines.length - 1 && !source.text.endsWith('\n');
    if (source.lines[i]?.endsWith('\r') !== true && !isCut) return false;
  }
  return true;
}

function withoutCarriageReturns(hunk: Hunk): Hunk {
  return { ...hunk, lines: hunk.lines.map((line) => ({ ...line, text: bareLine(line.text) })) };
}
