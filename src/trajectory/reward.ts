/** Owns the shaped reward of a run and the exit reasons it knows. Source: paper A.5. */
import { z } from 'zod';
import type { Trajectory } from './trajectory.js';

const EXIT_REASONS = [
  'ENV_DONE',
  'MAX_STEPS',
  'TRUNCATION',
  'TRAJ_TIMEOUT',
  'NO_CONTAINER',
  'PROMPT_TRUNCATION',
  'ENCODE_ERROR',
  'OTHER',
] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

export const rewardSchema = z
  .strictObject({
    known: z.boolean().describe('False when there is no verdict: no reward can be given.'),
    value: z.number().min(-1).max(1).describe('The shaped reward; 0 when not known.'),
    exit_reason: z
      .enum(EXIT_REASONS)
      .describe("The scaffold's exit reason in the paper's words; OTHER is treated as it stands in no rule."),
    masked: z.boolean().describe('The whole response mask is cleared: the run trains nothing.'),
    rule: z.enum(['verdict', 'half', 'penalty', 'masked', 'unknown']),
  })
  .describe('Reward of one run after shaping.');
export type Reward = z.infer<typeof rewardSchema>;

/** Exit reasons as the scaffolds write them, in lower case. An empty reason means that the agent ended by itself. */
const REASON_OF: Record<string, ExitReason> = {
  '': 'ENV_DONE',
  agent: 'ENV_DONE',
  submitted: 'ENV_DONE',
  finished: 'ENV_DONE',
  env_done: 'ENV_DONE',
  exit_forfeit: 'ENV_DONE',
  max_steps: 'MAX_STEPS',
  max_step_limit: 'MAX_STEPS',
  agent_max_step_limit: 'MAX_STEPS',
  abs_step_limit: 'MAX_STEPS',
  max_iterations: 'MAX_STEPS',
  limitsexceeded: 'MAX_STEPS',
  exit_cost: 'MAX_STEPS',
  truncation: 'TRUNCATION',
  token_limit: 'TRUNCATION',
  exit_context: 'TRUNCATION',
  traj_timeout: 'TRAJ_TIMEOUT',
  traj_time_limit: 'TRAJ_TIMEOUT',
  timeout: 'TRAJ_TIMEOUT',
  timeexceeded: 'TRAJ_TIMEOUT',
  exit_total_execution_time: 'TRAJ_TIMEOUT',
  exit_command_timeout: 'TRAJ_TIMEOUT',
  no_container: 'NO_CONTAINER',
  prompt_truncation: 'PROMPT_TRUNCATION',
  encode_error: 'ENCODE_ERROR',
};

/** The paper's exit reason for a scaffold's; `submitted (exit_cost)` is a submission forced by the cost limit: MAX_STEPS. Unknown ones are OTHER. */
export function readExitReason(reason: string): ExitReason {
  const lower = reason.trim().toLowerCase();
  const forced = /^submitted \((\w{1,60})\)$/.exec(lower)?.[1];
  return REASON_OF[forced ?? lower] ?? 'OTHER';
}

const HALVED: readonly ExitReason[] = ['TRUNCATION', 'MAX_STEPS', 'TRAJ_TIMEOUT'];
const MASKED: readonly ExitReason[] = ['NO_CONTAINER', 'PROMPT_TRUNCATION', 'ENCODE_ERROR'];

/**
 * The shaped reward: 0.5 V when the run was cut off; V − 0.2 when the agent ended by itself, unresolved and without one successful
 * edit; V otherwise; clipped to [−1, 1]. `edited` = a file edit succeeded. Source: paper A.5.
 */
export function shapeReward(verdict: Trajectory['verdict'], exitReason: string, edited: boolean): Reward {
  const reason = readExitReason(exitReason);
  const masked = MASKED.includes(reason);
  const base = { exit_reason: reason, masked };
  if (verdict === 'unknown') return { ...base, known: false, value: 0, rule: masked ? 'masked' : 'unknown' };
  const solved = verdict === 'resolved' ? 1 : 0;
  if (HALVED.includes(reason)) return { ...base, known: true, value: 0.5 * solved, rule: 'half' };
  if (reason === 'ENV_DONE' && solved === 0 && !edited)
    return { ...base, known: true, value: clip(solved - 0.2), rule: 'penalty' };
  return { ...base, known: true, value: clip(solved), rule: masked ? 'masked' : 'verdict' };
}

const clip = (value: number): number => Math.min(1, Math.max(-1, value));
