/**
 * Owns the normal form of a verification: what a harness found out about one attempt. The flavours are read in report-flavour.ts;
 * whether it may become feedback is judged in eligibility.ts.
 */
import { z } from 'zod';

export const REPORT_FLAVOURS = [
  'swe-bench',
  'swe-bench-v1',
  'swe-smith',
  'swe-polybench',
  'multi-swe-bench',
  'r2e-gym',
  'openhands',
] as const;

const outcomeSchema = z
  .strictObject({
    passed: z.array(z.string()),
    failed: z.array(z.string()).describe('Seen failing.'),
    pending: z.array(z.string()).describe('No result: skipped, not collected, or lost in a crash.'),
  })
  .describe('Listed tests by what became of them.');
export type TestOutcome = z.infer<typeof outcomeSchema>;

export const reportSchema = z
  .strictObject({
    flavour: z.enum(REPORT_FLAVOURS),
    instance_id: z.string(),
    verdict: z
      .enum(['resolved', 'unresolved', 'unverified'])
      .describe('unverified: no test verdict was reached.'),
    patch: z.enum(['present', 'empty', 'unknown']),
    applied: z.enum(['yes', 'no', 'unknown']),
    infrastructure: z.string().describe('Why the machinery, not the attempt, decided; "" = it did not.'),
    retryable: z.boolean().describe('False only when the record says so.'),
    message: z.string().describe('The harness\'s own words on the failure, or "".'),
    fail_to_pass: outcomeSchema,
    pass_to_pass: outcomeSchema,
    lists_known: z
      .boolean()
      .describe(
        'False when the report names no listed tests: the counts are those of all tests seen failing.',
      ),
    pending_known: z.boolean().describe('True when a log told failing tests from those without a result.'),
    sources: z.array(z.string()).describe('What was read, e.g. "report.json", "test log".'),
  })
  .describe('A verified (or not) attempt.');
export type RunReport = z.infer<typeof reportSchema>;

/** No test in any state. */
export const emptyOutcome = (): TestOutcome => ({ passed: [], failed: [], pending: [] });

/** A report of which only flavour and id are known. */
export function makeReport(flavour: RunReport['flavour'], instanceId: string): RunReport {
  return {
    flavour,
    instance_id: instanceId,
    verdict: 'unverified',
    patch: 'unknown',
    applied: 'unknown',
    infrastructure: '',
    retryable: true,
    message: '',
    fail_to_pass: emptyOutcome(),
    pass_to_pass: emptyOutcome(),
    lists_known: false,
    pending_known: false,
    sources: [],
  };
}
