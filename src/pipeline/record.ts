/** Owns the steps from one Instance to one finished record: repair, material, extraction, guard, token counts. */
import { extractEvidence } from '../extract/evidence.js';
import { type Material, gatherRowMaterial } from '../extract/material.js';
import { type PathOverrides, type Repair, readRepair } from '../extract/repair.js';
import type { WindowContext } from '../extract/windows.js';
import { findLeaks, leakIssue } from '../leak/guard.js';
import { sourcesOfRepair } from '../leak/sources.js';
import { collectVocabulary } from '../leak/vocabulary.js';
import type { Evidence, Tokens } from '../model/evidence.js';
import type { Instance } from '../model/instance.js';
import type { Outcome } from '../model/issue.js';
import { countBlocks, cutWarnings, renderBlocks } from '../render/block-costs.js';
import type { Budgets } from '../render/budget.js';
import type { Profile } from '../render/profile.js';
import type { RepositoryPool } from '../repository/pool.js';
import { loadGrammar } from '../syntax/grammar.js';
import type { TokenCounter } from '../tokens/counter.js';
import { type CloneSettings, type GatheredMaterial, gatherMaterial } from './material.js';

/** What a record is made with. */
export interface RecordTools {
  readonly counter: TokenCounter;
  readonly profile: Profile;
  /** What the blocks may cost; the record keeps everything, its token counts and warnings are those of the cut blocks. */
  readonly budgets?: Budgets;
  readonly overrides: PathOverrides;
  /** Wider context of the hunks, none when absent; it needs old files. */
  readonly context?: WindowContext;
}

/** Where clones are read, and with what. */
export interface Clones {
  readonly pool: RepositoryPool;
  readonly settings: CloneSettings;
}

/**
 * The first half, which waits for files: reads the diffs, gathers the material, loads grammars.
 * Issues: those of `readRepair` and of `gatherMaterial`. Throws what `gatherMaterial` throws.
 */
export async function prepareRecord(
  instance: Instance,
  tools: Pick<RecordTools, 'overrides'>,
  clones: Clones | null,
): Promise<Outcome<GatheredMaterial>> {
  const repair = readRepair(instance, tools.overrides);
  if (!repair.ok) return repair;
  await loadGrammars(repair.value);
  if (clones) return gatherMaterial(repair.value, clones.pool, clones.settings);
  return { ok: true, value: { repair: repair.value, material: gatherRowMaterial(repair.value) } };
}

/**
 * The second half, which only computes.
 * Issues: `leak_localization` / `leak_reproduction` for what a block must not show, and `budget_too_small` for a block
 * that cannot be cut to its budget.
 */
export function finishRecord({ repair, material }: GatheredMaterial, tools: RecordTools): Outcome<Evidence> {
  const evidence = extractEvidence(repair, material, tools.context);
  const leak = findLeakIn(repair, material, evidence);
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
  for (const { language, role } of [...repair.tests, ...repair.located, ...repair.withheld]) {
    if (role === 'test' || role === 'support' || role === 'source') languages.add(language);
  }
  for (const language of languages) await loadGrammar(language);
}

function findLeakIn(repair: Repair, material: Material, evidence: Evidence): Outcome<never> | null {
  const [leak] = findLeaks(evidence, collectVocabulary(sourcesOfRepair(repair, material)));
  return leak ? { ok: false, issue: leakIssue(leak) } : null;
}

/** Token costs of a finished record's blocks with other tools than it was built with; uncut where a budget is too small. */
export function countTokens(evidence: Evidence, tools: Omit<RecordTools, 'overrides'>): Tokens {
  const blocks = renderBlocks(evidence, tools);
  if (blocks.ok) return countBlocks(blocks.value, tools.counter);
  const whole = renderBlocks(evidence, { counter: tools.counter, profile: tools.profile });
  return whole.ok ? countBlocks(whole.value, tools.counter) : evidence.tokens;
}
