/** Owns `swe-evidence export`: evidence in, rows of a trainer out. */
import { settingsPathOf } from '../pipeline/export-papers.js';
import { writeExport } from '../pipeline/write-export.js';
import { pathsReadBeside } from './build-options.js';
import type { CommandContext } from './context.js';
import { EmptyInputNotes } from './empty-inputs.js';
import { EXIT } from './exit-code.js';
import { refuseOverwrite } from './overwrite.js';
import type { ExportFlags } from './export-flags.js';
import { planExport } from './export-plan.js';
import { describeExport } from './export-report.js';
import { openProgress } from './progress.js';

/** Writes the rows; the exit code. */
export async function runExport(
  inputs: readonly string[],
  flags: ExportFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal } = context;
  await refuseOverwrite(
    inputs,
    [flags.output, settingsPathOf(flags.output)],
    [...pathsReadBeside(flags), flags.system, flags.promptTemplate, flags.evidenceTemplate],
  );
  const options = await planExport(flags, (text) => terminal.write(text));
  const emptyInputs = new EmptyInputNotes();
  const progress = await openProgress(terminal, flags.quiet);
  try {
    const result = await writeExport(inputs, {
      ...options,
      onEmptyInput: emptyInputs.add,
      onProgress: progress.update,
      signal,
    });
    progress.stop();
    if (!flags.quiet) emptyInputs.tell(terminal);
    if (!flags.quiet) terminal.say(describeExport(result, options.target, terminal.colors));
    // What is missing from the rows is no summary.
    else if (result.leftOut > 0)
      terminal.say(`${result.leftOut} instances left out; without --quiet they are named`);
    return result.leftOut > 0 ? EXIT.findings : EXIT.done;
  } finally {
    progress.stop();
  }
}
