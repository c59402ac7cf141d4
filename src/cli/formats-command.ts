/** Owns what `swe-evidence formats` is called with: arguments, options, help. Its work is formats.ts, loaded when it runs. */
import type { Command } from 'commander';
import type { CommandContext } from './context.js';

export interface FormatsFlags {
  readonly json: boolean;
}

/** Declares `formats`. */
export function registerFormats(program: Command, context: CommandContext): void {
  program
    .command('formats')
    .description('List the dataset formats, how each is recognised, and what its blocks can hold.')
    .option('--json', 'as JSON', false)
    .addHelpText('after', '\nExample:\n  swe-evidence formats\n')
    .action(async (flags: FormatsFlags) => {
      const { runFormats } = await import('./formats.js');
      context.exitCode = await runFormats(flags, context);
    });
}
