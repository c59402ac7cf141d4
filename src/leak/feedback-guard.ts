/**
 * Owns the judgement whether a text of the feedback block shows a line of the reference fix. Feedback quotes logs, so a line is looked
 * for inside a text too, not only as the whole of it.
 */
import type { GuardVocabulary } from './vocabulary.js';

/** A line this long is looked for inside a text; shorter ones (`return []`) only as the whole text. Source: own choice. */
const INSIDE_MIN_CHARACTERS = 12;

/** A line that is cut in its middle is known by this much of each end, when both together are long enough. Source: own choice. */
const END_MIN_CHARACTERS = 4;

/** Where a message was cut: by this tool (`…`), or by pytest, at the end or in the middle. */
const CUT = /…|\.{3,}/;

/**
 * Returns a function that finds the added line of the fix which a text shows, undefined when it shows none. What stands on the old side, on
 * the test side or in the student's task too is no secret. White space does not tell lines apart, since messages have theirs collapsed.
 */
export function makeFeedbackGuard(vocabulary: GuardVocabulary): (text: string) => string | undefined {
  const secrets = [...vocabulary.addedLines]
    .filter((line) => !vocabulary.oldLines.has(line) && !vocabulary.testLines.has(line))
    .map((line) => ({ line, text: collapse(line) }));
  let known: string[] | undefined;
  const isKnown = (piece: string): boolean => {
    known ??= [...vocabulary.oldLines, ...vocabulary.testLines].map(collapse);
    return known.some((line) => line.includes(piece));
  };
  return (value) => {
    const texts = listReadings(value).map(collapse);
    return secrets.find((secret) =>
      texts.some((text) => showsLine(text, secret.text) || showsPieces(text, secret.text, isKnown)),
    )?.line;
  };
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** The text, and what stands in its quoted strings: a log may show a string as it is written, and such a text once more. */
function listReadings(text: string): string[] {
  const once = unescape(text);
  const twice = unescape(once);
  return [...new Set([text, once, twice])];
}

const unescape = (text: string): string =>
  text.replace(/\\([nrt"'\\])/g, (_whole, mark: string) => ESCAPES[mark] ?? mark);

function showsLine(text: string, line: string): boolean {
  if (text === line) return true;
  if (line.length < INSIDE_MIN_CHARACTERS) return false;
  for (let at = text.indexOf(line); at !== -1; at = text.indexOf(line, at + 1)) {
    if (!isWordPart(line[0], text[at - 1]) && !isWordPart(line.at(-1), text[at + line.length])) return true;
  }
  return false;
}

/** True when a word goes on from `edge` to `neighbour`: then `line` is only a part of another one. */
const isWordPart = (edge: string | undefined, neighbour: string | undefined): boolean =>
  /\w/.test(edge ?? '') && /\w/.test(neighbour ?? '');

/** A message that was cut may show a line up to the cut, from it on, or between two. A piece that stands in a known line too shows nothing. */
function showsPieces(text: string, line: string, isKnown: (piece: string) => boolean): boolean {
  if (line.length < INSIDE_MIN_CHARACTERS || !CUT.test(text)) return false;
  const parts = text.split(CUT);
  for (const [index, part] of parts.entries()) {
    const isBetween = index > 0 && index < parts.length - 1;
    const between = part.trim();
    const pieces = [
      index < parts.length - 1 ? startInside(part, line) : '',
      index > 0 ? endInside(part, line) : '',
      isBetween && between.length >= INSIDE_MIN_CHARACTERS && line.includes(between) ? between : '',
    ];
    if (pieces.some((piece) => piece !== '' && !isKnown(piece))) return true;
    if (index > 0 && showsBothEnds(parts[index - 1] ?? '', part, line, isKnown)) return true;
  }
  return false;
}

/** The start of `line` with which `part` ends, "" when it is too short to tell. */
function startInside(part: string, line: string): string {
  const at = part.lastIndexOf(line.slice(0, INSIDE_MIN_CHARACTERS));
  return at >= 0 && !isWordPart(line[0], part[at - 1]) && line.startsWith(part.slice(at))
    ? part.slice(at)
    : '';
}

/** The end of `line` with which `part` begins, "" when it is too short to tell. */
function endInside(part: string, line: string): string {
  const at = part.indexOf(line.slice(-INSIDE_MIN_CHARACTERS));
  if (at < 0) return '';
  const piece = part.slice(0, at + INSIDE_MIN_CHARACTERS);
  return !isWordPart(line.at(-1), part[piece.length]) && line.endsWith(piece) ? piece : '';
}

/** Two ends of a line around one cut, each too short by itself. */
function showsBothEnds(
  before: string,
  after: string,
  line: string,
  isKnown: (piece: string) => boolean,
): boolean {
  let start = INSIDE_MIN_CHARACTERS - 1;
  while (
    start >= END_MIN_CHARACTERS &&
    !(before.endsWith(line.slice(0, start)) && !isWordPart(line[0], before.at(-start - 1)))
  )
    start -= 1;
  let end = INSIDE_MIN_CHARACTERS - 1;
  while (
    end >= END_MIN_CHARACTERS &&
    !(after.startsWith(line.slice(-end)) && !isWordPart(line.at(-1), after[end]))
  )
    end -= 1;
  if (start < END_MIN_CHARACTERS || end < END_MIN_CHARACTERS || start + end < INSIDE_MIN_CHARACTERS)
    return false;
  return !isKnown(line.slice(0, start)) || !isKnown(line.slice(-end));
}
