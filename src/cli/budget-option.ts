/** Owns `--max-tokens`: which stage's block may have how many tokens. */
import { type Command, InvalidArgumentError } from 'commander';
import { BLOCK_STAGES } from '../model/stage.js';
import type { Budgets } from '../render/budget.js';

/** For commands whose blocks are cut to `BuildOptions.budgets`, so that none takes the option and ignores it. */
export const addBudgetOption = (command: Command): Command =>
  command.option(
    '--max-tokens <budgets>',
    'cut blocks to at most so many tokens, e.g. localization=2000,reproduction=4000',
    collectBudgets,
    {},
  );

/**
 * Collects `localization=2000,reproduction=4000` and repeated options; the last value of a stage counts.
 * @throws InvalidArgumentError for anything else
 */
export function collectBudgets(value: string, previous: Budgets): Budgets {
  const budgets: Record<string, number> = { ...previous };
  for (const part of value.split(',')) {
    const [name = '', tokens = '', ...rest] = part.split('=').map((side) => side.trim());
    const stage = BLOCK_STAGES.find((each) => each === name);
    const limit = Number(tokens);
    if (!stage || rest.length > 0 || !/^\d+$/.test(tokens) || !Number.isSafeInteger(limit) || limit < 1) {
      throw new InvalidArgumentError(
        `expected STAGE=TOKENS with a stage of ${BLOCK_STAGES.join(', ')}, found "${part}"`,
      );
    }
    budgets[stage] = limit;
  }
  return budgets;
}
