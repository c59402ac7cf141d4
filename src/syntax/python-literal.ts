/** Owns the cutting of a Python argument list or display into its elements. Values are looked at, never evaluated. */

/** Offsets of an element, white space and comments around it excluded. */
export interface Element {
  start: number;
  end: number;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Offset behind the string that opens with the quote at `at`. */
function skipString(text: string, at: number): number {
  const quote = text[at] ?? '"';
  const triple = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  for (let to = at + triple.length; to < text.length; to++) {
    if (text[to] === '\\') to++;
    else if (text.startsWith(triple, to)) return to + triple.length;
  }
  return text.length;
}

/**
 * Elements between the bracket at `open` and its partner, split at commas of that level; undefined when it stays open.
 * @param open offset of `(`, `[` or `{`
 */
export function splitElements(text: string, open: number): Element[] | undefined {
  const elements: Element[] = [];
  const stack: string[] = [];
  let start = -1;
  let end = -1;
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    const level = stack.length;
    if (char === '#') {
      const to = text.indexOf('\n', at);
      at = to === -1 ? text.length : to;
      continue;
    }
    if (char === '"' || char === "'") {
      if (start === -1) start = at;
      at = skipString(text, at) - 1;
      end = at + 1;
      continue;
    }
    if (level === 1 && (char === ',' || char === stack[0])) {
      if (start !== -1) elements.push({ start, end });
      start = -1;
      if (char !== ',') return elements;
      continue;
    }
    if (char in CLOSERS) stack.push(CLOSERS[char] ?? '');
    else if (char === stack.at(-1)) stack.pop();
    if (level > 0 && !/\s/.test(char)) {
      if (start === -1) start = at;
      end = at + 1;
    }
  }
  return undefined;
}

const STRING = /^([rRuUbBfF]{0,2})("""|'''|"|')([\s\S]*)\2$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** The value of one plain string literal; undefined for anything else (f-strings, concatenations). */
export function readString(code: string): string | undefined {
  const match = STRING.exec(code);
  if (match === null || /f/i.test(match[1] ?? '')) return undefined;
  const quote = match[2] ?? '"';
  if (skipString(code, (match[1] ?? '').length) !== code.length) return undefined;
  const content = match[3] ?? '';
  if (/r/i.test(match[1] ?? '') || quote === '') return content;
  return content.replace(
    /\\([\s\S])/g,
    (whole, char: string) => ESCAPES[char] ?? (/['"\\]/.test(char) ? char : whole),
  );
}
