/** Owns `swe-evidence route`: runs in, the stage of every step out, as a timeline or as rows for a trainer. */
import { nameFilesRelative } from '../io/common-folder.js';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import { writeAtomically } from '../io/atomic-output.js';
import { type RouteOptions, routeRun } from '../pipeline/trajectory-route.js';
import { readRuns } from '../pipeline/trajectory-source.js';
import { CHAT_TEMPLATE_ALIASES, CHAT_TEMPLATES, type ChatTemplate } from '../trajectory/qwen-template.js';
import type { RouterOptions } from '../trajectory/router-option.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';
import { refuseOverwrite } from './overwrite.js';
import { chooseProfile } from './profile-choice.js';
import type { RouteFlags } from './route-command.js';
import { describeOptions, measureEffects } from './route-option.js';
import { RouteTally } from './route-tally.js';
import { describeStep, drawRun } from './route-view.js';
import {
  openEvidence,
  openRunProgress,
  readDialect,
  readRouter,
  resolveEvidenceOptions,
  sayRejected,
} from './run-options.js';

/** Labels the runs, or tells of the options of the router; the exit code. */
export async function runRoute(
  inputs: readonly string[],
  flags: RouteFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  if (flags.listOptions) {
    await terminal.write(describeOptions(flags.json, terminal.colors, terminal.width));
    return EXIT.done;
  }
  if (inputs.length === 0) throw new UsageError('no run given; expected files, folders, or "-"');
  if (flags.json && flags.timeline) throw new UsageError('--json and --timeline exclude each other');
  if (flags.timeline && flags.output !== '-')
    throw new UsageError('-o takes the JSON lines; leave out --timeline');
  await refuseOverwrite([], [flags.output], [...inputs, ...flags.join, flags.profile, flags.tokenizer]);
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
  flags: RouteFlags,
  context: CommandContext,
  options: RouteOptions,
): Promise<number> {
  const { terminal } = context;
  const asTimeline = flags.timeline || (!flags.json && flags.output === '-' && terminal.drawsOnStdout);
  const tally = new RouteTally();
  let longest = 0;
  const work = async (write: (text: string) => Promise<void>): Promise<void> => {
    const progress = await openRunProgress(terminal, flags.quiet || asTimeline);
    try {
      const source = { ...readDialect(flags.dialect), onProgress: progress.update };
      for await (const item of readRuns(inputs, source)) {
        context.signal.throwIfAborted();
        if (item.kind !== 'run') {
          tally.addOther(item.kind);
          if (item.kind === 'rejected') sayRejected(terminal, item.problem, tally.rejected);
          continue;
        }
        const run = await routeRun(item, options);
        tally.add(run, item.source);
        longest = Math.max(longest, run.lines.at(-1)?.step ?? 0);
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
  if (flags.step !== undefined && flags.step > longest)
    throw new UsageError(`no run has a step ${flags.step}; the longest ends with step ${longest}`);
  if (!flags.quiet) for (const line of tally.describe(options, terminal.colors)) terminal.say(line);
  return tally.rejected + tally.unmatched > 0 ? EXIT.findings : EXIT.done;
}

async function runEffects(
  inputs: readonly string[],
  flags: RouteFlags,
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
