/**
 * Owns the normal form of an agent run: what every dialect is read into and what the router, the diagnostics and the
 * feedback read. It does not own any dialect (dialect-*.ts), nor what a call means (act.ts).
 * Every key is always present; unknown is "", [], false, or -1 for a number.
 */
import { z } from 'zod';
import { DIALECTS } from './dialect-name.js';

export const dialectSchema = z.enum(DIALECTS).describe('How the run was written down.');

const callSchema = z
  .strictObject({
    name: z.string().describe('Tool name as the model wrote it, after repair.'),
    args: z.record(z.string(), z.unknown()).describe('Arguments; strings for calls read from text.'),
    id: z.string().describe('Call id of the scaffold, or "".'),
    repaired: z
      .array(z.string())
      .describe('Names of the repairs (F1 to F17) that were needed to read the call.'),
    problem: z.string().describe('Why the call could not be read, or "".'),
  })
  .describe('One tool call.');
export type Call = z.infer<typeof callSchema>;

const observationSchema = z
  .strictObject({
    text: z.string(),
    exit_code: z.int().describe('-1 = unknown, timed out or still running.'),
    state: z
      .enum(['done', 'timed_out', 'running', 'not_run', 'condensed', 'missing'])
      .describe('Whether the call ended, and whether its output was recorded.'),
    failed: z.boolean().describe('The scaffold itself says that the call failed.'),
  })
  .describe('What came back from one call.');
export type Observation = z.infer<typeof observationSchema>;

const stepSchema = z
  .strictObject({
    index: z.int().min(1).describe('1-based number of the assistant step.'),
    message_index: z
      .int()
      .describe('0-based place of the assistant message in its list; -1 = the dialect has no messages.'),
    observation_messages: z
      .array(z.int())
      .describe('0-based places of the messages that carry the observations.'),
    text: z.string().describe('What the assistant wrote beside its calls.'),
    calls: z.array(callSchema),
    observations: z.array(observationSchema).describe('Parallel to calls.'),
    cwd: z.string().describe('Working directory before the step, or "".'),
  })
  .describe('One assistant message with its calls and what they returned.');
export type Step = z.infer<typeof stepSchema>;

export const trajectorySchema = z
  .strictObject({
    dialect: dialectSchema,
    instance_id: z.string(),
    workdir: z.string().describe('Root of the repository in the sandbox, or "".'),
    steps: z.array(stepSchema),
    final_patch: z.string().describe('The diff that the run ended with, verbatim, or "".'),
    exit_reason: z.string().describe('As the scaffold wrote it.'),
    submitted: z.boolean(),
    verdict: z
      .enum(['resolved', 'unresolved', 'unknown'])
      .describe('What the row itself says about the outcome.'),
    test_output: z.string(),
    error: z.string().describe('The error that the scaffold recorded for the whole run, or "".'),
  })
  .describe('One agent run.');
export type Trajectory = z.infer<typeof trajectorySchema>;

/** An observation that was not recorded. */
export const MISSING_OBSERVATION: Observation = { text: '', exit_code: -1, state: 'missing', failed: false };

/** A readable call without an id and without repairs. */
export function makeCall(name: string, args: Record<string, unknown>, id = ''): Call {
  return { name, args, id, repaired: [], problem: '' };
}

/** A call that could not be read; `problem` says why. */
export function makeBrokenCall(name: string, problem: string, id = ''): Call {
  return { name, args: {}, id, repaired: [], problem };
}

/** An observation with text and an exit code (-1 when the scaffold gives none). */
export function makeObservation(text: string, exitCode = -1, failed = false): Observation {
  return { text, exit_code: exitCode, state: 'done', failed };
}
