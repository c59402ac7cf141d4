/** Owns the steps from one Instance to one finished record: repair, material, extraction, guard, token counts. */
import { extractEvidence } from '../extract/evidence.js';
import { type Material, gatherRowMaterial } from '../extract/material.js';
import { type PathOverrides, type Repair, readRepair } from '../extract/repair.js';
import { findLeaks, leakIssue } from '../leak/guard.js';
import { sourcesOfRepair } from '../leak/sources.js';
import { collectVocabulary } from '../leak/vocabulary.js';
import type { Evidence } from '../model/evidence.js';
import type { Instance } from '../model/instance.js';
import type { Outcome } from '../model/issue.js';
import { countBlocks, cutWarnings, renderBlocks } from '../render/block-costs.js';
import type { Budgets } from '../render/budget.js';
import type { Profile } from '../render/profile.js';
import { loadGrammar } from '../syntax/grammar.js';
import type { TokenCounter } from '../tokens/counter.js';

/** What a record is made with. */
export interface RecordTools {
  readonly counter: TokenCounter;
  readonly profile: Profile;
  /** What the blocks may cost; the record keeps everything, its token counts and warnings are those of the cut blocks. */
  readonly budgets?: Budgets;
  readonly overrides: PathOverrides;
}

/**
 * Builds the record of one instance. Async only because grammars are loaded when first needed.
 * Issues: those of `readRepair`, `leak_localization` / `leak_reproduction` for what a block must not show, and
 * `budget_too_small` for a block that cannot be cut to its budget.
 */
export async function buildRecord(instance: Instance, tools: RecordTools): Promise<Outcome<Evidence>> {
  const repair = readRepair(instance, tools.overrides);
  if (!repair.ok) return repair;
  await loadGrammars(repair.value);
  const material = gatherRowMaterial(repair.value);
  const evidence = extractEvidence(repair.value, material);
  const leak = findLeakIn(repair.value, material, evidence);
  if (leak) return leak;
  const blocks = renderBlocks(evidence, tools);
  if (!blocks.ok) return blocks;
  const tokens = countBlocks(blocks.value, tools.counter);
  const warnings = [...evidence.warnings, ...cutWarnings(blocks.value)];
  return { ok: true, value: { ...evidence, tokens, warnings } };
}

/** Grammars of the languages in which tests or definitions will be looked for. */
async function loadGrammars(repair: Repair): Promise<void> {
  const languages = new Set<string>();
  for (const { language, role } of [...repair.tests, ...repair.located]) {
    if (role === 'test' || role === 'support' || role === 'source') languages.add(language);
  }
  for (const language of languages) await loadGrammar(language);
}

function findLeakIn(repair: Repair, material: Material, evidence: Evidence): Outcome<never> | null {
  const [leak] = findLeaks(evidence, collectVocabulary(sourcesOfRepair(repair, material)));
  return leak ? { ok: false, issue: leakIssue(leak) } : null;
}
