/**
 * Owns cutting a shell text into words, operators, redirections and here-documents. It expands nothing and never throws; what it
 * cannot read (an unterminated quote) runs to the end of the text. Commands are formed in shell-command.ts.
 * Source: POSIX shell grammar, bash(1) for `<<<`, `&>`, `|&`, `$'…'` and process substitution.
 */
import { readDoubleQuoted, readExpansion, readNested, readSingleQuoted } from './shell-quote.js';
import type { QuotedPart } from './shell-quote.js';

interface WordToken {
  readonly kind: 'word';
  /** The word without its quotes; expansions are kept as written. */
  readonly text: string;
  /** True when any part was quoted: such a word is no keyword and no operator. */
  readonly quoted: boolean;
}

/** A redirection; its target is the next word, except for a here-document, whose body is given. */
interface RedirectToken {
  readonly kind: 'redirect';
  readonly operator: '<' | '>' | '>>' | '<<' | '<<<' | '>&' | '<&';
  /** File descriptor written before the operator; "&" for `&>`; "" = default. */
  readonly descriptor: string;
  /** Body of a here-document; "" for the other operators. */
  body: string;
}

interface OperatorToken {
  readonly kind: 'operator';
  readonly operator: '&&' | '||' | ';' | '|' | '&' | '(' | ')' | 'newline';
}

export type ShellToken = WordToken | RedirectToken | OperatorToken;

interface PendingHeredoc {
  readonly token: RedirectToken;
  readonly tag: string;
  readonly stripTabs: boolean;
}

