/** Owns `swe-evidence export`: evidence in, rows of a trainer out. */
import type { Command } from 'commander';
import { writeExport } from '../pipeline/write-export.js';
import type { CommandContext } from './context.js';
import { EXIT } from './exit-code.js';
import { refuseOverwrite } from './overwrite.js';
import { addExportOptions, type ExportFlags } from './export-flags.js';
import { planExport } from './export-plan.js';
import { describeExport } from './export-report.js';
import { openProgress } from './progress.js';

export function registerExport(program: Command, context: CommandContext): void {
  const command = program
    .command('export')
    .description('Write rows for a trainer, with the settings that go with them.')
    .argument('<evidence...>', 'evidence.jsonl files (dataset files are built on the way)');
  addExportOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence export evidence/evidence.jsonl --to trl --parquet -o trl/\n' +
        '  swe-evidence export evidence/evidence.jsonl --to verl --agent swe_agent -o verl/ \\\n' +
        '    --split train=0.9,test=0.1 --schedule localization:30,reproduction:20,patch:20\n' +
        '  swe-evidence export evidence/evidence.jsonl --stage localization | head -1\n',
    )
    .action(async (inputs: string[], flags: ExportFlags) => {
      context.exitCode = await runExport(inputs, flags, context);
    });
}

async function runExport(
  inputs: readonly string[],
  flags: ExportFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal } = context;
  await refuseOverwrite(inputs, [flags.output]);
  const options = await planExport(flags, (text) => terminal.write(text));
  const progress = openProgress(terminal, flags.quiet);
  try {
    const result = await writeExport(inputs, { ...options, onProgress: progress.update, signal });
    progress.stop();
    if (!flags.quiet) terminal.say(describeExport(result, options.target, terminal.colors));
    return result.leftOut > 0 ? EXIT.findings : EXIT.done;
  } finally {
    progress.stop();
  }
}
