/** Owns what `swe-evidence diagnose` is called with: arguments, options, help. Its work is diagnose.ts, loaded when it runs. */
import type { Command } from 'commander';
import type { CommandContext } from './context.js';
import { collectList } from './option-values.js';
import { addRouterOption, addRunOptions, type RunFlags } from './run-flags.js';

export interface DiagnoseFlags extends RunFlags {
  readonly evidence: readonly string[];
  readonly reports?: string;
  readonly compare: readonly string[];
  readonly compareReports?: string;
  readonly files: string;
  readonly option: readonly string[];
  readonly json: boolean;
  readonly csv: boolean;
}

/** Declares `diagnose`. */
export function registerDiagnose(program: Command, context: CommandContext): void {
  const command = program
    .command('diagnose')
    .description(
      'Measure how the stages of agent runs went: localization, reproduction, verification, solve.',
    )
    .argument('<run...>', 'run files, folders of them, JSON Lines with one run a line, or "-"')
    .option('--evidence <file>', 'evidence.jsonl or dataset: the files that had to be found', collectList, [])
    .option('--reports <folder>', "the harness's reports: verdicts, and tests gained and lost")
    .option('--compare <run>', 'runs to compare with: a second set (repeatable)', collectList, [])
    .option('--compare-reports <folder>', 'the reports of the second set')
    .option(
      '--files <which>',
      'the files of the fix to be found: non-test, or source (code only)',
      'non-test',
    )
    .option('--json', 'as JSON', false)
    .option('--csv', 'one line per run as CSV', false);
  addRouterOption(command);
  addRunOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence diagnose runs/ --evidence evidence/evidence.jsonl --reports reports/\n' +
        '  swe-evidence diagnose before.jsonl --compare after.jsonl --evidence rows.jsonl --json\n',
    )
    .action(async (inputs: string[], flags: DiagnoseFlags) => {
      const { runDiagnose } = await import('./diagnose.js');
      context.exitCode = await runDiagnose(inputs, flags, context);
    });
}
