/** Owns which verified attempts may become feedback. Source: OPRD C.2: non-empty patch, benchmark reward zero, retryable, patch applied, not accepted. */
import type { RunReport } from './report.js';

/** Why an attempt gives no feedback. */
export const REFUSALS = {
  accepted: 'the attempt resolved the task',
  empty_patch: 'the attempt changed nothing',
  not_applied: 'the patch did not apply',
  infrastructure: 'the machinery failed, not the attempt',
  not_verified: 'no test verdict was reached',
  not_retryable: 'the record says that the attempt cannot be tried again',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** All refusals that hold, in the order of REFUSALS; none = eligible. What is unknown about patch and application does not refuse a graded attempt. */
export function listRefusals(report: RunReport): Refusal[] {
  const refusals: Refusal[] = [];
  if (report.verdict === 'resolved') refusals.push('accepted');
  if (report.patch === 'empty') refusals.push('empty_patch');
  if (report.applied === 'no') refusals.push('not_applied');
  if (report.infrastructure !== '') refusals.push('infrastructure');
  if (report.verdict === 'unverified' && refusals.length === 0) refusals.push('not_verified');
  if (!report.retryable) refusals.push('not_retryable');
  return refusals;
}
