/**
 * Owns the cutting of Python text into logical lines. It knows strings, brackets, comments and continuations, and
 * nothing of statements. It never fails: broken text is read as well as it can be, and said to be broken.
 * Source: own choice, because a line-and-indent scanner outlives Python 2 and broken files, where a parser does not.
 */

/** A logical line; the scanner hands out one object again and again, so copy what you keep. */
export interface LogicalLine {
  /** Offset of the first character that is no indentation. */
  start: number;
  /** Offset behind the last character, the terminator excluded. */
  end: number;
  lineStart: number;
  lineEnd: number;
  /** Column of the first character; a tab goes to the next multiple of 8, a form feed to 0 (as in CPython). */
  indent: number;
  /** Offset and line of the first `:` outside of brackets, or -1. */
  colon: number;
  colonLine: number;
  /** True when code follows the colon on the same logical line: a one-line body. */
  inlineBody: boolean;
}

/** Where the text starts: at a statement, or inside a string that was opened before a fragment. */
export type ScanStart = 'code' | '"""' | "'''";

export interface ScanEnd {
  /** False when a string or bracket stayed open, or a bracket closed that was never opened. */
  sound: boolean;
  /** Number of lines. */
  lineCount: number;
}

const TAB = 9;
const LF = 10;
const FF = 12;
const CR = 13;
const SPACE = 32;
const DOUBLE = 34;
const HASH = 35;
const BACKSLASH = 92;

/** What a character does outside of strings. */
const OTHER = 0;
const BLANK = 1;
const LINE_FEED = 2;
const COMMENT = 3;
const ESCAPE = 4;
const QUOTE = 5;
const OPENER = 6;
const CLOSER = 7;
const HEADER_END = 8;

/** The role of each ASCII character: one array read for each character of the text. */
const ROLES = new Uint8Array(128).fill(OTHER);
for (const [characters, role] of [
  [' \t\f\r', BLANK],
  ['\n', LINE_FEED],
  ['#', COMMENT],
  ['\\', ESCAPE],
  ['"\'', QUOTE],
  ['([{', OPENER],
  [')]}', CLOSER],
  [':', HEADER_END],
] as const) {
  for (const character of characters) ROLES[character.charCodeAt(0)] = role;
}

