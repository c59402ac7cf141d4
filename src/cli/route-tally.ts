/** Owns the counts of a finished `route`, and their words. */
import { STAGES } from '../model/stage.js';
import { describePlace, type RunSource } from '../pipeline/trajectory-problem.js';
import type { RouteOptions, RoutedRun } from '../pipeline/trajectory-route.js';
import { countStages } from '../trajectory/route-row.js';
import { countWord } from './run-options.js';
import { type Colors, escapeControls } from './terminal.js';

/** Runs that are named in full; the rest is counted. */
const SHOWN = 5;

export class RouteTally {
  rejected = 0;
  unmatched = 0;
  #skipped = 0;
  #runs = 0;
  #steps = 0;
  #joined = 0;
  #unreadable = 0;
  #repaired = 0;
  readonly #unplaced: string[] = [];
  readonly #reasons: string[] = [];
  readonly #stages = { localization: 0, reproduction: 0, patch: 0 };

  add(run: RoutedRun, source: RunSource): void {
    this.#runs += 1;
    this.#steps += run.routed.length;
    const counts = countStages(run.routed);
    for (const stage of STAGES) this.#stages[stage] += counts[stage];
    this.#unreadable += run.lines.filter(({ rule }) => rule === 'no_call').length;
    for (const { calls } of run.lines)
      this.#repaired += calls.filter(({ repaired }) => repaired.length > 0).length;
    const where = escapeControls(describePlace(source));
    if (run.join.kind === 'joined') this.#joined += 1;
    if (run.join.kind === 'unmatched') {
      this.unmatched += 1;
      this.#reasons.push(`${where}: ${escapeControls(run.join.reason)}`);
    }
    if (run.tokens === undefined && run.lines.length > 0)
      this.#unplaced.push(`${where} (${run.trajectory.dialect})`);
  }

  addOther(kind: 'rejected' | 'skipped'): void {
    if (kind === 'rejected') this.rejected += 1;
    else this.#skipped += 1;
  }

  /** The summary, line by line. */
  describe({ evidence, template }: RouteOptions, colors: Colors): string[] {
    const stages = STAGES.map((stage) => `${stage} ${this.#stages[stage]}`).join(', ');
    const lines = [
      `${colors.green(countWord(this.#runs, 'run'))}, ${countWord(this.#steps, 'step')}: ${stages}` +
        (this.rejected > 0 ? `; ${colors.red(`${this.rejected} rejected`)}` : ''),
    ];
    if (this.#unreadable > 0)
      lines.push(`  ${countWord(this.#unreadable, 'step')} without a call that could be read`);
    if (this.#repaired > 0) lines.push(`  ${countWord(this.#repaired, 'call')} repaired`);
    if (evidence !== undefined) lines.push(`  ${this.#joined} of ${this.#runs} joined with evidence`);
    lines.push(...listFirst(this.#reasons, colors.yellow));
    if (template !== undefined && this.#unplaced.length > 0) {
      lines.push(
        colors.yellow(
          `  no token places: ${countWord(this.#unplaced.length, 'run')} without messages to render`,
        ),
      );
      lines.push(...listFirst(this.#unplaced, colors.yellow));
    }
    if (this.#skipped > 0) lines.push(`  ${countWord(this.#skipped, 'other file')} in the folders`);
    return lines;
  }
}

function listFirst(items: readonly string[], paint: (text: string) => string): string[] {
  const lines = items.slice(0, SHOWN).map((item) => paint(`  ${item}`));
  return items.length > SHOWN ? [...lines, paint(`  … and ${items.length - SHOWN} more`)] : lines;
}
