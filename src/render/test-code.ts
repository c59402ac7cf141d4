/** Owns the view of one test file: the pieces that were cut out of it, put back in file order, gaps marked. */
import type { TestCode } from '../model/evidence.js';
import type { Profile } from './profile.js';
import { countNoun, splitLines } from './text.js';

/** A gap of blank lines only is shown as it is, up to this many. */
const MAX_BLANK_GAP = 3;

/** The pieces of one file by line number; overlapping pieces (a shared class header) appear once. */
export class TestFileView {
  readonly #lines = new Map<number, string>();
  /** Lines that open a test without being numbered, by the line they are shown before. */
  readonly #openings = new Map<number, string>();
  readonly #codes: string[] = [];
  readonly #blank = new Set<number>();
  complete = true;

  constructor(
    readonly path: string,
    private readonly profile: Profile,
  ) {}

  add(test: TestCode): void {
    this.complete &&= test.complete;
    for (const part of test.context) {
      if (part.start_line > 0) this.#put(part.start_line, splitLines(part.text));
      else this.#openings.set(test.lines.start, part.text.trimEnd());
    }
    const code = splitLines(test.code);
    this.#codes.push(test.code);
    const shown = code.slice(0, this.profile.maxTestLines);
    this.#put(test.lines.start, shown);
    if (code.length > shown.length) {
      this.#lines.set(
        test.lines.start + shown.length,
        `… ${countNoun(code.length - shown.length, 'more line')}`,
      );
    }
  }

  /** True when this line of the file after the test patch is part of the view. */
  shows(line: number): boolean {
    return this.#lines.has(line);
  }

  /** True when these lines stand, in this order, in the code of a shown test. */
  holdsCode(lines: string): boolean {
    return this.#codes.some((code) => code.includes(lines));
  }

  /** Tells that a line of the file is blank, so that it need not be shown as a gap. */
  addBlank(line: number): void {
    this.#blank.add(line);
  }

  /** The pieces with a `…` line for each gap, each line terminated. */
  text(): string {
    const out: string[] = [];
    let next = 0;
    for (const line of [...this.#lines.keys()].toSorted((left, right) => left - right)) {
      const text = this.#lines.get(line) ?? '';
      if (next !== 0 && line > next) {
        const gap = Array.from(
          { length: Math.min(line - next, MAX_BLANK_GAP + 1) },
          (_, index) => next + index,
        );
        if (gap.length <= MAX_BLANK_GAP && gap.every((missing) => this.#blank.has(missing))) {
          out.push(...gap.map(() => ''));
        } else out.push(`${indentOf(text)}…`);
      }
      const opening = this.#openings.get(line);
      if (opening !== undefined) out.push(`${openingIndent(text)}${opening}`, `${indentOf(text)}…`);
      out.push(text);
      next = line + 1;
    }
    return out.map((line) => `${line}\n`).join('');
  }

  #put(start: number, lines: readonly string[]): void {
    lines.forEach((text, index) => this.#lines.set(start + index, text));
  }
}

/** A heading has lost its indentation; the line that opens a block stands one step before the block. */
const openingIndent = (text: string): string => indentOf(text).replace(/(?: {1,4}|\t)$/, '');

const indentOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? '';
