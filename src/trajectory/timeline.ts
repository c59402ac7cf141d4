/** Owns the terminal view of a routed run: one line per step, spans of stages, counts. A pure string builder; colours are handed in. */
import type { Stage } from '../model/stage.js';
import { cleanLine, countStages, listStageSpans, summarizeCall } from './route-row.js';
import type { RoutedStep } from './router.js';
import type { Trajectory } from './trajectory.js';

/** Functions that colour a text; the identity for a plain terminal. Widths are computed before colouring. */
export interface TimelineColors {
  readonly stage: (stage: Stage, text: string) => string;
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
}

export const PLAIN_COLORS: TimelineColors = {
  stage: (_stage, text) => text,
  dim: (text) => text,
  strong: (text) => text,
};

const SHORT: Record<Stage, string> = { localization: 'LOC', reproduction: 'REP', patch: 'PATCH' };

const WORDS: Record<RoutedStep['transition'], string> = {
  start: '',
  advance: 'moves on',
  keep: '',
  three_explorations: 'third exploration: back to LOC',
  run_in_patch: 'run in PATCH: back to REP',
  exploration_in_patch: 'exploration in PATCH: back to LOC',
};

/** Columns that the step number, the stage and the rule take. */
const FIXED_WIDTH = 32;

/** Cuts a text to `width` UTF-16 units, with `…` when something is cut. */
function fit(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** The timeline of a run, lines ending in a newline. `width` = columns of the terminal, at least 60. `routed` must be of the same run. */
export function renderTimeline(
  trajectory: Trajectory,
  routed: readonly RoutedStep[],
  width: number,
  colors: TimelineColors = PLAIN_COLORS,
): string {
  const columns = Math.max(60, width);
  const lines = [
    colors.strong(
      fit(
        `${cleanLine(trajectory.instance_id) || 'run'} · ${trajectory.dialect} · ${routed.length} steps`,
        columns,
      ),
    ),
    renderBar(routed, columns, colors),
    '',
  ];
  let before: Stage | undefined;
  for (const [order, step] of trajectory.steps.entries()) {
    const route = routed[order];
    if (route === undefined) continue;
    const { label } = route;
    const number = String(step.index).padStart(4);
    const stage = colors.stage(label, (label === before ? '│' : SHORT[label]).padEnd(6));
    before = label;
    const repaired = step.calls.flatMap((call) => call.repaired);
    const notes = [
      WORDS[route.transition],
      repaired.length > 0 ? `repaired ${[...new Set(repaired)].join(' ')}` : '',
    ]
      .filter((note) => note !== '')
      .join('; ');
    const call =
      step.calls.length === 0
        ? '(no call)'
        : step.calls
            .map((item) => `${cleanLine(item.name.slice(0, 60)) || '(no tool)'} ${summarizeCall(item)}`)
            .join(' ⏎ ');
    const room = columns - FIXED_WIDTH;
    const note = notes === '' ? '' : fit(`  ← ${notes}`, Math.max(Math.floor(room / 2), room - call.length));
    lines.push(
      `${number}  ${stage} ${colors.dim(route.proposal.rule.padEnd(18))} ${fit(call, room - note.length)}${colors.dim(note)}`.trimEnd(),
    );
  }
  const counts = countStages(routed);
  lines.push(
    '',
    (Object.keys(SHORT) as Stage[])
      .map((stage) => `${colors.stage(stage, SHORT[stage])} ${counts[stage]}`)
      .join('   '),
  );
  return `${lines.join('\n')}\n`;
}

/** The run as one bar: each column stands for one or more steps and shows the stage of the first of them. */
function renderBar(routed: readonly RoutedStep[], columns: number, colors: TimelineColors): string {
  const scale = Math.max(1, Math.ceil(routed.length / columns));
  const parts: string[] = [];
  for (const span of listStageSpans(
    routed
      .filter((_step, order) => order % scale === 0)
      .map((step, order) => ({ ...step, index: order + 1 })),
  )) {
    parts.push(
      colors.stage(span.stage, SHORT[span.stage].slice(0, 1).repeat(span.last_step - span.first_step + 1)),
    );
  }
  return parts.join('');
}
