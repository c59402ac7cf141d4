/**
 * Owns the neutral text of the control `generic`: as many tokens as a block, in as many lines, with its headings, lists
 * and fences, and nothing about the task. The same block, key and counter give the same text.
 */
import type { TokenCounter } from '../tokens/counter.js';
import { openNumbers } from './seeded.js';

/** Everyday words, none of which has to do with programs, faults or tests. */
const WORDS =
  'river meadow cloud garden table window morning evening music paper colour summer winter spring autumn water stone ' +
  'forest island mountain village street bridge kitchen bread coffee apple orange lemon sugar salt silver golden green ' +
  'yellow purple white black quiet gentle slowly softly warm cold bright early late near far under above between ' +
  'through along around and with from into over after before while until where many several little large small young ' +
  'old friend family teacher artist sailor farmer baker singer painter horse bird fish flower grass leaf tree sand ' +
  'shore beach ocean lake rain snow wind light shadow moon star night day week month year hour song dance story picture';

/** Lines beyond this many tokens are cut into several by the same rule as the others: length is no shape of its own. */
const FENCE = /^`{3,}/;
const SHAPE = /^(?:[ \t]*)(?:#{1,6} |- |\* )?/;

/** Writes neutral text in the shape of a block. */
export class GenericWriter {
  /** Words that are one token each behind a space, so that a line can be measured by counting its words. */
  readonly #words: readonly string[];

  constructor(private readonly counter: TokenCounter) {
    const base = counter.count('a');
    const candidates = WORDS.split(' ');
    const single = candidates.filter((word) => counter.count(`a ${word}`) === base + 1);
    this.#words = single.length >= 20 ? single : candidates;
  }

  /** Neutral text with exactly as many tokens as `block` (tokenizers of files: within one token). */
  write(block: string, key: string): string {
    const next = openNumbers(key);
    const target = this.counter.count(block);
    const lines = block.split('\n');
    // A final line feed gives an empty last line, which stays.
    const out = lines.map((line) => this.#writeLine(line, next));
    return this.#adjust(out, target, next);
  }

  #writeLine(line: string, next: () => number): string {
    if (line.trim() === '') return line;
    const fence = FENCE.exec(line)?.[0];
    if (fence !== undefined) return line.length > fence.length ? `${fence}text` : fence;
    const shape = SHAPE.exec(line)?.[0] ?? '';
    const count = Math.max(1, this.counter.count(line) - (shape === '' ? 0 : this.counter.count(shape)));
    return shape + this.#pick(count, next);
  }

  #pick(count: number, next: () => number): string {
    const words: string[] = [];
    for (let index = 0; index < count; index += 1)
      words.push(this.#words[next() % this.#words.length] ?? 'river');
    return words.join(' ');
  }

  /** Adds or takes words until the count is right, at the lines that hold words. */
  #adjust(lines: string[], target: number, next: () => number): string {
    const wordLines = [...lines.keys()].filter((index) => / /.test(lines[index]?.trim() ?? ''));
    const places = wordLines.length > 0 ? wordLines : [Math.max(0, lines.length - 2)];
    for (let round = 0; round < 6; round += 1) {
      const text = lines.join('\n');
      const missing = target - this.counter.count(text);
      if (missing === 0) return text;
      if (missing > 0) this.#add(lines, places, missing, next);
      else take(lines, places, -missing);
    }
    return lines.join('\n');
  }

  #add(lines: string[], places: readonly number[], count: number, next: () => number): void {
    const share = Math.ceil(count / places.length);
    let left = count;
    for (const index of places) {
      if (left === 0) return;
      const words = Math.min(share, left);
      lines[index] = `${lines[index] ?? ''} ${this.#pick(words, next)}`.trimStart();
      left -= words;
    }
  }
}

/** Takes words off the ends of lines, never the last word of one. */
function take(lines: string[], places: readonly number[], count: number): void {
  const share = Math.ceil(count / places.length);
  let left = count;
  for (const index of places) {
    if (left === 0) return;
    const line = lines[index] ?? '';
    const shape = SHAPE.exec(line)?.[0] ?? '';
    const words = line.slice(shape.length).split(' ');
    const gone = Math.min(share, left, words.length - 1);
    lines[index] = shape + words.slice(0, words.length - gone).join(' ');
    left -= gone;
  }
}
