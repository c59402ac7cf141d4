/**
 * Owns the reading of a Hugging Face `tokenizer.json` of the byte-level BPE kind. Every other kind, and every option
 * that would change a count and is not handled, is refused with the reason. How text is cut: `pre-tokenizer.ts`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { ByteTable } from './byte-table.js';
import { readByteLevel } from './byte-level.js';
import type { CounterPlan } from './counter.js';
import { PairTable } from './merge-table.js';
import { readPreTokenizer } from './pre-tokenizer.js';
import { TokenizerError } from './tokenizer-error.js';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fileSchema = z.looseObject({
  added_tokens: z.array(z.looseObject({ content: z.string(), special: z.boolean() })).default([]),
  normalizer: z.unknown(),
  pre_tokenizer: z.unknown(),
  model: z.looseObject({
    type: z.literal('BPE', { error: 'only BPE vocabularies are supported' }).default('BPE'),
    dropout: z.literal([0], { error: 'BPE dropout makes counts random' }).nullish(),
    continuing_subword_prefix: z.literal('', { error: 'a subword prefix is not supported' }).nullish(),
    end_of_word_suffix: z.literal('', { error: 'a word suffix is not supported' }).nullish(),
    byte_fallback: z
      .literal(false, { error: 'byte fallback (SentencePiece style) is not supported' })
      .nullish(),
    ignore_merges: z.boolean().nullish(),
    // Large: looked through below, once.
    vocab: z.custom<Record<string, unknown>>(isRecord, { error: 'expected an object of tokens and ids' }),
    merges: z.custom<readonly unknown[]>(Array.isArray, { error: 'expected a list of merges' }),
  }),
});
const normalizerSchema = z.union([
  z.strictObject({ type: z.literal('NFC') }),
  z.strictObject({
    type: z.literal('Sequence'),
    normalizers: z.array(z.strictObject({ type: z.literal('NFC') })),
  }),
]);

/** Ranks are packed with a place into one double. */
const MOST_MERGES = 1 << 22;

/** The plan of the tokenizer file at `path`. @throws TokenizerError when it cannot be read or would be miscounted. */
export function readTokenizerFile(path: string): CounterPlan {
  let bytes: Buffer;
  let json: unknown;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new TokenizerError(`${path}: cannot read the tokenizer file: ${messageOf(cause)}`, { cause });
  }
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new TokenizerError(`${path}: not a JSON file: ${messageOf(cause)}`, { cause });
  }
  try {
    const plan = readTokenizer(json);
    return {
      name: basename(path),
      hashVocabulary: () => createHash('sha256').update(bytes).digest('hex'),
      ...plan,
    };
  } catch (cause) {
    if (!(cause instanceof TokenizerError)) throw cause;
    throw new TokenizerError(`${path}: ${cause.message}`, { cause });
  }
}

function readTokenizer(json: unknown): Pick<CounterPlan, 'nfc' | 'splitter' | 'loadMerges'> {
  const file = fileSchema.safeParse(json);
  if (!file.success) {
    const issues = file.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
    );
    throw new TokenizerError(`not a byte-level BPE tokenizer.json: ${issues.join('; ')}`);
  }
  const { added_tokens, normalizer, pre_tokenizer, model } = file.data;
  for (const { content, special } of added_tokens) {
    // Markers such as <think> never stand in ordinary text; runs of spaces and words do, and are cut out first.
    if (!special && !/^[<[].*[>\]]$/u.test(content)) {
      throw new TokenizerError(
        `added token ${JSON.stringify(content)}: tokens that are matched in ordinary text before the merges are not supported`,
      );
    }
  }
  const nfc = readNormalizer(normalizer);
  const splitter = readPreTokenizer(pre_tokenizer);
  const merges = readMerges(model.vocab, model.merges, model.ignore_merges === true);
  return { nfc, splitter, loadMerges: () => merges };
}

function readNormalizer(json: unknown): boolean {
  if (json === null || json === undefined) return false;
  const normalizer = normalizerSchema.safeParse(json);
  if (!normalizer.success) {
    throw new TokenizerError(
      `normalizer ${JSON.stringify(json).slice(0, 200)}: only NFC or none is supported`,
    );
  }
  return normalizer.data.type === 'NFC' || normalizer.data.normalizers.length > 0;
}

function readMerges(
  vocab: Record<string, unknown>,
  merges: readonly unknown[],
  ignoreMerges: boolean,
): PairTable {
  if (merges.length > MOST_MERGES) throw new TokenizerError(`model.merges: more than ${MOST_MERGES} merges`);
  const tokens = readVocabulary(vocab);
  const lefts = new Int32Array(merges.length);
  const rights = new Int32Array(merges.length);
  const merged = new Int32Array(merges.length);
  const bytes = new Uint8Array(tokens.longest * 2 + 2);
  for (const [rank, merge] of merges.entries()) {
    const [left, right] = readPair(merge, rank);
    const middle = left.length > tokens.longest ? -1 : readByteLevel(left, bytes, 0);
    const end = middle < 0 || right.length > tokens.longest ? -1 : readByteLevel(right, bytes, middle);
    const leftId = end < 0 ? -1 : tokens.find(bytes, 0, middle);
    const rightId = end < 0 ? -1 : tokens.find(bytes, middle, end);
    const id = end < 0 ? -1 : tokens.find(bytes, 0, end);
    if (leftId < 0 || rightId < 0 || id < 0) {
      throw new TokenizerError(
        `model.merges[${rank}]: ${JSON.stringify(merge)} joins or makes a token that is not in the vocabulary`,
      );
    }
    lefts[rank] = leftId;
    rights[rank] = rightId;
    merged[rank] = id;
  }
  return new PairTable(tokens, lefts, rights, merged, { ignoreMerges });
}

/** "left right" in older files, [left, right] in newer ones. */
function readPair(merge: unknown, rank: number): readonly [string, string] {
  const parts: unknown = typeof merge === 'string' ? merge.split(' ') : merge;
  if (Array.isArray(parts) && parts.length === 2) {
    const [left, right]: unknown[] = parts;
    if (typeof left === 'string' && typeof right === 'string') return [left, right];
  }
  throw new TokenizerError(`model.merges[${rank}]: expected two tokens, got ${JSON.stringify(merge)}`);
}

function readVocabulary(vocab: Record<string, unknown>): ByteTable {
  const texts: (string | undefined)[] = [];
  let size = 0;
  // Three times as fast as Object.entries on an object of this size; parsed JSON inherits nothing enumerable.
  for (const text in vocab) {
    const id = vocab[text];
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= MOST_MERGES) {
      throw new TokenizerError(`model.vocab: the id of ${JSON.stringify(text)} is ${JSON.stringify(id)}`);
    }
    if (texts[id] !== undefined) throw new TokenizerError(`model.vocab: id ${id} is given twice`);
    while (texts.length < id) texts.push(undefined);
    texts[id] = text;
    size += text.length;
  }
  const bytes = new Uint8Array(size);
  const starts = new Int32Array(texts.length + 1);
  let end = 0;
  for (const [id, text] of texts.entries()) {
    starts[id] = end;
    // A token outside the byte alphabet (a marker kept in the vocabulary) can never be made: it stays empty.
    if (text !== undefined) end = Math.max(end, readByteLevel(text, bytes, end));
  }
  starts[texts.length] = end;
  return new ByteTable(bytes, starts);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
