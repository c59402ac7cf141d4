/**
 * Owns reading `<parameter=…>` tags of one text call, standard and malformed. The names of the repairs (F1 to F17) are those of the
 * README's table. A tokenizer, not replacements: file_text, old_str and new_str may hold the very tags that we look for.
 */
import { TextFinder } from './text-finder.js';

const CLOSE = '</parameter>';

/** Parameters that carry file contents: kept but for one newline at each end. */
export const BODY_KEYS = new Set(['file_text', 'old_str', 'new_str', 'content', 'old_string', 'new_string']);
const KNOWN_KEYS = new Set(
  (
    'command cmd path file_text old_str new_str insert_line view_range search_term python_only code result concise ' +
    'enable_linting content file_path timeout thought'
  ).split(' '),
);
const KNOWN_LINE_OPEN = new RegExp(`^[ \\t]*<parameter\\s*=\\s*(?:${[...KNOWN_KEYS].join('|')})\\b`, 'gm');
/** File contents with more closing tags than this are cut at the first one: bounds the work on hostile input. */
const MAX_CLOSES = 200;
const SHORT_KEYS = new Set(['command', 'cmd', 'path', 'view_range', 'insert_line']);

export interface TextParameters {
  readonly values: Map<string, string>;
  /** Contents of `<parameter>` tags without a key, in order. */
  readonly keyless: string[];
  readonly repaired: string[];
  readonly problem: string;
  /** Offset after the call: behind `</function>`, before the next `<function=`, or the end of the text. */
  readonly end: number;
  /** True when `</function>` was found. */
  readonly closed: boolean;
}

/** Values of short parameters lose surrounding white space; file contents lose one newline at each end. */
export function trimValue(key: string, value: string): string {
  if (!BODY_KEYS.has(key)) return value.trim();
  const start = value.startsWith('\r\n') ? 2 : value.startsWith('\n') ? 1 : 0;
  const kept = value.slice(start);
  return kept.endsWith('\r\n') ? kept.slice(0, -2) : kept.endsWith('\n') ? kept.slice(0, -1) : kept;
}

/** A value that was cut at the token limit or at the stop word, without the beginning of the closing tag. */
function dropPartialTag(value: string): string {
  const at = value.lastIndexOf('<');
  if (at < 0 || value.length - at > CLOSE.length) return value;
  const tail = value.slice(at).trimEnd();
  return tail.length > 1 && (CLOSE.startsWith(tail) || '</function>'.startsWith(tail))
    ? value.slice(0, at)
    : value;
}

/** One pass over the text of a call. Keeps the finders, so that the whole call is read in linear time. */
class ParameterScanner {
  readonly #text: string;
  readonly #close: TextFinder;
  readonly #open: TextFinder;
  readonly #lineOpen: TextFinder;
  readonly #lineOpenKnown: TextFinder;
  readonly #newline: TextFinder;
  readonly #functionEnd: TextFinder;
  readonly #functionOpen: TextFinder;
  readonly #lineFunctionOpen: TextFinder;
  readonly values = new Map<string, string>();
  readonly keyless: string[] = [];
  readonly repaired: string[] = [];
  problem = '';
  closed = false;

  constructor(text: string) {
    this.#text = text;
    this.#close = new TextFinder(text, CLOSE);
    this.#open = new TextFinder(text, '<parameter');
    this.#lineOpen = new TextFinder(text, /^[ \t]*<parameter\s*=/gm);
    this.#lineOpenKnown = new TextFinder(text, new RegExp(KNOWN_LINE_OPEN));
    this.#newline = new TextFinder(text, '\n');
    this.#functionEnd = new TextFinder(text, '</function>');
    this.#functionOpen = new TextFinder(text, /<function\s*=/g);
    this.#lineFunctionOpen = new TextFinder(text, /^[ \t]*<function\s*=/gm);
  }

