/** Owns sorting the listed tests of an instance by what a log says about them. */
import { emptyOutcome } from './report.js';
import type { TestOutcome } from './report.js';
import { findTestStatus } from './test-status.js';
import type { TestStatus } from './test-status.js';

/** Passed, failed, and pending: skipped or without a result. */
export function judgeListed(ids: readonly string[], statuses: ReadonlyMap<string, TestStatus>): TestOutcome {
  const outcome = emptyOutcome();
  for (const id of ids) {
    const status = findTestStatus(id, statuses);
    outcome[status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'pending'].push(id);
  }
  return outcome;
}
