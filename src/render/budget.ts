/**
 * Owns fitting a block into a token budget: by whole units, through the same templates, with a word on what is missing.
 * What each block gives up in which order stands in budget-localization, budget-reproduction and budget-patch.
 */
import type { Evidence } from '../model/evidence.js';
import { type Outcome, refuse } from '../model/issue.js';
import type { BlockStage } from '../model/stage.js';
import type { TokenCounter } from '../tokens/counter.js';
import { renderBlock } from './block.js';
import type { CutLadder } from './budget-ladder.js';
import { planLocalizationCuts } from './budget-localization.js';
import { planPatchCuts } from './budget-patch.js';
import { planReproductionCuts } from './budget-reproduction.js';
import type { Profile } from './profile.js';

/** The most tokens a stage's block may have; a stage without an entry is not cut. */
export type Budgets = Readonly<Partial<Record<BlockStage, number>>>;

/** A block's text and what it lost. */
export interface FittedBlock {
  readonly text: string;
  /** What was left out, each a noun phrase; empty for a whole block. */
  readonly cuts: readonly string[];
  /** Tokens of `text`. */
  readonly tokens: number;
}

const PLANS = {
  localization: planLocalizationCuts,
  reproduction: planReproductionCuts,
  patch: planPatchCuts,
  full: planPatchCuts,
} as const satisfies Record<BlockStage, (evidence: Evidence, profile: Profile) => CutLadder>;

/**
 * The block of `stage` in at most `maxTokens` tokens of the block alone, cut by whole units as little as the order of
 * its cuts allows. Pure; a larger budget never shows less; every line is one of the uncut block, a diff's hunk header with
 * narrower numbers, or says what is missing. The search is binary over the rungs: about 10 renderings for a long block.
 * Issue: budget_too_small when even the smallest form is larger.
 * Source: own choice, because the paper shows blocks whole.
 */
export function fitBlock(
  evidence: Evidence,
  stage: BlockStage,
  maxTokens: number,
  counter: Pick<TokenCounter, 'count'>,
  profile: Profile,
): Outcome<FittedBlock> {
  const whole = renderBlock(evidence, stage, profile);
  const tokens = counter.count(whole);
  if (tokens <= maxTokens) return { ok: true, value: { text: whole, cuts: [], tokens } };
  const ladder = PLANS[stage](evidence, profile);
  const render = (rung: number): FittedBlock => {
    const view = ladder.view(rung);
    const text = renderBlock(view.evidence, stage, view.profile) + describeCuts(view.cuts);
    return { text, cuts: view.cuts, tokens: counter.count(text) };
  };
  let high = ladder.length - 1;
  let best = high < 0 ? { text: whole, cuts: [], tokens } : render(high);
  if (best.tokens > maxTokens) {
    return refuse('budget_too_small', `the ${stage} block cannot be cut to ${maxTokens} tokens`, {
      expected: `a budget of at least ${best.tokens} tokens for ${stage}`,
      got: String(maxTokens),
      path: stage,
    });
  }
  // Whether a rung fits depends on the budget alone: a larger budget ends on the same rung or on one that cuts less,
  // also where a rung costs a few tokens more than the one before it.
  for (let low = 0; low < high;) {
    const middle = (low + high) >> 1;
    const attempt = render(middle);
    if (attempt.tokens <= maxTokens) {
      best = attempt;
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return { ok: true, value: best };
}

const describeCuts = (cuts: readonly string[]): string =>
  cuts.length === 0 ? '' : `\n(Left out to save tokens: ${cuts.join('; ')}.)\n`;

/** What blocks are rendered and counted with. */
export interface BlockTools {
  readonly counter: Pick<TokenCounter, 'count'>;
  readonly profile: Profile;
  readonly budgets?: Budgets;
}

/** The block of one stage within its budget, if it has one. Issue: budget_too_small. */
export function renderWithinBudget(
  evidence: Evidence,
  stage: BlockStage,
  { counter, profile, budgets }: BlockTools,
): Outcome<FittedBlock> {
  return fitBlock(evidence, stage, budgets?.[stage] ?? Infinity, counter, profile);
}