const BLANK = /[ \t\r]*/y;
const PLAIN = /[^\s'"\\$`|&;()<>#]+/y;

/** The tokens of a shell text. Linear in its length. */
export function lexShell(text: string): ShellToken[] {
  return new ShellLexer(text).run();
}

/** The words of a command line without operators: for tools that are typed like commands. */
export function splitWords(text: string): string[] {
  return lexShell(text).flatMap((token) => (token.kind === 'word' ? [token.text] : []));
}

class ShellLexer {
  readonly #text: string;
  readonly #tokens: ShellToken[] = [];
  #at = 0;
  #pending: PendingHeredoc[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  run(): ShellToken[] {
    while (this.#at < this.#text.length) {
      BLANK.lastIndex = this.#at;
      BLANK.test(this.#text);
      this.#at = BLANK.lastIndex;
      const character = this.#text[this.#at];
      if (character === undefined) break;
      if (character === '\n') this.#endLine();
      else if (character === '#') this.#skipComment();
      else if (!this.#readOperator(character)) this.#readWord();
    }
    return this.#tokens;
  }

  #endLine(): void {
    this.#at += 1;
    this.#tokens.push({ kind: 'operator', operator: 'newline' });
    const pending = this.#pending;
    this.#pending = [];
    for (const heredoc of pending) this.#readHeredocBody(heredoc);
  }

  #readHeredocBody({ token, tag, stripTabs }: PendingHeredoc): void {
    const lines: string[] = [];
    while (this.#at < this.#text.length) {
      const newline = this.#text.indexOf('\n', this.#at);
      const end = newline < 0 ? this.#text.length : newline;
      const raw = this.#text.slice(this.#at, end);
      this.#at = Math.min(end + 1, this.#text.length);
      const line = stripTabs ? raw.replace(/^\t+/, '') : raw;
      if (line === tag || line === `${tag}\r`) break;
      lines.push(line);
    }
    token.body = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  }

  #skipComment(): void {
    const newline = this.#text.indexOf('\n', this.#at);
    this.#at = newline < 0 ? this.#text.length : newline;
  }

  #push(operator: OperatorToken['operator'], length: number): true {
    this.#tokens.push({ kind: 'operator', operator });
    this.#at += length;
    return true;
  }

  #readOperator(character: string): boolean {
    const next = this.#text[this.#at + 1];
    switch (character) {
      case ';':
        return this.#push(';', next === ';' ? 2 : 1);
      case '(':
      case ')':
        return this.#push(character, 1);
      case '|':
        return next === '|' ? this.#push('||', 2) : this.#push('|', next === '&' ? 2 : 1);
      case '&':
        if (next === '>') return this.#readRedirect('&', this.#at + 1);
        return next === '&' ? this.#push('&&', 2) : this.#push('&', 1);
      case '<':
      case '>':
        // `<(cmd)` and `>(cmd)` are words: a process, not a file.
        return next === '(' ? false : this.#readRedirect('', this.#at);
      default:
        return false;
    }
  }

  #redirect(operator: RedirectToken['operator'], descriptor: string, after: number): RedirectToken {
    const token: RedirectToken = { kind: 'redirect', operator, descriptor, body: '' };
    this.#tokens.push(token);
    this.#at = after;
    return token;
  }

  #readRedirect(descriptor: string, at: number): true {
    const three = this.#text.slice(at, at + 3);
    if (three === '<<<') this.#redirect('<<<', descriptor, at + 3);
    else if (three.startsWith('<<')) {
      const stripTabs = three === '<<-';
      const token = this.#redirect('<<', descriptor, at + (stripTabs ? 3 : 2));
      this.#readHeredocTag(token, stripTabs);
    } else if (three.startsWith('>>')) this.#redirect('>>', descriptor, at + 2);
    else if (three.startsWith('>&')) this.#redirect('>&', descriptor, at + 2);
    else if (three.startsWith('<&')) this.#redirect('<&', descriptor, at + 2);
    else if (three.startsWith('>|')) this.#redirect('>', descriptor, at + 2);
    else if (three.startsWith('<>')) this.#redirect('<', descriptor, at + 2);
    else this.#redirect(three.startsWith('>') ? '>' : '<', descriptor, at + 1);
    return true;
  }

  #readHeredocTag(token: RedirectToken, stripTabs: boolean): void {
    BLANK.lastIndex = this.#at;
    BLANK.test(this.#text);
    this.#at = BLANK.lastIndex;
    const before = this.#tokens.length;
    this.#readWord();
    const word = this.#tokens[before];
    this.#tokens.length = before;
    if (word?.kind === 'word') this.#pending.push({ token, tag: word.text, stripTabs });
  }

  #take(part: QuotedPart): string {
    this.#at = part.end;
    return part.text;
  }

  /** One word; digits straight before `<` or `>` are a descriptor and make no word. */
  #readWord(): void {
    const parts: string[] = [];
    let quoted = false;
    const start = this.#at;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || /\s/.test(character)) break;
      if (character === "'") {
        parts.push(this.#take(readSingleQuoted(this.#text, this.#at + 1, false)));
        quoted = true;
      } else if (character === '"') {
        parts.push(this.#take(readDoubleQuoted(this.#text, this.#at + 1)));
        quoted = true;
      } else if (character === '\\') {
        const next = this.#text[this.#at + 1];
        if (next !== undefined && next !== '\n') parts.push(next);
        this.#at += 2;
        quoted ||= next !== '\n';
      } else if (character === '$' || character === '`') {
        if (this.#text[this.#at + 1] === "'" && character === '$') {
          parts.push(this.#take(readSingleQuoted(this.#text, this.#at + 2, true)));
          quoted = true;
        } else parts.push(this.#take(readExpansion(this.#text, this.#at)));
      } else if ((character === '<' || character === '>') && this.#text[this.#at + 1] === '(') {
        this.#at += 1;
        parts.push(character, this.#take(readNested(this.#text, this.#at, '(', ')')));
      } else if (character === '#' && this.#at > start) {
        parts.push(character);
        this.#at += 1;
      } else if ('|&;()<>'.includes(character)) {
        const word = parts.join('');
        if ((character === '<' || character === '>') && !quoted && /^\d{1,3}$/.test(word)) {
          this.#readRedirect(word, this.#at);
          return;
        }
        // A word never starts with these here; `(` inside a word is `f()` or an array.
        if (this.#at === start) this.#at += 1;
        break;
      } else {
        PLAIN.lastIndex = this.#at;
        const plain = PLAIN.exec(this.#text)?.[0] ?? character;
        parts.push(plain);
        this.#at += plain.length;
      }
    }
    if (this.#at > start && (parts.length > 0 || quoted))
      this.#tokens.push({ kind: 'word', text: parts.join(''), quoted });
  }
}
