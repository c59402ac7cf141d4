/**
 * Owns reading what scaffolds write around a call's output: exit codes, time-outs and the words of a failed editor call.
 * Whether the output shows a failing program is judged in failure-signal.ts.
 */
import { classifyTool } from './tool-names.js';
import { makeObservation } from './trajectory.js';
import type { Call, Observation } from './trajectory.js';

/** Source: R2E-Gym observation.py; mini-swe-agent; OpenHands CmdOutputObservation. Anchored to the two ends of the text, which no scaffold cuts. */
const EXIT_AT_START = /^(?:Exit code: (?:Error: Exit code )?|<returncode>)(-?\d{1,6})/;
const EXIT_AT_END = /\[(?:The command completed|Command finished) with exit code (-?\d{1,6})\.?\]/g;
const TIMED_OUT =
  /The command took too long to execute|has no new output after|timed out after \d|command timed out|exceeded the time limit|Command timed out/i;
const EDIT_FAILED =
  /^(?:Execution output of \[[^\]\n]{0,40}\]:\s{0,4})?(?:ERROR\b|usage:|Error:)|No replacement was performed|unrecognized arguments|did not appear verbatim|Invalid `\w{1,30}` parameter|Your proposed edit has introduced new syntax error|required for command|the following arguments are required|already exists at: |File already exists|does not exist\. Please provide a valid path/;
/** R2E-Gym refuses some programs by name. */
const REFUSED = /Bash command '[^'\n]{1,200}' is not allowed/;
const END_LENGTH = 400;

/** The observation of a call from its text alone. */
export function readObservation(text: string, call: Call | undefined): Observation {
  const start = EXIT_AT_START.exec(text);
  const tail = text.slice(-END_LENGTH);
  let code = start?.[1];
  if (code === undefined) for (const found of tail.matchAll(EXIT_AT_END)) code = found[1];
  const exitCode = code === undefined ? -1 : Number(code);
  const timedOut = exitCode <= 0 && TIMED_OUT.test(text.slice(0, END_LENGTH) + tail);
  const observation = makeObservation(text, timedOut ? -1 : exitCode, hasEditFailed(text, call));
  if (timedOut) return { ...observation, state: 'timed_out' };
  if (REFUSED.test(text.slice(0, END_LENGTH))) return { ...observation, state: 'not_run' };
  if (text.includes('<Observation condensed for saving context>'))
    return { ...observation, state: 'condensed' };
  return observation;
}

/** True when an editing or viewing tool answers that it did nothing. */
export function hasEditFailed(text: string, call: Call | undefined): boolean {
  const tool = classifyTool(call?.name ?? '');
  if (tool !== 'editor' && tool !== 'write') return false;
  return EDIT_FAILED.test(text.slice(0, 2000));
}
