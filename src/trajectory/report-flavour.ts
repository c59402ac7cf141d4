/**
 * Owns recognising and reading harness reports: SWE-bench (v2 reports, v1 logs), SWE-smith, SWE-PolyBench, Multi-SWE-bench, OpenHands
 * rows. R2E-Gym rows are read in report-r2e.ts. Source: the harnesses' grading code, cited at each reader.
 */
import { isObject, readString } from './json-value.js';
import { readMultiSweBench, readOpenHandsReport, readPolyBench } from './report-benchmark.js';
import { patchState } from './report-input.js';
import type { ReportInput } from './report-input.js';
import { readR2eReport } from './report-r2e.js';
import { readInterrupted, readSweBenchEntry, readV1InstanceId, readV1Log } from './report-swe-bench.js';
import type { RunReport } from './report.js';

export interface ReportProblem {
  readonly code: 'report_unknown' | 'report_of_bug_validation' | 'report_aggregate';
  readonly message: string;
}
/** A report in its normal form with the harness that wrote it, or what is wrong with it. */
export type ReportResult =
  | {
      readonly ok: true;
      readonly report: RunReport;
      /** The instance that the report itself names, "" = none: then `report.instance_id` is what was given. */
      readonly named: string;
    }
  | { readonly ok: false; readonly problem: ReportProblem };

const done = (report: RunReport, named: string): ReportResult => ({ ok: true, report, named });
/** A row of a run names its instance itself. */
const doneRow = (report: RunReport): ReportResult => done(report, report.instance_id);
const refuse = (code: ReportProblem['code'], message: string): ReportResult => ({
  ok: false,
  problem: { code, message },
});

/**
 * Reads what is at hand into one report. Refused: aggregates over many instances, SWE-smith's validation of a bug (no attempt of an
 * agent), and values of no known shape, with the keys seen. Never throws.
 */
export function readReport(input: ReportInput): ReportResult {
  const value = input.report;
  if (input.fault !== undefined) return refuse('report_unknown', input.fault);
  if (value === undefined || value === null) return readLogsAlone(input);
  if (!isObject(value))
    return refuse(
      'report_unknown',
      `a report is a JSON object, found ${Array.isArray(value) ? 'a list' : typeof value}`,
    );
  if (Array.isArray(value['trajectory_steps'])) return doneRow(withPatch(readR2eReport(value, input), input));
  if (isObject(value['test_result'])) return doneRow(withPatch(readOpenHandsReport(value, input), input));
  if (Array.isArray(value['FAIL_TO_PASS'])) {
    return refuse(
      'report_of_bug_validation',
      'this report validates a synthetic bug (plain lists under FAIL_TO_PASS): no attempt was run',
    );
  }
  if ('ids_resolved' in value || 'resolved_ids' in value || 'completed_ids' in value) {
    return refuse(
      'report_aggregate',
      'this report counts many instances; give the report.json of one instance',
    );
  }
  if ('patch_successfully_applied' in value)
    return done(readSweBenchEntry(value, 'swe-smith', input.instanceId ?? '', input), '');
  if ('fix_patch_result' in value && 'valid' in value)
    return done(readMultiSweBench(value, input), readMultiSweBench(value, {}).instance_id);
  if ('with_logs' in value && 'generation' in value)
    return done(readPolyBench(value, input), readString(value, 'instance_id'));
  const entries = Object.entries(value).filter(
    ([, entry]) => isObject(entry) && 'patch_successfully_applied' in entry,
  );
  const chosen =
    entries.find(([id]) => id === input.instanceId) ?? (entries.length === 1 ? entries[0] : undefined);
  if (chosen !== undefined && isObject(chosen[1]))
    return done(readSweBenchEntry(chosen[1], 'swe-bench', chosen[0], input), chosen[0]);
  if (entries.length > 1)
    return refuse(
      'report_aggregate',
      `this report holds ${entries.length} instances; say which one is meant`,
    );
  return refuse(
    'report_unknown',
    `no known report: found the keys ${Object.keys(value).sort().slice(0, 20).join(', ') || '(none)'}`,
  );
}

function withPatch(report: RunReport, input: ReportInput): RunReport {
  return input.patch === undefined ? report : { ...report, patch: patchState(true, input.patch) };
}

/** No report: a v1 evaluation log, or a v2 run that ended before grading. Source: swebench v1 harness; run_evaluation.py. */
function readLogsAlone(input: ReportInput): ReportResult {
  const text = input.log ?? '';
  const harness = input.runLog ?? text;
  if (
    !/>>>>> (?:Applied Patch|Patch Apply Failed|Init (?:Succeeded|Failed)|All Tests Passed|Some Tests Failed|Tests (?:Timed Out|Errored))/.test(
      `${harness}\n${text}`,
    )
  ) {
    return input.runLog === undefined && input.log === undefined
      ? refuse('report_unknown', 'there is neither a report nor a log')
      : refuse(
          'report_unknown',
          'there is no report, and the log holds none of the harness markers (">>>>> Applied Patch" and the like)',
        );
  }
  if (input.runLog !== undefined) return done(readInterrupted(input, harness), '');
  return done(readV1Log(input, text), readV1InstanceId(text));
}
