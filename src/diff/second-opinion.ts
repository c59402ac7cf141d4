/**
 * Owns the comparison of our reader with the `parse-diff` package on one framed file section. Our reader decides; where
 * the two disagree on ranges or lines, one of them misread and the row is not to be trusted.
 *
 * What parse-diff 0.12 gets wrong, and how it is fed so that no legal diff looks like a disagreement:
 * - Names, renames, modes, binary sections and the counts per file follow its own guesses: it never sees our header, but
 *   a neutral `--- a/x`, `+++ b/x`. Without one it would take the first hunk for an unnamed file.
 * - It knows `\ No newline at end of file` only in these words, and not with a CR behind it; anything else it takes for
 *   context and loses count. The note is put into these words, and a diff converted to CRLF is fed with bare line feeds.
 * - Before the first and after the last hunk it tries to read prose as headers. It is fed from the first hunk header to the
 *   last line of the section, where nothing but hunks stands.
 * - It keeps the note as a change of the same type as the line before; a real line always begins with its own marker,
 *   so a change that begins with `\` is the note.
 * - An empty context line that lost its blank has the content "" there.
 * - A heading after `@@` is part of its chunk's `content` and is not compared.
 */
import parseDiff from 'parse-diff';

import type { DiffLine, DiffProblem, FileDiff, Hunk } from './diff.js';
import { makeProblem } from './problem.js';
import { writeFileDiff } from './write.js';

const NEUTRAL_HEADER = '--- a/x\n+++ b/x\n';
const NO_NEWLINE = '\\ No newline at end of file';
const KIND_BY_TYPE = { normal: 'context', del: 'removed', add: 'added' } as const;

/**
 * Reads the section's hunks with parse-diff and compares ranges, kinds, texts and terminators with `file.hunks`.
 * Returns null when they agree, else a `diff_readers_disagree` problem; `line` is that of the section in the diff text.
 * Sections without hunks have nothing to compare. Linear in the section's length.
 */
export function compareWithParseDiff(file: FileDiff): DiffProblem | null {
  if (file.hunks.length === 0) return null;
  const files = parseDiff(NEUTRAL_HEADER + bodyForParseDiff(file));
  const chunks = files[0]?.chunks ?? [];
  if (files.length !== 1 || chunks.length !== file.hunks.length) {
    return disagree(
      file,
      `${file.hunks.length} hunks in 1 file`,
      `${chunks.length} hunks in ${files.length} files`,
    );
  }
  for (const [index, hunk] of file.hunks.entries()) {
    const chunk = chunks[index];
    if (chunk === undefined || !hasRanges(chunk, hunk)) {
      return disagree(
        file,
        `ranges ${describeRanges(hunk)}`,
        chunk === undefined ? 'no hunk' : describeRanges(chunk),
      );
    }
    const problem = compareLines(file, hunk, chunk);
    if (problem !== null) return problem;
  }
  return null;
}

/** The section from its first hunk header on, as written; only notes and converted line ends are made uniform. */
function bodyForParseDiff(file: FileDiff): string {
  const text = writeFileDiff(file);
  const body = text.slice(
    file.text === '' && file.header === '' ? text.indexOf('\n@@ ') + 1 : file.header.length,
  );
  if (file.crlf !== true && !body.includes('\n\\')) return body;
  const lines = body.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('\\')) lines[index] = NO_NEWLINE;
    else if (file.crlf === true && line.endsWith('\r')) lines[index] = line.slice(0, -1);
  }
  return lines.join('\n');
}

function compareLines(file: FileDiff, hunk: Hunk, chunk: parseDiff.Chunk): DiffProblem | null {
  let next = 0;
  for (const line of hunk.lines) {
    const change = chunk.changes[next++];
    if (
      change === undefined ||
      KIND_BY_TYPE[change.type] !== line.kind ||
      change.content.slice(1) !== line.text
    ) {
      return disagree(file, describeLine(line), change === undefined ? 'no line' : change.content);
    }
    const hasNote = chunk.changes[next]?.content.startsWith('\\') === true;
    if (hasNote) next++;
    if (hasNote === line.newline)
      return disagree(file, describeLine(line), hasNote ? 'no line feed' : 'a line feed');
  }
  if (next === chunk.changes.length) return null;
  return disagree(file, 'no more lines', chunk.changes[next]?.content ?? '');
}

function hasRanges(chunk: parseDiff.Chunk, hunk: Hunk): boolean {
  return describeRanges(chunk) === describeRanges(hunk);
}

function describeRanges(hunk: Pick<Hunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines'>): string {
  return `-${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines}`;
}

function describeLine(line: DiffLine): string {
  return `${line.kind} ${JSON.stringify(line.text.slice(0, 100))}${line.newline ? '' : ' without line feed'}`;
}

function disagree(file: FileDiff, expected: string, got: string): DiffProblem {
  const path = file.newPath === '' ? file.oldPath : file.newPath;
  const message = 'parse-diff reads this section in another way';
  return makeProblem('diff_readers_disagree', message, file.lineStart - 1, expected, got, path);
}
