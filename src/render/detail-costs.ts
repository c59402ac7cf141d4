/** Owns what the localization of one record costs at each level of detail. */
import type { Evidence } from '../model/evidence.js';
import type { TokenCounter } from '../tokens/counter.js';
import { renderBlock } from './block.js';
import { atDetail, LOCALIZATION_DETAILS, type LocalizationDetail } from './localization-detail.js';
import type { Profile } from './profile.js';
import { appendBlock, renderPrompt } from './prompt.js';

/** Tokens of the block alone, and what it adds to the prompt, per level. */
export function countDetails(
  evidence: Evidence,
  profile: Profile,
  counter: Pick<TokenCounter, 'count'>,
): Record<LocalizationDetail, { block: number; added: number }> {
  const prompt = renderPrompt(evidence);
  const promptTokens = counter.count(prompt);
  const cost = (detail: LocalizationDetail): { block: number; added: number } => {
    const block = renderBlock(evidence, 'localization', atDetail(profile, detail));
    return { block: counter.count(block), added: counter.count(appendBlock(prompt, block)) - promptTokens };
  };
  const [file, scope, hunk, line] = LOCALIZATION_DETAILS.map(cost);
  const none = { block: 0, added: 0 };
  return { file: file ?? none, scope: scope ?? none, hunk: hunk ?? none, line: line ?? none };
}
