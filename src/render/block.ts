/** Owns the way from the record to the text of one stage. */
import type { Evidence } from '../model/evidence.js';
import type { BlockStage } from '../model/stage.js';
import { renderLocalization } from './localization-block.js';
import { renderPlainLocalization } from './localization-view.js';
import { renderPatch } from './patch-block.js';
import { DEFAULT_PROFILE, type Profile } from './profile.js';
import { renderReproduction } from './reproduction-block.js';
import { renderPlainReproduction } from './reproduction-view.js';

const RENDERERS = {
  localization: (evidence, profile) =>
    profile.localization === undefined || profile.localization === 'marked'
      ? renderLocalization(evidence, profile)
      : renderPlainLocalization(evidence, profile, profile.localization),
  reproduction: (evidence, profile) =>
    profile.reproduction === undefined || profile.reproduction === 'compact'
      ? renderReproduction(evidence, profile)
      : renderPlainReproduction(evidence, profile, profile.reproduction),
  patch: renderPatch,
  full: renderPatch,
} as const satisfies Record<BlockStage, (evidence: Evidence, profile: Profile) => string>;

/**
 * The text of one stage's block: self-contained, with its own heading, ending in one line feed. `full` is the whole
 * fix, as `patch`; the paper's baseline shows it at every step.
 */
export function renderBlock(
  evidence: Evidence,
  stage: BlockStage,
  profile: Profile = DEFAULT_PROFILE,
): string {
  return RENDERERS[stage](evidence, profile);
}
