/** Owns reading the verdicts of SWE-PolyBench, Multi-SWE-bench and OpenHands' own evaluation. */
import { isObject, readList, readObject, readString, readStrings } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { judgeListed } from './listed-test.js';
import { listSources, patchState } from './report-input.js';
import type { ReportInput } from './report-input.js';
import { emptyOutcome, makeReport } from './report.js';
import type { RunReport } from './report.js';
import { readTestLog } from './test-log.js';
import { readTestStatuses } from './test-status.js';
import type { TestStatus } from './test-status.js';

/** Parsed tests against the lists of the instance; without lists, every failing test counts. Source: SWE-PolyBench scoring.py. */
export function readPolyBench(value: JsonObject, input: ReportInput): RunReport {
  const statuses = new Map<string, TestStatus>();
  for (const id of readStrings(value, 'passed_tests')) statuses.set(id, 'passed');
  for (const id of readStrings(value, 'failed_tests')) statuses.set(id, 'failed');
  const known = (input.failToPass ?? []).length > 0;
  const withLogs = value['with_logs'] === true;
  return {
    ...makeReport('swe-polybench', readString(value, 'instance_id') || (input.instanceId ?? '')),
    verdict: value['resolved'] === true ? 'resolved' : withLogs ? 'unresolved' : 'unverified',
    patch: patchState(value['generation'] === true, input.patch),
    applied: value['patch_applied'] === true ? 'yes' : 'no',
    infrastructure: value['patch_applied'] === true && !withLogs ? 'no test log could be parsed' : '',
    fail_to_pass: known
      ? judgeListed(input.failToPass ?? [], statuses)
      : { ...emptyOutcome(), failed: readStrings(value, 'failed_tests') },
    pass_to_pass: judgeListed(input.passToPass ?? [], statuses),
    lists_known: known,
    pending_known: known,
    sources: listSources('result.json', input),
  };
}

/** With `valid` false the maps are empty: failing tests are those of the run with the fix. Source: multi_swe_bench/harness/report.py. */
export function readMultiSweBench(value: JsonObject, input: ReportInput): RunReport {
  const fix = readObject(value, 'fix_patch_result');
  const message = readString(value, 'error_msg');
  const captured = readStrings(fix, 'passed_tests').length + readStrings(fix, 'failed_tests').length > 0;
  const statuses = new Map<string, TestStatus>();
  for (const id of readStrings(fix, 'passed_tests')) statuses.set(id, 'passed');
  for (const id of readStrings(fix, 'skipped_tests')) statuses.set(id, 'skipped');
  for (const id of readStrings(fix, 'failed_tests')) statuses.set(id, 'failed');
  const known = (input.failToPass ?? []).length > 0;
  const number = value['number'];
  const named =
    typeof number === 'number' ? `${readString(value, 'org')}/${readString(value, 'repo')}:pr-${number}` : '';
  return {
    ...makeReport('multi-swe-bench', input.instanceId ?? named),
    verdict: value['valid'] === true ? 'resolved' : captured ? 'unresolved' : 'unverified',
    patch: input.patch === undefined ? 'present' : patchState(true, input.patch),
    applied: /(?:patch|error): .{0,200}does not apply|patch failed:/i.test(`${input.log ?? ''}\n${message}`)
      ? 'no'
      : 'yes',
    infrastructure:
      /no test results were captured/i.test(message) || (value['valid'] !== true && !captured)
        ? 'no test results were captured'
        : '',
    message: message.slice(0, 1000),
    fail_to_pass: known
      ? judgeListed(input.failToPass ?? [], statuses)
      : { ...emptyOutcome(), failed: value['valid'] === true ? [] : readStrings(fix, 'failed_tests') },
    pass_to_pass: judgeListed(input.passToPass ?? [], statuses),
    lists_known: known,
    pending_known: known,
    sources: listSources('report.json', input),
  };
}

/** `test_result.report` of an OpenHands row; absent when only inference was run. Source: evaluation/benchmarks/swe_bench/eval_infer.py. */
export function readOpenHandsReport(row: JsonObject, input: ReportInput = {}): RunReport {
  const result = readObject(row, 'test_result');
  const graded = isObject(result['report']);
  const report = readObject(result, 'report');
  const instance = readObject(row, 'instance');
  const listed = (key: string, known: readonly string[] | undefined): readonly string[] => {
    const own = readList(instance, key).filter((item): item is string => typeof item === 'string');
    return own.length > 0 ? own : (known ?? []);
  };
  const output = readString(result, 'test_output');
  const statuses =
    output === '' ? new Map<string, TestStatus>() : readTestStatuses(readTestLog(output).lines);
  const fault =
    report['error_eval'] === true
      ? 'the evaluation failed'
      : report['test_timeout'] === true
        ? 'tests timed out'
        : '';
  const failToPass = listed('FAIL_TO_PASS', input.failToPass);
  return {
    ...makeReport('openhands', readString(row, 'instance_id')),
    verdict:
      report['resolved'] === true
        ? 'resolved'
        : graded && fault === '' && report['failed_apply_patch'] !== true
          ? 'unresolved'
          : 'unverified',
    patch: patchState(report['empty_generation'] !== true, readString(result, 'git_patch')),
    applied: !graded ? 'unknown' : report['failed_apply_patch'] === true ? 'no' : 'yes',
    infrastructure: fault,
    fail_to_pass: judgeListed(failToPass, statuses),
    pass_to_pass: judgeListed(listed('PASS_TO_PASS', input.passToPass), statuses),
    lists_known: failToPass.length > 0,
    pending_known: statuses.size > 0,
    sources: ['run row', ...(output === '' ? [] : ['test log'])],
  };
}
