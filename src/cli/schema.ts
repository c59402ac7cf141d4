/** Owns `swe-evidence schema`: the JSON Schemas of everything that is written, and the closed lists of codes. */
import type { Command } from 'commander';
import { REJECT_CODES, WARNING_CODES } from '../model/issue.js';
import { SCHEMAS, toJsonSchema } from '../schemas.js';
import type { CommandContext } from './context.js';
import { UsageError } from './exit-code.js';

export function registerSchema(program: Command, context: CommandContext): void {
  program
    .command('schema')
    .description('Print the JSON Schema of a file the tool writes, or a closed list of codes.')
    .argument('[name]', 'a schema, or "warnings" or "rejects"; without it the names are listed')
    .addHelpText('after', '\nExample:\n  swe-evidence schema evidence\n  swe-evidence schema warnings\n')
    .action(async (name: string | undefined) => {
      await context.terminal.write(`${describeSchema(name)}\n`);
    });
}

function describeSchema(name: string | undefined): string {
  if (name === undefined) return [...Object.keys(SCHEMAS), 'warnings', 'rejects'].join('\n');
  if (name === 'warnings') return describeCodes(WARNING_CODES);
  if (name === 'rejects') return describeCodes(REJECT_CODES);
  const found = Object.entries(SCHEMAS).find(([key]) => key === name);
  if (!found) {
    throw new UsageError(
      `unknown schema "${name}"; expected one of ${Object.keys(SCHEMAS).join(', ')}, warnings, rejects`,
    );
  }
  return JSON.stringify(toJsonSchema(found[1]), null, 2);
}

const describeCodes = (codes: Readonly<Record<string, string>>): string =>
  Object.entries(codes)
    .map(([code, text]) => `${code.padEnd(28)}${text}`)
    .join('\n');
