/** Owns the lines above a test that belong to it or say what it is for: annotations in comments, rows, comments. */
import { isCommentLine } from './comment-line.js';
import type { OutlinedText } from './outlined-text.js';
import { indentOf } from './lines.js';
import type { Definition } from './outline.js';

/** First line of what a runner reads as part of a test, above the definition itself. */
export function testStart(source: OutlinedText, test: Definition): number {
  if (/^php$/i.test(source.outline.language)) return docCommentStart(source, test.lineStart);
  return /^ruby$/i.test(source.outline.language) ? dataRowsStart(source, test.lineStart) : test.lineStart;
}

/** Longer comments are no note on one test. */
const MAX_COMMENT_LINES = 8;

/** First line of the comment right above a test, which often says what it is for; `line` when there is none. */
export function commentStart(source: OutlinedText, line: number): number {
  let start = line;
  while (
    line - start <= MAX_COMMENT_LINES &&
    isCommentLine(source.slice(start - 1, start - 1), source.outline.language)
  )
    start--;
  return line - start > MAX_COMMENT_LINES ? line : start;
}

/** The calls of `data` above a test of Ruby's test-unit: its rows. They may go over several lines, each deeper than the first. */
function dataRowsStart(source: OutlinedText, testLine: number): number {
  const margin = indentOf(source.slice(testLine, testLine));
  let lineStart = testLine;
  for (let line = testLine - 1; line > 0; line--) {
    const text = source.slice(line, line);
    if (text.trim() === '') break;
    const isRest = indentOf(text) > margin || /^\s*[)\]}]/.test(text);
    if (indentOf(text) < margin || (!isRest && !DATA_ROWS.test(text))) break;
    if (!isRest) lineStart = line;
  }
  return lineStart;
}

/** A call of `data` of Ruby's test-unit. */
export const DATA_ROWS = /^\s*data\b\s*[('"[{\w]/;

/** PHPUnit reads annotations (`@dataProvider`) from the comment above a method. */
function docCommentStart(source: OutlinedText, lineStart: number): number {
  if (!/\*\/\s*$/.test(source.slice(lineStart - 1, lineStart - 1))) return lineStart;
  for (let line = lineStart - 1; line > 0; line--) {
    if (source.slice(line, line).includes('/*')) return line;
  }
  return lineStart;
}
