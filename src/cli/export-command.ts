/** Owns what `swe-evidence export` is called with: arguments, options, help. Its work is export.ts, loaded when it runs. */
import type { Command } from 'commander';
import type { CommandContext } from './context.js';
import { addExportOptions, type ExportFlags } from './export-flags.js';

/** Declares `export`. */
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
      const { runExport } = await import('./export.js');
      context.exitCode = await runExport(inputs, flags, context);
    });
}
