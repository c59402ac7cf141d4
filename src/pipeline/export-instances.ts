/** Owns which instances an export takes: each id once, none that leaks. What is left out is counted and said. */
import { createHash } from 'node:crypto';
import type { Evidence } from '../model/evidence.js';
import { readEvidence } from './evidence-rows.js';
import { renderWithinBudget } from '../render/budget.js';
import type { WriteExportOptions } from './export-options.js';
import { listShownStages } from './export-rows.js';
import { findRecordLeaks } from './record-guard.js';

/** Findings kept in memory for the closing words; all are counted. */
const FIRST_FINDINGS = 20;

/** What was left out, and why. */
export class LeftOut {
  count = 0;
  readonly first: string[] = [];

  add(finding: string): void {
    this.count += 1;
    if (this.first.length < FIRST_FINDINGS) this.first.push(finding);
  }
}

/**
 * The instances of all inputs, in order. One short hash is kept per id.
 * @throws InputError when an input is unusable
 */
export async function* selectInstances(
  inputs: readonly string[],
  options: WriteExportOptions,
  leftOut: LeftOut,
): AsyncGenerator<Evidence> {
  const seen = new Set<string>();
  for await (const row of readEvidence(inputs, options)) {
    options.signal?.throwIfAborted();
    if (row.kind === 'rejected') {
      const { file, row: number, code, message } = row.reject;
      leftOut.add(`${file}, row ${number}: ${code}: ${message}`);
      continue;
    }
    const { evidence } = row;
    const key = createHash('sha256').update(evidence.instance_id).digest('base64').slice(0, 16);
    if (seen.has(key)) {
      leftOut.add(`${evidence.instance_id}: the id came before`);
      continue;
    }
    const [leak] = findRecordLeaks(evidence);
    if (leak) {
      leftOut.add(`${evidence.instance_id}: leak in ${leak.block}: ${leak.value} (${leak.where})`);
      continue;
    }
    const tooSmall = findSmallBudget(evidence, options);
    if (tooSmall !== null) {
      leftOut.add(`${evidence.instance_id}: ${tooSmall}`);
      continue;
    }
    seen.add(key);
    yield evidence;
  }
}

/** Why a block that will be shown cannot be cut to its budget; null when all can. */
function findSmallBudget(evidence: Evidence, options: WriteExportOptions): string | null {
  for (const stage of listShownStages(options)) {
    if (options.budgets?.[stage] === undefined) continue;
    const block = renderWithinBudget(evidence, stage, options);
    if (!block.ok) return `${block.issue.code}: ${block.issue.message}; expected ${block.issue.expected}`;
  }
  return null;
}
