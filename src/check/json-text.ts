/**
 * Owns what the text of a JSON row says that its value no longer does: keys that came twice, whole numbers written as
 * floats, and characters that some readers take for line breaks. The text must be valid JSON. Linear, without recursion.
 */
import type { Report } from './finding-log.js';

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const COLON = 58;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LINE_BREAK_LIKE = /[\u0085\u2028\u2029]/;

/** Reports `duplicate_key`, `float_for_integer` (only 1.0 and its like: 1.5 is seen in the value) and `line_break_in_text`. */
export function checkJsonText(text: string, report: Report): void {
  if (LINE_BREAK_LIKE.test(text)) {
    report('line_break_in_text', '', 'the line holds U+0085, U+2028 or U+2029 unescaped');
  }
  const open: Set<string>[] = [];
  let lastText = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = findEnd(text, at);
      lastText = text.slice(at, end + 1);
      at = end;
    } else if (code === OPEN_BRACE) open.push(new Set());
    else if (code === CLOSE_BRACE) open.pop();
    else if (code === COLON) {
      const keys = open.at(-1);
      // Escapes may spell one key in two ways.
      const key: string = lastText.includes('\\') ? String(JSON.parse(lastText)) : lastText.slice(1, -1);
      if (keys?.has(key))
        report('duplicate_key', key, `the key ${JSON.stringify(key)} comes twice in one object`);
      keys?.add(key);
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? '';
      if (/[.eE]/.test(number) && Number.isInteger(Number(number)))
        report('float_for_integer', '', `found ${number}, expected an integer without point or exponent`);
      at += Math.max(0, number.length - 1);
    }
  }
}

/** The index of the quote that closes the string opened at `start`. */
function findEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
