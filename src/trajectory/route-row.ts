/** Owns what `route` writes for one run: a row per step, the spans of equal labels, and the counts per stage. */
import { z } from 'zod';
import { STAGES } from '../model/stage.js';
import { stageSchema } from '../model/stage-schema.js';
import type { Stage } from '../model/stage.js';
import { PROPOSAL_RULES } from './proposal.js';
import { readPathArgument, readShellArgument, classifyTool, readEditorCommand } from './tool-names.js';
import { TRANSITIONS } from './router.js';
import type { RoutedStep } from './router.js';
import { dialectSchema } from './trajectory.js';
import type { Call, Trajectory } from './trajectory.js';

const keysOf = <K extends string>(table: Record<K, string>) => z.enum(Object.keys(table) as [K, ...K[]]);

export const routeRowSchema = z
  .strictObject({
    instance_id: z.string(),
    dialect: dialectSchema,
    step: z.int().min(1).describe('1-based number of the assistant step.'),
    message_index: z
      .int()
      .min(-1)
      .describe(
        '0-based place of the assistant message in the run (its messages, its events, or the history beside its steps); -1 = it holds none.',
      ),
    observation_messages: z
      .array(z.int().min(0))
      .describe('0-based places of the messages that carry what came back.'),
    label: stageSchema.describe('The state after the step: it labels the response and the observation.'),
    rule: keysOf(PROPOSAL_RULES).describe('What the step does.'),
    transition: keysOf(TRANSITIONS).describe('How the state moved.'),
    explorations: z.int().min(0).describe('Explorations in a row, this step included.'),
    calls: z.array(
      z.strictObject({
        tool: z.string(),
        summary: z.string().describe('The call on one line, at most 200 characters.'),
        repaired: z.array(z.string()).describe('Names of the repairs, F1 to F17.'),
        problem: z.string().describe('Why the call could not be read, or "".'),
      }),
    ),
  })
  .describe('One step of a run with its stage: one line of the output of route.');
export type RouteRow = z.infer<typeof routeRowSchema>;

export const stageSpanSchema = z
  .strictObject({ stage: stageSchema, first_step: z.int().min(1), last_step: z.int().min(1) })
  .describe('Consecutive steps with one label, 1-based and inclusive.');
export type StageSpan = z.infer<typeof stageSpanSchema>;

const SUMMARY_LENGTH = 200;

/** Blanks, line breaks, control characters, and those that turn the reading direction. */
const UNSHOWN = /[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** A text that cannot move the reader's cursor: what is not shown becomes one blank. */
export const cleanLine = (text: string): string => text.replace(UNSHOWN, ' ');

/** A call on one line: the shell text, or the sub-command and path; control characters and line breaks become blanks. */
export function summarizeCall(call: Call): string {
  const tool = classifyTool(call.name);
  const path = readPathArgument(call.args);
  let text = path;
  if (call.problem !== '') text = call.problem;
  else if (tool === 'shell' || tool === 'python') text = readShellArgument(call.args).trim();
  else if (tool === 'editor') text = `${readEditorCommand(call.args)} ${path}`;
  else if (tool === 'search')
    text = [call.args['search_term'] ?? call.args['pattern'] ?? call.args['query'], path]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' ');
  const line = cleanLine(text.slice(0, SUMMARY_LENGTH * 2));
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH - 1)}…` : line;
}

/** One row per step. `routed` must be the routing of the same run. */
export function makeRouteRows(trajectory: Trajectory, routed: readonly RoutedStep[]): RouteRow[] {
  return trajectory.steps.map((step, order) => {
    const route = routed[order];
    return {
      instance_id: trajectory.instance_id,
      dialect: trajectory.dialect,
      step: step.index,
      message_index: step.message_index,
      observation_messages: [...step.observation_messages],
      label: route?.label ?? 'localization',
      rule: route?.proposal.rule ?? 'no_call',
      transition: route?.transition ?? 'keep',
      explorations: route?.explorations ?? 0,
      calls: step.calls.map((call) => ({
        tool: call.name,
        summary: summarizeCall(call),
        repaired: [...call.repaired],
        problem: call.problem,
      })),
    };
  });
}

/** Consecutive steps with the same label, in order; together they cover every step once. */
export function listStageSpans(routed: readonly RoutedStep[]): StageSpan[] {
  const spans: StageSpan[] = [];
  for (const { index, label } of routed) {
    const last = spans.at(-1);
    if (last?.stage === label) last.last_step = index;
    else spans.push({ stage: label, first_step: index, last_step: index });
  }
  return spans;
}

/** Steps per stage. */
export function countStages(routed: readonly RoutedStep[]): Record<Stage, number> {
  const counts = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>;
  for (const { label } of routed) counts[label] += 1;
  return counts;
}
