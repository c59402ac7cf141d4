/** Owns the view of one test file: the pieces that were cut out of it, put back in file order, gaps marked. */
import { languageOfPath } from '../classify/language.js';
import type { TestCode } from '../model/evidence.js';
import { FLAT_LANGUAGES, takesSelf } from '../syntax/heading-margin.js';
import type { Profile } from './profile.js';
import { countNoun, cutMark, splitLines } from './text.js';

/** A gap of blank lines only is shown as it is, up to this many. */
const MAX_BLANK_GAP = 3;

/** The pieces of one file by line number; overlapping pieces (a shared class header) appear once. */
export class TestFileView {
  readonly #lines = new Map<number, string>();
  /** Lines that open a test without being numbered, by the line they are shown before. */
  readonly #openings = new Map<number, string>();
  readonly #codes: string[] = [];
  readonly #blank = new Set<number>();
  /** What stands for the end of a test that is not shown, by the last line before it. */
  readonly #cutEnds = new Map<number, string>();
  complete = true;

  constructor(
    readonly path: string,
    private readonly profile: Profile,
    /** Lines of the file after the test patch that the patch adds: of a long test they are shown first. */
    private readonly changed: readonly number[],
  ) {}

  add(test: TestCode): void {
    this.complete &&= test.complete;
    for (const part of test.context) {
      if (part.start_line > 0) this.#put(part.start_line, splitLines(part.text));
      else this.#openings.set(test.lines.start, part.text.trimEnd());
    }
    const code = splitLines(test.code);
    this.#codes.push(test.code);
    const { start } = test.lines;
    const kept = chooseLines(
      code.length,
      this.profile.maxTestLines,
      this.changed.map((line) => line - start),
    );
    for (const index of kept) this.#put(start + index, [code[index] ?? '']);
    const last = kept.at(-1) ?? -1;
    if (last >= 0 && last < code.length - 1)
      this.#cutEnds.set(start + last, `… ${countNoun(code.length - 1 - last, 'more line')}`);
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
        } else if (!isBetweenImports(out.at(-1) ?? '', text)) out.push(`${indentOf(text)}…`);
      }
      const opening = this.#openings.get(line);
      if (opening !== undefined)
        out.push(restoreIndent(opening, text, languageOfPath(this.path)), `${indentOf(text)}…`);
      out.push(text);
      const cutEnd = this.#cutEnds.get(line);
      const isCut = cutEnd !== undefined && !this.#lines.has(line + 1);
      if (isCut) out.push(cutEnd);
      next = isCut ? 0 : line + 1;
    }
    return out.map((line) => `${line}\n`).join('');
  }

  #put(start: number, lines: readonly string[]): void {
    lines.forEach((text, index) => this.#lines.set(start + index, text));
  }
}

/** Imports that are left out between others need no mark. */
const isBetweenImports = (before: string, after: string): boolean =>
  PYTHON_IMPORT.test(before) && PYTHON_IMPORT.test(after);

const PYTHON_IMPORT = /^(?:from|import)\b/;

/** The header of a test that is too long, and lines around each change of it. */
const HEAD_LINES = 6;
const LINES_AROUND_CHANGE = 10;

/**
 * 0-based lines of a test that are shown, in order: its first ones, then those around what changes in it, then the rest from the
 * top. A larger limit shows all that a smaller one shows.
 */
function chooseLines(count: number, limit: number, changed: readonly number[]): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= limit) return all;
  const order = new Set(all.slice(0, HEAD_LINES));
  for (const at of changed) {
    if (at < 0 || at >= count) continue;
    for (const index of all.slice(Math.max(0, at - LINES_AROUND_CHANGE), at + LINES_AROUND_CHANGE + 1))
      order.add(index);
  }
  for (const index of all) order.add(index);
  return [...order].slice(0, limit).toSorted((left, right) => left - right);
}

/**
 * A heading has lost its indentation. Where functions stand at the margin, and methods of Python one step deeper, it is known;
 * elsewhere the line that opens a block stands one step before the block.
 */
function restoreIndent(opening: string, first: string, language: string): string {
  const line = opening + cutMark(opening);
  if (FLAT_LANGUAGES.has(language)) return line;
  if (language !== 'python') return `${indentOf(first).replace(/(?: {1,4}|\t)$/, '')}${line}`;
  const isMember = takesSelf(opening);
  return `${isMember ? (first.startsWith('\t') ? '\t' : '    ') : ''}${line}`;
}

const indentOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? '';
