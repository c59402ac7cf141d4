/**
 * Owns R2E-Gym's execution results: which tests the two runs passed, and the test files they ran.
 * Source: R2E-Gym, repo_analysis/execution_log_parser.py (short test summary), ExecutionResult.
 */
import type { Instance } from '../model/instance.js';
import { describeValue } from './describe-value.js';
import { type FieldReader, textAt, valueAt } from './field-reader.js';
import type { Row } from './ingester.js';

/** Where the harness puts the tests, as the summaries say. */
const TEST_FOLDER = 'r2e_tests';
const SUMMARY = 'short test summary info';
const COLOUR = /\u001b\[[0-9;]*m/g;

export interface R2eRuns {
  /** Node ids that the old run did not pass and the new one did, in the new run's order. */
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  readonly referenceTests: Instance['reference_tests'];
}

/** Reads the decoded `execution_result_content`; an empty object gives nothing. Issue: `field_invalid`. */
export function readRuns(result: Row, reader: FieldReader): R2eRuns {
  const oldPassed = new Set(listPassed(textAt(result, 'old_commit_res_stdout')));
  const newPassed = [...new Set(listPassed(textAt(result, 'new_commit_res_stdout')))];
  return {
    failToPass: newPassed.filter((id) => !oldPassed.has(id)),
    passToPass: newPassed.filter((id) => oldPassed.has(id)),
    referenceTests: readReferenceTests(result, reader),
  };
}

/** The ids behind `PASSED` in pytest's short summary. Their lines carry no message, so the rest of the line is the id. */
function listPassed(output: string): string[] {
  const start = output.indexOf(SUMMARY);
  if (start < 0) return [];
  const ids: string[] = [];
  for (const line of output.slice(start).replace(COLOUR, '').split('\n').slice(1)) {
    const plain = line.trimEnd();
    // The line of `=` that closes the summary; what follows is another tool's output.
    if (plain.startsWith('=====')) break;
    if (plain.startsWith('PASSED ') && plain.includes('::'))
      ids.push(plain.slice('PASSED '.length).trimStart());
  }
  return ids;
}

function readReferenceTests(result: Row, reader: FieldReader): Instance['reference_tests'] {
  const names = valueAt(result, 'test_file_names') ?? [];
  const codes = valueAt(result, 'test_file_codes') ?? [];
  if (!isTextList(names) || !isTextList(codes) || names.length !== codes.length) {
    reader.refuse('field_invalid', 'the test files of execution_result_content do not pair up', {
      expected: 'test_file_names and test_file_codes, lists of texts of one length',
      got: `${describeValue(names)} and ${describeValue(codes)}`,
      path: 'execution_result_content',
    });
    return [];
  }
  return names.map((name, index) => ({ path: `${TEST_FOLDER}/${name}`, code: codes[index] ?? '' }));
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
