/** Owns what the flags of `tokens` mean. */
import { type Measure, MEASURES } from '../report/instance-costs.js';
import { type ReportKey, REPORT_KEYS } from '../report/report-key.js';
import type { TokenCounter } from '../tokens/counter.js';
import { loadCounter } from '../tokens/vocabularies.js';
import { atDetail } from '../render/localization-detail.js';
import { LOCALIZATION_DETAILS, type Profile } from '../render/profile.js';
import { UsageError } from './exit-code.js';
import { chooseProfile } from './profile-choice.js';
import type { TokensFlags } from './tokens-command.js';

export interface TokensOptions {
  readonly by: ReportKey;
  readonly measure: Measure;
  /** Ascending, each once. */
  readonly budgets: readonly number[];
  /** The one to report with first, then those to compare it with. */
  readonly counters: readonly [TokenCounter, ...TokenCounter[]];
}

/**
 * What the flags mean, the counters loaded.
 * @throws UsageError, TokenizerError
 */
export function readTokensOptions(flags: TokensFlags): TokensOptions {
  const by = REPORT_KEYS.find((name) => name === flags.by);
  if (!by) throw new UsageError(`cannot group by "${flags.by}"; expected one of ${REPORT_KEYS.join(', ')}`);
  const measure = MEASURES.find((name) => name === flags.measure);
  if (!measure)
    throw new UsageError(`unknown measure "${flags.measure}"; expected one of ${MEASURES.join(', ')}`);
  if ([flags.json, flags.csv, flags.html === '-'].filter(Boolean).length > 1)
    throw new UsageError('--json, --csv and --html - all write to standard output; choose one of them');
  const budgets = [...new Set(flags.budget.map(readBudget))].sort((left, right) => left - right);
  const [first, ...others] = new Set(flags.compare.length > 0 ? flags.compare : [flags.tokenizer]);
  const counters = [
    loadCounter(first ?? flags.tokenizer),
    ...others.map((name) => loadCounter(name)),
  ] as const;
  return { by, measure, budgets, counters: [...counters] };
}

function readBudget(value: string): number {
  const budget = Number(value);
  if (!Number.isSafeInteger(budget) || budget < 1)
    throw new UsageError(`--budget expects whole numbers of tokens, found "${value}"`);
  return budget;
}

/**
 * The profiles to show beside the one in use: published names, files, or levels of detail of the localization block.
 * @throws UsageError for an unknown name
 */
export async function chooseViews(names: readonly string[], profile: Profile): Promise<Profile[]> {
  const views: Profile[] = [];
  for (const name of names) {
    const detail = LOCALIZATION_DETAILS.find((level) => level === name);
    views.push(detail === undefined ? await chooseProfile(name) : atDetail(profile, detail));
  }
  return views.filter((view) => view.name !== profile.name);
}
