/** Owns `swe-evidence build`: rows in, evidence.jsonl, rejects.jsonl and manifest.json out. */
import { join } from 'node:path';
import { Exclusion } from '../pipeline/exclusion.js';
import { OUTPUT_FILES, writeBuild } from '../pipeline/write-build.js';
import type { BuildCommandFlags } from './build-command.js';
import { pathsReadBeside, resolveBuildOptions } from './build-options.js';
import { EmptyInputNotes } from './empty-inputs.js';
import { EXIT, UsageError } from './exit-code.js';
import { refuseOverwrite } from './overwrite.js';
import { describeExclusion } from './exclusion-report.js';
import { openProgress } from './progress.js';
import type { CommandContext } from './context.js';
import { describeBuild } from './build-report.js';

/** Builds the inputs into the output folder; the exit code. */
export async function runBuild(
  inputs: readonly string[],
  flags: BuildCommandFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  refuseOutputToStdout(flags.output);
  await refuseOverwrite(
    inputs,
    OUTPUT_FILES.map((file) => join(flags.output, file)),
    [...pathsReadBeside(flags), ...flags.exclude],
  );
  const options = await resolveBuildOptions(flags);
  const exclusion = flags.exclude.length > 0 ? await Exclusion.read(flags.exclude, options.overrides) : null;
  const emptyInputs = new EmptyInputNotes();
  const progress = await openProgress(terminal, flags.quiet);
  try {
    const result = await writeBuild(inputs, flags.output, {
      ...options,
      ...(exclusion ? { exclusion } : {}),
      onEmptyInput: emptyInputs.add,
      onProgress: (state) => progress.update(state),
      signal: context.signal,
    });
    progress.stop();
    if (!flags.quiet) emptyInputs.tell(terminal);
    if (!flags.quiet) terminal.say(describeBuild(result, flags.output, terminal.colors));
    if (!flags.quiet && exclusion) terminal.say(describeExclusion(exclusion));
    const rejected = result.summary.rejected - (exclusion?.droppedCount ?? 0);
    return rejected > flags.maxRejects || result.summary.missing.size > 0 ? EXIT.findings : EXIT.done;
  } finally {
    progress.stop();
  }
}

function refuseOutputToStdout(output: string): void {
  if (output !== '-') return;
  throw new UsageError(
    'build writes three files and needs a folder; for lines on stdout see "export" and "inspect --json"',
  );
}
