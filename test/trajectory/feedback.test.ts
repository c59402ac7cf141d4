import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  feedbackSchema,
  listFeedbackValues,
  makeFeedback,
  withholdSignals,
} from '../../src/trajectory/feedback.js';
import type { FeedbackInput } from '../../src/trajectory/feedback.js';
import { renderFeedback } from '../../src/trajectory/feedback-text.js';
import { readReport } from '../../src/trajectory/report-flavour.js';
import type { ReportInput } from '../../src/trajectory/report-input.js';
import { reportSchema } from '../../src/trajectory/report.js';
import type { RunReport } from '../../src/trajectory/report.js';
import { measureTransitions } from '../../src/trajectory/transition.js';

const read = (input: ReportInput): RunReport => {
  const result = readReport(input);
  if (!result.ok) throw new Error(result.problem.message);
  expect(reportSchema.safeParse(result.report).success).toBe(true);
  return result.report;
};
const refusals = (input: ReportInput, more: FeedbackInput = {}): string[] => {
  const result = makeFeedback(read(input), more);
  return result.ok ? [] : result.refusals.map((refusal) => refusal.code);
};
const HEAT = 'tests/test_kiln.py::test_heat';
const COOL = 'tests/test_kiln.py::test_cool';
const WARM = 'tests/test_kiln.py::test_warm';
const status = (f2p: [string[], string[]], p2p: [string[], string[]]) => ({
  FAIL_TO_PASS: { success: f2p[0], failure: f2p[1] },
  PASS_TO_PASS: { success: p2p[0], failure: p2p[1] },
});
const entry = (resolved: boolean, more: object = {}) => ({
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: true,
  resolved,
  ...more,
});
const LOG = `=================================== FAILURES ===================================\n__________ test_heat __________\nE       KilnError: too hot\nkiln/heat.py:4: KilnError\n=========================== short test summary info ============================\nFAILED ${HEAT} - KilnError: too hot\nPASSED ${WARM}\n==== 1 failed, 1 passed ====\n`;
const PATCH =
  'diff --git a/kiln/heat.py b/kiln/heat.py\n--- a/kiln/heat.py\n+++ b/kiln/heat.py\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/reproduce.py b/reproduce.py\nnew file mode 100644\n--- /dev/null\n+++ b/reproduce.py\n@@ -0,0 +1 @@\n+x\n';
const UNRESOLVED: ReportInput = {
  report: { 'kiln-1': entry(false, { tests_status: status([[], [HEAT, COOL]], [[WARM], []]) }) },
  log: LOG,
  patch: PATCH,
};

const code = (report: unknown) => {
  const result = readReport({ report });
  return result.ok ? '' : result.problem.code;
};

