/**
 * Owns the chain of definitions around the places a hunk changes, on the old side only: read from the whole old
 * file when it is at hand, otherwise from the heading and the hunk's own lines.
 */
import type { Hunk } from '../diff/diff.js';
import { oldSideText } from '../diff/hunk-sides.js';
import type { Scope } from '../model/evidence.js';
import { type Definition, type Outline, enclosingDefinitions } from '../syntax/outline.js';
import { outlineFragment } from '../syntax/outline-text.js';
import { isCommentLine } from '../syntax/comment-line.js';
import { FLAT_LANGUAGES, takesSelf } from '../syntax/heading-margin.js';
import { indentOf } from '../syntax/lines.js';
import { readHeading } from './heading.js';

/** A scope with what is needed to tell whether an insertion behind it still belongs to it. */
export interface FoundScope extends Scope {
  /** Columns of white space before the line that opens it. */
  readonly indent: number;
  /** 1-based first old line, decorators included; 0 when only the heading is known. */
  readonly lineStart: number;
  /** 1-based last old line, Infinity when only the heading is known. */
  readonly lineEnd: number;
}

/** A place of the old side that a hunk changes. `indent` = of the first line with text added there, Infinity for removals. */
export interface ChangedPlace {
  readonly line: number;
  readonly indent: number;
}

/** 1-based old line of the hunk's first line. A hunk without old lines stands after old_start. */
export const firstOldLine = (hunk: Hunk): number => (hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart);

/**
 * Scopes from an outline of the whole old file, outermost first; `line` is 1-based. A comment right above a definition belongs
 * to it.
 */
export function scopesFromFile(outline: Outline, lines: readonly string[], line: number): FoundScope[] {
  const chain = enclosingDefinitions(outline, commentedLine(outline, lines, line));
  const certain = outline.complete ? chain : chain.filter((scope) => !isClosedBefore(scope, lines, line));
  return certain.map((definition) => toScope(definition, lines, 0));
}

/** Comments of more lines are texts of their own. */
const MAX_COMMENT_LINES = 200;

/** For a line of a comment, the line right below it when a definition starts there; else the line itself. */
function commentedLine(outline: Outline, lines: readonly string[], line: number): number {
  let below = line;
  while (below - line < MAX_COMMENT_LINES && isCommentLine(lines[below - 1] ?? '', outline.language))
    below += 1;
  if (below === line) return line;
  const inner = enclosingDefinitions(outline, below).at(-1);
  return inner?.lineStart === below ? below : line;
}

/** Kinds whose end a bracket no deeper than their start shows. Bodies of namespaces are often not indented. */
const INDENTED_KINDS = new Set(['class', 'struct', 'enum', 'interface', 'function', 'method', 'constructor']);
const closingLines = new WeakMap<Definition, number>();

/** In a text with errors a definition may reach too far: it ended where a bracket closes it at its own indentation. */
function isClosedBefore(definition: Definition, lines: readonly string[], line: number): boolean {
  if (!INDENTED_KINDS.has(definition.kind)) return false;
  let closing = closingLines.get(definition);
  if (closing === undefined) {
    const margin = indentOf(lines[definition.headerLine - 1] ?? '');
    closing = definition.headerEnd + 1;
    while (closing <= definition.lineEnd && !closesAt(lines[closing - 1] ?? '', margin)) closing += 1;
    closingLines.set(definition, closing);
  }
  return closing < line;
}

const closesAt = (text: string, margin: number): boolean =>
  /^\s*\}[;,)\s\w]*$/.test(text) && indentOf(text) <= margin;

/** Makes the function that finds scopes from a hunk alone; the hunk's lines are outlined once. */
export function scopesFromHunk(
  hunk: Hunk,
  heading: string,
  language: string,
): (line: number) => FoundScope[] {
  const text = oldSideText(hunk);
  const lines = text.split('\n');
  const offset = firstOldLine(hunk) - 1;
  const outline = text === '' ? null : outlineFragment(language, text);
  const outer = readHeading(heading);
  return (line) => {
    const inner = outline
      ? enclosingDefinitions(outline, line - offset)
          .filter(({ name }) => !STATEMENT_WORDS.has(name))
          .map((definition) => toScope(definition, lines, offset))
      : [];
    const until = (inner[0]?.line ?? line + 1) - offset - 1;
    const above = lines.slice(0, Math.max(0, until));
    if (!outer || !headingEncloses(outer, language, above, inner)) return inner;
    // A function without self that stands above lines with it is one inside of another method, or has ended.
    if (isForeignFunction(outer, language, lines)) return inner;
    return [
      { ...outer, indent: headingMargin(outer, language, above), lineStart: 0, lineEnd: Infinity },
      ...inner,
    ];
  };
}

const isForeignFunction = ({ kind, text }: Scope, language: string, lines: readonly string[]): boolean =>
  language === 'python' &&
  kind === 'function' &&
  !takesSelf(text) &&
  lines.some((line) => /\bself\b/.test(line));

/** Column at which the definition of a heading opens, as far as its text tells. */
function headingMargin(heading: Scope, language: string, above: readonly string[]): number {
  if (language !== 'python' || !takesSelf(heading.text)) return 0;
  return above.some((line) => line.startsWith('\t')) ? 1 : 4;
}

