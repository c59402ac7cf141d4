/** Owns the quoted and expanded parts of a shell word: where each ends and what it says. Unterminated parts run to the end of the text. */

/** A part of a word: its text, and the offset behind it. */
export interface QuotedPart {
  readonly text: string;
  readonly end: number;
}

/** From behind the opening quote of `'…'` or `$'…'` (`ansi`: there a backslash protects the quote). */
export function readSingleQuoted(text: string, start: number, ansi: boolean): QuotedPart {
  let end = text.indexOf("'", start);
  if (ansi) while (end > 0 && text[end - 1] === '\\') end = text.indexOf("'", end + 1);
  if (end < 0) end = text.length;
  return { text: text.slice(start, end), end: Math.min(end + 1, text.length) };
}

/** From behind the opening quote of `"…"`; escapes are resolved, `$(…)` is kept as written with its own quotes. */
export function readDoubleQuoted(text: string, start: number): QuotedPart {
  const parts: string[] = [];
  let at = start;
  let from = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') break;
    if (character === '\\') {
      const next = text[at + 1] ?? '';
      const kept = '"\\$`'.includes(next) ? next : next === '\n' ? '' : `\\${next}`;
      parts.push(text.slice(from, at), kept);
      at += 2;
      from = at;
    } else if (character === '$' && text[at + 1] === '(') {
      const inner = readExpansion(text, at);
      parts.push(text.slice(from, at), inner.text);
      at = inner.end;
      from = at;
    } else at += 1;
  }
  const end = Math.min(at, text.length);
  parts.push(text.slice(from, end));
  return { text: parts.join(''), end: Math.min(end + 1, text.length) };
}

/** `$(…)`, `${…}`, `` `…` ``, kept as written; a lone `$` is itself. `start` = offset of the `$` or backtick. */
export function readExpansion(text: string, start: number): QuotedPart {
  if (text[start] === '`') {
    const end = text.indexOf('`', start + 1);
    const after = end < 0 ? text.length : end + 1;
    return { text: text.slice(start, after), end: after };
  }
  const next = text[start + 1];
  if (next !== '(' && next !== '{') return { text: '$', end: start + 1 };
  const inner = readNested(text, start + 1, next, next === '(' ? ')' : '}');
  return { text: `$${inner.text}`, end: inner.end };
}

/** From an opening bracket to its partner, quotes respected. `start` = offset of the opening bracket. */
export function readNested(text: string, start: number, open: string, close: string): QuotedPart {
  let depth = 0;
  let quote = '';
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (quote !== '') {
      if (character === '\\' && quote === '"') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '\\') at += 1;
    else if (character === "'" || character === '"') quote = character;
    else if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth === 0) {
        at += 1;
        break;
      }
    }
  }
  const end = Math.min(at, text.length);
  return { text: text.slice(start, end), end };
}
