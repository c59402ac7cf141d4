/** Owns `swe-evidence build`: rows in, evidence.jsonl, rejects.jsonl and manifest.json out. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { Exclusion } from '../pipeline/exclusion.js';
import { OUTPUT_FILES, writeBuild } from '../pipeline/write-build.js';
import { addBudgetOption } from './budget-option.js';
import { addBuildOptions, type BuildFlags, resolveBuildOptions } from './build-options.js';
import { EXIT, UsageError } from './exit-code.js';
import { refuseOverwrite } from './overwrite.js';
import { describeExclusion } from './exclusion-report.js';
import { collectList, readCount } from './option-values.js';
import { openProgress } from './progress.js';
import type { CommandContext } from './context.js';
import { describeBuild } from './build-report.js';

interface Flags extends BuildFlags {
  readonly output: string;
  readonly maxRejects: number;
  readonly exclude: readonly string[];
}

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
    .action(async (inputs: string[], flags: Flags) => {
      context.exitCode = await runBuild(inputs, flags, context);
    });
}

async function runBuild(inputs: readonly string[], flags: Flags, context: CommandContext): Promise<number> {
  const { terminal } = context;
  refuseOutputToStdout(flags.output);
  await refuseOverwrite(
    inputs,
    OUTPUT_FILES.map((file) => join(flags.output, file)),
  );
  const options = await resolveBuildOptions(flags);
  const exclusion = flags.exclude.length > 0 ? await Exclusion.read(flags.exclude, options.overrides) : null;
  const progress = openProgress(terminal, flags.quiet);
  try {
    const result = await writeBuild(inputs, flags.output, {
      ...options,
      ...(exclusion ? { exclusion } : {}),
      onProgress: (state) => progress.update(state),
      signal: context.signal,
    });
    progress.stop();
    if (!flags.quiet) terminal.say(describeBuild(result, flags.output, terminal.colors));
    if (!flags.quiet && exclusion) terminal.say(describeExclusion(exclusion));
    const rejected = result.summary.rejected - (exclusion?.droppedCount ?? 0);
    return rejected > flags.maxRejects || result.summary.missing.size > 0 ? EXIT.findings : EXIT.done;
  } finally {
    progress.stop();
  }
}

function refuseOutputToStdout(output: string): void {
  if (output !== '-') return;
  throw new UsageError(
    'build writes three files and needs a folder; for lines on stdout see "export" and "inspect --json"',
  );
}
