/** Owns what is given to the report readers, and what they say about it alike. */
import type { RunReport } from './report.js';

/** What is at hand about one attempt. Everything may be missing but one of `report`, `log` and `runLog`. */
export interface ReportInput {
  /** Parsed report.json, result file or run row. */
  readonly report?: unknown;
  /** There is a report that is not JSON: where it breaks, in words. */
  readonly fault?: string;
  /** The test log (test_output.txt, fix-patch-run.log, *.eval.log). */
  readonly log?: string;
  /** The harness's own log of the instance (run_instance.log). */
  readonly runLog?: string;
  /** The attempt's patch. */
  readonly patch?: string;
  readonly instanceId?: string;
  /** Listed tests of the instance: needed where the report does not name them. */
  readonly failToPass?: readonly string[];
  readonly passToPass?: readonly string[];
}

/** Whether there is a patch: its text decides where it is given. */
export function patchState(present: boolean, text: string | undefined): RunReport['patch'] {
  if (!present || text?.trim() === '') return 'empty';
  return 'present';
}

/** What was read, the report first ("" = there is none). */
export function listSources(first: string, input: ReportInput): string[] {
  return [
    ...(first === '' ? [] : [first]),
    ...(input.log === undefined ? [] : ['test log']),
    ...(input.runLog === undefined ? [] : ['run log']),
  ];
}
