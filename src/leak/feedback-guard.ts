/**
 * Owns the judgement whether a text of the feedback block shows a line of the reference fix. Feedback quotes logs, so a line is looked
 * for inside a text too, not only as the whole of it.
 */
import type { GuardVocabulary } from './vocabulary.js';

/** A line this long is looked for inside a text; shorter ones (`return []`) only as the whole text. Source: own choice. */
const INSIDE_MIN_CHARACTERS = 12;

/**
 * Returns a function that finds the added line of the fix which a text shows, undefined when it shows none. What stands on the old side, on
 * the test side or in the student's task too is no secret. White space does not tell lines apart, since messages have theirs collapsed.
 */
export function makeFeedbackGuard(vocabulary: GuardVocabulary): (text: string) => string | undefined {
  const secrets = [...vocabulary.addedLines]
    .filter((line) => !vocabulary.oldLines.has(line) && !vocabulary.testLines.has(line))
    .map((line) => ({ line, text: collapse(line) }));
  return (value) => {
    const text = collapse(value);
    return secrets.find((secret) => showsLine(text, secret.text))?.line;
  };
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

function showsLine(text: string, line: string): boolean {
  if (text === line) return true;
  if (line.length < INSIDE_MIN_CHARACTERS) return false;
  for (let at = text.indexOf(line); at !== -1; at = text.indexOf(line, at + 1)) {
    if (!isWordPart(line[0], text[at - 1]) && !isWordPart(line.at(-1), text[at + line.length])) return true;
  }
  return endsInside(text, line);
}

/** True when a word goes on from `edge` to `neighbour`: then `line` is only a part of another one. */
const isWordPart = (edge: string | undefined, neighbour: string | undefined): boolean =>
  /\w/.test(edge ?? '') && /\w/.test(neighbour ?? '');

/** A message that was cut (`…`) may end inside a line. */
function endsInside(text: string, line: string): boolean {
  if (!text.endsWith('…')) return false;
  const shown = text.slice(0, -1);
  const at = shown.lastIndexOf(line.slice(0, INSIDE_MIN_CHARACTERS));
  return at >= 0 && line.startsWith(shown.slice(at));
}
