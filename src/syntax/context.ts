/** Owns the gathering of line ranges around a test: no line twice, verbatim, in file order, within a budget. */
import type { OutlinedText } from './outlined-text.js';

/** Consecutive lines of the file, verbatim. 1-based, inclusive. */
export interface ContextPart {
  lineStart: number;
  lineEnd: number;
  text: string;
}

/** A definition or constant that the test uses and that was left out for its length. */
export interface OmittedPart {
  name: string;
  lineStart: number;
  lineEnd: number;
}

export interface ContextOptions {
  /** Longest helper, fixture, base class or constant that is shown, in lines. Default 60. */
  helperLines?: number;
  /** All helpers, fixtures and constants together, in lines. Default 300. Imports, headers and set-up always stand. */
  contextLines?: number;
}

export class Context {
  readonly omitted: OmittedPart[] = [];
  private readonly taken = new Set<number>();
  private readonly helperLines: number;
  private budget: number;

  constructor(
    readonly source: OutlinedText,
    options: ContextOptions,
  ) {
    this.helperLines = options.helperLines ?? 60;
    this.budget = options.contextLines ?? 300;
  }

  /** Adds lines without regard to the budget. */
  add(lineStart: number, lineEnd: number): void {
    for (let line = lineStart; line <= lineEnd; line++) this.taken.add(line);
  }

  /** Adds what the test uses if it is short enough, and notes it as omitted if not. True when it was added. */
  addUsed(name: string, lineStart: number, lineEnd: number): boolean {
    let count = 0;
    for (let line = lineStart; line <= lineEnd; line++) if (!this.taken.has(line)) count++;
    if (count === 0) return true;
    if (lineEnd - lineStart + 1 > this.helperLines || count > this.budget) {
      this.omitted.push({ name, lineStart, lineEnd });
      return false;
    }
    this.budget -= count;
    this.add(lineStart, lineEnd);
    return true;
  }

  /** The gathered lines without those of the test itself; neighbours are joined. */
  parts(testStart: number, testEnd: number): ContextPart[] {
    const lines = [...this.taken].filter((line) => line < testStart || line > testEnd).sort((a, b) => a - b);
    const parts: ContextPart[] = [];
    let from = 0;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? 0;
      if (lines[at + 1] === line + 1) continue;
      const lineStart = lines[from] ?? line;
      parts.push({ lineStart, lineEnd: line, text: this.source.slice(lineStart, line) });
      from = at + 1;
    }
    return parts;
  }
}
