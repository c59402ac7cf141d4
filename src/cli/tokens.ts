/** Owns `swe-evidence tokens`: what the blocks cost, over all instances or by a key. */
import { writeAtomically } from '../io/atomic-output.js';
import { readEvidence } from '../pipeline/evidence-rows.js';
import { type CostReport, makeReport } from '../report/cost-report.js';
import { type InstanceCosts, measureInstance } from '../report/instance-costs.js';
import { renderPage } from '../report/page.js';
import { renderCsv, renderJson } from '../report/report-files.js';
import { renderTerminal } from '../report/terminal-table.js';
import { pathsReadBeside, resolveBuildOptions } from './build-options.js';
import type { CommandContext } from './context.js';
import { EmptyInputNotes } from './empty-inputs.js';
import { EXIT } from './exit-code.js';
import { refuseOverwrite } from './overwrite.js';
import { openProgress } from './progress.js';
import { escapeControls } from './terminal.js';
import type { TokensFlags } from './tokens-command.js';
import { chooseViews, readTokensOptions } from './tokens-options.js';

/** Measures all inputs and shows the report; the exit code. */
export async function runTokens(
  inputs: readonly string[],
  flags: TokensFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  if (flags.html !== undefined) await refuseOverwrite(inputs, [flags.html], pathsReadBeside(flags));
  const { by, measure, budgets, counters } = readTokensOptions(flags);
  const emptyInputs = new EmptyInputNotes();
  const progress = await openProgress(terminal, flags.quiet);
  const build = await resolveBuildOptions({ ...flags, tokenizer: flags.compare[0] ?? flags.tokenizer });
  const views = await chooseViews(flags.profiles, build.profile);
  const instances: InstanceCosts[] = [];
  const rejects: string[] = [];
  try {
    const reading = { ...build, onEmptyInput: emptyInputs.add, onProgress: progress.update };
    for await (const row of readEvidence(inputs, reading)) {
      context.signal.throwIfAborted();
      if (row.kind === 'rejected')
        rejects.push(`${row.reject.file}, row ${row.reject.row}: ${row.reject.message}`);
      if (row.kind !== 'evidence') continue;
      const measured = measureInstance(row.evidence, { ...build, counters, measure, views });
      if (measured.ok) instances.push(escapeNames(measured.value));
      else rejects.push(`${row.evidence.instance_id}: ${measured.issue.message}`);
    }
  } finally {
    progress.stop();
  }
  if (!flags.quiet) emptyInputs.tell(terminal);
  const report = makeReport(instances, {
    tokenizers: counters.map(({ name }) => escapeControls(name)),
    measure,
    profile: build.profile.name,
    views: views.map(({ name }) => name),
    by,
    budgets,
  });
  await showReport(report, flags, context);
  const [reason] = rejects;
  if (reason === undefined) return EXIT.done;
  if (!flags.quiet)
    terminal.say(`${rejects.length} rows were rejected and do not count, first ${escapeControls(reason)}`);
  return EXIT.findings;
}

async function showReport(report: CostReport, flags: TokensFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { html } = flags;
  if (html === '-') return terminal.write(renderPage(report));
  if (html !== undefined) {
    await writeAtomically(async (outputs) => {
      const file = await outputs.open(html);
      await file.write(renderPage(report));
    });
    if (!flags.quiet) terminal.say(`wrote ${html}`);
  }
  if (flags.json) return terminal.write(renderJson(report));
  if (flags.csv) return terminal.write(renderCsv(report));
  return terminal.write(renderTerminal(report, terminal.width, terminal.colors));
}

/** Names come from the rows: they must not move the reader's cursor, nor turn the text around. */
const escapeNames = (instance: InstanceCosts): InstanceCosts => ({
  ...instance,
  id: escapeControls(instance.id),
  corpus: escapeControls(instance.corpus),
  repo: escapeControls(instance.repo),
  language: escapeControls(instance.language),
});
