/** Owns `swe-evidence formats`: which datasets are understood, how they are recognised, what their blocks can hold. */
import type { Command } from 'commander';
import { INGESTERS } from '../ingest/registry.js';
import type { CommandContext } from './context.js';

export function registerFormats(program: Command, context: CommandContext): void {
  program
    .command('formats')
    .description('List the dataset formats, how each is recognised, and what its blocks can hold.')
    .option('--json', 'as JSON', false)
    .addHelpText('after', '\nExample:\n  swe-evidence formats\n')
    .action(async (flags: { json: boolean }) => {
      const { terminal } = context;
      if (flags.json) {
        await terminal.write(
          `${JSON.stringify(
            INGESTERS.map(({ name, notes }) => ({ name, ...notes })),
            null,
            2,
          )}\n`,
        );
        return;
      }
      const parts = INGESTERS.map(({ name, notes }) => {
        const rows = [
          ['recognised by', notes.recognisedBy],
          ['localization', notes.localization],
          ['reproduction', notes.reproduction],
          ['patch', notes.patch],
          ['missing', notes.missing],
        ].filter(([, text]) => text !== '');
        const lines = rows.map(
          ([label = '', text = '']) => `  ${terminal.colors.dim(label.padEnd(14))}${text}`,
        );
        return `${terminal.colors.bold(name)}  ${notes.title}\n${lines.join('\n')}\n`;
      });
      await terminal.write(parts.join('\n'));
    });
}
