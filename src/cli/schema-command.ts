/** Owns what `swe-evidence schema` is called with: arguments, options, help. Its work is schema.ts, loaded when it runs. */
import type { Command } from 'commander';
import type { CommandContext } from './context.js';

/** Declares `schema`. */
export function registerSchema(program: Command, context: CommandContext): void {
  program
    .command('schema')
    .description('Print the JSON Schema of a file the tool writes, or a closed list of codes.')
    .argument('[name]', 'a schema, or "warnings" or "rejects"; without it the names are listed')
    .addHelpText('after', '\nExample:\n  swe-evidence schema evidence\n  swe-evidence schema warnings\n')
    .action(async (name: string | undefined) => {
      const { runSchema } = await import('./schema.js');
      context.exitCode = await runSchema(name, context);
    });
}
