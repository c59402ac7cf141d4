/** Owns what the localization of one record costs at each level of detail. */
import type { Evidence } from '../model/evidence.js';
import type { TokenCounter } from '../tokens/counter.js';
import { renderBlock } from './block.js';
import { atDetail } from './localization-detail.js';
import type { LocalizationDetail, Profile } from './profile.js';
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
  return { file: cost('file'), scope: cost('scope'), hunk: cost('hunk'), line: cost('line') };
}