  #note(repair: string): void {
    if (!this.repaired.includes(repair)) this.repaired.push(repair);
  }

  #orEnd(offset: number): number {
    return offset < 0 ? this.#text.length : offset;
  }

  /** Reads parameters from `from` on; returns the offset after the call. */
  scan(from: number): number {
    let position = from;
    for (;;) {
      const open = this.#orEnd(this.#open.next(position));
      const end = this.#orEnd(this.#functionEnd.next(position));
      const other = this.#orEnd(this.#functionOpen.next(position));
      if (end < open && end < other) {
        this.closed = true;
        return end + '</function>'.length;
      }
      if (open >= other) return other;
      position = this.#readParameter(open + '<parameter'.length);
    }
  }

  #readKey(at: number): { key: string; after: number } {
    const pattern = /\s*([A-Za-z_][\w-]*)?\s*/y;
    pattern.lastIndex = at;
    const key = pattern.exec(this.#text)?.[1] ?? '';
    return { key, after: pattern.lastIndex };
  }

  #readParameter(at: number): number {
    const text = this.#text;
    let position = at;
    while (text[position] === ' ') position += 1;
    if (text[position] === '>') return this.#readKeyless(position + 1);
    if (text[position] !== '=') return position;
    let { key, after } = this.#readKey(position + 1);
    if (key === 'parameter' && text[after] === '=') {
      this.#note('F6');
      ({ key, after } = this.#readKey(after + 1));
    }
    if (key === '') return position + 1;
    if (text[after] === '>') return this.#readStandard(key, after + 1);
    if (text[after] === '=') return this.#readInline(key, after + 1);
    if (text.startsWith(CLOSE, after)) {
      this.#note('F3');
      this.values.set(key, '');
      return after + CLOSE.length;
    }
    return after;
  }

  #readKeyless(start: number): number {
    const close = this.#orEnd(this.#close.next(start));
    this.keyless.push(this.#text.slice(start, close).trim());
    return Math.min(close + CLOSE.length, this.#text.length);
  }

  /** `<parameter=K>V</parameter>`; F13 = the closing tag is missing before the next parameter or the end of the call. */
  #readStandard(key: string, start: number): number {
    const body = BODY_KEYS.has(key);
    const close = this.#findClose(start, body);
    let bound = this.#findNextParameter(start, body);
    if (!body) {
      bound = Math.min(bound, this.#orEnd(this.#functionEnd.next(start)));
      if (key !== 'cmd' && key !== 'command')
        bound = Math.min(bound, this.#orEnd(this.#lineFunctionOpen.next(start)));
    } else if (close < 0) {
      bound = Math.min(bound, this.#orEnd(this.#functionEnd.next(start)));
    }
    if (close >= 0 && close <= bound) {
      this.values.set(key, trimValue(key, this.#text.slice(start, close)));
      return close + CLOSE.length;
    }
    this.#note(bound === this.#text.length ? 'F14' : 'F13');
    const cut = this.#text.slice(start, bound);
    this.values.set(key, trimValue(key, bound === this.#text.length ? dropPartialTag(cut) : cut));
    return bound;
  }

  /** The closing tag of a value. File contents may hold the tag: theirs is followed by another tag of the call or its end. */
  #findClose(start: number, body: boolean): number {
    const first = this.#close.next(start);
    if (!body || first < 0) return first;
    let close = first;
    for (let tried = 0; close >= 0 && tried < MAX_CLOSES; tried += 1) {
      const after = /\s*(?:<parameter|<\/function|<\/?$|$)/y;
      after.lastIndex = close + CLOSE.length;
      if (after.test(this.#text)) return close;
      close = this.#text.indexOf(CLOSE, close + 1);
    }
    return first;
  }

  #findNextParameter(start: number, body: boolean): number {
    return this.#orEnd((body ? this.#lineOpenKnown : this.#lineOpen).next(start));
  }

  /** `<parameter=K=V…`: the value stands inside the tag, on one line. */
  #readInline(key: string, start: number): number {
    const close = this.#orEnd(this.#close.next(start));
    const limit = Math.min(
      close,
      this.#orEnd(this.#open.next(start)),
      this.#orEnd(this.#newline.next(start)),
    );
    const segment = this.#text.slice(start, limit);
    const right = SHORT_KEYS.has(key) ? segment.lastIndexOf('>') : findTagEnd(segment);
    if (right >= 0) {
      const after = start + right + 1;
      const next = this.#skipStrayClose(after);
      return this.#keepInline(key, segment.slice(0, right), next, next === after ? 'F1' : 'F2');
    }
    return this.#keepInline(
      key,
      segment,
      limit === close ? Math.min(close + CLOSE.length, this.#text.length) : limit,
      'F3',
    );
  }

  #keepInline(key: string, raw: string, after: number, fallback: string): number {
    const value = raw.trim();
    if (key === 'cmd' && value.includes('<')) {
      this.problem = 'an inline command that holds "<" is not repaired';
      return after;
    }
    const repair = key === 'view_range' ? 'F4' : key === 'cmd' ? 'F5' : fallback;
    this.#note(repair);
    this.values.set(key, value);
    return after;
  }

  /** F2: nothing but white space and a closing tag follows an inline value. */
  #skipStrayClose(after: number): number {
    const pattern = /\s*<\/parameter>/y;
    pattern.lastIndex = after;
    if (!pattern.test(this.#text)) return after;
    return pattern.lastIndex;
  }
}

/** The first `>` that ends the segment or stands before another tag: values of free text may hold `>`. */
function findTagEnd(segment: string): number {
  for (let at = segment.indexOf('>'); at >= 0; at = segment.indexOf('>', at + 1)) {
    if (at === segment.length - 1 || segment[at + 1] === '<' || segment.slice(at + 1).trim() === '')
      return at;
  }
  return -1;
}

/** Reads the parameters of a call that starts at offset `from` of `source` (behind `<function=NAME>`). */
export function readParameters(source: string, from: number): TextParameters {
  const scanner = new ParameterScanner(source);
  const end = scanner.scan(from);
  const { values, keyless, repaired, problem, closed } = scanner;
  return { values, keyless, repaired, problem, end, closed };
}
