/** Owns the verdict of an R2E-Gym row: its reward, and its tests against the expected outcome. Source: R2E-Gym reward calculation, execution_log_parser.py. */
import { readObject, readString, readStrings, parseObject } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { judgeListed } from './listed-test.js';
import type { ReportInput } from './report-input.js';
import { makeReport } from './report.js';
import type { RunReport, TestOutcome } from './report.js';
import { readTestLog } from './test-log.js';
import { readTestStatuses } from './test-status.js';
import type { TestStatus } from './test-status.js';

/** A list that a dataset row holds as a list or as JSON text. */
function readIdList(row: JsonObject, key: string): string[] {
  const text = readString(row, key);
  if (text === '') return readStrings(row, key);
  const wrapped = parseObject(`{"list": ${text}}`);
  return wrapped === undefined ? [] : readStrings(wrapped, 'list');
}

/** The row's own list, else the one that is known of the instance. */
const firstList = (own: readonly string[], known: readonly string[] | undefined): readonly string[] =>
  own.length > 0 ? own : (known ?? []);

/** Expected outcomes by test name (`Class.test`), as R2E-Gym stores them: JSON of name → PASSED | FAILED | ERROR. */
function readExpected(row: JsonObject): Map<string, string> {
  const table = parseObject(readString(row, 'expected_output_json'));
  const found = new Map<string, string>();
  for (const [name, status] of Object.entries(table ?? {}))
    if (typeof status === 'string') found.set(name, status);
  return found;
}

/** Reads the verdict of a row. A row without steps or without an answer of the model is no attempt: its patch is a change of the image. */
export function readR2eReport(row: JsonObject, input: ReportInput = {}): RunReport {
  const instance = readObject(row, 'ds');
  const output = readString(row, 'test_output');
  const log = readTestLog(output);
  const statuses = readTestStatuses(log.lines);
  const reward = row['reward'];
  const steps = row['trajectory_steps'];
  const fault = readFault(
    readString(row, 'exit_reason'),
    Array.isArray(steps) ? steps.length : 0,
    output,
    log.timedOut,
  );
  const graded = typeof reward === 'number' && fault === '' && output !== '';
  const failToPass = firstList(readIdList(instance, 'FAIL_TO_PASS'), input.failToPass);
  const passToPass = firstList(readIdList(instance, 'PASS_TO_PASS'), input.passToPass);
  const expected = readExpected(instance);
  return {
    ...makeReport('r2e-gym', readString(instance, 'instance_id')),
    verdict: !graded ? 'unverified' : reward >= 1 ? 'resolved' : 'unresolved',
    patch: readString(row, 'output_patch').trim() === '' ? 'empty' : 'present',
    applied: 'yes',
    infrastructure: fault,
    fail_to_pass:
      failToPass.length > 0 ? judgeListed(failToPass, statuses) : judgeExpected(expected, statuses),
    pass_to_pass: judgeListed(passToPass, statuses),
    lists_known: failToPass.length > 0 || expected.size > 0,
    pending_known: statuses.size > 0,
    sources: ['run row', ...(output === '' ? [] : ['test log'])],
  };
}

function readFault(exitReason: string, steps: number, output: string, timedOut: boolean): string {
  if (exitReason === 'llm_query_error') return 'the model could not be queried';
  if (steps === 0) return 'the run has no steps';
  if (output === '') return 'no test output';
  return timedOut ? 'tests timed out' : '';
}

/** Tests expected to pass, by name after the first `::`. */
function judgeExpected(
  expected: ReadonlyMap<string, string>,
  statuses: ReadonlyMap<string, TestStatus>,
): TestOutcome {
  const byName = new Map<string, TestStatus>();
  for (const [id, status] of statuses) byName.set(id.split('::').slice(1).join('.') || id, status);
  const names = [...expected].filter(([, status]) => status === 'PASSED').map(([name]) => name);
  return judgeListed(names, byName);
}
