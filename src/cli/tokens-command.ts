/** Owns what `swe-evidence tokens` is called with: arguments, options, help. Its work is tokens.ts, loaded when it runs. */
import type { Command } from 'commander';
import { REPORT_KEYS } from '../report/report-key.js';
import { addBudgetOption } from './budget-option.js';
import { addBuildOptions, type BuildFlags } from './build-flags.js';
import type { CommandContext } from './context.js';
import { collectList } from './option-values.js';

/** Flags as commander delivers them. */
export interface TokensFlags extends BuildFlags {
  readonly by: string;
  readonly measure: string;
  readonly budget: readonly string[];
  readonly compare: readonly string[];
  readonly profiles: readonly string[];
  readonly json: boolean;
  readonly csv: boolean;
  readonly html?: string;
}

/** Declares `tokens`. */
export function registerTokens(program: Command, context: CommandContext): void {
  const command = program
    .command('tokens')
    .description('Report what each block costs in tokens.')
    .argument('<input...>', 'dataset files or evidence.jsonl files');
  addBudgetOption(addBuildOptions(command))
    .option('--by <key>', `group by ${REPORT_KEYS.join(', ')}`, 'stage')
    .option('--measure <measure>', 'added: what a block adds to the prompt; block: the block alone', 'added')
    .option(
      '--budget <tokens>',
      'count the instances over each of these and list the largest',
      collectList,
      [],
    )
    .option(
      '--compare <tokenizers>',
      'count with each of these side by side; the first replaces --tokenizer',
      collectList,
      [],
    )
    .option(
      '--profiles <names>',
      'show these profiles side by side: names, files, or levels of detail (file, scope, hunk)',
      collectList,
      [],
    )
    .option('--json', 'as JSON', false)
    .option('--csv', 'as CSV', false)
    .option('--html <file>', 'also write a page with charts and all instances; it needs no network')
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence tokens evidence/evidence.jsonl --by repo --budget 2000,4000\n' +
        '  swe-evidence tokens rows.jsonl --csv > costs.csv\n' +
        '  swe-evidence tokens rows.jsonl --compare qwen3,o200k_base --html costs.html\n',
    )
    .action(async (inputs: string[], flags: TokensFlags) => {
      const { runTokens } = await import('./tokens.js');
      context.exitCode = await runTokens(inputs, flags, context);
    });
}
