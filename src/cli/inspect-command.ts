/** Owns what `swe-evidence inspect` is called with: arguments, options, help. Its work is inspect.ts, loaded when it runs. */
import type { Command } from 'commander';
import { BLOCK_STAGES } from '../model/stage.js';
import { addBuildOptions, type BuildFlags } from './build-flags.js';
import type { CommandContext } from './context.js';

interface Flags extends BuildFlags {
  readonly stage?: string;
  readonly json: boolean;
}

export interface InspectFlags extends Flags {
  /** A tokenizer was asked for: what a record says is counted anew. */
  readonly recount: boolean;
}

/** Declares `inspect`. */
export function registerInspect(program: Command, context: CommandContext): void {
  const command = program
    .command('inspect')
    .description('Show the blocks of one instance, their token cost and its warnings.')
    .argument('<input>', 'a dataset file or an evidence.jsonl')
    .argument('<id>', 'the instance id');
  addBuildOptions(command)
    .option('--stage <stage>', `one block only: ${BLOCK_STAGES.join(', ')}`)
    .option('--json', 'the evidence record as one JSON line, verbatim', false)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence inspect evidence/evidence.jsonl shelf__shelf-12\n' +
        '  swe-evidence inspect rows.jsonl shelf__shelf-12 --stage localization\n',
    )
    .action(async (input: string, id: string, flags: Flags) => {
      const recount = command.getOptionValueSource('tokenizer') === 'cli';
      const { runInspect } = await import('./inspect.js');
      context.exitCode = await runInspect(input, id, { ...flags, recount }, context);
    });
}
