/** Owns `swe-evidence diagnose`: the four stage measures of agent runs, their averages, transitions, and the comparison of two sets. */
import { nameFilesRelative } from '../io/common-folder.js';
import {
  type DiagnosedRun,
  diagnoseItem,
  type DiagnoseOptions,
  makeDiagnosisReport,
} from '../pipeline/trajectory-diagnosis.js';
import { readRuns } from '../pipeline/trajectory-source.js';
import type { CommandContext } from './context.js';
import type { DiagnoseFlags } from './diagnose-command.js';
import { toCsv, toTable } from './diagnose-table.js';
import { EXIT, UsageError } from './exit-code.js';
import { escapeControls } from './terminal.js';
import {
  countWord,
  openEvidence,
  openReports,
  openRunProgress,
  readDialect,
  readRouter,
  resolveEvidenceOptions,
  sayRejected,
} from './run-options.js';

/** Measures the runs, with `--compare` two sets of them; the exit code. */
export async function runDiagnose(
  inputs: readonly string[],
  flags: DiagnoseFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  if (flags.json && flags.csv) throw new UsageError('--json and --csv exclude each other');
  if (flags.files !== 'non-test' && flags.files !== 'source')
    throw new UsageError(`unknown files "${flags.files}"; expected non-test or source`);
  if (flags.compareReports !== undefined && flags.compare.length === 0)
    throw new UsageError('--compare-reports needs --compare');
  const router = readRouter(flags.option);
  const evidence = await openEvidence(
    flags.evidence,
    await resolveEvidenceOptions({ tokenizer: flags.tokenizer }),
  );
  try {
    const base = {
      router,
      referenceFiles: flags.files,
      instance: flags.instance,
      nameFile: nameFilesRelative([...inputs, ...flags.compare]),
      onUnusedReport: (file: string, reason: string): void =>
        terminal.say(terminal.colors.yellow(escapeControls(`not used  ${file}: ${reason}`))),
      ...(evidence === undefined ? {} : { evidence }),
    } as const;
    const first = await diagnoseAll(inputs, flags, context, {
      ...base,
      ...(await openReports(flags.reports, flags.quiet, terminal)),
    });
    const second =
      flags.compare.length === 0
        ? undefined
        : await diagnoseAll(flags.compare, flags, context, {
            ...base,
            ...(await openReports(flags.compareReports, flags.quiet, terminal)),
          });
    const report = makeDiagnosisReport(first.runs, second?.runs, base);
    if (flags.json) await terminal.write(`${JSON.stringify(report, null, 2)}\n`);
    else if (flags.csv) await terminal.write(toCsv(report));
    else await terminal.write(toTable(report, terminal.colors));
    if (!flags.quiet) sayMissing([...first.runs, ...(second?.runs ?? [])], flags, context);
    return first.rejected + (second?.rejected ?? 0) > 0 ? EXIT.findings : EXIT.done;
  } finally {
    await evidence?.close();
  }
}

async function diagnoseAll(
  inputs: readonly string[],
  flags: DiagnoseFlags,
  { terminal, signal }: CommandContext,
  options: DiagnoseOptions,
): Promise<{ readonly runs: readonly DiagnosedRun[]; readonly rejected: number }> {
  const runs: DiagnosedRun[] = [];
  let rejected = 0;
  const progress = await openRunProgress(terminal, flags.quiet);
  try {
    for await (const item of readRuns(inputs, {
      ...readDialect(flags.dialect),
      onProgress: progress.update,
    })) {
      signal.throwIfAborted();
      if (item.kind === 'run') runs.push(await diagnoseItem(item, options));
      if (item.kind !== 'rejected') continue;
      rejected += 1;
      sayRejected(terminal, item.problem, rejected);
    }
  } finally {
    progress.stop();
  }
  return { runs, rejected };
}

/** What could not be measured, and for how many runs. */
function sayMissing(runs: readonly DiagnosedRun[], flags: DiagnoseFlags, { terminal }: CommandContext): void {
  const say = (text: string): void => terminal.say(terminal.colors.yellow(text));
  const withoutEvidence = runs.filter((run) => !run.evidence_found);
  if (flags.evidence.length === 0) say('localization is not measured: no --evidence');
  else if (withoutEvidence.length > 0) {
    const names = [...new Set(withoutEvidence.map(({ instance_id: id, file }) => id || file))];
    say(
      `localization is not measured for ${countWord(withoutEvidence.length, 'run')} without evidence: ` +
        `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`,
    );
  }
  const without = runs.filter((run) => run.localization.counted && !run.localization.patch_present);
  if (without.length > 0) say(`${countWord(without.length, 'run')} without a final patch: localization 0`);
  const unjudged = runs.filter((run) => run.verdict === 'unknown');
  if (unjudged.length > 0) say(`${countWord(unjudged.length, 'run')} without a verdict: no solve, no reward`);
}
