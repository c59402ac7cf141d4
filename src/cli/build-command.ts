/** Owns what `swe-evidence build` is called with: arguments, options, help. Its work is build.ts, loaded when it runs. */
import type { Command } from 'commander';
import { addBudgetOption } from './budget-option.js';
import { addBuildOptions, type BuildFlags } from './build-flags.js';
import type { CommandContext } from './context.js';
import { collectList, readCount } from './option-values.js';

export interface BuildCommandFlags extends BuildFlags {
  readonly output: string;
  readonly maxRejects: number;
  readonly exclude: readonly string[];
}

/** Declares `build`. */
export function registerBuild(program: Command, context: CommandContext): void {
  const command = program
    .command('build')
    .description('Build evidence from repair datasets (JSONL, JSON, Parquet; "-" reads stdin).')
    .argument('<input...>', 'files, folders, or "-"')
    .option('-o, --output <folder>', 'where evidence.jsonl, rejects.jsonl and manifest.json go', 'evidence');
  addBudgetOption(addBuildOptions(command))
    .option('--max-rejects <count>', 'rejects that still count as success', readCount(0), 0)
    .option(
      '--exclude <files>',
      'drop instances whose fix, id or base stands in these datasets or evidence files (no reject for --max-rejects)',
      collectList,
      [],
    )
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence build SWE-bench_Verified_test.parquet -o evidence\n' +
        '  swe-evidence build rows.jsonl --only shelf__shelf-12 --tokenizer o200k_base\n' +
        '  swe-evidence build train.jsonl --exclude SWE-bench_Verified_test.parquet\n',
    )
    .action(async (inputs: string[], flags: BuildCommandFlags) => {
      const { runBuild } = await import('./build.js');
      context.exitCode = await runBuild(inputs, flags, context);
    });
}
