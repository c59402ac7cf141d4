/** Owns the terminal view of `route`: the timeline of a run with its colours, and one step in full. */
import type { Stage } from '../model/stage.js';
import type { RouteOptions, RoutedRun } from '../pipeline/trajectory-route.js';
import { PROPOSAL_RULES } from '../trajectory/proposal.js';
import { TRANSITIONS } from '../trajectory/router.js';
import { renderTimeline, type TimelineColors } from '../trajectory/timeline.js';
import { escapeControls, type Colors, type Terminal } from './terminal.js';

const STAGE_COLORS = { localization: 'blue', reproduction: 'yellow', patch: 'green' } as const;

const pickColors = (colors: Colors): TimelineColors => ({
  stage: (stage, text) => colors[STAGE_COLORS[stage]](text),
  dim: colors.dim,
  strong: colors.bold,
});

/** The timeline; what it was joined with stands below. */
export function drawRun(run: RoutedRun, { tools }: RouteOptions, { colors, width }: Terminal): string {
  const { trajectory, join, lines } = run;
  const named = { ...trajectory, instance_id: trajectory.instance_id || (lines[0]?.file ?? '') };
  const parts = [renderTimeline(named, run.routed, width, pickColors(colors))];
  if (join.kind === 'joined') {
    const costs = [...join.blocks].map(([stage, { tokens }]) => `${stage} ${tokens}`).join(', ');
    const by =
      join.by === 'run' ? '' : `, joined by ${join.by === 'option' ? '--instance' : 'the file name'}`;
    parts.push(colors.dim(`tokens the teacher sees: ${costs} (${tools.counter.name}${by})\n`));
  }
  return `${parts.join('')}\n`;
}

/** One step in full: what it did, the rule, how the state moved, and the block that belongs to it. */
export function describeStep(run: RoutedRun, number: number, { colors }: Terminal): string {
  const line = run.lines.find(({ step }) => step === number);
  const route = run.routed[number - 1];
  const name = run.trajectory.instance_id || (run.lines[0]?.file ?? 'run');
  if (line === undefined || route === undefined)
    return `${colors.bold(escapeControls(name))}  has ${run.lines.length} steps, no step ${number}\n`;
  const rows: [string, string][] = [
    ['label', colors[STAGE_COLORS[line.label]](line.label)],
    ['rule', `${line.rule}: the step ${PROPOSAL_RULES[line.rule]}`],
    ['transition', TRANSITIONS[line.transition]],
  ];
  for (const call of line.calls) {
    const repaired = call.repaired.length > 0 ? ` (repaired ${call.repaired.join(' ')})` : '';
    rows.push(['call', `${call.tool || '(no tool)'} ${call.summary}${repaired}`]);
  }
  if (line.response_start >= 0) {
    rows.push(['response', `tokens ${line.response_start} to ${line.response_end} (exclusive)`]);
    rows.push(['observation', `tokens ${line.observation_start} to ${line.observation_end} (exclusive)`]);
  }
  const head = `${colors.bold(escapeControls(name))} · step ${number} of ${run.lines.length}`;
  const table = rows.map(([key, text]) => `${colors.dim(key.padEnd(13))}${escapeLine(key, text)}`);
  return `${head}\n${table.join('\n')}\n${describeBlock(run, line.label, line.privileged_context, colors)}\n`;
}

/** Labels carry colours of ours; everything else may come from the run. */
const escapeLine = (key: string, text: string): string => (key === 'label' ? text : escapeControls(text));

function describeBlock({ join }: RoutedRun, label: Stage, block: string, colors: Colors): string {
  if (join.kind === 'none') return '';
  if (join.kind === 'unmatched') return `${colors.yellow(`no block: ${escapeControls(join.reason)}`)}\n`;
  const tokens = join.blocks.get(label)?.tokens ?? 0;
  return `\n${colors.inverse(` what the teacher sees here · ${label} · ${tokens} tokens `)}\n${escapeControls(block)}`;
}