describe('reports, as their harness meant them', () => {
  it('SWE-bench v2: tests under failure that the log does not show are pending', () => {
    expect(read(UNRESOLVED)).toMatchObject({
      flavour: 'swe-bench',
      instance_id: 'kiln-1',
      verdict: 'unresolved',
      applied: 'yes',
      fail_to_pass: { passed: [], failed: [HEAT], pending: [COOL] },
      pending_known: true,
    });
    const { log: _log, ...without } = UNRESOLVED;
    expect(read(without)).toMatchObject({
      fail_to_pass: { failed: [HEAT, COOL], pending: [] },
      pending_known: false,
    });
  });
  it('SWE-smith: patch_successfully_applied is false even on resolved runs', () => {
    const flat = {
      ...entry(true, { tests_status: status([[HEAT], []], [[WARM], []]) }),
      patch_successfully_applied: false,
      model_name_or_path: 'm',
    };
    expect(read({ report: flat, instanceId: 'kiln-2' })).toMatchObject({
      flavour: 'swe-smith',
      verdict: 'resolved',
      applied: 'yes',
    });
    expect(refusals({ report: { ...flat, resolved: false } })).toEqual([]);
  });
  it('SWE-bench v2 without a report: the run log tells apply failures from interruptions', () => {
    expect(refusals({ runLog: '>>>>> Patch Apply Failed:\nerror', patch: PATCH })).toEqual(['not_applied']);
    expect(refusals({ runLog: '>>>>> Applied Patch:\n', patch: PATCH })).toEqual(['infrastructure']);
    expect(
      refusals({ runLog: '>>>>> Applied Patch:\nTest timed out after 1800 seconds.', patch: PATCH }),
    ).toEqual(['infrastructure']);
  });
  it('an ungraded report with patch_successfully_applied false may still have been applied', () => {
    const report = { 'kiln-3': { ...entry(false), patch_successfully_applied: false } };
    expect(read({ report }).applied).toBe('no');
    expect(read({ report, runLog: '>>>>> Applied Patch' }).applied).toBe('yes');
    expect(refusals({ report, runLog: '>>>>> Applied Patch' })).toEqual(['not_verified']);
  });
  it('v1 logs: a failed try is no failed patch; without lists "some failed" is no verdict', () => {
    const log = `\t- Instance ID: kiln-4\n>>>>> Patch Apply Failed; (pred_try)\n>>>>> Applied Patch (pred)\n${LOG}\n>>>>> Some Tests Failed\n`;
    expect(read({ log })).toMatchObject({
      flavour: 'swe-bench-v1',
      instance_id: 'kiln-4',
      applied: 'yes',
      verdict: 'unverified',
    });
    expect(read({ log, failToPass: [HEAT], passToPass: [WARM] })).toMatchObject({
      verdict: 'unresolved',
      fail_to_pass: { failed: [HEAT] },
      pass_to_pass: { passed: [WARM] },
    });
    expect(read({ log: '>>>>> Applied Patch (pred)\n>>>>> All Tests Passed\n' }).verdict).toBe('resolved');
    expect(refusals({ log: '>>>>> Applied Patch (pred)\n>>>>> Tests Timed Out\n' })).toEqual([
      'infrastructure',
    ]);
    expect(refusals({ log: '>>>>> Patch Apply Failed; (pred)\n' })).toEqual(['not_applied']);
  });
  it('SWE-PolyBench: all parsed tests are cut to the lists; without a parsed log there is no verdict', () => {
    const report = {
      instance_id: 'kiln-5',
      patch_applied: true,
      generation: true,
      with_logs: true,
      all_f2p_passed: false,
      no_p2p_failed: true,
      resolved: false,
      passed_tests: [WARM],
      failed_tests: [HEAT, 'other'],
    };
    expect(read({ report, failToPass: [HEAT, COOL], passToPass: [WARM] })).toMatchObject({
      verdict: 'unresolved',
      fail_to_pass: { failed: [HEAT], pending: [COOL] },
    });
    expect(read({ report }).fail_to_pass.failed).toEqual([HEAT, 'other']);
    expect(refusals({ report: { ...report, with_logs: false } })).toEqual(['infrastructure']);
    expect(
      refusals({ report: { ...report, generation: false, patch_applied: false, with_logs: false } }),
    ).toEqual(['empty_patch', 'not_applied']);
  });
  it('Multi-SWE-bench: with valid false the failing tests are those of the run with the fix', () => {
    const report = {
      org: 'studio',
      repo: 'kiln',
      number: 7,
      valid: false,
      error_msg: 'Before applying the fix patch, test_heat passed; however, after it failed',
      fixed_tests: {},
      fix_patch_result: { passed_tests: [WARM], failed_tests: [HEAT], skipped_tests: [] },
    };
    expect(read({ report })).toMatchObject({
      instance_id: 'studio/kiln:pr-7',
      verdict: 'unresolved',
      fail_to_pass: { failed: [HEAT] },
    });
    const empty = {
      ...report,
      error_msg:
        'After applying the fix patch, no test results were captured when executing the test command.',
      fix_patch_result: { passed_tests: [], failed_tests: [] },
    };
    expect(refusals({ report: empty })).toEqual(['infrastructure']);
    expect(readReport({ report: { org: 'studio', repo: 'kiln', fix_patch_result: {} } }).ok).toBe(false);
  });
  it('R2E-Gym rows: a run without steps is no attempt, whatever its patch; expected outcomes give the lists', () => {
    const row = {
      trajectory_steps: [],
      exit_reason: 'llm_query_error',
      reward: 0,
      test_output: LOG,
      output_patch: PATCH,
      ds: {},
    };
    expect(refusals({ report: row })).toEqual(['infrastructure']);
    const ran = {
      ...row,
      trajectory_steps: [{}],
      exit_reason: 'agent',
      ds: {
        expected_output_json: JSON.stringify({
          test_heat: 'PASSED',
          test_cool: 'PASSED',
          test_warm: 'PASSED',
        }),
      },
    };
    expect(read({ report: ran })).toMatchObject({
      verdict: 'unresolved',
      fail_to_pass: { passed: ['test_warm'], failed: ['test_heat'], pending: ['test_cool'] },
    });
    expect(refusals({ report: { ...ran, reward: null } })).toEqual(['not_verified']);
  });
  it('what is no report of one attempt is refused by name', () => {
    expect(code({ FAIL_TO_PASS: [], PASS_TO_PASS: [] })).toBe('report_of_bug_validation');
    expect(code({ resolved_ids: [] })).toBe('report_aggregate');
    expect(code({ a: entry(true), b: entry(false) })).toBe('report_aggregate');
    expect(code({ x: 1 })).toBe('report_unknown');
    expect(code([])).toBe('report_unknown');
    expect(readReport({}).ok).toBe(false);
  });
});

