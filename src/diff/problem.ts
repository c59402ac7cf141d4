/** Owns how the readers of this room report a problem: as a value they return, never as an exception. */
import type { DiffProblem } from './diff.js';

const SHOWN_LENGTH = 120;

/** Builds a problem. `lineIndex` is 0-based; `got` is cut to a length a message can carry. */
export function makeProblem(
  code: DiffProblem['code'],
  message: string,
  lineIndex: number,
  expected: string,
  got: string | undefined,
  path = '',
): DiffProblem {
  return {
    code,
    message,
    line: lineIndex + 1,
    expected,
    got: got === undefined ? 'end of text' : clip(got),
    path,
  };
}

/** Tells a problem from what a reader of this room returns otherwise. */
export function isProblem(value: object): value is DiffProblem {
  return 'code' in value && 'expected' in value;
}

function clip(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).toWellFormed()}…` : text;
}
