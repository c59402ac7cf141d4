/** Owns `swe-evidence diagnose`: the four stage measures of agent runs, their averages, transitions, and the comparison of two sets. */
import type { Command } from 'commander';
import { nameFilesRelative } from '../io/common-folder.js';
import {
  type DiagnosedRun,
  diagnoseItem,
  type DiagnoseOptions,
  makeDiagnosisReport,
} from '../pipeline/trajectory-diagnosis.js';
import { ReportIndex } from '../pipeline/trajectory-report.js';
import { readRuns } from '../pipeline/trajectory-source.js';
import type { CommandContext } from './context.js';
import { toCsv, toTable } from './diagnose-table.js';
import { EXIT, UsageError } from './exit-code.js';
import { collectList } from './option-values.js';
import {
  addRouterOption,
  addRunOptions,
  countWord,
  openEvidence,
  openRunProgress,
  readDialect,
  readRouter,
  resolveEvidenceOptions,
  type RunFlags,
  sayRejected,
} from './run-options.js';

interface Flags extends RunFlags {
  readonly evidence: readonly string[];
  readonly reports?: string;
  readonly compare: readonly string[];
  readonly compareReports?: string;
  readonly files: string;
  readonly option: readonly string[];
  readonly json: boolean;
  readonly csv: boolean;
}

export function registerDiagnose(program: Command, context: CommandContext): void {
  const command = program
    .command('diagnose')
    .description(
      'Measure how the stages of agent runs went: localization, reproduction, verification, solve.',
    )
    .argument('<run...>', 'run files, folders of them, JSON Lines with one run a line, or "-"')
    .option('--evidence <file>', 'evidence.jsonl or dataset: the files that had to be found', collectList, [])
    .option('--reports <folder>', "the harness's reports: verdicts, and tests gained and lost")
    .option('--compare <run>', 'runs to compare with: a second set (repeatable)', collectList, [])
    .option('--compare-reports <folder>', 'the reports of the second set')
    .option(
      '--files <which>',
      'the files of the fix to be found: non-test, or source (code only)',
      'non-test',
    )
    .option('--json', 'as JSON', false)
    .option('--csv', 'one line per run as CSV', false);
  addRouterOption(command);
  addRunOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence diagnose runs/ --evidence evidence/evidence.jsonl --reports reports/\n' +
        '  swe-evidence diagnose before.jsonl --compare after.jsonl --evidence rows.jsonl --json\n',
    )
    .action(async (inputs: string[], flags: Flags) => {
      context.exitCode = await runDiagnose(inputs, flags, context);
    });
}

async function runDiagnose(
  inputs: readonly string[],
  flags: Flags,
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
      ...(evidence === undefined ? {} : { evidence }),
    } as const;
    const first = await diagnoseAll(inputs, flags, context, {
      ...base,
      ...(await openReports(flags.reports)),
    });
    const second =
      flags.compare.length === 0
        ? undefined
        : await diagnoseAll(flags.compare, flags, context, {
            ...base,
            ...(await openReports(flags.compareReports)),
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

const openReports = async (folder: string | undefined): Promise<{ readonly reports?: ReportIndex }> =>
  folder === undefined ? {} : { reports: await ReportIndex.open(folder) };

async function diagnoseAll(
  inputs: readonly string[],
  flags: Flags,
  { terminal, signal }: CommandContext,
  options: DiagnoseOptions,
): Promise<{ readonly runs: readonly DiagnosedRun[]; readonly rejected: number }> {
  const runs: DiagnosedRun[] = [];
  let rejected = 0;
  const progress = openRunProgress(terminal, flags.quiet);
  try {
    for await (const item of readRuns(inputs, {
      ...readDialect(flags.dialect),
      onProgress: progress.update,
    })) {
      signal.throwIfAborted();
      if (item.kind === 'run') runs.push(await diagnoseItem(item, options));
      if (item.kind !== 'rejected') continue;
      rejected += 1;
      sayRejected(terminal, item.problem);
    }
  } finally {
    progress.stop();
  }
  return { runs, rejected };
}

/** What could not be measured, and for how many runs. */
function sayMissing(runs: readonly DiagnosedRun[], flags: Flags, { terminal }: CommandContext): void {
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
