/** Owns reading a stored diff while ingesting, where an ingester has to know what is in it. */
import type { Diff, DiffProblem } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import { reverseDiff } from '../diff/reverse.js';
import { writeDiff } from '../diff/write.js';
import type { FieldReader } from './field-reader.js';
import { cleanPatchText } from './patch-text.js';

/** Reads a diff; a problem is reported as `diff_malformed` of `field`, and the diff is empty. */
export function readStoredDiff(text: string, reader: FieldReader, field: string): Diff {
  const clean = cleanPatchText(text);
  if (clean === '') return { files: [] };
  const result = readDiff(clean);
  if (result.ok) return result.diff;
  reportProblem(result.problem, reader, field);
  return { files: [] };
}

/** The text of the diff that undoes `text`, "" when there is none or it cannot be read. */
export function reverseStoredDiff(text: string, reader: FieldReader, field: string): string {
  return writeDiff(reverseDiff(readStoredDiff(text, reader, field)));
}

function reportProblem(problem: DiffProblem, reader: FieldReader, field: string): void {
  reader.refuse('diff_malformed', `line ${String(problem.line)} of ${field}: ${problem.message}`, {
    expected: problem.expected,
    got: problem.got,
    path: problem.path === '' ? field : problem.path,
  });
}
