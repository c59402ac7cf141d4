/**
 * Owns judging whether an observation shows a failing program: the paper's "failure signal (traceback, assertion, failed test, exception,
 * non-zero result)". What failed, and why, is read from test logs in log-signal.ts.
 */
import { lexShell } from './shell-lexer.js';
import type { Observation } from './trajectory.js';

/** unknown: timed out, still running, not run, condensed or not recorded: neither failing nor passing. */
export type RunOutcome = 'failed' | 'passed' | 'unknown';

const LINE_SIGNALS: readonly RegExp[] = [
  /^Traceback \(most recent call last\)/,
  /^(?:[A-Za-z_][\w.]{0,200}\.)?[A-Z]\w{0,80}(?:Error|Exception)(?::|$)/,
  /^(?:FAILED|ERROR)(?:\s|:|$)/,
  /^FAIL(?:ED)?(?:\s|:|$)/,
  /^--- FAIL/,
  /^E {2,8}\S/,
  /panicked at/,
  /Segmentation fault|core dumped/,
  /test result: FAILED/,
  /(?:^|[^\d.])[1-9]\d{0,8} (?:failed|errors?)\b/,
];
/** A script that catches the bug and names the exception: `Error: AttributeError: …`, `Exception occurred: ValueError: …`. */
const CAUGHT =
  /\b(?:error|exception|failed|failure)\b[^:]{0,60}:\s{0,4}(?:[A-Za-z_][\w.]{0,200}\.)?[A-Z]\w{0,80}(?:Error|Exception)\b/i;
/** Longer lines are judged by their beginning: a failure line is short. */
const LINE_LENGTH = 400;

/** True when a text shows a failing program. `0 failed` and `no errors` are no failures. Linear. */
export function hasFailureText(text: string): boolean {
  for (const raw of text.split('\n')) {
    const line = raw.slice(0, LINE_LENGTH).trim();
    if (line === '') continue;
    if (LINE_SIGNALS.some((signal) => signal.test(line))) return true;
    if (CAUGHT.test(line) && !/\b(?:expected|correctly|as intended)\b/i.test(line)) return true;
  }
  return false;
}

/** True when the exit code of a shell text is the code of the program that was run: no pipe, no list, no `|| true`, nothing in the background. */
function ownsExitCode(command: string): boolean {
  let afterRun = false;
  for (const token of lexShell(command)) {
    if (token.kind === 'word') afterRun = true;
    else if (token.kind === 'operator') {
      if (token.operator === '|' || token.operator === '||' || token.operator === '&') return false;
      if ((token.operator === ';' || token.operator === 'newline') && afterRun) return false;
    }
  }
  return true;
}

/**
 * Outcome of a run by its observation: the exit code when it belongs to the program, else the text. A script that catches the bug and
 * prints about it passes: the definition is by signal. `command` = the shell text, "" unknown.
 */
export function judgeRun(observation: Observation, command: string): RunOutcome {
  if (observation.state !== 'done') return 'unknown';
  // The script was not there: nothing ran.
  if (/can't open file |: command not found/.test(observation.text.slice(0, 2000))) return 'unknown';
  // A here-document before the run ends in a newline: `cat > a <<E…E` and `python a` are two commands, but the last one decides.
  const own = ownsExitCode(command) || !/[|;&]/.test(lastLine(command));
  if (observation.exit_code > 0 && own) return 'failed';
  return hasFailureText(observation.text) ? 'failed' : 'passed';
}

function lastLine(command: string): string {
  const trimmed = command.trimEnd();
  return trimmed.slice(trimmed.lastIndexOf('\n') + 1);
}
