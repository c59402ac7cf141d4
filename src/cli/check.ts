/** Owns `swe-evidence check`: is a file sound, and does nothing leak? */
import { type CheckFormat, findCheckFormat } from '../check/format.js';
import { CHECK_FORMAT_NAMES } from '../check/format-name.js';
import type { CheckReport } from '../model/finding.js';
import { checkFiles } from '../pipeline/check-files.js';
import { makeCheckOptions } from '../pipeline/export-defaults.js';
import type { CheckFlags } from './check-command.js';
import { describeCheck } from './check-report.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';
import { openProgress } from './progress.js';

/** Checks the files and prints what was found; the exit code. */
export async function runCheck(
  files: readonly string[],
  flags: CheckFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal } = context;
  const format = chooseFormat(flags.as);
  const progress = await openProgress(terminal, flags.quiet);
  const report = await checkFiles(
    files,
    makeCheckOptions({
      format,
      against: flags.against,
      isStrict: flags.strict,
      signal,
      onProgress: progress.update,
    }),
  ).finally(() => progress.stop());
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
  if (!format)
    throw new UsageError(`unknown format "${name}"; expected one of ${CHECK_FORMAT_NAMES.join(', ')}`);
  return format;
}
