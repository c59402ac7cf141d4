/**
 * Owns the charts of the page as SVG: a histogram per block and the cumulative curves, on one logarithmic axis of tokens.
 * Plain SVG, because a logarithm, bars and a step line are all that is needed of a plotting library.
 */
import { accumulateCosts, type CostBin } from './distribution.js';
import type { ReportBlock } from './instance-costs.js';
import { markup, type Markup } from './page-markup.js';
import { formatCount, formatShare } from './terminal-table.js';

/** One block's costs, ready to be drawn. */
export interface ChartSeries {
  readonly block: ReportBlock;
  readonly costs: readonly number[];
  readonly bins: readonly CostBin[];
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** From tokens to a horizontal position. */
interface LogAxis {
  readonly place: (tokens: number) => number;
  readonly low: number;
  readonly high: number;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const HISTOGRAM: Frame = { width: 360, height: 150, left: 8, right: 8, top: 16, bottom: 22 };
const CURVES: Frame = { width: 760, height: 320, left: 44, right: 12, top: 20, bottom: 40 };

/** The axis that holds all series and budgets; null when there is nothing to draw. */
export function makeAxis(
  series: readonly ChartSeries[],
  budgets: readonly number[],
): { low: number; high: number } | null {
  let low = Infinity;
  let high = 0;
  for (const { bins } of series) {
    for (const { bin } of bins) {
      low = Math.min(low, bin / 2);
      high = Math.max(high, (bin + 1) / 2);
    }
  }
  if (low === Infinity) return null;
  for (const budget of budgets) {
    low = Math.min(low, Math.log2(budget));
    high = Math.max(high, Math.log2(budget) + 0.1);
  }
  return { low, high };
}

function scaleAxis({ low, high }: { low: number; high: number }, frame: Frame): LogAxis {
  const span = frame.width - frame.left - frame.right;
  const place = (tokens: number): number =>
    frame.left + ((Math.log2(Math.max(1, tokens)) - low) / (high - low)) * span;
  return { place, low, high };
}

/** A histogram with the median and the budgets marked. Bars show shares of the instances. */
export function drawHistogram(
  series: ChartSeries,
  range: { low: number; high: number },
  budgets: readonly number[],
): Markup {
  const frame = HISTOGRAM;
  const axis = scaleAxis(range, frame);
  const floor = frame.height - frame.bottom;
  const most = series.bins.reduce((max, { count }) => Math.max(max, count), 1);
  const bars = series.bins
    .filter(({ count }) => count > 0)
    .map(({ bin, from, to, count }) => {
      const x = axis.place(2 ** (bin / 2));
      const width = axis.place(2 ** ((bin + 1) / 2)) - x;
      const height = Math.max(1.5, (count / most) * (floor - frame.top));
      const share = formatShare(count / series.costs.length);
      const title = `${formatCount(from)}–${formatCount(to - 1)} tokens: ${formatCount(count)} ${count === 1 ? 'instance' : 'instances'} (${share})`;
      return markup`<rect
        class="bar"
        x="${fix(x + 0.75)}"
        y="${fix(floor - height)}"
        width="${fix(width - 1.5)}"
        height="${fix(height)}"
        ><title>${title}</title></rect
      >`;
    });
  const label = `${series.block}: median ${formatCount(series.median)}, 95th percentile ${formatCount(series.p95)}, largest ${formatCount(series.max)} tokens`;
  return markup`<svg
    class="chart ${series.block}"
    viewBox="0 0 ${frame.width} ${frame.height}"
    role="img"
    aria-label="${label}"
  >
    ${drawTicks(axis, frame)}${bars}${drawMark(axis, frame, series.median, 'median', '')}${budgets.map((budget) => drawMark(axis, frame, budget, 'budget', ''))}
  </svg>`;
}

/** Share of the instances that cost at most so many tokens, one step line per block. */
export function drawCurves(
  all: readonly ChartSeries[],
  range: { low: number; high: number },
  budgets: readonly number[],
): Markup {
  const frame = CURVES;
  const axis = scaleAxis(range, frame);
  const floor = frame.height - frame.bottom;
  const rise = floor - frame.top;
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = fix(floor - share * rise);
    return markup`<line
        class="grid"
        x1="${frame.left}"
        x2="${frame.width - frame.right}"
        y1="${y}"
        y2="${y}"
      /><text class="tick" x="${frame.left - 6}" y="${y + 4}" text-anchor="end">${share * 100}%</text>`;
  });
  const curves = all.map(({ block, costs }) => {
    // Steps less than half a unit apart look like one: so the page does not grow with the number of instances.
    const steps = new Map<number, number>();
    for (const { tokens, share } of accumulateCosts(costs))
      steps.set(Math.round(axis.place(tokens) * 2) / 2, fix(floor - share * rise));
    let path = `M${frame.left} ${fix(floor)}`;
    for (const [x, y] of steps) path += `H${x}V${y}`;
    path += `H${frame.width - frame.right}`;
    return markup`<path class="curve ${block}" d="${path}"><title>${block}</title></path>`;
  });
  const marks = budgets.map((budget) => drawMark(axis, frame, budget, 'budget', formatCount(budget)));
  const label = 'Share of instances whose block costs at most so many tokens';
  return markup`<svg
    class="chart curves"
    viewBox="0 0 ${frame.width} ${frame.height}"
    role="img"
    aria-label="${label}"
  >
    ${lines}${drawTicks(axis, frame)}${marks}${curves}
    <text
      class="tick"
      x="${(frame.left + frame.width - frame.right) / 2}"
      y="${frame.height - 6}"
      text-anchor="middle"
    >
      tokens
    </text>
  </svg>`;
}

function drawMark(axis: LogAxis, frame: Frame, tokens: number, name: string, label: string): Markup {
  const x = fix(axis.place(tokens));
  const floor = frame.height - frame.bottom;
  return markup`<line class="mark ${name}" x1="${x}" x2="${x}" y1="${frame.top - 4}" y2="${floor}"
      ><title>${name} ${formatCount(tokens)}</title></line
    >${label === '' ? '' : markup`<text class="tick" x="${x}" y="${frame.top - 8}" text-anchor="middle">${label}</text>`}`;
}

function drawTicks(axis: LogAxis, frame: Frame): Markup[] {
  const floor = frame.height - frame.bottom;
  return tickValues(axis).map((tokens) => {
    const x = fix(axis.place(tokens));
    return markup`<line class="grid" x1="${x}" x2="${x}" y1="${floor}" y2="${floor + 4}" /><text
        class="tick"
        x="${x}"
        y="${floor + 16}"
        text-anchor="middle"
        >${shortCount(tokens)}</text
      >`;
  });
}

/** 1, 2, 5, 10, …, thinned out to powers of ten when there are too many; those close to an end are left out. */
function tickValues({ low, high }: LogAxis): number[] {
  const margin = (high - low) * 0.03;
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    const values: number[] = [];
    for (let power = 0; power < 16; power += 1) {
      for (const digit of digits) {
        const value = digit * 10 ** power;
        if (Math.log2(value) >= low + margin && Math.log2(value) <= high - margin) values.push(value);
      }
    }
    if (values.length <= 9 || digits.length === 1) return values;
  }
  return [];
}

/** `20k` for 20,000. */
const shortCount = (tokens: number): string => {
  if (tokens >= 1_000_000) return `${tokens / 1_000_000}M`;
  return tokens >= 1000 ? `${tokens / 1000}k` : String(tokens);
};

const fix = (value: number): number => Number(value.toFixed(2));
