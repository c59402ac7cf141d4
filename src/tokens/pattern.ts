/**
 * Owns the translation of a pre-tokenizer's regex, as Rust and Oniguruma read it, into a JavaScript `u` regex that
 * matches the same. What has no certain equal is refused, never guessed.
 */
import { TokenizerError } from './tokenizer-error.js';

const CATEGORIES = new Set(
  'L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp'.split(' '),
);
const SCRIPTS = new Set(
  'Han Hiragana Katakana Hangul Latin Greek Cyrillic Arabic Hebrew Thai Devanagari Bengali Tamil Bopomofo'.split(
    ' ',
  ),
);
/** Characters other than ASCII letters that `(?i)` takes for one: long s and the Kelvin sign. */
const FOLDS: Readonly<Record<string, string>> = { s: '\u017f', k: '\u212a' };
/** Pairs of letters that Oniguruma's `(?i)` also takes for one ligature or sharp s. */
const LIGATURES = new Set(['ss', 'st', 'ff', 'fi', 'fl']);
const ESCAPES: Readonly<Record<string, string>> = {
  r: '\\r',
  n: '\\n',
  t: '\\t',
  f: '\\f',
  v: '\\v',
  s: '\\p{White_Space}',
  S: '\\P{White_Space}',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
};
const GROUP_OPENERS = ['?:', '?=', '?!', '?<=', '?<!'];

interface Group {
  /** Index in the output where the group begins. */
  readonly start: number;
  /** Case folding outside the group. */
  readonly outerFold: boolean;
  readonly atomic: boolean;
  readonly lookaround: boolean;
}

/** The translated regex, with flags `gu`. @throws TokenizerError when the pattern uses what has no certain equal. */
export function translatePattern(pattern: string): RegExp {
  const source = new PatternTranslator(pattern).translate();
  try {
    return new RegExp(source, 'gu');
  } catch (cause) {
    throw new TokenizerError(`the pre-tokenizer pattern ${JSON.stringify(pattern)} has no JavaScript equal`, {
      cause,
    });
  }
}

/** A regex that matches `text` itself. */
export function literalPattern(text: string): RegExp {
  return new RegExp(Array.from(text, escapeLiteral).join(''), 'gu');
}

