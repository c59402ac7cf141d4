/**
 * Owns the count of open braces in Rust text. Knows strings, raw strings, characters, lifetimes and nested comments; no syntax beyond.
 */

/** Brace depth at the start of every line (index 0 = line 1), with one entry more for the end of the text. */
export function readBraceDepths(text: string): number[] {
  const depths = [0];
  let depth = 0;
  let at = 0;
  const advance = (to: number): void => {
    for (; at < to; at += 1) if (text[at] === '\n') depths.push(depth);
  };
  while (at < text.length) {
    const char = text[at];
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if (char === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at);
      advance(end < 0 ? text.length : end);
      continue;
    } else if (char === '/' && text[at + 1] === '*') {
      advance(endOfBlockComment(text, at));
      continue;
    } else if (char === '"') {
      advance(endOfString(text, at));
      continue;
    } else if (
      char === 'r' &&
      /^r#{0,16}"/.test(text.slice(at, at + 18)) &&
      !/[ac-z0-9_]/i.test(text[at - 1] ?? ' ')
    ) {
      const quote = text.indexOf('"', at);
      const close = text.indexOf(`"${'#'.repeat(quote - at - 1)}`, quote + 1);
      advance(close < 0 ? text.length : close + quote - at);
      continue;
    } else if (char === "'" && (text[at + 1] === '\\' || text[at + 2] === "'")) {
      const close = text.indexOf("'", text[at + 1] === '\\' ? at + 3 : at + 2);
      advance(close < 0 || close > at + 14 ? at + 1 : close + 1);
      continue;
    }
    advance(at + 1);
  }
  depths.push(depth);
  return depths;
}

function endOfBlockComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '/' && text[at + 1] === '*') {
      depth += 1;
      at += 1;
    } else if (text[at] === '*' && text[at + 1] === '/') {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
