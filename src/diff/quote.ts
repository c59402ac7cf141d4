/**
 * Owns git's C-style quoting of path names: `"d\303\263cs/\ttab.py"`. Escapes stand for bytes, the bytes are UTF-8.
 * Which names stand on which header line is not decided here.
 */

const LETTER_BY_BYTE: ReadonlyMap<number, string> = new Map([
  [0x07, 'a'],
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0b, 'v'],
  [0x0c, 'f'],
  [0x0d, 'r'],
  [0x22, '"'],
  [0x5c, '\\'],
]);
const BYTE_BY_LETTER: ReadonlyMap<string, number> = new Map(
  Array.from(LETTER_BY_BYTE, ([byte, letter]) => [letter, byte]),
);

const NEEDS_QUOTES = /[^\x20-\x7e]|["\\]/;
const OCTAL_BYTE = /^[0-3][0-7]{2}$/;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Quotes a path as git does by default (`core.quotePath` true): only when it holds a control character, a byte above
 * 0x7E, a double quote or a backslash. Source: git-config(1), core.quotePath.
 */
export function quotePath(path: string): string {
  if (!NEEDS_QUOTES.test(path)) return path;
  const parts: string[] = ['"'];
  for (const byte of encoder.encode(path)) {
    const letter = LETTER_BY_BYTE.get(byte);
    if (letter !== undefined) parts.push('\\', letter);
    else if (byte < 0x20 || byte > 0x7e) parts.push('\\', byte.toString(8).padStart(3, '0'));
    else parts.push(String.fromCharCode(byte));
  }
  parts.push('"');
  return parts.join('');
}

/**
 * Reads the quoted name that starts at offset `at` (where the opening quote stands).
 * Returns the name and the offset after the closing quote, or null when the quoting is broken.
 * Bytes that are not UTF-8 become U+FFFD: a JavaScript string cannot hold them.
 */
export function readQuotedPath(
  line: string,
  at: number,
): { readonly path: string; readonly end: number } | null {
  if (line[at] !== '"') return null;
  const bytes: number[] = [];
  let runStart = at + 1;
  for (let i = at + 1; i < line.length; i++) {
    const char = line[i];
    if (char === '"') {
      appendUtf8(bytes, line.slice(runStart, i));
      return { path: decoder.decode(Uint8Array.from(bytes)), end: i + 1 };
    }
    if (char !== '\\') continue;
    appendUtf8(bytes, line.slice(runStart, i));
    const byte = BYTE_BY_LETTER.get(line[i + 1] ?? '');
    const octal = line.slice(i + 1, i + 4);
    if (byte !== undefined) {
      bytes.push(byte);
      i += 1;
    } else if (OCTAL_BYTE.test(octal)) {
      bytes.push(Number.parseInt(octal, 8));
      i += 3;
    } else {
      return null;
    }
    runStart = i + 1;
  }
  return null;
}

function appendUtf8(bytes: number[], text: string): void {
  for (const byte of encoder.encode(text)) bytes.push(byte);
}

/** Undoes the quoting of a whole string; a string that is not quoted is returned as it is; null when broken. */
export function unquotePath(text: string): string | null {
  if (!text.startsWith('"')) return text;
  const quoted = readQuotedPath(text, 0);
  return quoted !== null && quoted.end === text.length ? quoted.path : null;
}
