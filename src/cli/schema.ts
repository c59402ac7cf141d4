/** Owns `swe-evidence schema`: the JSON Schemas of everything that is written, and the closed lists of codes. */
import { REJECT_CODES, WARNING_CODES } from '../model/issue.js';
import { SCHEMAS, toJsonSchema } from '../schemas.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';

/** Prints the schema or list of this name, or the names; the exit code. */
export async function runSchema(name: string | undefined, { terminal }: CommandContext): Promise<number> {
  await terminal.write(`${describeSchema(name)}\n`);
  return EXIT.done;
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
