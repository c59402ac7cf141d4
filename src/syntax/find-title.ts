/** Owns the search for a test by what its runner prints: a joined title, or the first line of a docstring. */
import { lineOffsets, sliceLines } from './lines.js';
import { definitionChain, type Definition, type Outline } from './outline.js';

const MAX_DEPTH = 64;
const HOLE = /\$\{[^}]*\}|#\{[^}]*\}|%[sdifjop#%]|\$[\w.]+|<[^<>]{1,80}>/;

/**
 * Tests whose titles, joined from the outermost suite on, make up `title`. Runners join with a space, ` > `, ` › ` or
 * ` | `; they may put a file or package before it, and some print the innermost title only. The best kind of match
 * wins: the same title; one with something before it; one that lacks its suites; one with run-time parts, with or
 * without its suites; a cut one.
 * Suites are found when no test is. Several = ambiguous.
 */
export function findTitle(outline: Outline, title: string, options: { prefix?: boolean } = {}): Definition[] {
  const wanted = normalizeTitle(title);
  if (wanted === '') return [];
  const tests = bestTitles(outline, wanted, 'test', options.prefix === true);
  if (tests.length > 0) return tests;
  const suites = bestTitles(outline, wanted, 'suite', false);
  return suites.length > 0 ? suites : findProse(outline, title);
}

/**
 * PHPUnit's testdox prints a method as prose: `RoundingTest::testCeilMinutes` becomes `Rounding > Ceil minutes`, and
 * `… with data set "x"` behind it.
 */
function findProse(outline: Outline, title: string): Definition[] {
  const [className, methodName] = title.split(' > ').slice(-2);
  if (className === undefined || methodName === undefined) return [];
  const method = squash(methodName.split(/ with data set /, 1)[0] ?? '');
  const owner = squash(className);
  return outline.definitions.filter((definition) => {
    if (definition.kind !== 'method' || squash(definition.name.replace(/^test/i, '')) !== method)
      return false;
    const parent = outline.definitions[definition.parent];
    return parent === undefined || squash(parent.name.replace(/Tests?$/, '')) === owner;
  });
}

