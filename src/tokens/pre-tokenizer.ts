/** Owns the `pre_tokenizer` of a Hugging Face tokenizer.json: from its JSON to a function that cuts a text. */
import { z } from 'zod';
import type { Splitter } from './counter.js';
import { literalPattern, translatePattern } from './pattern.js';
import { scanCl100k, scanGpt2, type Scanner, scanO200k, scanQwen } from './scanner.js';
import { TokenizerError } from './tokenizer-error.js';

const splitSchema = z.strictObject({
  type: z.literal('Split'),
  pattern: z.union([z.strictObject({ Regex: z.string() }), z.strictObject({ String: z.string().min(1) })]),
  behavior: z.enum(['Isolated', 'Removed']),
  invert: z.boolean(),
});
const byteLevelSchema = z.strictObject({
  type: z.literal('ByteLevel'),
  add_prefix_space: z.boolean(),
  trim_offsets: z.boolean().optional(),
  use_regex: z.boolean().default(true),
});
const digitsSchema = z.strictObject({ type: z.literal('Digits'), individual_digits: z.boolean() });
const stepSchema = z.discriminatedUnion('type', [splitSchema, byteLevelSchema, digitsSchema]);
type Step = z.infer<typeof stepSchema>;
const sequenceSchema = z.strictObject({ type: z.literal('Sequence'), pretokenizers: z.array(z.unknown()) });

const CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const CAPITALS = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const SMALL = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const SPACES = '\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const cl100kPattern = (digits: string): string =>
  `${CONTRACTION}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|${SPACES}`;

export const QWEN_PATTERN = cl100kPattern('\\p{N}');
export const CL100K_PATTERN = cl100kPattern('\\p{N}{1,3}');
export const O200K_PATTERN =
  `[^\\r\\n\\p{L}\\p{N}]?${CAPITALS}*${SMALL}+${CONTRACTION}?|[^\\r\\n\\p{L}\\p{N}]?${CAPITALS}+${SMALL}*${CONTRACTION}?` +
  `|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|${SPACES}`;
export const GPT2_PATTERN = "'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/** Patterns that have a scanner of their own; each covers every text without a gap. */
const SCANNERS: ReadonlyMap<string, Scanner> = new Map([
  [QWEN_PATTERN, scanQwen],
  [CL100K_PATTERN, scanCl100k],
  [O200K_PATTERN, scanO200k],
  [GPT2_PATTERN, scanGpt2],
]);

/**
 * The splitter that a `pre_tokenizer` describes: a byte level, alone or at the end of a sequence of splits and digits.
 * @throws TokenizerError when it is anything else.
 */
export function readPreTokenizer(json: unknown): Splitter {
  const sequence = sequenceSchema.safeParse(json);
  const steps = (sequence.success ? sequence.data.pretokenizers : [json]).map(readStep);
  const last = steps.pop();
  if (last?.type !== 'ByteLevel' || steps.some((step) => step.type === 'ByteLevel')) {
    throw new TokenizerError('pre_tokenizer: there must be one ByteLevel, and it must be the last step');
  }
  const scan = findScanner(steps, last);
  if (scan !== undefined) return { kind: 'scanner', scan };
  const cuts = [...steps.map(cutOf), ...cutsOfByteLevel(last)];
  return { kind: 'pieces', split: (text) => cuts.reduce((pieces, cut) => pieces.flatMap(cut), [text]) };
}

function readStep(json: unknown): Step {
  const step = stepSchema.safeParse(json);
  if (step.success) return step.data;
  const { type } = z.looseObject({ type: z.unknown() }).catch({ type: undefined }).parse(json);
  throw new TokenizerError(
    `pre_tokenizer ${JSON.stringify(type ?? json)}: expected Split (Isolated or Removed), Digits or ByteLevel, ` +
      `or a flat Sequence of them; ${step.error.issues.map((issue) => issue.message).join('; ')}`,
  );
}

function findScanner(
  steps: readonly Step[],
  { add_prefix_space, use_regex }: z.infer<typeof byteLevelSchema>,
) {
  if (add_prefix_space) return undefined;
  const [only] = steps;
  if (only === undefined) return use_regex ? scanGpt2 : undefined;
  if (steps.length > 1 || use_regex || only.type !== 'Split' || !('Regex' in only.pattern)) return undefined;
  const keepsAll = only.behavior === 'Isolated' || only.invert;
  return keepsAll ? SCANNERS.get(only.pattern.Regex) : undefined;
}

type Cut = (piece: string) => string[];

function cutOf(step: Step): Cut {
  if (step.type === 'Digits') return cutBy(step.individual_digits ? /\p{N}/gu : /\p{N}+/gu, true, true);
  if (step.type === 'ByteLevel') throw new TokenizerError('pre_tokenizer: ByteLevel before the last step');
  const { pattern, behavior, invert } = step;
  const regex = 'Regex' in pattern ? translatePattern(pattern.Regex) : literalPattern(pattern.String);
  const isolated = behavior === 'Isolated';
  return cutBy(regex, isolated || invert, isolated || !invert);
}

function cutsOfByteLevel({ add_prefix_space, use_regex }: z.infer<typeof byteLevelSchema>): Cut[] {
  const cuts: Cut[] = [];
  if (add_prefix_space) cuts.push((piece) => [piece.startsWith(' ') ? piece : ` ${piece}`]);
  if (use_regex) cuts.push(cutBy(translatePattern(GPT2_PATTERN), true, true));
  return cuts;
}

/** Cuts at the matches of `regex`; keeps the matches, what lies between them, or both. Empty pieces are no pieces. */
function cutBy(regex: RegExp, keepsMatches: boolean, keepsGaps: boolean): Cut {
  return (piece) => {
    const pieces: string[] = [];
    let end = 0;
    for (const match of piece.matchAll(regex)) {
      if (keepsGaps && match.index > end) pieces.push(piece.slice(end, match.index));
      if (keepsMatches && match[0] !== '') pieces.push(match[0]);
      end = match.index + match[0].length;
    }
    if (keepsGaps && end < piece.length) pieces.push(piece.slice(end));
    return pieces;
  };
}
