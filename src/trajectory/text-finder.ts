/** Owns forward-only searching in one text: every character is looked at once per needle, whatever the number of calls. */

/** Finds a needle at or after ever larger positions; remembers the last hit, so that missing needles cost one scan. */
export class TextFinder {
  readonly #text: string;
  readonly #needle: string | RegExp;
  #from = 0;
  #hit = -2;

  /** A RegExp needle must have the flag `g`. */
  constructor(text: string, needle: string | RegExp) {
    this.#text = text;
    this.#needle = needle;
  }

  /** Offset of the first hit at or after `from`, or -1. `from` must not be smaller than in earlier calls. */
  next(from: number): number {
    if (this.#hit === -1) return -1;
    if (this.#hit >= from && from >= this.#from) return this.#hit;
    this.#from = from;
    if (typeof this.#needle === 'string') {
      this.#hit = this.#text.indexOf(this.#needle, from);
    } else {
      this.#needle.lastIndex = from;
      this.#hit = this.#needle.exec(this.#text)?.index ?? -1;
    }
    return this.#hit;
  }
}
