/**
 * Owns the way through the text of a `tokenizer.json`, front to back: its two large parts are read from the bytes of the
 * file as they stand, since values made of 10 MB of small strings take half a second; the rest is read by JSON.parse. What
 * the rest means is `hugging-face.ts`, how the parts are read `tokenizer-lists.ts`.
 */
import type { ByteTable } from './byte-table.js';
import { CLOSE_BRACE, type JsonText, OPEN_BRACE, OPEN_BRACKET } from './json-text.js';
import type { MergeList } from './merge-table.js';
import { TokenizerError } from './tokenizer-error.js';
import { readMerges, readVocabulary } from './tokenizer-lists.js';

/** The text of a tokenizer file, read once from front to back. */
export interface TokenizerText {
  /** The file, with an empty object and an empty list where the two parts stood. */
  readonly json: unknown;
  /** What the two parts hold, once `json` is known to be of the right kind and to have them. */
  readonly takeParts: () => { readonly tokens: ByteTable; readonly merges: MergeList };
}

/**
 * Reads the text of a tokenizer file. What is wrong in the two parts waits for `takeParts`: in a tokenizer of another
 * kind there is a better reason to refuse it.
 * @throws TokenizerError when the rest is no JSON; `takeParts` when a part is no JSON or would be miscounted
 */
export function readTokenizerText(text: JsonText): TokenizerText {
  const parts = new Parts(text);
  if (text.peek() === OPEN_BRACE) {
    skipMembers(text, (key) => {
      if (key === 'model' && text.peek() === OPEN_BRACE) skipMembers(text, (part) => parts.readOrSkip(part));
      else text.skipValue();
    });
  }
  return { json: text.parse(parts.cutOut()), takeParts: () => parts.take() };
}

type Attempt<Value> = { readonly value: Value } | { readonly error: TokenizerError };

class Parts {
  readonly #text: JsonText;
  #tokens: Attempt<ByteTable> | null = null;
  #merges: Attempt<MergeList> | null = null;
  #mergesAt = -1;
  /** The text outside the parts, up to `#copied`. */
  #rest = '';
  #copied: number;

  constructor(text: JsonText) {
    this.#text = text;
    this.#copied = text.at;
  }

  /** Steps over the value of this member of the model, and reads it when it is one of the two parts. */
  readOrSkip(key: string): void {
    const text = this.#text;
    const open = text.peek();
    const { at } = text;
    if (key === 'vocab' && open === OPEN_BRACE) {
      if (this.#tokens !== null) throw new TokenizerError('model.vocab is given twice');
      this.#tokens = this.#attempt(() => readVocabulary(text));
      this.#cut(at, '{}');
    } else if (key === 'merges' && open === OPEN_BRACKET) {
      if (this.#mergesAt >= 0) throw new TokenizerError('model.merges is given twice');
      this.#mergesAt = at;
      const tokens = this.#tokens;
      // Merges are said in tokens: before the vocabulary they can only be stepped over.
      if (tokens !== null && 'value' in tokens)
        this.#merges = this.#attempt(() => readMerges(text, tokens.value));
      else text.skipValue();
      this.#cut(at, '[]');
    } else text.skipValue();
  }

  cutOut(): string {
    return this.#rest + this.#text.bytes.toString('utf8', this.#copied);
  }

  take(): { readonly tokens: ByteTable; readonly merges: MergeList } {
    if (this.#tokens === null || this.#mergesAt < 0) throw new Error('the model lacks vocabulary or merges');
    const tokens = valueOf(this.#tokens);
    if (this.#merges !== null) return { tokens, merges: valueOf(this.#merges) };
    this.#text.at = this.#mergesAt;
    return { tokens, merges: readMerges(this.#text, tokens) };
  }

  #attempt<Value>(read: () => Value): Attempt<Value> {
    const { at } = this.#text;
    try {
      return { value: read() };
    } catch (error) {
      if (!(error instanceof TokenizerError)) throw error;
      this.#text.at = at;
      this.#text.skipValue();
      return { error };
    }
  }

  #cut(from: number, filler: string): void {
    this.#rest += this.#text.bytes.toString('utf8', this.#copied, from) + filler;
    this.#copied = this.#text.at;
  }
}

function valueOf<Value>(attempt: Attempt<Value>): Value {
  if ('error' in attempt) throw attempt.error;
  return attempt.value;
}

/** Calls `skip` at the value of each member of the object that comes next; it has to step over the value. */
function skipMembers(text: JsonText, skip: (key: string) => void): void {
  text.expect(OPEN_BRACE);
  if (text.take(CLOSE_BRACE)) return;
  do skip(text.readKey());
  while (text.takeComma(CLOSE_BRACE));
}
