/** Owns the options that every command shares that builds evidence. What they mean is build-options.ts. */
import type { Command } from 'commander';
import type { Budgets } from '../render/budget.js';
import { collectList, readCount } from './option-values.js';
import { PROFILE_HELP } from './profile-choice.js';
import { addRepositoryOptions, type RepositoryFlags } from './repository-flags.js';

/** Flags as commander delivers them. */
export interface BuildFlags extends RepositoryFlags {
  readonly format?: string;
  readonly map?: string;
  readonly profile?: string;
  readonly tokenizer: string;
  readonly limit?: number;
  readonly only: readonly string[];
  readonly onlyFile?: string;
  readonly carry: readonly string[];
  readonly tests: readonly string[];
  readonly source: readonly string[];
  /** Only of commands with `addBudgetOption`. */
  readonly maxTokens?: Budgets | undefined;
  readonly quiet: boolean;
}

/** Declares these options, those about clones included. */
export function addBuildOptions(command: Command): Command {
  return addRepositoryOptions(command)
    .option('--format <name>', 'read every row as this format instead of detecting it (see "formats")')
    .option('--map <file>', 'read rows by this mapping file (see examples/mapping)')
    .option('--profile <name|file>', PROFILE_HELP)
    .option('--tokenizer <name|file>', 'qwen3, cl100k_base, o200k_base, or a tokenizer.json', 'qwen3')
    .option('--limit <count>', 'stop after this many instances', readCount(1))
    .option('--only <ids>', 'build these instances only (comma-separated or repeated)', collectList, [])
    .option('--only-file <file>', 'build the instances listed in this file, one id a line')
    .option('--carry <fields>', 'carry these fields of the row over into "extra"', collectList, [])
    .option('--tests <globs>', 'treat these paths as tests', collectList, [])
    .option('--source <globs>', 'treat these paths as source', collectList, [])
    .option('-q, --quiet', 'no progress and no summary', false);
}