/** Letters and digits of a name, lower-case: what prose and a class or method name have in common. */
export function squash(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function bestTitles(outline: Outline, wanted: string, kind: string, prefix: boolean): Definition[] {
  let best: Definition[] = [];
  let bestRank = 0;
  for (const definition of outline.definitions) {
    if (definition.kind !== kind || definition.depth > MAX_DEPTH) continue;
    const rank = rankTitle(titleChain(outline, definition), wanted, prefix);
    if (rank === 0 || rank < bestRank) continue;
    if (rank > bestRank) best = [];
    bestRank = rank;
    best.push(definition);
  }
  return best;
}

function titleChain(outline: Outline, definition: Definition): Definition[] {
  return definitionChain(outline, definition).filter(({ kind }) => kind === 'suite' || kind === 'test');
}

/** Fixed characters without which a title with run-time parts fits too much; more when it stands without its suites. */
const MIN_FIXED = 3;
const MIN_FIXED_INNER = 12;

const RANK_SAME = 5_000_000;
const RANK_LONGER = 4_000_000;
const RANK_INNER = 3_000_000;

/** The rank of a match with run-time parts is the length of its fixed text: the most specific title wins. */
function rankTitle(chain: Definition[], wanted: string, prefix: boolean): number {
  const full = normalizeTitle(chain.map(({ name }) => name).join(' '));
  if (full === '') return 0;
  if (full === wanted) return RANK_SAME;
  if (wanted.endsWith(` ${full}`)) return RANK_LONGER + full.length;
  if (full.endsWith(` ${wanted}`)) return RANK_INNER;
  const fixed = fixedLength(chain, wanted, MIN_FIXED) || fixedLengthAlone(chain.at(-1), wanted);
  if (fixed > 0) return 1 + Math.min(fixed, RANK_INNER - 2);
  return prefix && full.startsWith(wanted) ? 1 : 0;
}

/** Whether a title that holds run-time parts (`$x`, `#{x}`, `%s`) may be printed as `wanted`, from its start to its end. */
export function fitsRuntimeTitle(name: string, wanted: string): boolean {
  return HOLE.test(name) && fixedLengthAlone({ name, dynamic: true }, normalizeTitle(wanted)) > 0;
}

type TitlePart = Pick<Definition, 'name' | 'dynamic'>;

/** As `fixedLength`, for one title without its suites, which then has to start the text. */
function fixedLengthAlone(title: TitlePart | undefined, wanted: string): number {
  if (title === undefined || !wanted.startsWith(fixedPieces([title])[0] ?? '')) return 0;
  return fixedLength([title], wanted, MIN_FIXED_INNER);
}

/** Characters that titles with run-time parts share with `wanted`, in order and up to its end; 0 when they do not fit it. */
function fixedLength(titles: readonly TitlePart[], wanted: string, least: number): number {
  if (!titles.some(({ dynamic }) => dynamic)) return 0;
  const pieces = fixedPieces(titles);
  const fixed = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return fixed >= least && matchesPieces(wanted, pieces) ? fixed : 0;
}

/** What stands between the run-time parts of joined titles. */
const fixedPieces = (titles: readonly TitlePart[]): string[] =>
  titles
    .map(({ name, dynamic }) => (dynamic ? name.split(HOLE).join('\0') : name))
    .join(' ')
    .split('\0')
    .map(normalizeTitle);

/** Pieces stand in order in the text; the last one ends it. Greedy from the left is enough for that. */
function matchesPieces(text: string, pieces: string[]): boolean {
  const last = pieces.at(-1) ?? '';
  if (!text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = 0;
  for (const piece of pieces.slice(0, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Joints between titles become one space; RSpec joins `Ledger` and `#renew` without one. */
function normalizeTitle(title: string): string {
  return title
    .split(/ [>›»|] /)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (?=#|::|\.[a-z])/g, '');
}

const STRING_OPEN = /[ \t]*[rRuUbB]{0,2}("""|'''|"|')/y;

/**
 * Python functions whose docstring's first line is `firstLine` (unittest prints it instead of the name): the first
 * line of the stripped docstring, stripped. Tests (`test…`) are preferred. Several = ambiguous.
 * @param options.prefix the line may be cut at its end
 * Source: unittest.TestCase.shortDescription
 */
export function findDocstring(
  outline: Outline,
  text: string,
  firstLine: string,
  options: { prefix?: boolean } = {},
): Definition[] {
  const wanted = firstLine.trim();
  const offsets = lineOffsets(text);
  const found: Definition[] = [];
  if (wanted === '') return found;
  for (const definition of outline.definitions) {
    if (definition.kind === 'class') continue;
    const line = docstringFirstLine(text, offsets, definition);
    if (line === undefined) continue;
    if (line === wanted || (options.prefix === true && line.startsWith(wanted))) found.push(definition);
  }
  const tests = found.filter(({ name }) => name.startsWith('test'));
  return tests.length > 0 ? tests : found;
}

function docstringFirstLine(
  text: string,
  offsets: readonly number[],
  definition: Definition,
): string | undefined {
  const from = bodyOffset(text, offsets, definition);
  STRING_OPEN.lastIndex = from;
  const quote = STRING_OPEN.exec(text)?.[1];
  if (quote === undefined) return undefined;
  let at = STRING_OPEN.lastIndex;
  let line = '';
  const end = offsets[Math.min(definition.lineEnd, offsets.length - 1)] ?? text.length;
  while (at < end) {
    const char = text[at] ?? '';
    if (text.startsWith(quote, at)) break;
    if (char === '\n') {
      if (line.trim() !== '') break;
      line = '';
      at++;
    } else if (char === '\\') {
      const next = text[at + 1] ?? '';
      if (next === 'n' && line.trim() !== '') break;
      line += next === '\n' ? '' : next === 'n' ? ' ' : /['"\\]/.test(next) ? next : char + next;
      at += 2;
    } else {
      line += char;
      at++;
    }
  }
  return line.trim() === '' ? undefined : line.trim();
}

/** Where the body starts: behind the header's colon on its line, or on the first line with code after it. */
function bodyOffset(text: string, offsets: readonly number[], definition: Definition): number {
  if (definition.headerEnd === definition.lineEnd) {
    const header = sliceLines(text, offsets, definition.headerEnd, definition.headerEnd);
    return (offsets[definition.headerEnd - 1] ?? 0) + header.search(/:\s*[rRuUbB]{0,2}["']/) + 1;
  }
  for (let line = definition.headerEnd + 1; line <= definition.lineEnd; line++) {
    const content = sliceLines(text, offsets, line, line).trimStart();
    if (content !== '' && !content.startsWith('#')) return offsets[line - 1] ?? 0;
  }
  return text.length;
}
