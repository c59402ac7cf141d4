/** Owns what `swe-evidence feedback` is called with: arguments, options, help. Its work is feedback.ts, loaded when it runs. */
import type { Command } from 'commander';
import type { CommandContext } from './context.js';
import { collectList } from './option-values.js';
import { addRunOptions, type RunFlags } from './run-flags.js';

export interface FeedbackFlags extends RunFlags {
  readonly log: string;
  readonly reports?: string;
  readonly evidence: readonly string[];
  readonly to?: string;
  readonly output: string;
  readonly json: boolean;
}

/** Declares `feedback`. */
export function registerFeedback(program: Command, context: CommandContext): void {
  const command = program
    .command('feedback')
    .description('Turn failed, verified attempts into evidence for the next one: what failed, and where.')
    .argument('<run|report...>', 'reports, folders of them, v1 logs, or runs')
    .option('--log <file>', 'the test log of the one attempt (default: the one beside its report.json)', '')
    .option('--reports <folder>', 'where the reports of the runs stand')
    .option(
      '--evidence <file>',
      'evidence.jsonl or dataset: checks the block against the reference fix, names the listed tests',
      collectList,
      [],
    )
    .option('--to <format>', 'export rows of this format: flat')
    .option('-o, --output <file>', 'where rows or JSON lines go, "-" for stdout', '-')
    .option('--json', 'one JSON line per attempt, the refused ones too', false);
  addRunOptions(command)
    .addHelpText(
      'after',
      '\nExit code 1 when no attempt was eligible; every refusal is named on stderr.\n' +
        '\nExample:\n  swe-evidence feedback logs/run_evaluation/ --evidence evidence/evidence.jsonl\n' +
        '  swe-evidence feedback report.json --log test_output.txt --evidence rows.jsonl --json\n' +
        '  swe-evidence feedback runs.jsonl --reports reports/ --evidence rows.jsonl --to flat -o feedback.jsonl\n',
    )
    .action(async (inputs: string[], flags: FeedbackFlags) => {
      const { runFeedback } = await import('./feedback.js');
      context.exitCode = await runFeedback(inputs, flags, context);
    });
}
