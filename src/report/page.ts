/**
 * Owns the report as one web page that needs nothing else: style, script, charts and data stand in it, and its policy
 * forbids it to load anything. The same report gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { type ComparisonRow, type CostReport, costsOf } from './cost-report.js';
import { binCosts } from './distribution.js';
import { REPORT_BLOCKS, type ReportBlock } from './instance-costs.js';
import { type ChartSeries, drawCurves, drawHistogram, makeAxis } from './page-chart.js';
import { embedJson, markup, Markup } from './page-markup.js';
import { blockCell, headCell, labelCell, numberCell, tableOf } from './page-table.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { formatCount, formatShare } from './terminal-table.js';
import { summarizeCosts } from '../tokens/cost-statistics.js';

const STATISTICS = ['count', 'mean', 'median', 'p90', 'p95', 'p99', 'max', 'total'] as const;

/** The page, ending in a line feed. */
export function renderPage(report: CostReport): string {
  const { settings, instances } = report;
  const policy = `default-src 'none'; style-src '${hashOf(PAGE_STYLE)}'; script-src '${hashOf(PAGE_SCRIPT)}'`;
  const what =
    settings.measure === 'added' ? 'tokens each block adds to the prompt' : 'tokens of each block alone';
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Token costs of evidence blocks</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<h1>Token costs of evidence blocks</h1>
<p class="soft">${formatCount(instances.length)} instances, ${what}, counted with ${settings.tokenizers[0] ?? ''}, profile ${settings.profile}</p>
${costSection(report)}
${chartSection(report)}
${budgetSection(report)}
${comparisonSection('Tokenizers', report.comparison, report)}
${comparisonSection('Profiles', report.profiles, report)}
${statementSection(report)}
${instanceSection(report)}
<script>${new Markup(PAGE_SCRIPT)}</script>
</body>
</html>
`;
  return page.text;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

function costSection({ rows, settings }: CostReport): Markup {
  const isGrouped = settings.by !== 'stage';
  const head = [...(isGrouped ? [settings.by] : []), 'block', ...STATISTICS, 'new'];
  const body = rows.map((row) => [
    ...(isGrouped ? [labelCell(row.group)] : []),
    blockCell(row.block),
    ...STATISTICS.map((key) => numberCell(row[key])),
    numberCell(row.new_share, formatShare(row.new_share)),
  ]);
  return markup`<h2>Costs${isGrouped ? ` by ${settings.by}` : ''}</h2>
    ${tableOf(head, body, isGrouped ? 2 : 1)}
    <p class="soft">
      all = localization + reproduction + patch. full = the patch block, shown at every step. new = share of
      the block that a reader of the prompt has not seen yet.
    </p>`;
}

function chartSection(report: CostReport): Markup {
  const { budgets } = report.settings;
  const series = chartedBlocks(report).map((block): ChartSeries => {
    const costs = costsOf(report.instances, block);
    return { block, costs, bins: binCosts(costs), ...summarizeCosts(costs) };
  });
  const axis = makeAxis(series, budgets);
  if (!axis) return markup``;
  const budgetKey = budgets.length === 0 ? '' : markup`<span class="dash budget">budget</span>`;
  return markup`<h2>Distributions</h2>
    <p class="soft">
      Share of the instances by cost. The axis of tokens is logarithmic, each bar half a doubling wide. The
      line is the median${budgets.length === 0 ? '' : ', dashed lines are budgets'}.
    </p>
    <div class="charts">
      ${series.map(
        (each) =>
          markup`<figure>
            <figcaption>
              <strong class="key ${each.block}">${each.block}</strong
              ><span class="soft"
                >median ${formatCount(each.median)} · p95 ${formatCount(each.p95)} · max
                ${formatCount(each.max)}</span
              >
            </figcaption>
            ${drawHistogram(each, axis, budgets)}
          </figure> `,
      )}
    </div>
    <h2>Cumulative</h2>
    <p class="soft">Share of the instances whose block costs at most so many tokens.</p>
    <figure>
      <figcaption class="legend">
        ${series.map(({ block }) => markup`<span class="key ${block}">${block}</span>`)}${budgetKey}
      </figcaption>
      <div class="scroll">${drawCurves(series, axis, budgets)}</div>
    </figure>`;
}

/** `full` is told apart from the patch block only where a budget makes it differ. */
function chartedBlocks({ instances }: CostReport): ReportBlock[] {
  const isSame = instances.every(({ costs: [first] }) => first?.full === first?.patch);
  return REPORT_BLOCKS.filter((block) => block !== 'full' || !isSame);
}

function budgetSection(report: CostReport): Markup {
  const { settings } = report;
  const shown = chartedBlocks(report);
  const budgets = report.budgets.filter(({ block }) => shown.includes(block));
  if (budgets.length === 0) return markup``;
  const head = ['block', ...settings.budgets.map((budget) => `over ${formatCount(budget)}`), 'largest'];
  const body = budgets.map(({ block, over, offenders }) => [
    blockCell(block),
    ...over.map(({ count, share }) => numberCell(count, `${formatCount(count)} (${formatShare(share)})`)),
    markup`<td class="name">
      ${offenders.map(({ id, tokens }, index) => `${index === 0 ? '' : ', '}${id} (${formatCount(tokens)})`)}
    </td>`,
  ]);
  return markup`<h2>Over a budget</h2>
    ${tableOf(head, body, 1, true)}`;
}

function comparisonSection(what: string, rows: readonly ComparisonRow[], report: CostReport): Markup {
  const shown = chartedBlocks(report);
  const comparison = rows.filter(({ block }) => shown.includes(block));
  if (comparison.length === 0) return markup``;
  const keys = ['mean', 'median', 'p95', 'p99', 'max', 'total'] as const;
  const body = comparison.map((row) => [
    blockCell(row.block),
    labelCell(row.name),
    ...keys.map((key) => numberCell(row[key])),
    numberCell(row.ratio, row.ratio.toFixed(3)),
  ]);
  return markup`<h2>${what} side by side</h2>
    ${tableOf(['block', what.slice(0, -1).toLowerCase(), ...keys, 'ratio'], body, 2)}`;
}

function statementSection({ statement }: CostReport): Markup {
  const facts: readonly (readonly [count: number, words: string])[] = [
    [statement.paths, 'name a changed source file'],
    [statement.tests, 'name a failing test'],
    [statement.added_lines, 'hold an added source line'],
    [statement.any, 'show any of these'],
  ];
  const body = statement.blocks.map(({ block, tokens, new_tokens: fresh, new_share: share }) => [
    blockCell(block),
    numberCell(tokens),
    numberCell(fresh),
    numberCell(share, formatShare(share)),
  ]);
  return markup`<h2>What the statement already shows</h2>
    <div class="facts">
      ${facts.map(
        ([count, words]) =>
          markup`<div class="fact">
            <b>${formatShare(statement.instances === 0 ? 0 : count / statement.instances)}</b>${words}
            <span class="soft">(${formatCount(count)})</span>
          </div>`,
      )}
    </div>
    ${tableOf(['block', 'tokens', 'new', 'share'], body, 1)}
    <p class="soft">
      Means over all instances, blocks alone. New is what is left of a block without every run of four or more
      words that stands in the prompt too.
    </p>`;
}

function instanceSection(report: CostReport): Markup {
  const blocks = chartedBlocks(report);
  const budget = report.settings.budgets[0] ?? 0;
  const columns = [
    ...['instance', 'repo', 'language'].map((name) => ({ name, text: true, budget: 0 })),
    ...blocks.map((name) => ({ name, text: false, budget })),
    { name: 'new', text: false, budget: 0 },
  ];
  const rows = report.instances.map(({ id, repo, language, costs: [first], fresh }) => [
    id,
    repo,
    language,
    ...blocks.map((block) => first?.[block] ?? 0),
    fresh.all,
  ]);
  return markup`<h2>Instances</h2>
    <div class="tools">
      <input
        id="search"
        type="search"
        placeholder="Search id, repo, language"
        aria-label="Search the instances"
      /><span id="found" class="soft"></span>
    </div>
    <div class="scroll">
      <table id="instances">
        <thead>
          <tr>
            ${columns.map(({ name, text }) => headCell(name, text))}
          </tr>
        </thead>
        <tbody></tbody>
      </table>
    </div>
    <button id="more" type="button" hidden>Show more</button>
    <script id="data" type="application/json">
      ${embedJson({ columns, rows })}
    </script>`;
}
