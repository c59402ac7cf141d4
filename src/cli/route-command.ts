/** Owns what `swe-evidence route` is called with: arguments, options, help. Its work is route.ts, loaded when it runs. */
import type { Command } from 'commander';
import { CHAT_TEMPLATES } from '../trajectory/qwen-template.js';
import { addBudgetOption } from './budget-option.js';
import type { BuildFlags } from './build-flags.js';
import type { CommandContext } from './context.js';
import { collectList, readCount } from './option-values.js';
import { PROFILE_HELP } from './profile-choice.js';
import { addRouterOption, addRunOptions, type RunFlags } from './run-flags.js';

export interface RouteFlags extends RunFlags {
  readonly output: string;
  readonly json: boolean;
  readonly timeline: boolean;
  readonly step?: number;
  readonly join: readonly string[];
  readonly maxTokens: NonNullable<BuildFlags['maxTokens']>;
  readonly profile?: string;
  readonly chatTemplate?: string;
  readonly option: readonly string[];
  readonly listOptions: boolean;
  readonly effects: boolean;
}

/** Declares `route`. */
export function registerRoute(program: Command, context: CommandContext): void {
  const command = program
    .command('route')
    .description('Label every step of agent runs with its stage (LOC, REP, PATCH).')
    .argument('[run...]', 'run files, folders of them, JSON Lines with one run a line, or "-"')
    .option('--json', 'one JSON line per step (the default when stdout is no terminal)', false)
    .option('--timeline', 'a timeline a person can read (the default in a terminal)', false)
    .option('--step <number>', 'this step only; in the timeline with all that is known of it', readCount(1))
    .option('-o, --output <file>', 'where the JSON lines go, "-" for stdout', '-')
    .option(
      '--join <evidence>',
      'evidence.jsonl or dataset: adds the block a teacher sees at the step',
      collectList,
      [],
    )
    .option('--profile <name|file>', PROFILE_HELP)
    .option(
      '--chat-template <name>',
      `adds token places in the conversation as this template renders it: qwen, ${Object.keys(CHAT_TEMPLATES).join(', ')}`,
    )
    .option('--list-options', 'list the readings of the router on which the paper is silent', false)
    .option('--effects', 'how many labels of these runs each reading moves', false);
  addBudgetOption(addRouterOption(command));
  addRunOptions(command)
    .addHelpText(
      'after',
      '\nA run is joined with the evidence of --instance, else of the id it names, else of the id that stands in its path.\n' +
        '\nExample:\n  swe-evidence route run.traj --timeline\n' +
        '  swe-evidence route runs/ --join evidence/evidence.jsonl --chat-template qwen -o steps.jsonl\n' +
        '  swe-evidence route runs.jsonl --join rows.jsonl --timeline --step 12\n' +
        '  swe-evidence route --list-options\n',
    )
    .action(async (inputs: string[], flags: RouteFlags) => {
      const { runRoute } = await import('./route.js');
      context.exitCode = await runRoute(inputs, flags, context);
    });
}
