/** Owns what `swe-evidence repos` is called with: arguments, options, help. Its work is repos.ts, loaded when it runs. */
import type { Command } from 'commander';
import { DEFAULT_REMOTE } from '../repository/remote.js';
import type { CommandContext } from './context.js';
import { collectList, readCount } from './option-values.js';

export interface StatusFlags {
  readonly repos: string;
  readonly format?: string;
  readonly map?: string;
  readonly limit?: number;
  readonly only: readonly string[];
  readonly onlyFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

export interface SyncFlags extends StatusFlags {
  readonly remote: string;
  readonly jobs: number;
}

/** Declares `repos` with `status` and `sync`. */
export function registerRepos(program: Command, context: CommandContext): void {
  const repos = program
    .command('repos')
    .description('Clones for "build --repos": say what is missing, or fetch it.')
    .addHelpText(
      'after',
      '\nExample:\n  swe-evidence repos status rows.jsonl --repos clones\n' +
        '  swe-evidence repos sync rows.jsonl --repos clones\n',
    );
  const status = addOptions(
    repos.command('status').description('Say which clones, commits and branches the rows need and lack.'),
  )
    .addHelpText(
      'after',
      '\nExit code: 0 when nothing is missing, 1 when something is, 4 when git is.\n' +
        '\nExample:\n  swe-evidence repos status SWE-bench_Verified_test.parquet --repos clones\n',
    )
    .action(async (inputs: string[], flags: StatusFlags) => {
      const { runStatus } = await import('./repos.js');
      context.exitCode = await runStatus(inputs, flags, context);
    });
  const sync = addOptions(
    repos
      .command('sync')
      .description('Fetch what is missing into bare clones: only the commits that rows need.'),
  )
    .option('--remote <template>', 'address of a repository, {repo} = owner/name', DEFAULT_REMOTE)
    .option('--jobs <count>', 'repositories at the same time', readCount(1), 4)
    .addHelpText(
      'after',
      '\nA stopped run can be started again. Clones that you made yourself are read, never changed.\n' +
        'Exit code: 0 when nothing is missing, 1 when something is, 4 when git is.\n' +
        '\nExample:\n  swe-evidence repos sync rows.jsonl --repos clones --jobs 8\n' +
        "  swe-evidence repos sync rows.jsonl --repos clones --remote 'file:///srv/git/{repo}.git'\n",
    )
    .action(async (inputs: string[], flags: SyncFlags) => {
      const { runSync } = await import('./repos.js');
      context.exitCode = await runSync(inputs, flags, context);
    });
  for (const command of [status, sync]) command.exitOverride();
}

function addOptions(command: Command): Command {
  return command
    .argument('<input...>', 'dataset files, folders, or "-"')
    .requiredOption('--repos <folder>', 'where the clones stand')
    .option('--format <name>', 'read every row as this format instead of detecting it (see "formats")')
    .option('--map <file>', 'read rows by this mapping file (see examples/mapping)')
    .option('--limit <count>', 'stop after this many instances', readCount(1))
    .option('--only <ids>', 'these instances only (comma-separated or repeated)', collectList, [])
    .option('--only-file <file>', 'the instances listed in this file, one id a line')
    .option('--json', 'one JSON line per repository', false)
    .option('-q, --quiet', 'no progress and no summary', false);
}
