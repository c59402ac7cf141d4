/** Owns the rows of `route`: the labels of a run, with the evidence a teacher sees at each step and the token places of the step. */
import { z } from 'zod';
import type { Stage } from '../model/stage.js';
import { type BlockTools, renderWithinBudget } from '../render/budget.js';
import type { TokenCounter } from '../tokens/counter.js';
import { findConversation } from '../trajectory/conversation.js';
import type { ChatTemplate } from '../trajectory/qwen-template.js';
import { makeRouteRows, routeRowSchema } from '../trajectory/route-row.js';
import type { RouterOptions } from '../trajectory/router-option.js';
import { type RoutedStep, routeTrajectory } from '../trajectory/router.js';
import { type ConversationTokens, measureConversation } from '../trajectory/token-span.js';
import type { Trajectory } from '../trajectory/trajectory.js';
import { findRecordLeaks } from './record-guard.js';
import { type EvidenceIndex, type MatchedBy, nameRun } from './trajectory-evidence.js';
import type { RunItem } from './trajectory-source.js';

const tokenPlace = (what: string) =>
  z.int().min(-1).describe(`${what}, in tokens of the rendered conversation; -1 without a chat template.`);

export const routeLineSchema = z
  .strictObject({
    ...routeRowSchema.shape,
    file: z.string().describe('The run file, relative to the folder that holds all inputs.'),
    row: z.int().min(0).describe('0-based number of the run in its file.'),
    privileged_context: z
      .string()
      .describe('The block of the label: what the teacher sees at this step; "" without evidence.'),
    privileged_tokens: z.int().min(0).describe('Tokens of privileged_context.'),
    response_start: tokenPlace('First token that the model wrote'),
    response_end: tokenPlace('End of the response, exclusive, its end-of-turn token included'),
    observation_start: tokenPlace('First token of what came back'),
    observation_end: tokenPlace('End of what came back, exclusive'),
    conversation_tokens: tokenPlace('Length of the whole conversation'),
  })
  .describe('One step of a run with its stage: one line of `route --json`.');
export type RouteLine = z.infer<typeof routeLineSchema>;

export interface RouteOptions {
  readonly router: RouterOptions;
  /** Undefined = rows carry no block. */
  readonly evidence?: EvidenceIndex;
  /** Joins every run with this instance; "" = by the id of the run. */
  readonly instance: string;
  readonly tools: BlockTools & { readonly counter: TokenCounter };
  /** Undefined = rows carry no token places. */
  readonly template?: ChatTemplate;
  readonly nameFile: (file: string) => string;
}

/** How a run and its evidence came together. */
export type Join =
  | { readonly kind: 'none' }
  | { readonly kind: 'joined'; readonly by: MatchedBy; readonly blocks: ReadonlyMap<Stage, Block> }
  | { readonly kind: 'unmatched'; readonly reason: string };

export interface Block {
  readonly text: string;
  readonly tokens: number;
}

export interface RoutedRun {
  /** With the id that the run was joined by. */
  readonly trajectory: Trajectory;
  readonly routed: readonly RoutedStep[];
  readonly lines: readonly RouteLine[];
  readonly join: Join;
  /** Undefined without a chat template, and for a run that holds no messages. */
  readonly tokens: ConversationTokens | undefined;
}

/** Labels one run and fills its rows. */
export async function routeRun(item: RunItem, options: RouteOptions): Promise<RoutedRun> {
  const { join, id } = await joinEvidence(item, options);
  const trajectory = nameRun(item.trajectory, id);
  const routed = routeTrajectory(trajectory, options.router);
  const conversation = findConversation(item.value, item.trajectory);
  const tokens =
    conversation === undefined || options.template === undefined
      ? undefined
      : measureConversation(conversation, options.template, options.tools.counter);
  const place = { file: options.nameFile(item.source.file), row: item.source.row };
  const lines = makeRouteRows(trajectory, routed).map((row, order): RouteLine => {
    const block = join.kind === 'joined' ? join.blocks.get(row.label) : undefined;
    const step = tokens?.steps[order];
    const messages = conversation?.steps[order];
    return {
      ...row,
      message_index: messages?.response ?? row.message_index,
      observation_messages: [...(messages?.observations ?? row.observation_messages)],
      ...place,
      privileged_context: block?.text ?? '',
      privileged_tokens: block?.tokens ?? 0,
      response_start: step?.response.start ?? -1,
      response_end: step?.response.end ?? -1,
      observation_start: step?.observation.start ?? -1,
      observation_end: step?.observation.end ?? -1,
      conversation_tokens: tokens?.total ?? -1,
    };
  });
  return { trajectory, routed, lines, join, tokens };
}

async function joinEvidence(
  { trajectory, source }: RunItem,
  { evidence, instance, tools }: RouteOptions,
): Promise<{ readonly join: Join; readonly id: string }> {
  if (evidence === undefined) return { join: { kind: 'none' }, id: instance };
  const match = await evidence.find({ instanceId: trajectory.instance_id, source }, instance);
  if (match === undefined) {
    const named = instance === '' ? trajectory.instance_id : instance;
    const reason =
      named === ''
        ? 'the run names no instance, and no id of the evidence stands in its path (use --instance)'
        : `no evidence for ${named}`;
    return { join: { kind: 'unmatched', reason }, id: named };
  }
  const id = match.evidence.instance_id;
  const [leak] = findRecordLeaks(match.evidence);
  if (leak) return { join: { kind: 'unmatched', reason: `the evidence of ${id} leaks: ${leak.value}` }, id };
  const blocks = new Map<Stage, Block>();
  for (const stage of ['localization', 'reproduction', 'patch'] as const) {
    const block = renderWithinBudget(match.evidence, stage, tools);
    if (!block.ok) return { join: { kind: 'unmatched', reason: block.issue.message }, id };
    blocks.set(stage, { text: block.value.text, tokens: tools.counter.count(block.value.text) });
  }
  return { join: { kind: 'joined', by: match.by, blocks }, id };
}
