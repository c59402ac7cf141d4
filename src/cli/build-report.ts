/** Owns the words of a finished build. */
import { join } from 'node:path';
import type { BuildResult } from '../pipeline/write-build.js';
import { summarizeCosts } from '../tokens/cost-statistics.js';
import { STAGES } from '../model/stage.js';
import type { Colors } from './terminal.js';
import { escapeControls, escapeLine } from './terminal.js';

/** Rejects that are told in full; the file holds all of them. */
const SHOWN_REJECTS = 5;

/** The summary at the end of a build, several lines, without a final line feed. */
export function describeBuild(result: BuildResult, folder: string, colors: Colors): string {
  const { summary, costs } = result;
  // What was to be left out is no trouble to tell of one by one.
  const shown = result.firstRejects.filter(({ code }) => code !== 'excluded').slice(0, SHOWN_REJECTS);
  const lines = [
    `${colors.green(String(summary.built))} built, ` +
      `${summary.rejected > 0 ? colors.red(String(summary.rejected)) : '0'} rejected` +
      (summary.duplicates.length > 0 ? `, ${summary.duplicates.length} duplicates dropped` : ''),
  ];
  for (const id of summary.missing) lines.push(colors.red(`  no row has the id ${escapeControls(id)}`));
  for (const stage of summary.built > 0 ? STAGES : []) {
    const { mean, median, p95, max } = summarizeCosts(costs[stage]);
    lines.push(
      `  ${stage.padEnd(13)} adds ${Math.round(mean)} tokens on average (median ${Math.round(median)}, p95 ${Math.round(p95)}, max ${max})`,
    );
  }
  for (const [code, count] of [...summary.warnedByCode].toSorted((left, right) => right[1] - left[1])) {
    lines.push(colors.yellow(`  warning ${code} × ${count}`));
  }
  for (const reject of shown) {
    const id = reject.instance_id === '' ? '' : ` ${reject.instance_id}`;
    const place = `${escapeLine(reject.file)}, row ${reject.row}${reject.line > 0 ? ` (line ${reject.line})` : ''}`;
    lines.push(
      colors.red(`  reject  ${place}${escapeLine(id)}: ${reject.code}: ${escapeLine(reject.message)}`),
    );
    if (reject.expected !== '') lines.push(`          expected ${escapeLine(reject.expected)}`);
    if (reject.got !== '') lines.push(`          found ${escapeLine(reject.got)}`);
  }
  const more = summary.rejected - (summary.rejectedByCode.get('excluded') ?? 0) - shown.length;
  if (more > 0) lines.push(`  … ${more} more rejects in rejects.jsonl`);
  lines.push(`wrote ${result.files.map((file) => join(folder, file)).join(', ')}`);
  return lines.join('\n');
}