class PatternTranslator {
  readonly #pattern: string;
  readonly #out: string[] = [];
  readonly #groups: Group[] = [];
  #at = 0;
  #fold = false;
  #captures = 0;
  /** Index in the output of the last atom, -1 when a quantifier may not follow. */
  #atom = -1;
  /** The letter before, while folding. */
  #letter = '';

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  translate(): string {
    if (this.#take('(?i)')) this.#fold = true;
    while (this.#at < this.#pattern.length) this.#readElement();
    if (this.#groups.length > 0) this.#refuse('an unclosed group');
    return this.#out.join('');
  }

  #readElement(): void {
    const rest = this.#pattern.slice(this.#at, this.#at + 24);
    const [character = ''] = rest;
    if (character === '(') return this.#openGroup();
    if (character === ')') return this.#closeGroup();
    if (character === '[') return this.#emitAtom(this.#readClass());
    const quantifier = /^(?:[*+?]|\{\d*,?\d*\})/.exec(rest)?.[0];
    if (quantifier !== undefined && quantifier !== '{}' && quantifier !== '{,}')
      return this.#readQuantifier(quantifier);
    if (character === '|') {
      this.#at++;
      this.#out.push('|');
      this.#atom = -1;
      this.#letter = '';
      return;
    }
    if (character === '.') {
      this.#at++;
      return this.#emitAtom('[^\\n]');
    }
    if (character === '^' || character === '$') this.#refuse(`the anchor ${character}`);
    if (character === '\\') return this.#emitAtom(this.#readEscape(false));
    const literal = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += literal.length;
    this.#emitAtom(this.#foldLiteral(literal), literal);
  }

  #emitAtom(text: string, literal = ''): void {
    const letter = this.#fold ? literal.toLowerCase() : '';
    if (LIGATURES.has(this.#letter + letter)) this.#refuse(`"${this.#letter}${letter}" under (?i)`);
    this.#letter = letter;
    this.#atom = this.#out.length;
    this.#out.push(text);
  }

  #openGroup(): void {
    const outerFold = this.#fold;
    const start = this.#out.length;
    const name = /^\(\?<[A-Za-z]\w*>/.exec(this.#pattern.slice(this.#at, this.#at + 64))?.[0];
    let opener = GROUP_OPENERS.find((each) => this.#pattern.startsWith(each, this.#at + 1));
    let atomic = false;
    if (opener !== undefined) {
      this.#at += 1 + opener.length;
    } else if (this.#take('(?i:')) {
      this.#fold = true;
    } else if (this.#take('(?>')) {
      atomic = true;
    } else if (name !== undefined) {
      this.#at += name.length;
    } else if (this.#pattern.startsWith('(?', this.#at)) {
      this.#refuse(`the group ${this.#pattern.slice(this.#at, this.#at + 4)}`);
    } else {
      this.#at++;
    }
    opener ??= '?:';
    this.#groups.push({ start, outerFold, atomic, lookaround: opener !== '?:' });
    this.#out.push(`(${opener}`);
    this.#atom = -1;
    this.#letter = '';
  }

  #closeGroup(): void {
    const group = this.#groups.pop();
    if (group === undefined) return this.#refuse('an unopened )');
    this.#at++;
    this.#out.push(')');
    this.#fold = group.outerFold;
    this.#letter = '';
    this.#atom = group.lookaround ? -1 : group.start;
    if (group.atomic) this.#makeAtomic(group.start);
  }

  #readQuantifier(quantifier: string): void {
    if (this.#atom < 0) this.#refuse(`the quantifier ${quantifier} after nothing that repeats`);
    this.#at += quantifier.length;
    const suffix = this.#pattern[this.#at] ?? '';
    const counted = quantifier.startsWith('{');
    if (counted && (suffix === '+' || (suffix === '?' && !quantifier.includes(',')))) {
      this.#refuse(`${quantifier}${suffix}, which engines read differently`);
    }
    this.#out.push(quantifier.replace(/^\{,/, '{0,'));
    if (suffix === '+') this.#makeAtomic(this.#atom);
    else if (suffix === '?') this.#out.push('?');
    if (suffix === '+' || suffix === '?') this.#at++;
    if (/^[*+?]/.test(this.#pattern.slice(this.#at)) || /^\{\d/.test(this.#pattern.slice(this.#at))) {
      this.#refuse('a quantifier after a quantifier');
    }
    this.#letter = '';
    this.#atom = -1;
  }

  /** What matched is not given back: JavaScript has this only as a lookahead and a reference to what it captured. */
  #makeAtomic(start: number): void {
    const body = this.#out.splice(start).join('');
    const name = `atomic${this.#captures++}`;
    this.#out.push(`(?:(?=(?<${name}>${body}))\\k<${name}>)`);
  }

  #readClass(): string {
    const negated = this.#take('[^');
    if (!negated) this.#at++;
    const members: string[] = [];
    for (let first = true; ; first = false) {
      const rest = this.#pattern.slice(this.#at, this.#at + 2);
      const [character = ''] = rest;
      if (character === '') this.#refuse('an unclosed [');
      if (character === ']' && first) this.#refuse('a class that begins with ]');
      if (character === ']') break;
      if (character === '[' || rest === '&&') this.#refuse(`${rest} inside a class`);
      const member = this.#readMember();
      const ranged = this.#pattern[this.#at] === '-' && this.#pattern[this.#at + 1] !== ']';
      if (!ranged || member.startsWith('\\p') || member.startsWith('\\P') || character === '-') {
        members.push(this.#fold ? this.#foldMember(member) : member);
        continue;
      }
      this.#at++;
      const last = this.#readMember();
      if (/^\\p/i.test(last)) this.#refuse('a class as the end of a range');
      if (this.#fold) this.#refuse('a range under (?i)');
      members.push(`${member}-${last}`);
    }
    this.#at++;
    return `[${negated ? '^' : ''}${members.join('')}]`;
  }

  #readMember(): string {
    if (this.#pattern[this.#at] === '\\') return this.#readEscape(true);
    const literal = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += literal.length;
    return escapeLiteral(literal);
  }

  #readEscape(inClass: boolean): string {
    const rest = this.#pattern.slice(this.#at, this.#at + 40);
    const property = /^\\([pP])\{(\^?)(\w+)\}/.exec(rest);
    if (property !== null) {
      const [all, letter, caret, name = ''] = property;
      this.#at += all.length;
      if (this.#fold && /^L[ult]$/.test(name)) this.#refuse(`\\p{${name}} under (?i)`);
      const p = (letter === 'P') === (caret === '^') ? 'p' : 'P';
      if (CATEGORIES.has(name)) return `\\${p}{${name}}`;
      if (SCRIPTS.has(name)) return `\\${p}{Script=${name}}`;
      return this.#refuse(`the property ${all}`);
    }
    const hex = /^\\(?:u([0-9A-Fa-f]{4})|x\{([0-9A-Fa-f]{1,6})\}|x([0-7][0-9A-Fa-f]))/.exec(rest);
    const character = rest[1] ?? '';
    if (hex !== null) {
      this.#at += hex[0].length;
      const literal = String.fromCodePoint(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16));
      return inClass ? escapeLiteral(literal) : this.#foldLiteral(literal);
    }
    this.#at += 2;
    const known = Object.hasOwn(ESCAPES, character) ? ESCAPES[character] : undefined;
    if (known !== undefined) return known;
    if (/^[A-Za-z0-9]?$/.test(character) || character > '\u007f') this.#refuse(`the escape \\${character}`);
    return escapeLiteral(character);
  }

  #foldMember(member: string): string {
    return /^[A-Za-z]$/.test(member) || !/^[\0-\x7f]*$/.test(member)
      ? this.#foldLiteral(member).replace(/^\[(.*)\]$/u, '$1')
      : member;
  }

  #foldLiteral(literal: string): string {
    if (!this.#fold) return escapeLiteral(literal);
    const lower = literal.toLowerCase();
    if (/^[a-z]$/.test(lower) && literal <= '\u007f')
      return `[${lower}${lower.toUpperCase()}${FOLDS[lower] ?? ''}]`;
    if (lower !== literal.toUpperCase()) this.#refuse(`"${literal}" under (?i)`);
    return escapeLiteral(literal);
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #refuse(what: string): never {
    throw new TokenizerError(
      `the pre-tokenizer pattern ${JSON.stringify(this.#pattern)} uses ${what} at offset ${this.#at}, ` +
        'which this counter does not translate',
    );
  }
}

function escapeLiteral(character: string): string {
  return /^[\^$\\.*+?()[\]{}|/-]$/.test(character)
    ? `\\u{${character.charCodeAt(0).toString(16)}}`
    : character;
}
