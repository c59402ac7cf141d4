/** Owns how long the texts of a row may be: what settings.json tells the trainer, or what the trainer takes by default. */
import type { SettingsFile } from '../export/settings-file.js';
import type { TokenCounter } from '../tokens/counter.js';
import { appendBlock } from '../render/prompt.js';
import type { Report } from './finding-log.js';
import type { RowView } from './row-view.js';

/** One limit of a trainer. */
interface LengthLimit {
  /** As settings.json spells it. */
  readonly option: string;
  readonly side: 'student' | 'teacher' | 'both';
  /** Tokens, null for none. */
  readonly byDefault: number | null;
}

/**
 * Source: trainers.md §2: trl f2cd577, verl 1dda039, SDPO 0e6d510, ms-swift 3602360, slime 624b824, OPSD 590ec26;
 * tinker-cookbook's 32,768 for the flat rows that its loaders take.
 */
const LENGTH_LIMITS: Readonly<Record<string, readonly LengthLimit[]>> = {
  trl: [
    { option: 'max_prompt_length', side: 'both', byDefault: 512 },
    { option: 'max_reprompt_len', side: 'teacher', byDefault: 10_240 },
  ],
  verl: [
    { option: 'data.max_prompt_length', side: 'student', byDefault: 512 },
    {
      option: 'actor_rollout_ref.actor.self_distillation.max_reprompt_len',
      side: 'teacher',
      byDefault: 10_240,
    },
  ],
  swift: [{ option: 'max_length', side: 'both', byDefault: null }],
  slime: [{ option: 'rollout-max-prompt-len', side: 'student', byDefault: null }],
  opsd: [{ option: 'max_length', side: 'both', byDefault: null }],
  flat: [{ option: '', side: 'teacher', byDefault: 32_768 }],
};

/**
 * Codes: longer_than_setting (settings.json stands beside) or longer_than_default. Counts are without the chat template.
 * @param settings null when there are none
 */
export function checkLengths(
  view: RowView,
  trainer: string,
  settings: SettingsFile | null,
  counter: TokenCounter,
  report: Report,
): void {
  const limits = (LENGTH_LIMITS[trainer] ?? []).flatMap((limit) => {
    const tokens = settings ? settings.options[limit.option] : limit.byDefault;
    return typeof tokens === 'number' ? [{ ...limit, tokens }] : [];
  });
  if (limits.length === 0) return;
  const texts = (view.messages ?? []).map(({ content }) => content);
  const user = texts.at(-1) ?? '';
  const before = texts.slice(0, -1).reduce((sum, text) => sum + (text === '' ? 0 : counter.count(text)), 0);
  const code = settings ? 'longer_than_setting' : 'longer_than_default';
  const say = (side: string, count: number, limit: (typeof limits)[number], stage: string): void => {
    if (count <= limit.tokens) return;
    const name = limit.option === '' ? 'tinker’s context' : limit.option;
    report(code, '', `the ${side} reads ${count} tokens, ${name} is ${limit.tokens}`, stage);
  };
  const student = limits.filter(({ side }) => side !== 'teacher');
  if (student.length > 0) {
    const count = before + counter.count(user);
    for (const limit of student) say('student', count, limit, '');
  }
  const teacher = limits.filter(({ side }) => side !== 'student');
  for (const block of teacher.length > 0 ? view.blocks : []) {
    const count = before + counter.count(block.text === '' ? user : appendBlock(user, block.text));
    for (const limit of teacher) say('teacher', count, limit, block.stage);
  }
}

/** The count in the row against its text; only with the tokenizer that settings.json names. Code: token_count_mismatch. */
export function checkTokenCounts(view: RowView, counter: TokenCounter, report: Report): void {
  for (const { text, tokenCount, path, stage } of view.blocks) {
    if (tokenCount < 0) continue;
    const count = counter.count(text);
    if (count !== tokenCount)
      report('token_count_mismatch', path, `the row says ${tokenCount}, the text has ${count}`, stage);
  }
}
