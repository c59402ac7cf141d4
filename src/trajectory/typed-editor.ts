/** Owns reading an editor call typed as a command line: `str_replace_editor view /p --view_range 1 20`. Source: SWE-agent tools. */
import { EDITOR_COMMANDS } from './tool-names.js';

/** Name and arguments of a typed editor call, or undefined when it has neither sub-command nor path. */
export function readTypedEditor(
  words: readonly string[],
): { name: string; args: Record<string, string> } | undefined {
  const [name, ...rest] = words;
  if (name === undefined) return undefined;
  const args: Record<string, string> = {};
  const positional: string[] = [];
  let key = '';
  let collected: string[] = [];
  const keep = (): void => {
    if (key !== '')
      args[key] =
        key === 'view_range'
          ? `[${collected
              .join(' ')
              .replace(/^\[|\]$/g, '')
              .split(/[\s,]+/)
              .join(', ')}]`
          : collected.join(' ');
    key = '';
    collected = [];
  };
  for (const word of rest) {
    const option = /^--([A-Za-z_]\w*)(?:=(.*))?$/s.exec(word);
    if (option !== null) {
      keep();
      key = option[1] ?? '';
      if (option[2] !== undefined) collected.push(option[2]);
    } else if (key === '' || (collected.length > 0 && key !== 'view_range')) positional.push(word);
    else collected.push(word);
  }
  keep();
  const first = positional[0] ?? '';
  if (args['command'] === undefined && EDITOR_COMMANDS.has(first)) {
    args['command'] = first;
    positional.shift();
  }
  if (args['path'] === undefined && positional[0] !== undefined) args['path'] = positional[0];
  return args['command'] === undefined && args['path'] === undefined ? undefined : { name, args };
}
