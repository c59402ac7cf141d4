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
const SINGLE = 39;
const COLON = 58;
const BACKSLASH = 92;

const DEFINITION_START = /(?:async[ \t]+def|def|class)[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*[([:]/uy;

/** Calls `visit` for every logical line that holds code, in order. Linear in the length of the text. */
export function scanPython(text: string, start: ScanStart, visit: (line: LogicalLine) => void): ScanEnd {
  const length = text.length;
  const logical: LogicalLine = {
    start: 0,
    end: 0,
    lineStart: 1,
    lineEnd: 1,
    indent: 0,
    colon: -1,
    colonLine: -1,
    inlineBody: false,
  };
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  let sound = true;
  // A triple quote without an end makes the rest of the text unreadable: such a quote is skipped, and as no
  // other one can close either, it is searched for only once per kind.
  const endless = new Set<string>();

  /** Offset behind the string that opens at `from`; counts the lines in it. */
  const skipString = (from: number): number => {
    const quote = text.charCodeAt(from);
    if (text.charCodeAt(from + 1) === quote && text.charCodeAt(from + 2) === quote) {
      const triple = quote === DOUBLE ? '"""' : "'''";
      return skipTriple(from + 3, triple);
    }
    let to = from + 1;
    for (; to < length; to++) {
      const code = text.charCodeAt(to);
      if (code === quote) return to + 1;
      if (code === LF) {
        sound = false;
        return to;
      }
      if (code === BACKSLASH) {
        to++;
        if (text.charCodeAt(to) === CR && text.charCodeAt(to + 1) === LF) to++;
        if (text.charCodeAt(to) === LF) line++;
      }
    }
    sound = false;
    return length;
  };

  const skipTriple = (from: number, triple: string): number => {
    if (endless.has(triple)) return from;
    const quote = triple.charCodeAt(0);
    const lineBefore = line;
    for (let to = from; to < length; to++) {
      const code = text.charCodeAt(to);
      if (code === LF) line++;
      else if (code === BACKSLASH) {
        if (text.charCodeAt(++to) === LF) line++;
      } else if (code === quote && text.charCodeAt(to + 1) === quote && text.charCodeAt(to + 2) === quote) {
        return to + 3;
      }
    }
    endless.add(triple);
    sound = false;
    line = lineBefore;
    return from;
  };

  if (start !== 'code') {
    at = skipTriple(at, start);
    // The rest of the line that closes the string belongs to a statement that began before the text.
    while (at < length && text.charCodeAt(at) !== LF) at++;
    at++;
    line++;
  }

  while (at < length) {
    // Indentation.
    let indent = 0;
    let code = text.charCodeAt(at);
    while (code === SPACE || code === TAB || code === FF) {
      indent = code === SPACE ? indent + 1 : code === TAB ? (indent | 7) + 1 : 0;
      code = text.charCodeAt(++at);
    }
    if (code === CR && text.charCodeAt(at + 1) === LF) code = text.charCodeAt(++at);
    if (code === LF) {
      at++;
      line++;
      continue;
    }
    if (code === HASH) {
      at = text.indexOf('\n', at);
      if (at === -1) break;
      at++;
      line++;
      continue;
    }
    if (at >= length) break;

    logical.start = at;
    logical.lineStart = line;
    logical.indent = indent;
    logical.colon = -1;
    logical.colonLine = -1;
    logical.inlineBody = false;
    let depth = 0;
    let end = at;
    let lineEnd = line;
    let open = true;
    while (open && at < length) {
      code = text.charCodeAt(at);
      switch (code) {
        case LF: {
          at++;
          line++;
          if (depth === 0) {
            open = false;
            break;
          }
          // `def` and `class` are reserved: inside brackets a line cannot start with one, so the bracket was
          // never closed.
          let word = at;
          while (text.charCodeAt(word) === SPACE || text.charCodeAt(word) === TAB) word++;
          const letter = text.charCodeAt(word);
          if (letter === 0x64 || letter === 0x63 || letter === 0x61) {
            DEFINITION_START.lastIndex = word;
            if (DEFINITION_START.test(text)) {
              sound = false;
              open = false;
            }
          }
          break;
        }
        case DOUBLE:
        case SINGLE:
          if (logical.colon !== -1) logical.inlineBody = true;
          at = skipString(at);
          end = at;
          lineEnd = line;
          break;
        case HASH: {
          const to = text.indexOf('\n', at);
          at = to === -1 ? length : to;
          break;
        }
        case BACKSLASH:
          at++;
          if (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF) at++;
          if (text.charCodeAt(at) === LF) {
            at++;
            line++;
          } else sound = false;
          break;
        case SPACE:
        case TAB:
        case FF:
        case CR:
          at++;
          break;
        case 40:
        case 91:
        case 123:
          depth++;
          at++;
          end = at;
          lineEnd = line;
          if (logical.colon !== -1) logical.inlineBody = true;
          break;
        case 41:
        case 93:
        case 125:
          if (depth > 0) depth--;
          else sound = false;
          at++;
          end = at;
          lineEnd = line;
          break;
        case COLON:
          if (depth === 0 && logical.colon === -1) {
            logical.colon = at;
            logical.colonLine = line;
          }
          at++;
          end = at;
          lineEnd = line;
          break;
        default:
          if (logical.colon !== -1 && depth === 0) logical.inlineBody = true;
          at++;
          end = at;
          lineEnd = line;
      }
    }
    if (depth > 0 && open) sound = false;
    logical.end = end;
    // A string that is open at the end of the text holds its last terminator, but there is no line behind that.
    logical.lineEnd =
      end >= length && text.charCodeAt(length - 1) === LF ? Math.min(lineEnd, line - 1) : lineEnd;
    visit(logical);
  }
  return { sound, lineCount: line };
}
