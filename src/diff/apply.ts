/**
 * Owns the application of one file section to the text it was made for: at the exact lines, without fuzz.
 */
import type { DiffLine, FileDiff } from './diff.js';

/** Where a section does not fit. `hunk` is a 0-based index (-1: not about a hunk), `line` the 1-based old line. */
interface ApplyMismatch {
  readonly hunk: number;
  readonly line: number;
  readonly expected: string;
  readonly got: string;
}

export type ApplyResult =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly mismatch: ApplyMismatch };

/**
 * Applies the hunks of `file` to `oldText` and returns the new text, byte for byte. An added file expects "", a deleted
 * one must leave "". Old positions are taken as the headers give them; new positions are not needed and not checked.
 * Binary sections never apply.
 */
export function applyFileDiff(file: FileDiff, oldText: string): ApplyResult {
  if (file.binary !== 'none') return mismatch(-1, 0, 'a text change', `binary (${file.binary})`);
  if (file.status === 'added' && oldText !== '') return mismatch(-1, 1, 'no file', 'a file with text');
  const cursor = new OldText(oldText);
  const parts: string[] = [];
  for (const [index, hunk] of file.hunks.entries()) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    const kept = cursor.takeUntil(start);
    if (kept === null) {
      return mismatch(
        index,
        hunk.oldStart,
        `at least ${start} lines, hunks in order`,
        `${cursor.lineIndex} lines before it`,
      );
    }
    parts.push(kept);
    for (const line of hunk.lines) {
      const wanted = line.newline ? `${line.text}\n` : line.text;
      if (line.kind !== 'added') {
        const lineNumber = cursor.lineIndex + 1;
        const found = cursor.takeLine();
        if (found !== wanted) return mismatch(index, lineNumber, describeLine(line), describeFound(found));
      }
      if (line.kind !== 'removed') parts.push(wanted);
    }
  }
  parts.push(cursor.takeRest());
  const glued = findGluedLine(parts);
  if (glued !== null)
    return mismatch(file.hunks.length - 1, cursor.lineIndex, 'a line feed before more text', glued);
  const text = parts.join('');
  if (file.status === 'deleted' && text !== '')
    return mismatch(file.hunks.length - 1, 1, 'no text left', text.slice(0, 80));
  return { ok: true, text };
}

/** The old text read from front to back. */
class OldText {
  lineIndex = 0;
  private offset = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The text up to (0-based) line `index`; null when that lies behind or beyond the end. */
  takeUntil(index: number): string | null {
    if (index < this.lineIndex) return null;
    const from = this.offset;
    while (this.lineIndex < index) {
      if (this.takeLine() === null) return null;
    }
    return this.text.slice(from, this.offset);
  }

  /** The next line with its terminator; null at the end. */
  takeLine(): string | null {
    if (this.offset >= this.text.length) return null;
    const feed = this.text.indexOf('\n', this.offset);
    const end = feed < 0 ? this.text.length : feed + 1;
    const line = this.text.slice(this.offset, end);
    this.offset = end;
    this.lineIndex++;
    return line;
  }

  takeRest(): string {
    const rest = this.text.slice(this.offset);
    this.offset = this.text.length;
    return rest;
  }
}

/** Text after a line without terminator would run on in that line: the diff and the file do not belong together. */
function findGluedLine(parts: readonly string[]): string | null {
  let open: string | null = null;
  for (const part of parts) {
    if (part === '') continue;
    if (open !== null) return open.slice(-80);
    if (!part.endsWith('\n')) open = part;
  }
  return null;
}

function mismatch(hunk: number, line: number, expected: string, got: string): ApplyResult {
  return { ok: false, mismatch: { hunk, line, expected, got } };
}

function describeLine(line: DiffLine): string {
  return line.newline ? line.text : `${line.text} (without line feed)`;
}

function describeFound(found: string | null): string {
  if (found === null) return 'end of file';
  return found.endsWith('\n') ? found.slice(0, -1) : `${found} (without line feed)`;
}
