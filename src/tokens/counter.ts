/**
 * Owns the counting of a text: normalise, cut into pieces, merge each piece, with a memory of piece counts. Pure and
 * synchronous; what the vocabularies are and where they come from is said in `vocabularies.ts`.
 */
import type { MergeTable } from './merge-table.js';
import { Merger } from './merger.js';
import { PieceCache } from './piece-cache.js';
import type { Scanner } from './scanner.js';
import { UnitBuffer, writeUtf8 } from './unit-buffer.js';

/** Counts tokens. What is recorded beside a count says how it can be had again. */
export interface TokenCounter {
  /** `qwen3`, `cl100k_base`, `o200k_base`, or the base name of a tokenizer file. */
  readonly name: string;
  /**
   * For the named vocabularies: sha256 of the vocabulary in tiktoken's file format. For a file: sha256 of its bytes,
   * since its pattern and normalizer count too.
   */
  readonly vocabularySha256: string;
  /** Version of this counting code; changes when a count can change. */
  readonly version: string;
  readonly policy: string;
  /** Number of tokens. Lone surrogates count as U+FFFD. Never throws; O(n log n) in the length of the text. */
  count(text: string): number;
  /** The token ids, in order. */
  encode(text: string): number[];
}

/** How a text is cut: by a scanner over UTF-16 units, or by any function from text to its pieces. */
export type Splitter =
  | { readonly kind: 'scanner'; readonly scan: Scanner }
  | { readonly kind: 'pieces'; readonly split: (text: string) => readonly string[] };

/** Everything that tells one counter from another. */
export interface CounterPlan {
  readonly name: string;
  /** Called once, when it is asked for: hashing a vocabulary takes as long as loading it. */
  readonly hashVocabulary: () => string;
  readonly nfc: boolean;
  readonly splitter: Splitter;
  /** Called once, when the first text is counted: commands that count nothing do not wait for a vocabulary. */
  readonly loadMerges: () => MergeTable;
}

const VERSION = '1';
const POLICY = 'special tokens counted as text';

export class BytePairCounter implements TokenCounter {
  readonly name: string;
  readonly version = VERSION;
  readonly policy = POLICY;
  readonly #plan: CounterPlan;
  readonly #cache = new PieceCache();
  readonly #text = new UnitBuffer();
  readonly #piece = new UnitBuffer();
  #bytes = new Uint8Array(1024);
  #merger: Merger | undefined;
  #sha256: string | undefined;

  constructor(plan: CounterPlan) {
    this.name = plan.name;
    this.#plan = plan;
  }

  get vocabularySha256(): string {
    return (this.#sha256 ??= this.#plan.hashVocabulary());
  }

  count(text: string): number {
    const { splitter, nfc } = this.#plan;
    this.#text.load(text, nfc);
    const { units, length } = this.#text;
    let tokenCount = 0;
    if (splitter.kind === 'scanner') {
      const { scan } = splitter;
      for (let start = 0; start < length;) {
        const end = scan(units, start, length);
        tokenCount += this.#cache.find(units, start, end) || this.#countNew(units, start, end);
        start = end;
      }
    } else {
      for (const piece of splitter.split(this.#text.toString())) {
        this.#piece.load(piece, false);
        const { units: own, length: size } = this.#piece;
        tokenCount += this.#cache.find(own, 0, size) || this.#countNew(own, 0, size);
      }
    }
    return tokenCount;
  }

  encode(text: string): number[] {
    const { splitter, nfc } = this.#plan;
    const ids: number[] = [];
    this.#text.load(text, nfc);
    const { units, length } = this.#text;
    if (splitter.kind === 'scanner') {
      for (let start = 0; start < length;) {
        const end = splitter.scan(units, start, length);
        const size = this.#writeBytes(units, start, end);
        this.#openMerger().encode(this.#bytes, size, ids);
        start = end;
      }
    } else {
      for (const piece of splitter.split(this.#text.toString())) {
        this.#piece.load(piece, false);
        const size = this.#writeBytes(this.#piece.units, 0, this.#piece.length);
        this.#openMerger().encode(this.#bytes, size, ids);
      }
    }
    return ids;
  }

  #countNew(units: Uint16Array, start: number, end: number): number {
    // Writing may replace the array: it comes first.
    const size = this.#writeBytes(units, start, end);
    const tokenCount = this.#openMerger().count(this.#bytes, size);
    this.#cache.keep(units, start, end, tokenCount);
    return tokenCount;
  }

  #openMerger(): Merger {
    return (this.#merger ??= new Merger(this.#plan.loadMerges()));
  }

  #writeBytes(units: Uint16Array, start: number, end: number): number {
    const room = (end - start) * 3;
    if (this.#bytes.length < room) this.#bytes = new Uint8Array(room);
    return writeUtf8(units, start, end, this.#bytes);
  }
}
