/** Owns the report as text for a terminal: aligned columns, a small histogram per row, no borders. */
import Table from 'cli-table3';
import type { BudgetCount } from './budget-count.js';
import type { ComparisonRow, CostReport } from './cost-report.js';
import { type BinRange, type CostBin, binRange, edgeOf, spreadBins } from './distribution.js';

/** How the text is set off; the identity for plain output. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

const LEVELS = '▁▂▃▄▅▆▇█';
/** Half doublings need this many columns, whole ones less. */
const WIDE_COLUMNS = 110;
const NUMBERS = ['count', 'mean', 'median', 'p90', 'p95', 'p99', 'max'] as const;

/** The whole report, ending in a line feed. Group names and ids must be free of control characters. */
export function renderTerminal(report: CostReport, width: number, paint: Paint): string {
  const parts = [costTable(report, width, paint), statementTable(report, paint)];
  if (report.comparison.length > 0) parts.push(comparisonTable('Tokenizers', report.comparison, paint));
  if (report.profiles.length > 0) parts.push(comparisonTable('Profiles', report.profiles, paint));
  if (report.budgets.length > 0) parts.push(budgetTable(report, paint));
  return parts.join('\n');
}

function costTable({ rows, settings }: CostReport, width: number, paint: Paint): string {
  const isGrouped = settings.by !== 'stage';
  const step = width >= WIDE_COLUMNS ? 1 : 2;
  const range = alignRange(binRange(rows.map(({ bins }) => bins)), step);
  const head = [...(isGrouped ? [settings.by] : []), 'block', ...NUMBERS, 'new', 'distribution'];
  const lines = rows.map((row, index) => [
    // A group's name stands once, on its first row.
    ...(isGrouped ? [rows[index - 1]?.group === row.group ? '' : row.group] : []),
    row.block,
    ...NUMBERS.map((key) => formatCount(row[key])),
    formatShare(row.new_share),
    range ? drawHistogram(row.bins, range, step) : '',
  ]);
  const legend = [
    `${settings.measure === 'added' ? 'Tokens each block adds to the prompt' : 'Tokens of each block alone'}, ` +
      `counted with ${settings.tokenizers[0] ?? ''}, profile ${settings.profile}.`,
    'all = localization + reproduction + patch; full = the patch block, shown at every step.',
    'new = share of the block that a reader of the prompt has not seen.',
  ];
  if (range) {
    const last = range.first + Math.floor((range.last - range.first) / step) * step + step;
    legend.push(
      `distribution: one bar per ${step === 1 ? 'half ' : ''}doubling, from ${formatCount(edgeOf(range.first))} to ` +
        `${formatCount(edgeOf(last))} tokens; its height is the share of instances.`,
    );
  }
  const table = layOut(head, lines, isGrouped ? 2 : 1, [head.length - 1], paint);
  return `${table}\n${legend.map((line) => paint.dim(line)).join('\n')}\n`;
}

/** Starts at a whole doubling, so that the edges are round numbers. */
const alignRange = (range: BinRange | null, step: number): BinRange | null =>
  range && { first: range.first - (range.first % step), last: range.last };

function drawHistogram(bins: readonly CostBin[], range: BinRange, step: number): string {
  const counts = spreadBins(bins, range.first, range.last, step);
  const most = counts.reduce((max, count) => Math.max(max, count), 1);
  return counts
    .map((count) => (count === 0 ? ' ' : LEVELS[Math.ceil((count / most) * LEVELS.length) - 1]))
    .join('');
}

function statementTable({ statement }: CostReport, paint: Paint): string {
  const { instances } = statement;
  const share = (count: number): string =>
    `${formatCount(count)} of ${formatCount(instances)} (${formatShare(instances === 0 ? 0 : count / instances)})`;
  const lines = [
    ['a changed source file', share(statement.paths)],
    ['a failing test', share(statement.tests)],
    ['an added source line', share(statement.added_lines)],
    ['any of these', share(statement.any)],
  ];
  return `${paint.bold('What the statement itself already shows')}\n${layOut(null, lines, 1, [], paint)}\n`;
}

function comparisonTable(what: string, comparison: readonly ComparisonRow[], paint: Paint): string {
  const head = ['block', what.slice(0, -1).toLowerCase(), 'mean', 'median', 'p95', 'max', 'total', 'ratio'];
  const lines = comparison.map((row, index) => [
    comparison[index - 1]?.block === row.block ? '' : row.block,
    row.name,
    ...(['mean', 'median', 'p95', 'max', 'total'] as const).map((key) => formatCount(row[key])),
    row.ratio.toFixed(3),
  ]);
  return `${paint.bold(`${what} side by side`)}\n${layOut(head, lines, 2, [], paint)}\n`;
}

function budgetTable({ budgets, settings }: CostReport, paint: Paint): string {
  const head = ['block', ...settings.budgets.map((budget) => `over ${formatCount(budget)}`)];
  const lines = budgets.map(({ block, over }) => [
    block,
    ...over.map(({ count, share }) => `${formatCount(count)} (${formatShare(share)})`),
  ]);
  const parts = [`${paint.bold('Instances over a budget')}\n${layOut(head, lines, 1, [], paint)}\n`];
  const patch = budgets.find(({ block }) => block === 'patch');
  const isRepeated = ({ block, offenders: list }: BudgetCount): boolean =>
    block === 'full' && JSON.stringify(list) === JSON.stringify(patch?.offenders);
  const offenders = budgets
    .filter((each) => !isRepeated(each))
    .flatMap(({ block, offenders: list }) =>
      list.map(({ id, tokens }, index) => [index === 0 ? block : '', id, formatCount(tokens)]),
    );
  if (offenders.length > 0) {
    const title = `The largest over ${formatCount(settings.budgets[0] ?? 0)}`;
    parts.push(`${paint.bold(title)}\n${layOut(null, offenders, 2, [], paint)}\n`);
  }
  return parts.join('\n');
}

/** Columns two blanks apart and nothing else. */
const BORDERLESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Rows under a head; the first `labels` columns and those in `left` are aligned left, the others right. */
function layOut(
  head: readonly string[] | null,
  rows: readonly (readonly string[])[],
  labels: number,
  left: readonly number[],
  paint: Paint,
): string {
  const columns = head?.length ?? rows[0]?.length ?? 0;
  const table = new Table({
    chars: BORDERLESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: Array.from({ length: columns }, (_, index) =>
      index < labels || left.includes(index) ? 'left' : 'right',
    ),
  });
  if (head) table.push(head.map((name) => paint.dim(name)));
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A count rounded to a whole number, thousands apart: `12,345`. */
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en-US');

/** `12%`; below one per cent one digit more, so that a few instances do not look like none. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.01 ? `${(share * 100).toFixed(1)}%` : `${Math.round(share * 100)}%`;
