/**
 * Owns the question whether a change to a Rust file lies in its inline tests: a module under `#[cfg(test)]`, a module named
 * `test` or `tests`, a function under `#[test]`. Rust keeps unit tests in the source file, so the path cannot tell.
 * Works on the text at hand: the whole file when it is known, else the hunk and its heading.
 */
import { readBraceDepths } from './rust-braces.js';

/** One line of a hunk; `kind` as in the diff. */
export interface InlineTestLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
}

export interface InlineTestHunk {
  /** Heading after the second `@@`; '' when absent. */
  readonly section: string;
  /** First old line, 1-based; with no old lines in the hunk, the line after which is inserted. */
  readonly oldStart: number;
  readonly lines: readonly InlineTestLine[];
}

/**
 * `tests` = every changed line lies in inline tests; `source` = none does; `mixed` = both; `unknown` = the hunk alone does not tell
 * (neither its heading nor a line before the change names the item).
 */
export type InlineTestPlace = 'tests' | 'source' | 'mixed' | 'unknown';

const TEST_MODULE_NAME = /^(?:tests?|.*_tests?|tests?_.*)$/;
const MODULE_LINE = /^\s*(?:pub(?:\([a-z:]{1,40}\))?\s+)?mod\s+(\w+)\s*(\{|;|$)/;
const TOP_ITEM =
  /^(?:pub\b|fn\b|impl\b|struct\b|enum\b|trait\b|async\b|unsafe\b|const\b|static\b|macro_rules!)/;
const CFG_TEST_LINE = /^\s*#\[cfg\((?:test|all\(test\b.*|any\(test\b.*)\)/;
const TEST_ATTRIBUTE_LINE =
  /^\s*#\[(?:\w+::)?(?:test|test_case|rstest|bench|should_panic|proptest|quickcheck)\b/;

/** `unknown` = neither the heading nor an earlier line of the hunk names the item. */
export type InlineTestLinePlace = 'tests' | 'source' | 'unknown';

/**
 * Where the changed lines of one hunk lie; blank ones do not count. With `oldText` (the file before the change) the modules are
 * found in the file; without it the answer is as good as heading and context lines allow.
 */
export function placeInlineTestHunk(hunk: InlineTestHunk, oldText = ''): InlineTestPlace {
  const counts = { tests: 0, source: 0, unknown: 0 };
  for (const [at, place] of placeInlineTestLines(hunk, oldText).entries()) {
    const line = hunk.lines[at];
    if (line !== undefined && line.kind !== 'context' && line.text.trim() !== '') counts[place] += 1;
  }
  if (counts.tests > 0) return counts.source + counts.unknown > 0 ? 'mixed' : 'tests';
  return counts.unknown > 0 || counts.source === 0 ? 'unknown' : 'source';
}

/** The place of every line of the hunk, in its order: for hunks that change code and tests at once. */
export function placeInlineTestLines(hunk: InlineTestHunk, oldText = ''): InlineTestLinePlace[] {
  const ranges = findInlineTestModules(oldText);
  const track = new ItemTrack(oldText === '' ? placeOfHeading(hunk.section) : 'source');
  const hasOldLines = hunk.lines.some((line) => line.kind !== 'added');
  let oldLine = hasOldLines ? hunk.oldStart : hunk.oldStart + 1;
  let next = 0;
  return hunk.lines.map((line) => {
    const tracked = track.read(line.text);
    while (next < ranges.length && (ranges[next]?.end ?? 0) < oldLine) next += 1;
    const place = oldText === '' ? tracked : placeInFile(line.kind, oldLine, ranges[next], tracked);
    if (line.kind !== 'added') oldLine += 1;
    return place;
  });
}

/** `range` = the first module that does not end before the line. An added line goes before `oldLine`. */
function placeInFile(
  kind: InlineTestLine['kind'],
  oldLine: number,
  range: InlineTestRange | undefined,
  tracked: InlineTestLinePlace,
): InlineTestLinePlace {
  const start = range?.start ?? Infinity;
  const isInside = kind === 'added' ? oldLine > start : oldLine >= start;
  // A module that the hunk itself adds is in no range of the old file.
  return isInside || (kind === 'added' && tracked === 'tests') ? 'tests' : 'source';
}

function placeOfHeading(section: string): InlineTestLinePlace {
  const module = MODULE_LINE.exec(section);
  if (module !== null) return TEST_MODULE_NAME.test(module[1] ?? '') ? 'tests' : 'source';
  return TOP_ITEM.test(section) ? 'source' : 'unknown';
}

/** Follows items through the lines of a hunk, in the order of the diff. Trusts rustfmt's indentation for where they end. */
class ItemTrack {
  private place: InlineTestLinePlace;
  /** Indentation of the test item being read; its closing brace stands there. -1 = none. */
  private closeIndent = -1;

  constructor(start: InlineTestLinePlace) {
    this.place = start;
    if (start === 'tests') this.closeIndent = 0;
  }

  /** The place of this line; what follows from it for the next ones is kept. */
  read(text: string): InlineTestLinePlace {
    const indent = text.length - text.trimStart().length;
    if (this.place === 'tests') {
      const isAtEnd = indent <= this.closeIndent && /^\s*(?:\}|[^\s#/{][^{]*;\s*$)/.test(text);
      if (isAtEnd) this.leave();
      return 'tests';
    }
    if (CFG_TEST_LINE.test(text)) return this.enter(indent);
    // A function under #[test] in a source file stands in a test module, which ends at the left margin.
    if (TEST_ATTRIBUTE_LINE.test(text)) return this.enter(0);
    const module = MODULE_LINE.exec(text);
    if (module !== null && TEST_MODULE_NAME.test(module[1] ?? '') && module[2] !== ';')
      return this.enter(indent);
    if (TOP_ITEM.test(text) || module !== null) this.place = 'source';
    const place = this.place;
    if (text.startsWith('}')) this.place = 'source';
    return place;
  }

  private enter(indent: number): InlineTestLinePlace {
    this.place = 'tests';
    this.closeIndent = indent;
    return 'tests';
  }

  private leave(): void {
    this.place = 'source';
    this.closeIndent = -1;
  }
}

/** Lines of one inline test module, 1-based and inclusive, from its attribute to its closing brace. */
export interface InlineTestRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The inline test modules of a Rust file, in order; nested ones are part of their outermost. Braces in strings, chars and comments
 * do not count. An unclosed module reaches to the last line.
 */
export function findInlineTestModules(text: string): InlineTestRange[] {
  const depthAt = readBraceDepths(text);
  const lines = text.split('\n');
  const lineCount = text.endsWith('\n') ? lines.length - 1 : lines.length;
  const ranges: InlineTestRange[] = [];
  let attributeLine = 0;
  let openUntil = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (at + 1 <= openUntil) continue;
    if (CFG_TEST_LINE.test(line)) attributeLine = at + 1;
    const module = MODULE_LINE.exec(line.replace(/^\s*#\[cfg\(test\)\]\s*/, ''));
    if (
      module !== null &&
      module[2] !== ';' &&
      (attributeLine > 0 || TEST_MODULE_NAME.test(module[1] ?? ''))
    ) {
      const depth = depthAt[at] ?? 0;
      let end = at + 1;
      // `mod tests { … }` on one line has opened and closed before the next line starts.
      let hasOpened = module[2] === '{' || (depthAt[end] ?? depth) > depth;
      while (end < lineCount && !(hasOpened && (depthAt[end] ?? 0) <= depth)) {
        end += 1;
        hasOpened ||= (depthAt[end] ?? 0) > depth;
      }
      ranges.push({ start: attributeLine > 0 ? attributeLine : at + 1, end });
      openUntil = end;
      attributeLine = 0;
      continue;
    }
    if (line.trim() !== '' && !/^\s*(?:#|\/\/)/.test(line)) attributeLine = 0;
  }
  return ranges;
}
