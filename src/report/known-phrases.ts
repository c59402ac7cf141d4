/** Owns what a reader of one text already knows of another: the phrases that stand in both. Pure; counts nothing. */

/** Words in a phrase. Shorter ones (`return self.x`, a closing bracket) stand in any two texts about code. */
const PHRASE_WORDS = 4;

/** A word: letters, digits and underscores, or any other single character that is not blank. */
const WORDS = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** More words than a text can have; two word numbers and two pair numbers fit into one exact number each. */
const SPACE = 2 ** 26;

/** The phrases of one text: runs of four words, whatever blanks and line ends stand between them. */
export class KnownPhrases {
  readonly #words = new Map<string, number>();
  /** A number for every pair of neighbours, so that a phrase is two small numbers. */
  readonly #pairs = new Map<number, number>();
  readonly #phrases = new Set<number>();

  constructor(text: string) {
    const pairs: number[] = [];
    let before = -1;
    for (const [word] of text.matchAll(WORDS)) {
      const number = numberOf(this.#words, word);
      if (before >= 0) pairs.push(numberOf(this.#pairs, before * SPACE + number));
      before = number;
    }
    for (let at = 0; at + 2 < pairs.length; at += 1)
      this.#phrases.add((pairs[at] ?? 0) * SPACE + (pairs[at + 2] ?? 0));
  }

  /**
   * The text without what is known: from the first to the last word of every run of 4 or more words that stands in the
   * known text too, blanks in between included. What is left is new to its reader. Linear in both texts.
   * Source: the novel n-grams of See et al. 2017 (arXiv 1704.04368), n = 4, counted as text instead of as n-grams.
   */
  cutFrom(text: string): string {
    if (this.#phrases.size === 0) return text;
    const parts: string[] = [];
    const starts = [0, 0, 0, 0];
    let pairs = [-1, -1, -1];
    let before = -1;
    let done = 0;
    let index = 0;
    for (const match of text.matchAll(WORDS)) {
      const [word] = match;
      const number = this.#words.get(word) ?? -1;
      const pair = before < 0 || number < 0 ? -1 : (this.#pairs.get(before * SPACE + number) ?? -1);
      pairs = [pairs[1] ?? -1, pairs[2] ?? -1, pair];
      starts[index % PHRASE_WORDS] = match.index;
      const [first = -1, , last = -1] = pairs;
      if (first >= 0 && last >= 0 && this.#phrases.has(first * SPACE + last)) {
        const start = starts[(index + 1) % PHRASE_WORDS] ?? 0;
        if (start > done) parts.push(text.slice(done, start));
        done = match.index + word.length;
      }
      before = number;
      index += 1;
    }
    parts.push(text.slice(done));
    return parts.join('');
  }
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