/** A torn statement such as `} else if (x) {` reads like a constructor of this name. */
const STATEMENT_WORDS = new Set([
  'if',
  'else',
  'for',
  'while',
  'do',
  'switch',
  'try',
  'catch',
  'finally',
  'return',
  'synchronized',
]);

/** Kinds that hold members: between their heading and the hunk git saw no other definition. */
const CONTAINERS = new Set(['class', 'interface', 'struct', 'enum', 'trait', 'impl', 'module']);

/**
 * Whether the definition that a heading names still encloses a place, given the hunk's lines from its start to the place (or to
 * the outermost definition that opens in between). git trims the heading, so its own indentation is a guess; where that is not
 * safe the answer is no, and the heading is shown as what it is: the last definition above.
 */
function headingEncloses(
  heading: Scope,
  language: string,
  above: readonly string[],
  inner: readonly FoundScope[],
): boolean {
  const [first] = inner;
  if (first?.indent === 0) return false;
  if (CONTAINERS.has(heading.kind)) return !above.some((line) => endsBlock(line, 0));
  // A function that opens in the hunk is a sibling of the one above far more often than nested in it.
  if (first) return false;
  if (language !== 'python' && !FLAT_LANGUAGES.has(language)) return false;
  const margin = headingMargin(heading, language, above);
  return !above.some((line) => endsBlock(line, margin));
}

/** Every place a hunk changes: runs of removed lines by their first and last line, insertions by the line before. */
export function changedPlaces(hunk: Hunk): ChangedPlace[] {
  const places: ChangedPlace[] = [];
  let oldLine = firstOldLine(hunk) - 1;
  let lastWithText = oldLine;
  let previous = 'context';
  // Blank lines at the ends of what is removed stand between definitions.
  let removed = { first: 0, firstText: 0, lastText: 0 };
  const closeRun = (): void => {
    const start = removed.firstText || removed.first;
    const end = removed.lastText || start;
    if (start > 0) places.push({ line: start, indent: Infinity });
    if (end > start) places.push({ line: end, indent: Infinity });
    removed = { first: 0, firstText: 0, lastText: 0 };
  };
  hunk.lines.forEach((line, index) => {
    if (line.kind === 'added' && previous === 'context') {
      // Blank lines between a block and what is added behind it belong to neither.
      places.push({ line: Math.max(1, lastWithText), indent: indentOfRun(hunk, index) });
    }
    if (line.kind === 'context') closeRun();
    if (line.kind !== 'added') oldLine += 1;
    if (line.kind !== 'added' && (line.text.trim() !== '' || oldLine === firstOldLine(hunk)))
      lastWithText = oldLine;
    if (line.kind === 'removed') {
      removed.first ||= oldLine;
      if (line.text.trim() !== '') {
        removed.firstText ||= oldLine;
        removed.lastText = oldLine;
      }
    }
    previous = line.kind;
  });
  closeRun();
  return places;
}

/** Indentation of the first line with text in the run of added lines that starts here; Infinity when all are blank. */
function indentOfRun(hunk: Hunk, start: number): number {
  for (let index = start; hunk.lines[index]?.kind === 'added'; index += 1) {
    const text = hunk.lines[index]?.text ?? '';
    if (text.trim() !== '') return indentOf(text);
  }
  return Infinity;
}

/**
 * The definitions that enclose every changed place of a hunk. An insertion right behind the last line of a block
 * belongs to the block only if it is indented deeper than the line that opens it.
 */
export function sharedScopes(
  places: readonly ChangedPlace[],
  scopesAt: (line: number) => FoundScope[],
): Scope[] {
  let shared: FoundScope[] | null = null;
  for (const place of places) {
    const chain = scopesAround(place, scopesAt);
    shared = shared === null ? chain : commonStart(shared, chain);
    if (shared.length === 0) break;
  }
  return (shared ?? []).map(({ kind, name, line, text }) => ({ kind, name, line, text }));
}

/** The definitions that a changed place falls into, outermost first. */
export const scopesAround = (place: ChangedPlace, scopesAt: (line: number) => FoundScope[]): FoundScope[] =>
  scopesAt(place.line).filter((scope) => goesOnBehind(scope, place.line) || scope.indent < place.indent);

/** Known to reach beyond the line. Where the end is unknown, the indentation of what is added has to tell. */
const goesOnBehind = ({ lineEnd }: FoundScope, line: number): boolean =>
  lineEnd !== Infinity && lineEnd !== line;

function commonStart(left: FoundScope[], right: readonly FoundScope[]): FoundScope[] {
  const length = left.findIndex(
    (scope, index) => scope.line !== right[index]?.line || scope.name !== right[index]?.name,
  );
  return length === -1 ? left : left.slice(0, length);
}

/** A line no deeper than `margin` columns ends a block; comments, labels, directives and closing brackets do not. */
const endsBlock = (line: string, margin: number): boolean =>
  line.trim() !== '' &&
  indentOf(line) <= margin &&
  /^[^#{/)\]]/.test(line.trimStart()) &&
  !/^\s*\w+:\s*$/.test(line);

function toScope(definition: Definition, lines: readonly string[], offset: number): FoundScope {
  const header = lines[definition.headerLine - 1] ?? '';
  return {
    kind: definition.kind,
    name: definition.name,
    line: definition.headerLine + offset,
    text: header.trimEnd(),
    indent: indentOf(header),
    lineStart: definition.lineStart + offset,
    lineEnd: definition.lineEnd + offset,
  };
}
