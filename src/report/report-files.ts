/** Owns the report for other programs: CSV and JSON, unrounded where a number is a mean or a share. */
import type { CostReport } from './cost-report.js';

const STATISTICS = ['count', 'mean', 'median', 'p90', 'p95', 'p99', 'max', 'total'] as const;

/** One line per tokenizer, group and block; the tokenizers after the first only over everything. RFC 4180 with LF. */
export function renderCsv({ rows, comparison, settings }: CostReport): string {
  const [tokenizer = ''] = settings.tokenizers;
  const over = settings.budgets.map((budget) => `over_${budget}`);
  const head = ['tokenizer', 'group', 'block', ...STATISTICS, 'new_mean', 'new_share', ...over];
  const lines = [head.join(',')];
  for (const row of rows) {
    lines.push(
      [
        quoteField(tokenizer),
        quoteField(row.group),
        row.block,
        ...STATISTICS.map((key) => round(row[key])),
        round(row.new_mean),
        round(row.new_share, 4),
        ...row.over,
      ].join(','),
    );
  }
  for (const row of comparison) {
    if (row.name === tokenizer) continue;
    const empty = ['', '', ...over.map(() => '')];
    lines.push(
      [quoteField(row.name), 'all', row.block, ...STATISTICS.map((key) => round(row[key])), ...empty].join(
        ',',
      ),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Everything but the single instances, as one JSON object. */
export function renderJson({ settings, rows, budgets, comparison, profiles, statement }: CostReport): string {
  const report = {
    settings,
    rows: rows.map((row) => ({ ...row, bins: row.bins.map(({ from, to, count }) => ({ from, to, count })) })),
    budgets,
    comparison,
    profiles,
    statement,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

const quoteField = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
