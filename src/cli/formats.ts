/** Owns `swe-evidence formats`: which datasets are understood, how they are recognised, what their blocks can hold. */
import { INGESTERS } from '../ingest/registry.js';
import type { CommandContext } from './context.js';
import { EXIT } from './exit-code.js';
import type { FormatsFlags } from './formats-command.js';
import type { Colors } from './terminal.js';

/** Lists the formats; the exit code. */
export async function runFormats({ json }: FormatsFlags, { terminal }: CommandContext): Promise<number> {
  await terminal.write(
    json ? `${JSON.stringify(listFormats(), null, 2)}\n` : describeFormats(terminal.colors),
  );
  return EXIT.done;
}

const listFormats = (): object[] => INGESTERS.map(({ name, notes }) => ({ name, ...notes }));

function describeFormats(colors: Colors): string {
  const parts = INGESTERS.map(({ name, notes }) => {
    const rows = [
      ['recognised by', notes.recognisedBy],
      ['localization', notes.localization],
      ['reproduction', notes.reproduction],
      ['patch', notes.patch],
      ['missing', notes.missing],
    ].filter(([, text]) => text !== '');
    const lines = rows.map(([label = '', text = '']) => `  ${colors.dim(label.padEnd(14))}${text}`);
    return `${colors.bold(name)}  ${notes.title}\n${lines.join('\n')}\n`;
  });
  return parts.join('\n');
}
