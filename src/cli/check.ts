/** Owns `swe-evidence check`: is a file sound, and does nothing leak? */
import type { Command } from 'commander';
import { CHECK_FORMATS, type CheckFormat, findCheckFormat } from '../check/format.js';
import type { CheckReport } from '../model/finding.js';
import { checkFiles } from '../pipeline/check-files.js';
import type { TokenCounter } from '../tokens/counter.js';
import { TokenizerError } from '../tokens/tokenizer-error.js';
import { loadCounter } from '../tokens/vocabularies.js';
import { describeCheck } from './check-report.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';
import { collectList } from './option-values.js';
import { openProgress } from './progress.js';

interface Flags {
  readonly as?: string;
  readonly against: readonly string[];
  readonly strict: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

const FORMAT_NAMES = CHECK_FORMATS.map(({ name }) => name).join(', ');

export function registerCheck(program: Command, context: CommandContext): void {
  program
    .command('check')
    .description('Check evidence or exports: schema, types, text, ids, lengths, leaks.')
    .argument('<file...>', 'evidence or export files (JSONL, Parquet), folders of them, or "-"')
    .option('--as <format>', `read every file as this format: ${FORMAT_NAMES}`)
    .option(
      '--against <files>',
      'compare exports with these evidence files (comma-separated or repeated)',
      collectList,
      [],
    )
    .option('--strict', 'count warnings as errors', false)
    .option('--json', 'as JSON', false)
    .option('-q, --quiet', 'print nothing when nothing was found', false)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence check evidence/evidence.jsonl\n' +
        '  swe-evidence check trl/ --against evidence/evidence.jsonl\n' +
        '  swe-evidence check rows.jsonl --as swift --strict --json\n',
    )
    .action(async (files: string[], flags: Flags) => {
      context.exitCode = await runCheck(files, flags, context);
    });
}

async function runCheck(files: readonly string[], flags: Flags, context: CommandContext): Promise<number> {
  const { terminal, signal } = context;
  const format = chooseFormat(flags.as);
  const progress = openProgress(terminal, flags.quiet);
  const report = await checkFiles(files, {
    format,
    against: flags.against,
    isStrict: flags.strict,
    loadCounter: loadIfAtHand,
    signal,
    onProgress: progress.update,
  }).finally(() => progress.stop());
  const isSilent = flags.quiet && report.findings.length === 0;
  if (flags.json) await terminal.write(`${JSON.stringify(report, null, 2)}\n`);
  else if (!isSilent) await terminal.write(`${describeCheck(report, terminal.colors)}\n`);
  return hasFindings(report) ? EXIT.findings : EXIT.done;
}

const hasFindings = ({ errors, warnings, strict }: CheckReport): boolean =>
  errors > 0 || (strict && warnings > 0);

function chooseFormat(name: string | undefined): CheckFormat | null {
  if (name === undefined) return null;
  const format = findCheckFormat(name);
  if (!format) throw new UsageError(`unknown format "${name}"; expected one of ${FORMAT_NAMES}`);
  return format;
}

/** A tokenizer file of another machine is not at hand: lengths are then left alone, and that is said. */
function loadIfAtHand(name: string): TokenCounter | null {
  try {
    return loadCounter(name);
  } catch (error) {
    if (error instanceof TokenizerError) return null;
    throw error;
  }
}
