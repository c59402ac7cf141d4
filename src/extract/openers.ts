/**
 * Owns the lines around a test in a text that no outline covers: those that open the blocks it stands in, told by indentation.
 */
import { indentOf } from '../syntax/lines.js';

/** Blocks within blocks. */
const MAX_OPENERS = 12;

/** A line that opens a block in a language with braces, brackets or `do`. */
const OPENS_BLOCK = /[{([]\s*(?:\|[^|]*\|)?\s*$|\bdo\b\s*(?:\|[^|]*\|)?\s*$/;

/**
 * The opening lines of the blocks around a line, outermost first, verbatim.
 * @param line 1-based
 */
export function findOpeners(text: string, line: number): { start_line: number; text: string }[] {
  const lines = text.split('\n', line);
  const found: { start_line: number; text: string }[] = [];
  let margin = indentOf(lines[line - 1] ?? '');
  for (let at = line - 1; at > 0 && margin > 0 && found.length < MAX_OPENERS; at -= 1) {
    const source = lines[at - 1] ?? '';
    if (source.trim() === '' || indentOf(source) >= margin) continue;
    // `} {` goes on with what opened at the same column above it.
    margin = indentOf(source) + (/^\s*[}\])]/.test(source) ? 1 : 0);
    if (OPENS_BLOCK.test(source)) found.push({ start_line: at, text: `${source}\n` });
  }
  return found.toReversed();
}