const DEFINITION_START = /(?:async[ \t]+def|def|class)[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*[([:]/uy;

/** Calls `visit` for every logical line that holds code, in order. Linear in the length of the text. */
export function scanPython(text: string, start: ScanStart, visit: (line: LogicalLine) => void): ScanEnd {
  return new PythonScanner(text).scan(start, visit);
}

/** One pass over a text: the place it has come to, and what it has learned on the way. */
class PythonScanner {
  readonly #text: string;
  #at: number;
  #line = 1;
  #sound = true;
  /**
   * Triple quotes without an end. One makes the rest of the text unreadable: such a quote is skipped, and as no other
   * one can close either, it is searched for only once per kind.
   */
  readonly #endless = new Set<string>();
  readonly #logical: LogicalLine = {
    start: 0,
    end: 0,
    lineStart: 1,
    lineEnd: 1,
    indent: 0,
    colon: -1,
    colonLine: -1,
    inlineBody: false,
  };

  constructor(text: string) {
    this.#text = text;
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  scan(start: ScanStart, visit: (line: LogicalLine) => void): ScanEnd {
    const { length } = this.#text;
    if (start !== 'code') this.#leaveString(start);
    while (this.#at < length) {
      const indent = this.#readIndent();
      if (this.#skipBlankLine()) continue;
      if (this.#at >= length) break;
      this.#readLogicalLine(indent);
      visit(this.#logical);
    }
    return { sound: this.#sound, lineCount: this.#line };
  }

  /** Goes behind the line that closes a string from before the text: that line belongs to a statement from there, too. */
  #leaveString(triple: string): void {
    const at = this.#skipTriple(this.#at, triple);
    this.#at = this.#findLineFeed(at) + 1;
    this.#line++;
  }

  /** The column of the next character that is no indentation. */
  #readIndent(): number {
    const text = this.#text;
    let indent = 0;
    let code = text.charCodeAt(this.#at);
    while (code === SPACE || code === TAB || code === FF) {
      indent = code === SPACE ? indent + 1 : code === TAB ? (indent | 7) + 1 : 0;
      code = text.charCodeAt(++this.#at);
    }
    return indent;
  }

  /** Goes behind a line that ends here or holds only a comment; false when there is code. */
  #skipBlankLine(): boolean {
    const text = this.#text;
    if (text.charCodeAt(this.#at) === CR && text.charCodeAt(this.#at + 1) === LF) this.#at++;
    const code = text.charCodeAt(this.#at);
    if (code !== LF && code !== HASH) return false;
    this.#at = this.#findLineFeed(this.#at);
    if (this.#at === text.length) return true;
    this.#at++;
    this.#line++;
    return true;
  }

  /** Reads the line that starts here into `#logical` and goes behind it. */
  #readLogicalLine(indent: number): void {
    const text = this.#text;
    const { length } = text;
    const logical = this.#logical;
    let at = this.#at;
    let depth = 0;
    let end = at;
    let lineEnd = this.#line;
    this.#begin(at, indent);
    line: while (at < length) {
      switch (ROLES[text.charCodeAt(at)] ?? OTHER) {
        case LINE_FEED:
          at++;
          this.#line++;
          if (depth === 0 || this.#startsDefinition(at)) break line;
          continue;
        case BLANK:
          at++;
          continue;
        case COMMENT:
          at = this.#findLineFeed(at);
          continue;
        case ESCAPE:
          at = this.#skipContinuation(at + 1);
          continue;
        case QUOTE:
          if (logical.colon !== -1) logical.inlineBody = true;
          at = this.#skipString(at);
          break;
        case OPENER:
          if (logical.colon !== -1) logical.inlineBody = true;
          depth++;
          at++;
          break;
        case CLOSER:
          if (depth > 0) depth--;
          else this.#sound = false;
          at++;
          break;
        case HEADER_END:
          if (depth === 0 && logical.colon === -1) {
            logical.colon = at;
            logical.colonLine = this.#line;
          }
          at++;
          break;
        default:
          if (logical.colon !== -1 && depth === 0) logical.inlineBody = true;
          at++;
      }
      end = at;
      lineEnd = this.#line;
    }
    if (depth > 0) this.#sound = false;
    this.#at = at;
    this.#finish(end, lineEnd);
  }

  #begin(at: number, indent: number): void {
    const logical = this.#logical;
    logical.start = at;
    logical.lineStart = this.#line;
    logical.indent = indent;
    logical.colon = -1;
    logical.colonLine = -1;
    logical.inlineBody = false;
  }

  #finish(end: number, lineEnd: number): void {
    const text = this.#text;
    // A string that is open at the end of the text holds its last terminator, but there is no line behind that.
    const isOpen = end >= text.length && text.charCodeAt(text.length - 1) === LF;
    this.#logical.end = end;
    this.#logical.lineEnd = isOpen ? Math.min(lineEnd, this.#line - 1) : lineEnd;
  }

  /** Offset of the next line feed at or behind `at`; the length of the text when there is none. */
  #findLineFeed(at: number): number {
    const lineFeed = this.#text.indexOf('\n', at);
    return lineFeed === -1 ? this.#text.length : lineFeed;
  }

  /**
   * Whether the line at `at`, inside brackets, starts a definition. `def` and `class` are reserved: inside brackets a line
   * cannot start with one, so the bracket was never closed.
   */
  #startsDefinition(at: number): boolean {
    const text = this.#text;
    let word = at;
    while (text.charCodeAt(word) === SPACE || text.charCodeAt(word) === TAB) word++;
    const letter = text.charCodeAt(word);
    if (letter !== 0x64 && letter !== 0x63 && letter !== 0x61) return false;
    DEFINITION_START.lastIndex = word;
    return DEFINITION_START.test(text);
  }

  /** Offset behind the line end that a backslash before `at` takes away; `at` when there is none. */
  #skipContinuation(at: number): number {
    const text = this.#text;
    const to = text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 1 : at;
    if (text.charCodeAt(to) !== LF) {
      this.#sound = false;
      return to;
    }
    this.#line++;
    return to + 1;
  }

  /** Offset behind the string that opens at `from`; counts the lines in it. */
  #skipString(from: number): number {
    const text = this.#text;
    const { length } = text;
    const quote = text.charCodeAt(from);
    if (text.charCodeAt(from + 1) === quote && text.charCodeAt(from + 2) === quote)
      return this.#skipTriple(from + 3, quote === DOUBLE ? '"""' : "'''");
    for (let to = from + 1; to < length; to++) {
      const code = text.charCodeAt(to);
      if (code === quote) return to + 1;
      if (code === LF) {
        this.#sound = false;
        return to;
      }
      if (code === BACKSLASH) {
        to++;
        if (text.charCodeAt(to) === CR && text.charCodeAt(to + 1) === LF) to++;
        if (text.charCodeAt(to) === LF) this.#line++;
      }
    }
    this.#sound = false;
    return length;
  }

  /** Offset behind the end of the triple-quoted string whose text starts at `from`; `from` when it has no end. */
  #skipTriple(from: number, triple: string): number {
    if (this.#endless.has(triple)) return from;
    const text = this.#text;
    const { length } = text;
    const quote = triple.charCodeAt(0);
    let line = this.#line;
    for (let to = from; to < length; to++) {
      const code = text.charCodeAt(to);
      if (code === LF) line++;
      else if (code === BACKSLASH) {
        if (text.charCodeAt(++to) === LF) line++;
      } else if (code === quote && text.charCodeAt(to + 1) === quote && text.charCodeAt(to + 2) === quote) {
        this.#line = line;
        return to + 3;
      }
    }
    this.#endless.add(triple);
    this.#sound = false;
    return from;
  }
}
