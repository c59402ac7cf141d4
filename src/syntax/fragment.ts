/**
 * Owns the mending of a torn piece of a brace language, so that a parser reads what is whole in it: closers without an
 * opener become blanks, and what is still open at the end is closed behind it. Lines keep their numbers.
 */

const CLOSER: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Offset behind the string or comment that starts at `at`, or `at` itself. Strings end with their line. */
function skipText(text: string, at: number, charQuotes: boolean, hashComments: boolean): number {
  const char = text[at];
  const next = text[at + 1];
  if ((char === '/' && next === '/') || (char === '#' && hashComments && next !== '[')) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  if (char !== '"' && !(char === "'" && charQuotes)) return at;
  for (let to = at + 1; to < text.length; to++) {
    if (text[to] === '\\') to++;
    else if (text[to] === char) return to + 1;
    else if (text[to] === '\n') return to;
  }
  return text.length;
}

/** Offset behind a block comment or backtick string; `at` when it has no end. */
function skipBlock(text: string, at: number): number {
  const closer = text[at] === '`' ? '`' : '*/';
  for (let end = text.indexOf(closer, at + closer.length); end !== -1; end = text.indexOf(closer, end + 1)) {
    if (closer === '*/' || text[end - 1] !== '\\') return end + closer.length;
  }
  return at;
}

/** A fragment whose brackets match. */
export interface Balanced {
  text: string;
  /** Offset behind the last closer that had no opener: what stands before it began before the fragment. */
  headEnd: number;
}

/** The text with all but line terminators of its first `length` characters made blank. */
export function blankHead(text: string, length: number): string {
  return text.slice(0, length).replace(/[^\n]/g, ' ') + text.slice(length);
}

/**
 * Balances the brackets of a fragment. Linear.
 * @param charQuotes `'` opens a string (not in Rust, where it also starts a lifetime)
 * @param hashComments `#` starts a comment (PHP; `#[` is an attribute)
 */
export function balanceFragment(text: string, charQuotes: boolean, hashComments: boolean): Balanced {
  const open: string[] = [];
  const kept: string[] = [];
  let from = 0;
  // An opener without an end is text; nothing behind it can close another of its kind, so none is searched again.
  const endless = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char in CLOSER) open.push(CLOSER[char] ?? '');
    else if (char === '}' || char === ')' || char === ']') {
      if (open.at(-1) === char) open.pop();
      else {
        kept.push(text.slice(from, at), ' ');
        from = at + 1;
      }
    } else if (char === '`' || (char === '/' && text[at + 1] === '*')) {
      const end = endless.has(char) ? at : skipBlock(text, at);
      if (end === at) endless.add(char);
      else at = end - 1;
    } else {
      const end = skipText(text, at, charQuotes, hashComments);
      if (end > at) at = end - 1;
    }
  }
  return { text: kept.join('') + text.slice(from) + open.toReversed().join(''), headEnd: from };
}
