/** Owns the options that the commands on agent runs share. What they mean is run-options.ts. */
import type { Command } from 'commander';
import { DIALECTS } from '../trajectory/dialect-name.js';
import { collectList } from './option-values.js';

/** Flags as commander delivers them. */
export interface RunFlags {
  readonly dialect?: string;
  readonly instance: string;
  readonly tokenizer: string;
  readonly quiet: boolean;
}

/** Declares the options of all commands on agent runs. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--dialect <name>', `read every run as this instead of recognising it: ${DIALECTS.join(', ')}`)
    .option('--instance <id>', 'the instance of the runs, whatever id they name', '')
    .option('--tokenizer <name|file>', 'qwen3, cl100k_base, o200k_base, or a tokenizer.json', 'qwen3')
    .option('-q, --quiet', 'no progress and no summary', false);
}

/** Declares `--option`, for the commands that label steps. */
export const addRouterOption = (command: Command): Command =>
  command.option(
    '--option <name=value>',
    'a reading of the router (repeatable; see "route --list-options")',
    collectList,
    [],
  );
