/** Owns `swe-evidence feedback`: failed, verified attempts in, the fourth block out. */
import { writeAtomically } from '../io/atomic-output.js';
import { nameFilesRelative } from '../io/common-folder.js';
import { InputError } from '../io/input-error.js';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import { readAttempts } from '../pipeline/trajectory-attempt.js';
import {
  type AttemptFeedback,
  type FeedbackOptions,
  judgeAttempt,
  toFeedbackRow,
} from '../pipeline/trajectory-feedback.js';
import { describePlace } from '../pipeline/trajectory-problem.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';
import type { FeedbackFlags } from './feedback-command.js';
import { refuseOverwrite } from './overwrite.js';
import {
  countWord,
  openEvidence,
  openReports,
  readDialect,
  resolveEvidenceOptions,
  sayRejected,
} from './run-options.js';
import { type Colors, escapeControls, type Terminal } from './terminal.js';

/** Judges the attempts and writes the blocks; the exit code. */
export async function runFeedback(
  inputs: readonly string[],
  flags: FeedbackFlags,
  context: CommandContext,
): Promise<number> {
  if (flags.log !== '' && inputs.length > 1)
    throw new UsageError('--log belongs to one report; give one input');
  if (flags.to !== undefined && flags.to !== 'flat')
    throw new UsageError(`unknown format "${flags.to}"; feedback is exported as flat`);
  if (flags.json && flags.to !== undefined) throw new UsageError('--json and --to exclude each other');
  if (flags.output !== '-' && flags.to === undefined && !flags.json)
    throw new UsageError('-o needs --to flat or --json');
  await refuseOverwrite(
    [],
    [flags.output],
    [...inputs, ...flags.evidence, flags.log, flags.reports, flags.tokenizer],
  );
  const build = await resolveEvidenceOptions({ tokenizer: flags.tokenizer });
  const evidence = await openEvidence(flags.evidence, build);
  const options: FeedbackOptions = {
    instance: flags.instance,
    counter: build.counter,
    nameFile: nameFilesRelative(inputs),
    ...(evidence === undefined ? {} : { evidence }),
  };
  try {
    if (flags.output === '-')
      return await judgeAll(inputs, flags, context, options, (text) => context.terminal.write(text));
    return await writeAtomically(async (outputs) => {
      const file = await outputs.open(flags.output);
      return judgeAll(inputs, flags, context, options, (text) => file.write(text));
    });
  } finally {
    await evidence?.close();
  }
}

async function judgeAll(
  inputs: readonly string[],
  flags: FeedbackFlags,
  { terminal, signal }: CommandContext,
  options: FeedbackOptions,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const { colors } = terminal;
  const reports = await openReports(flags.reports, flags.quiet, terminal);
  const orders = new Map<string, number>();
  const counts: AttemptCounts = { eligible: 0, refused: 0, rejected: 0, unchecked: 0 };
  let isFirst = true;
  for await (const attempt of readAttempts(inputs, {
    log: flags.log,
    ...reports,
    ...readDialect(flags.dialect),
  })) {
    signal.throwIfAborted();
    if (attempt.kind === 'rejected') {
      counts.rejected += 1;
      sayRejected(terminal, attempt.problem, counts.rejected);
      continue;
    }
    const judged = await judgeAttempt(attempt, options);
    if ('problem' in judged) {
      counts.rejected += 1;
      sayRejected(terminal, judged.problem, counts.rejected);
      continue;
    }
    const { line } = judged;
    if (flags.json) await write(encodeJsonLine(line));
    if (!line.eligible) {
      counts.refused += 1;
      sayRefused(terminal, line.instance_id || describePlace(attempt.source), line.refusals);
      continue;
    }
    counts.eligible += 1;
    if (!line.checked) counts.unchecked += 1;
    const order = (orders.get(line.instance_id) ?? 0) + 1;
    orders.set(line.instance_id, order);
    if (flags.to === 'flat') await write(encodeJsonLine(toFeedbackRow(line, judged.evidence, order)));
    else if (!flags.json) await write(`${isFirst ? '' : '\n'}${describeFeedback(judged, options, colors)}`);
    isFirst = false;
  }
  if (counts.eligible + counts.refused === 0) {
    const found = counts.rejected > 0 ? 'nothing that could be read' : 'none';
    throw new InputError('input_unknown_content', inputs.join(', '), 'a report, a log or a run', found);
  }
  if (!flags.quiet) sayCounts(terminal, counts);
  return counts.eligible === 0 || counts.rejected > 0 ? EXIT.findings : EXIT.done;
}

function sayRefused(
  terminal: Terminal,
  name: string,
  refusals: readonly { readonly code: string; readonly message: string }[],
): void {
  for (const { code, message } of refusals)
    terminal.say(
      terminal.colors.yellow(`refused  ${escapeControls(name)}: ${code}: ${escapeControls(message)}`),
    );
}

interface AttemptCounts {
  eligible: number;
  refused: number;
  /** Attempts that could not be read. */
  rejected: number;
  /** Blocks that were not compared with the reference fix. */
  unchecked: number;
}

function sayCounts(terminal: Terminal, { eligible, refused, rejected, unchecked }: AttemptCounts): void {
  const { colors } = terminal;
  terminal.say(
    `${colors.green(countWord(eligible, 'block'))} of ${countWord(eligible + refused, 'attempt')}, ` +
      `${refused} refused${rejected > 0 ? `, ${rejected} not read` : ''}`,
  );
  if (unchecked > 0)
    terminal.say(
      colors.yellow(
        `${countWord(unchecked, 'block')} not checked against the reference fix: no evidence of the instance`,
      ),
    );
}

function describeFeedback({ line }: AttemptFeedback, { counter }: FeedbackOptions, colors: Colors): string {
  if (!line.eligible) return '';
  const { feedback, block, token_count: tokens } = line;
  const head = ` ${line.instance_id || line.file} · ${feedback.flavour} · feedback · ${tokens} tokens (${counter.name}) `;
  return `${colors.inverse(escapeControls(head))}\n${escapeControls(block)}`;
}
