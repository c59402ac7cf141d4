/** Owns the words of the feedback block: facts and their source, never an advice. Source: OPRD C.2. */
import type { Feedback } from './feedback.js';
import type { Signal } from './signal.js';

/** Name of the wording, for papers to cite. */
export const FEEDBACK_PROFILE = 'feedback@1';

/** The block's text, with its own heading, ending in a newline. It says what failed and where that is known from. */
export function renderFeedback(feedback: Feedback): string {
  const lines = [
    '## What a previous attempt failed on',
    '',
    `A previous patch was applied and tested; it was not accepted. Read from: ${feedback.sources.join(', ')}.`,
    '',
  ];
  lines.push(...renderCounts(feedback), '');
  if (feedback.message !== '')
    lines.push('The test harness said:', ...feedback.message.split('\n').map((line) => `  ${line}`), '');
  if (feedback.touched_files.length > 0) {
    lines.push('Files that the attempt changed:');
    lines.push(
      ...feedback.touched_files.map(
        (file) => `- ${file.path}${file.scratch ? ' (a script of its own)' : ''}`,
      ),
      '',
    );
  }
  if (feedback.signals.length > 0) lines.push(...renderSignals(feedback), '');
  if (feedback.signals_withheld > 0)
    lines.push(
      `${feedback.signals_withheld} more ${feedback.signals_withheld === 1 ? 'signal is' : 'signals are'} not shown.`,
      '',
    );
  return lines.join('\n');
}

const row = (name: string, { pass, pending, fail }: Feedback['counts']): string =>
  `- ${name}: ${pass} pass, ${pending} pending, ${fail} fail`;

function renderCounts({
  counts,
  fail_to_pass: target,
  pass_to_pass: guard,
  lists_known: known,
  pending_known: split,
}: Feedback): string[] {
  if (!known && counts.fail === 0)
    return ['The report names no failing test, and the tests that were to pass are not recorded.'];
  if (!known) return [`Failing tests: ${counts.fail}. Which of them were to pass is not recorded.`];
  const lines = [`Tests: ${counts.pass} pass, ${counts.pending} pending, ${counts.fail} fail.`];
  lines.push(row('to be repaired', target), row('passing before', guard));
  if (!split) lines.push('Tests without a result are counted as failing: no log tells them apart.');
  else if (counts.pending > 0) lines.push('Pending tests have no readable result in the log.');
  return lines;
}

/** A report alone tells which tests fail; what a test run shows is known from its log. */
function renderSignals({ signals, sources, pending_known: split }: Feedback): string[] {
  const isLogRead = split && sources.some((source) => source.endsWith('log'));
  if (!isLogRead && signals.every(({ type, message }) => type === '' && message === ''))
    return [
      'Failing tests, of which no log tells why:',
      ...signals.map(({ test }) => `- ${test === '' ? 'whole run' : test}`),
    ];
  return ['What the test run shows, causes of many failures first:', ...signals.flatMap(renderSignal)];
}

function renderSignal(signal: Signal): string[] {
  const what = [signal.type, signal.message].filter((part) => part !== '').join(': ');
  const place = signal.file === '' ? '' : ` (${signal.file}${signal.line > 0 ? `:${signal.line}` : ''})`;
  const more = signal.tests > 1 ? ` and ${signal.tests - 1} more` : '';
  const whose = signal.test === '' ? 'whole run' : `${signal.test}${more}`;
  return [`- ${whose}: ${what === '' ? 'fails; no message is recorded' : what}${place}`];
}
