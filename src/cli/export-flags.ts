/** Owns the flags of `swe-evidence export`. What they mean is export-plan.ts. */
import type { Command } from 'commander';
import { CONTROL_HELP } from '../export/control.js';
import { LAYOUTS } from '../export/layout.js';
import { SPLIT_KEYS } from '../export/split.js';
import { TRAINERS } from '../export/trainer.js';
import { BLOCK_STAGES } from '../model/stage.js';
import { addBudgetOption } from './budget-option.js';
import { addBuildOptions, type BuildFlags } from './build-flags.js';
import { readCount } from './option-values.js';

export interface ExportFlags extends BuildFlags {
  readonly to: string;
  readonly stage: string;
  readonly output: string;
  readonly parquet: boolean;
  readonly layout: string;
  readonly control: string;
  readonly seed: number;
  readonly system?: string;
  readonly promptTemplate?: string;
  readonly evidenceTemplate?: string;
  readonly agent: string;
  readonly withGold: boolean;
  readonly split?: string;
  readonly splitBy: string;
  readonly shardRows?: number;
  readonly schedule?: string;
}

const TRAINER_HELP = Object.entries(TRAINERS)
  .map(([name, { title }]) => `${name} (${title})`)
  .join(', ');

/** Declares the options of `export`, those of a build and `--max-tokens` included. */
export function addExportOptions(command: Command): Command {
  command
    .option('--to <trainer>', TRAINER_HELP, 'flat')
    .option(
      '--stage <stages>',
      `${BLOCK_STAGES.join(', ')} (comma-separated), or all (the first three)`,
      'all',
    )
    .option(
      '-o, --output <path>',
      'a file (its settings go to __settings__/ beside it), or a folder (ends in "/") for data, card, settings and schedule; "-" for stdout',
      '-',
    )
    .option('--parquet', 'Parquet instead of JSON Lines', false)
    .option(
      '--layout <layout>',
      `${LAYOUTS.join(' or ')}: a row per instance and stage, or per instance`,
      'long',
    )
    .option('--control <control>', `in place of the block: ${CONTROL_HELP}`, 'matched')
    .option('--seed <number>', 'chooses the texts of --control other-instance and generic', readCount(0), 0)
    .option('--system <file>', 'the system message of student and teacher')
    .option('--prompt-template <file>', "the student's prompt, with {prompt} or {problem_statement}")
    .option('--evidence-template <file>', 'how the block is framed, with {evidence}')
    .option('--agent <name>', 'the agent of the rollout, where rows name one (verl, nemo-gym)', '')
    .option(
      '--with-gold',
      'add the fix and the test patch for reward code; never needed by the teacher',
      false,
    )
    .option('--split <parts>', 'split by a hash, e.g. train=0.9,test=0.1 (needs a folder)')
    .option('--split-by <key>', SPLIT_KEYS.join(' or '), 'instance')
    .option('--shard-rows <count>', 'rows of one file at most (needs a folder)', readCount(1))
    .option(
      '--schedule <phases>',
      'write schedule.json, e.g. localization:30,reproduction:20,patch:20 (needs a folder)',
    );
  return addBudgetOption(addBuildOptions(command));
}
