/** Owns `swe-evidence build`: rows in, evidence.jsonl, rejects.jsonl and manifest.json out. */
import type { Command } from 'commander';
import { writeBuild } from '../pipeline/write-build.js';
import { addBuildOptions, type BuildFlags, resolveBuildOptions } from './build-options.js';
import { EXIT } from './exit-code.js';
import { readCount } from './option-values.js';
import { openProgress } from './progress.js';
import type { CommandContext } from './context.js';
import { describeBuild } from './build-report.js';

interface Flags extends BuildFlags {
  readonly output: string;
  readonly maxRejects: number;
}

export function registerBuild(program: Command, context: CommandContext): void {
  const command = program
    .command('build')
    .description('Build evidence from repair datasets (JSONL, JSON, Parquet; "-" reads stdin).')
    .argument('<input...>', 'files, folders, or "-"')
    .option('-o, --output <folder>', 'where evidence.jsonl, rejects.jsonl and manifest.json go', 'evidence');
  addBuildOptions(command)
    .option('--max-rejects <count>', 'rejects that still count as success', readCount(0), 0)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence build SWE-bench_Verified_test.parquet -o evidence\n' +
        '  swe-evidence build rows.jsonl --only shelf__shelf-12 --tokenizer o200k_base\n',
    )
    .action(async (inputs: string[], flags: Flags) => {
      context.exitCode = await runBuild(inputs, flags, context);
    });
}

async function runBuild(inputs: readonly string[], flags: Flags, context: CommandContext): Promise<number> {
  const { terminal } = context;
  const options = await resolveBuildOptions(flags);
  const progress = openProgress(terminal, flags.quiet);
  try {
    const result = await writeBuild(inputs, flags.output, {
      ...options,
      onProgress: (state) => progress.update(state),
      signal: context.signal,
    });
    progress.stop();
    if (!flags.quiet) terminal.say(describeBuild(result, flags.output, terminal.colors));
    return result.summary.rejected > flags.maxRejects ? EXIT.findings : EXIT.done;
  } finally {
    progress.stop();
  }
}