describe('feedback', () => {
  it('states counts, touched files, signals and its source; the text ends in one newline', () => {
    const result = makeFeedback(read(UNRESOLVED), { log: LOG, patch: PATCH });
    if (!result.ok) throw new Error('refused');
    expect(feedbackSchema.safeParse(result.feedback).success).toBe(true);
    expect(result.feedback).toMatchObject({
      counts: { pass: 1, pending: 1, fail: 1 },
      touched_files: [
        { path: 'kiln/heat.py', scratch: false },
        { path: 'reproduce.py', scratch: true },
      ],
    });
    expect(renderFeedback(result.feedback)).toBe(`## What a previous attempt failed on

A previous patch was applied and tested; it was not accepted. Read from: report.json, test log.

Tests: 1 pass, 1 pending, 1 fail.
- to be repaired: 0 pass, 1 pending, 1 fail
- passing before: 1 pass, 0 pending, 0 fail
Pending tests have no readable result in the log.

Files that the attempt changed:
- kiln/heat.py
- reproduce.py (a script of its own)

What the test run shows, causes of many failures first:
- ${HEAT}: KilnError: too hot (kiln/heat.py:4)
`);
  });
  describe('tests without a message', () => {
    const render = (input: ReportInput): string => {
      const result = makeFeedback(read(input), input.log === undefined ? {} : { log: input.log });
      if (!result.ok) throw new Error('refused');
      return renderFeedback(result.feedback);
    };
    const { log: _log, ...withoutLog } = UNRESOLVED;
    const quiet = `PASSED ${WARM}\n==== 1 passed ====\n`;

    it('pending ones are counted and never told as failing', () => {
      const text = render({ ...UNRESOLVED, log: quiet });
      expect(text).toContain('Tests: 1 pass, 2 pending, 0 fail.');
      expect(text).not.toContain('What the test run shows');
      expect(text).not.toContain(HEAT);
      expect(text).not.toContain('fails');
    });
    it('a result file without a log tells no test run either', () => {
      const report = {
        instance_id: 'kiln-5',
        patch_applied: true,
        generation: true,
        with_logs: true,
        resolved: false,
        passed_tests: [WARM],
        failed_tests: [HEAT],
      };
      const text = render({ report, failToPass: [HEAT, COOL], passToPass: [WARM] });
      expect(text).toContain('Tests: 1 pass, 1 pending, 1 fail.');
      expect(text).toContain(`Failing tests, of which no log tells why:\n- ${HEAT}\n`);
      expect(text).not.toContain(COOL);
      expect(text).not.toContain('What the test run shows');
    });
    it('failing ones are named by the report where there is no log, or an empty one', () => {
      for (const input of [withoutLog, { ...withoutLog, log: '' }]) {
        const text = render(input);
        expect(text).toContain(`Failing tests, of which no log tells why:\n- ${HEAT}\n- ${COOL}\n`);
        expect(text).not.toContain('What the test run shows');
      }
    });
    it('failing ones that a log shows without a message are what the test run shows', () => {
      expect(render({ ...UNRESOLVED, log: `${HEAT} FAILED [ 50%]\n${quiet}` })).toContain(
        `What the test run shows, causes of many failures first:\n- ${HEAT}: fails; no message is recorded\n`,
      );
    });
  });
  it('the values that a leak guard must see are listed, and a signal can be withheld', () => {
    const result = makeFeedback(read(UNRESOLVED), { log: LOG, patch: PATCH });
    if (!result.ok) throw new Error('refused');
    expect(listFeedbackValues(result.feedback)).toEqual([
      'kiln/heat.py',
      'reproduce.py',
      HEAT,
      'KilnError',
      'too hot',
      'kiln/heat.py',
    ]);
    const kept = withholdSignals(result.feedback, (signal) => signal.message.includes('too hot'));
    expect(kept).toMatchObject({ signals: [], signals_withheld: 1 });
    expect(renderFeedback(kept)).not.toContain('too hot');
    expect(renderFeedback(kept)).toContain('1 more signal is not shown');
  });
  it('success and empty patches are refused; a patch of files that no step edited is empty', () => {
    expect(
      refusals({ report: { a: entry(true, { tests_status: status([[HEAT], []], [[], []]) }) } }),
    ).toEqual(['accepted']);
    expect(refusals({ ...UNRESOLVED, patch: ' \n' })).toEqual(['empty_patch']);
    expect(
      refusals({
        report: {
          a: { patch_is_None: true, patch_exists: false, patch_successfully_applied: false, resolved: false },
        },
      }),
    ).toEqual(['empty_patch', 'not_applied']);
    expect(refusals(UNRESOLVED, { patch: PATCH, editedFiles: new Set(['other.py']) })).toEqual([
      'empty_patch',
    ]);
    expect(
      refusals({
        report: { a: entry(false, { retryable: false, tests_status: status([[], [HEAT]], [[], []]) }) },
      }),
    ).toEqual(['not_retryable']);
    expect(
      refusals({
        report: { a: entry(false, { infra_failure: true, infra_failure_reason: 'out_of_memory' }) },
      }),
    ).toEqual(['infrastructure']);
  });
  it('transitions count tests gained and lost; pending ones are neither', () => {
    const report = read({
      report: { a: entry(false, { tests_status: status([[HEAT], [COOL]], [[], [WARM]]) }) },
    });
    expect(measureTransitions(report)).toEqual({
      gained: [HEAT],
      lost: [WARM],
      unknown: 0,
      recovered: false,
    });
    expect(
      measureTransitions(
        read({ report: { a: entry(false, { tests_status: status([[HEAT, COOL], []], [[], [WARM]]) }) } }),
      ).recovered,
    ).toBe(true);
    expect(measureTransitions(read(UNRESOLVED))).toMatchObject({ gained: [], unknown: 1 });
  });
});

