/** Owns `swe-evidence route`: runs in, the stage of every step out, as a timeline or as rows for a trainer. */
import type { Command } from 'commander';
import { nameFilesRelative } from '../io/common-folder.js';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import { writeAtomically } from '../io/atomic-output.js';
import { type RouteOptions, routeRun } from '../pipeline/trajectory-route.js';
import { readRuns } from '../pipeline/trajectory-source.js';
import { CHAT_TEMPLATE_ALIASES, CHAT_TEMPLATES, type ChatTemplate } from '../trajectory/qwen-template.js';
import type { RouterOptions } from '../trajectory/router-option.js';
import { addBudgetOption } from './budget-option.js';
import type { BuildFlags } from './build-options.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';
import { collectList, readCount } from './option-values.js';
import { chooseProfile, PROFILE_HELP } from './profile-choice.js';
import { describeOptions, measureEffects } from './route-option.js';
import { RouteTally } from './route-tally.js';
import { describeStep, drawRun } from './route-view.js';
import {
  addRouterOption,
  addRunOptions,
  openEvidence,
  openRunProgress,
  readDialect,
  readRouter,
  resolveEvidenceOptions,
  type RunFlags,
  sayRejected,
} from './run-options.js';

interface Flags extends RunFlags {
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
    .action(async (inputs: string[], flags: Flags) => {
      context.exitCode = await runRoute(inputs, flags, context);
    });
}

async function runRoute(inputs: readonly string[], flags: Flags, context: CommandContext): Promise<number> {
  const { terminal } = context;
  if (flags.listOptions) {
    await terminal.write(describeOptions(flags.json, terminal.colors, terminal.width));
    return EXIT.done;
  }
  if (inputs.length === 0) throw new UsageError('no run given; expected files, folders, or "-"');
  if (flags.json && flags.timeline) throw new UsageError('--json and --timeline exclude each other');
  if (flags.timeline && flags.output !== '-')
    throw new UsageError('-o takes the JSON lines; leave out --timeline');
  const router = readRouter(flags.option);
  if (flags.effects) return runEffects(inputs, flags, router, context);
  const template = readTemplate(flags.chatTemplate);
  const build = await resolveEvidenceOptions({ tokenizer: flags.tokenizer, maxTokens: flags.maxTokens });
  const evidence = await openEvidence(flags.join, build);
  try {
    return await routeAll(inputs, flags, context, {
      router,
      instance: flags.instance,
      tools: {
        ...build,
        profile: flags.profile === undefined ? build.profile : await chooseProfile(flags.profile),
      },
      nameFile: nameFilesRelative(inputs),
      ...(evidence === undefined ? {} : { evidence }),
      ...(template === undefined ? {} : { template }),
    });
  } finally {
    await evidence?.close();
  }
}

async function routeAll(
  inputs: readonly string[],
  flags: Flags,
  context: CommandContext,
  options: RouteOptions,
): Promise<number> {
  const { terminal } = context;
  const asTimeline = flags.timeline || (!flags.json && flags.output === '-' && terminal.drawsOnStdout);
  const tally = new RouteTally();
  const work = async (write: (text: string) => Promise<void>): Promise<void> => {
    const progress = openRunProgress(terminal, flags.quiet || asTimeline);
    try {
      const source = { ...readDialect(flags.dialect), onProgress: progress.update };
      for await (const item of readRuns(inputs, source)) {
        context.signal.throwIfAborted();
        if (item.kind === 'rejected') sayRejected(terminal, item.problem);
        if (item.kind !== 'run') {
          tally.addOther(item.kind);
          continue;
        }
        const run = await routeRun(item, options);
        tally.add(run, item.source);
        if (!asTimeline) {
          const lines = run.lines.filter(({ step }) => flags.step === undefined || step === flags.step);
          for (const line of lines) await write(encodeJsonLine(line));
        } else if (flags.step === undefined) await write(drawRun(run, options, terminal));
        else await write(describeStep(run, flags.step, terminal));
      }
    } finally {
      progress.stop();
    }
  };
  if (flags.output === '-') await work((text) => terminal.write(text));
  else {
    await writeAtomically(async (outputs) => {
      const file = await outputs.open(flags.output);
      await work((text) => file.write(text));
    });
  }
  if (!flags.quiet) for (const line of tally.describe(options, terminal.colors)) terminal.say(line);
  return tally.rejected + tally.unmatched > 0 ? EXIT.findings : EXIT.done;
}

async function runEffects(
  inputs: readonly string[],
  flags: Flags,
  router: RouterOptions,
  context: CommandContext,
): Promise<number> {
  const { text, rejected } = await measureEffects(
    inputs,
    { json: flags.json, quiet: flags.quiet, ...readDialect(flags.dialect) },
    router,
    context,
  );
  await context.terminal.write(text);
  return rejected > 0 ? EXIT.findings : EXIT.done;
}

function readTemplate(name: string | undefined): ChatTemplate | undefined {
  if (name === undefined) return undefined;
  const template = Object.keys(CHAT_TEMPLATES).find(
    (known) => known === (CHAT_TEMPLATE_ALIASES[name] ?? name),
  );
  if (template === undefined) {
    const known = [...Object.keys(CHAT_TEMPLATE_ALIASES), ...Object.keys(CHAT_TEMPLATES)].join(', ');
    throw new UsageError(`unknown chat template "${name}"; expected one of ${known}`);
  }
  return template as ChatTemplate;
}
