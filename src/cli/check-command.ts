/** Owns what `swe-evidence check` is called with: arguments, options, help. Its work is check.ts, loaded when it runs. */
import type { Command } from 'commander';
import { CHECK_FORMAT_NAMES } from '../check/format-name.js';
import type { CommandContext } from './context.js';
import { collectList } from './option-values.js';

export interface CheckFlags {
  readonly as?: string;
  readonly against: readonly string[];
  readonly strict: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Declares `check`. */
export function registerCheck(program: Command, context: CommandContext): void {
  program
    .command('check')
    .description('Check evidence or exports: schema, types, text, ids, lengths, leaks.')
    .argument('<file...>', 'evidence or export files (JSONL, Parquet), folders of them, or "-"')
    .option('--as <format>', `read every file as this format: ${CHECK_FORMAT_NAMES.join(', ')}`)
    .option(
      '--against <files>',
      'compare exports with these evidence files (comma-separated or repeated)',
      collectList,
      [],
    )
    .option('--strict', 'count warnings as errors', false)
    .option('--json', 'as JSON', false)
    .option('-q, --quiet', 'print nothing when nothing was found', false)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence check evidence/evidence.jsonl\n' +
        '  swe-evidence check trl/ --against evidence/evidence.jsonl\n' +
        '  swe-evidence check rows.jsonl --as swift --strict --json\n',
    )
    .action(async (files: string[], flags: CheckFlags) => {
      const { runCheck } = await import('./check.js');
      context.exitCode = await runCheck(files, flags, context);
    });
}