const data = new URL('../../../shared/data/reports/', import.meta.url).pathname;

describe.skipIf(!existsSync(data))('real reports (skipped when ../shared/data is absent)', () => {
  it('every unresolved SWE-bench attempt gives a feedback block with a signal that says something', () => {
    for (const id of readdirSync(`${data}swe-bench-verified-unresolved`)) {
      const file = (name: string): string =>
        readFileSync(`${data}swe-bench-verified-unresolved/${id}/${name}`, 'utf8');
      const log = file('test_output.txt');
      const patch = file('patch.diff');
      const result = makeFeedback(read({ report: JSON.parse(file('report.json')), log, patch }), {
        log,
        patch,
      });
      expect(result.ok, id).toBe(true);
      if (result.ok) expect(result.feedback.signals[0]?.message, id).not.toBe('');
    }
  });
  it('SWE-smith verdicts are those of the harness', () => {
    const folder = `${data}swe-smith/run_evaluation/`;
    const verdicts = readdirSync(folder)
      .filter((id) => !id.endsWith('.json'))
      .sort()
      .map((id) => read({ report: JSON.parse(readFileSync(`${folder}${id}/report.json`, 'utf8')) }).verdict);
    expect(verdicts).toEqual(['resolved', 'resolved', 'unresolved', 'resolved']);
  });
});
