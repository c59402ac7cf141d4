/** Owns reading SWE-bench verdicts: entries of v2 reports (SWE-smith writes them flat), runs that ended before grading, and v1 logs. */
import { isObject, readObject, readString, readStrings } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { judgeListed } from './listed-test.js';
import { listSources, patchState } from './report-input.js';
import type { ReportInput } from './report-input.js';
import { emptyOutcome, makeReport } from './report.js';
import type { RunReport, TestOutcome } from './report.js';
import { readTestLog } from './test-log.js';
import { findTestStatus, readTestStatuses } from './test-status.js';
import type { TestStatus } from './test-status.js';

function readLists(status: JsonObject, key: string): TestOutcome {
  const entry = readObject(status, key);
  return { passed: readStrings(entry, 'success'), failed: readStrings(entry, 'failure'), pending: [] };
}

/**
 * Tests under `failure` that the log does not show failing are pending: the harness puts every listed test there whose result it did
 * not find, the skipped and the lost ones too, even one whose `ok` stands on a line with another test's name.
 */
function splitPending(outcome: TestOutcome, statuses: ReadonlyMap<string, TestStatus>): TestOutcome {
  const failed: string[] = [];
  const pending: string[] = [];
  for (const id of outcome.failed) {
    (findTestStatus(id, statuses) === 'failed' ? failed : pending).push(id);
  }
  return { passed: outcome.passed, failed, pending };
}

/** One entry of a v2 report.json. SWE-smith writes it flat and never sets patch_successfully_applied: there the statuses tell. Source: swebench/harness/grading.py, swesmith/harness/grading.py. */
export function readSweBenchEntry(
  entry: JsonObject,
  flavour: 'swe-bench' | 'swe-smith',
  id: string,
  input: ReportInput,
): RunReport {
  const graded = isObject(entry['tests_status']);
  const status = readObject(entry, 'tests_status');
  const log = input.log === undefined ? undefined : readTestLog(input.log);
  const statuses = log === undefined ? new Map<string, TestStatus>() : readTestStatuses(log.lines);
  const lists = {
    fail_to_pass: readLists(status, 'FAIL_TO_PASS'),
    pass_to_pass: readLists(status, 'PASS_TO_PASS'),
  };
  const split = statuses.size > 0;
  const present = entry['patch_exists'] === true && entry['patch_is_None'] !== true;
  return {
    ...makeReport(flavour, id),
    verdict: entry['resolved'] === true ? 'resolved' : graded ? 'unresolved' : 'unverified',
    patch: patchState(present, input.patch),
    applied: readApplied(entry, graded, flavour, input.runLog),
    infrastructure: readInfrastructure(entry, log?.timedOut ?? false, graded),
    retryable: entry['retryable'] !== false,
    fail_to_pass: split ? splitPending(lists.fail_to_pass, statuses) : lists.fail_to_pass,
    pass_to_pass: split ? splitPending(lists.pass_to_pass, statuses) : lists.pass_to_pass,
    lists_known: graded,
    pending_known: split,
    sources: listSources('report.json', input),
  };
}

/** patch_successfully_applied false means "no gradable output" too: the run log knows. */
function readApplied(
  entry: JsonObject,
  graded: boolean,
  flavour: RunReport['flavour'],
  runLog: string | undefined,
): RunReport['applied'] {
  if (graded || entry['patch_successfully_applied'] === true) return 'yes';
  if (runLog?.includes('>>>>> Applied Patch') === true) return 'yes';
  if (runLog?.includes('>>>>> Patch Apply Failed') === true) return 'no';
  return flavour === 'swe-smith' ? 'unknown' : 'no';
}

function readInfrastructure(entry: JsonObject, timedOut: boolean, graded: boolean): string {
  if (entry['infra_failure'] === true) return readString(entry, 'infra_failure_reason') || 'infra_failure';
  return timedOut && !graded ? 'tests timed out' : '';
}

/** A v2 run without a report: the harness's log tells whether the patch applied. Source: run_evaluation.py. */
export function readInterrupted(input: ReportInput, harness: string): RunReport {
  const failed = harness.includes('>>>>> Patch Apply Failed') && !harness.includes('>>>>> Applied Patch');
  const timedOut = /Test timed out after/.test(harness) || readTestLog(input.log ?? '').timedOut;
  return {
    ...makeReport('swe-bench', input.instanceId ?? ''),
    patch: input.patch === undefined ? 'unknown' : patchState(true, input.patch),
    applied: failed ? 'no' : 'yes',
    infrastructure: failed ? '' : timedOut ? 'tests timed out' : 'the run ended before grading',
    sources: listSources('', input),
  };
}

/** The instance that a v1 log names, "" = none. */
export const readV1InstanceId = (text: string): string =>
  /^\s{0,8}- Instance ID: (\S{1,200})/m.exec(text)?.[1] ?? '';

/** A v1 log names no listed tests: without them only a failing run with a listed failing test is a verdict. */
export function readV1Log(input: ReportInput, text: string): RunReport {
  const applied =
    /^>>>>> Applied Patch \(pred\)$/m.test(text) ||
    (/>>>>> Applied Patch/.test(text) && !/>>>>> Patch Apply Failed/.test(text));
  const id = input.instanceId ?? readV1InstanceId(text);
  const infrastructure = text.includes('>>>>> Tests Timed Out')
    ? 'tests timed out'
    : text.includes('>>>>> Tests Errored')
      ? 'tests errored'
      : text.includes('>>>>> Init Failed')
        ? 'environment set-up failed'
        : '';
  const statuses = readTestStatuses(readTestLog(text).lines);
  const failToPass = judgeListed(input.failToPass ?? [], statuses);
  const passToPass = judgeListed(input.passToPass ?? [], statuses);
  const known = (input.failToPass ?? []).length > 0;
  const seen = known
    ? failToPass
    : {
        ...emptyOutcome(),
        failed: [...statuses].filter(([, status]) => status === 'failed').map(([name]) => name),
      };
  const missed =
    failToPass.failed.length +
    failToPass.pending.length +
    passToPass.failed.length +
    passToPass.pending.length;
  const tested =
    applied && infrastructure === '' && /^>>>>> (?:All Tests Passed|Some Tests Failed)/m.test(text);
  const allPassed = text.includes('>>>>> All Tests Passed');
  let verdict: RunReport['verdict'] = 'unverified';
  if (tested && known && missed > 0) verdict = 'unresolved';
  else if (tested && (allPassed || (known && input.passToPass !== undefined))) verdict = 'resolved';
  return {
    ...makeReport('swe-bench-v1', id),
    verdict,
    patch: input.patch === undefined ? (applied ? 'present' : 'unknown') : patchState(true, input.patch),
    applied: applied ? 'yes' : text.includes('>>>>> Patch Apply Failed') ? 'no' : 'unknown',
    infrastructure,
    fail_to_pass: seen,
    pass_to_pass: passToPass,
    lists_known: known,
    pending_known: known && statuses.size > 0,
    sources: ['evaluation log'],
  };
}
