/** Owns the numbers the report keeps of one record: small, so that a report over many records stays small. */
import type { Evidence } from '../model/evidence.js';
import type { Outcome } from '../model/issue.js';
import { BLOCK_STAGES } from '../model/stage.js';
import { type RecordBlocks, renderBlocks } from '../render/block-costs.js';
import type { Budgets, FittedBlock } from '../render/budget.js';
import type { Profile } from '../render/profile.js';
import { appendBlock } from '../render/prompt.js';
import type { TokenCounter } from '../tokens/counter.js';
import { KnownPhrases } from './known-phrases.js';

/** What the report has rows for: the blocks, and `all` for localization, reproduction and patch together. */
export const REPORT_BLOCKS = [...BLOCK_STAGES, 'all'] as const;
export type ReportBlock = (typeof REPORT_BLOCKS)[number];

/** `added`: what a block adds to the prompt; `block`: the block alone. */
export const MEASURES = ['added', 'block'] as const;
export type Measure = (typeof MEASURES)[number];

export type BlockNumbers = Readonly<Record<ReportBlock, number>>;

/** One record's numbers. */
export interface InstanceCosts {
  readonly id: string;
  readonly corpus: string;
  readonly repo: string;
  readonly language: string;
  /** Tokens in the measure asked for, one entry per tokenizer. */
  readonly costs: readonly BlockNumbers[];
  /** Tokens in the measure asked for under other profiles, one entry per profile, first tokenizer. */
  readonly views: readonly BlockNumbers[];
  /** Tokens of the blocks alone, first tokenizer. */
  readonly alone: BlockNumbers;
  /** Tokens of the blocks without the phrases that stand in the prompt too (see KnownPhrases): what is new in them. */
  readonly fresh: BlockNumbers;
  readonly shows: Evidence['statement_shows'];
}

/** With what records are measured. The first counter is the one budgets and new tokens refer to. */
export interface MeasureTools {
  readonly counters: readonly [TokenCounter, ...TokenCounter[]];
  readonly measure: Measure;
  readonly profile: Profile;
  readonly budgets?: Budgets;
  /** Profiles to measure besides, without budgets. */
  readonly views?: readonly Profile[];
}

/**
 * Renders and counts the blocks of a record again: a record does not say with which tokenizer its own counts were made.
 * Issue: budget_too_small.
 */
export function measureInstance(evidence: Evidence, tools: MeasureTools): Outcome<InstanceCosts> {
  const { counters, measure } = tools;
  const [counter] = counters;
  const rendered = renderBlocks(evidence, { ...tools, counter });
  if (!rendered.ok) return rendered;
  const { prompt, blocks } = rendered.value;
  const phrases = new KnownPhrases(prompt);
  const views: BlockNumbers[] = [];
  for (const profile of tools.views ?? []) {
    const view = renderBlocks(evidence, { counter, profile });
    if (!view.ok) return view;
    views.push(countMeasure(view.value, counter, measure));
  }
  const value: InstanceCosts = {
    id: evidence.instance_id,
    corpus: evidence.corpus,
    repo: evidence.repo,
    language: evidence.language,
    costs: counters.map((each) => countMeasure(rendered.value, each, measure)),
    views,
    alone: countEach(blocks, ({ tokens }) => tokens),
    // Taking words out can join two tokens to more than two: never more than the whole.
    fresh: countEach(blocks, ({ text, tokens }) => Math.min(tokens, counter.count(phrases.cutFrom(text)))),
    shows: evidence.statement_shows,
  };
  return { ok: true, value };
}

function countMeasure(
  { prompt, blocks }: RecordBlocks,
  counter: TokenCounter,
  measure: Measure,
): BlockNumbers {
  if (measure === 'block') return countEach(blocks, ({ text }) => counter.count(text));
  const promptTokens = counter.count(prompt);
  return countEach(blocks, ({ text }) => counter.count(appendBlock(prompt, text)) - promptTokens);
}

/** One number per block; `full` is not counted again when it is the patch block. */
function countEach(blocks: RecordBlocks['blocks'], count: (block: FittedBlock) => number): BlockNumbers {
  const localization = count(blocks.localization);
  const reproduction = count(blocks.reproduction);
  const patch = count(blocks.patch);
  const full = blocks.full.text === blocks.patch.text ? patch : count(blocks.full);
  return { localization, reproduction, patch, full, all: localization + reproduction + patch };
}
