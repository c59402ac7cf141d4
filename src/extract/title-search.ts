/**
 * Owns the search for a test by its title in texts that no outline covers: languages without a grammar, hunks that do not
 * parse. A line that quotes the title opens the test; indentation tells where it ends.
 */
import { fitsRuntimeTitle } from '../syntax/find-title.js';
import { indentOf } from '../syntax/lines.js';

/** Shorter titles stand in too many lines by accident. */
const MIN_TITLE_CHARACTERS = 8;

/** What may stand around a title in the line that opens its test: quotes, braces, brackets. */
const OPENERS = /["'`{(|]/;

/** A stretch of lines, 1-based and inclusive. */
export interface TitledLines {
  readonly start: number;
  readonly end: number;
}

/**
 * The one place whose opening line quotes the title, else the one whose title may become it at run time; null when there is
 * none or several. Runners join the titles of suites
 * and test; so the whole title is tried first, then what stands behind each ` > ` and ` | `, then the name of a data set.
 */
export function findTitledLines(text: string, title: string): TitledLines | null {
  const lines = text.split('\n');
  for (const opens of [opensTest, opensRuntimeTest]) {
    for (const candidate of innerTitles(title)) {
      const opening = lines.flatMap((line, index) => (opens(line, candidate) ? [index] : []));
      const [first] = opening;
      if (first !== undefined && opening.length === 1)
        return { start: first + 1, end: findEnd(lines, first) };
    }
  }
  return null;
}

function innerTitles(title: string): string[] {
  const titles = [title.trim()];
  for (const match of title.matchAll(/ [>|›] /g))
    titles.push(title.slice(match.index + match[0].length).trim());
  return titles.filter((candidate) => candidate.length >= MIN_TITLE_CHARACTERS);
}

function opensTest(line: string, title: string): boolean {
  const at = line.indexOf(title);
  return at > 0 && OPENERS.test(line[at - 1] ?? '') && !/^\s*(?:\/\/|#|\*)/.test(line);
}

/** The title in the line has parts that are only known at run time: `test "renews in week $week" {`. */
function opensRuntimeTest(line: string, title: string): boolean {
  const quoted = /^\s*\w+\s*\(?\s*(["'`])([^"'`]*[$#%][^"'`]*)\1/.exec(line)?.[2];
  return quoted !== undefined && fitsRuntimeTitle(quoted, title);
}

/** 1-based last line: up to the first line that is no deeper than the opening one, a closing line included. */
function findEnd(lines: readonly string[], opening: number): number {
  const margin = indentOf(lines[opening] ?? '');
  let last = opening;
  for (let index = opening + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) <= margin) return (/^\s*(?:[}\])]|end\b)/.test(line) ? index : last) + 1;
    last = index;
  }
  return last + 1;
}
