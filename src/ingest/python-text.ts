/**
 * Owns the reading of one Python string or bytes literal: prefixes, quotes, escapes. Joining of adjacent ones
 * is in python-literal.ts.
 */

export type PythonText =
  | { readonly ok: true; readonly value: string; readonly bytes: boolean; readonly end: number }
  | { readonly ok: false; readonly offset: number; readonly message: string };

const OPENING = /([rRuUbB]?[rRbB]?)('''|"""|'|")/y;
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
/** What ends a plain run, by quote. Only a text in three quotes may run over the end of a line. */
const STOPS: Readonly<Record<string, RegExp>> = {
  "'": /\\|'|\n/g,
  '"': /\\|"|\n/g,
  "'''": /\\|'''/g,
  '"""': /\\|"""/g,
};
const PREFIXES = new Set(['', 'r', 'u', 'b', 'br', 'rb']);

/** True when a string or bytes literal begins at `start`. */
export function startsPythonText(text: string, start: number): boolean {
  OPENING.lastIndex = start;
  const prefix = OPENING.exec(text)?.[1];
  return prefix !== undefined && PREFIXES.has(prefix.toLowerCase());
}

/**
 * Reads the literal that begins at `start`; `end` is the offset behind its closing quote. Bytes become a text of
 * the characters U+0000 to U+00FF. Unknown escapes keep their backslash, as in Python.
 */
export function readPythonText(text: string, start: number): PythonText {
  OPENING.lastIndex = start;
  const opening = OPENING.exec(text);
  const prefix = (opening?.[1] ?? '').toLowerCase();
  const quote = opening?.[2] ?? '';
  if (quote === '' || !PREFIXES.has(prefix)) return fail(start, 'no text begins here');
  const raw = prefix.includes('r');
  const bytes = prefix.includes('b');
  const stop = STOPS[quote] ?? /$/g;
  const parts: string[] = [];
  let from = start + prefix.length + quote.length;
  for (;;) {
    stop.lastIndex = from;
    const found = stop.exec(text);
    if (found === null) return fail(start, 'a text is not closed');
    const plain = text.slice(from, found.index);
    if (bytes && /[^\u0000-\u007f]/.test(plain))
      return fail(from, 'bytes hold a character that is not ASCII');
    parts.push(plain);
    if (found[0] === quote) {
      return { ok: true, value: parts.join(''), bytes, end: found.index + quote.length };
    }
    if (found[0] === '\n') return fail(found.index, 'a text runs over the end of a line');
    if (raw) {
      if (found.index + 1 >= text.length) return fail(found.index, 'a text is not closed');
      parts.push(text.slice(found.index, found.index + 2));
      from = found.index + 2;
      continue;
    }
    const escape = readEscape(text, found.index, bytes);
    if (!escape.ok) return escape;
    parts.push(escape.value);
    from = escape.end;
  }
}

type Escape =
  | { readonly ok: true; readonly value: string; readonly end: number }
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** Reads the escape whose backslash stands at `start`. */
function readEscape(text: string, start: number, bytes: boolean): Escape {
  const letter = text.charAt(start + 1);
  if (letter === '') return fail(start, 'a text ends with a backslash');
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { ok: true, value: simple, end: start + 2 };
  const octal = /^[0-7]{1,3}/.exec(text.slice(start + 1, start + 4))?.[0];
  if (octal !== undefined) {
    const code = Number.parseInt(octal, 8);
    return { ok: true, value: String.fromCharCode(bytes ? code % 256 : code), end: start + 1 + octal.length };
  }
  const length = HEX_LENGTH[letter];
  if (length !== undefined && (letter === 'x' || !bytes)) {
    const digits = text.slice(start + 2, start + 2 + length);
    const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : -1;
    if (code < 0 || code > 0x10ffff)
      return fail(start, `the escape \\${letter} needs ${String(length)} hex digits`);
    return { ok: true, value: String.fromCodePoint(code), end: start + 2 + length };
  }
  // A name needs the table of all Unicode names, which `repr` never writes.
  if (letter === 'N' && !bytes) return fail(start, 'escapes by name, \\N{…}, are not read');
  return { ok: true, value: text.slice(start, start + 2), end: start + 2 };
}

function fail(offset: number, message: string): { ok: false; offset: number; message: string } {
  return { ok: false, offset, message };
}
