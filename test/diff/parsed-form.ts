/** Owns what the tests of this room compare: the fields of a diff without its verbatim text and positions. */
import type { Diff } from '../../src/diff/diff.js';
import { readDiff } from '../../src/diff/read.js';

/** Reads a diff that must be legal. */
export function mustRead(text: string): Diff {
  const result = readDiff(text);
  if (!result.ok)
    throw new Error(`${result.problem.code} at line ${result.problem.line}: ${result.problem.message}`);
  return result.diff;
}

/** The parsed fields of each file; without `headings` also without the text after `@@`. Keys come in one order. */
export function parsedForm(diff: Diff, headings = true): object[] {
  return diff.files.map((file) => ({
    status: file.status,
    oldPath: file.oldPath,
    newPath: file.newPath,
    oldMode: file.oldMode,
    newMode: file.newMode,
    binary: file.binary,
    binaryData: file.binaryData ?? null,
    crlf: file.crlf ?? false,
    hunks: file.hunks.map(({ oldStart, oldLines, newStart, newLines, section, lines }) => ({
      oldStart,
      oldLines,
      newStart,
      newLines,
      section: headings ? section : '',
      lines: lines.map(({ kind, text, newline }) => ({ kind, text, newline })),
    })),
  }));
}
