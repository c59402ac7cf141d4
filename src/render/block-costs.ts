/** Owns all blocks of one record at once: their texts within the budgets, and what each costs in tokens. */
import type { Evidence, Tokens } from '../model/evidence.js';
import type { Outcome, Warning } from '../model/issue.js';
import { BLOCK_STAGES, type BlockStage } from '../model/stage.js';
import type { TokenCounter } from '../tokens/counter.js';
import { type BlockTools, type FittedBlock, renderWithinBudget } from './budget.js';
import { appendBlock, renderPrompt } from './prompt.js';

/** The prompt and the blocks of one record. */
export interface RecordBlocks {
  readonly prompt: string;
  readonly blocks: Readonly<Record<BlockStage, FittedBlock>>;
}

/** Renders every stage's block. Issue: budget_too_small, of the first stage that does not fit. */
export function renderBlocks(evidence: Evidence, tools: BlockTools): Outcome<RecordBlocks> {
  const localization = renderWithinBudget(evidence, 'localization', tools);
  if (!localization.ok) return localization;
  const reproduction = renderWithinBudget(evidence, 'reproduction', tools);
  if (!reproduction.ok) return reproduction;
  const patch = renderWithinBudget(evidence, 'patch', tools);
  if (!patch.ok) return patch;
  // The same text, unless its budget is another one.
  const isSame = tools.budgets?.full === tools.budgets?.patch;
  const full = isSame ? patch : renderWithinBudget(evidence, 'full', tools);
  if (!full.ok) return full;
  const blocks = {
    localization: localization.value,
    reproduction: reproduction.value,
    patch: patch.value,
    full: full.value,
  };
  return { ok: true, value: { prompt: renderPrompt(evidence), blocks } };
}

/** Tokens of each block alone, and what it adds to the prompt: count(prompt + block) - count(prompt). */
export function countBlocks({ prompt, blocks }: RecordBlocks, counter: Pick<TokenCounter, 'count'>): Tokens {
  const promptTokens = counter.count(prompt);
  const cost = ({ text }: FittedBlock): { block: number; added: number } => ({
    block: counter.count(text),
    added: counter.count(appendBlock(prompt, text)) - promptTokens,
  });
  const patch = cost(blocks.patch);
  return {
    localization: cost(blocks.localization),
    reproduction: cost(blocks.reproduction),
    patch,
    full: blocks.full.text === blocks.patch.text ? patch : cost(blocks.full),
  };
}

/** One `block_cut` warning per block that was cut to its budget. */
export const cutWarnings = ({ blocks }: RecordBlocks): Warning[] =>
  BLOCK_STAGES.filter((stage) => blocks[stage].cuts.length > 0).map((stage) => ({
    code: 'block_cut',
    message: `${stage}: left out ${blocks[stage].cuts.join('; ')}`,
    path: '',
  }));
