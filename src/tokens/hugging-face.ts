/**
 * Owns the reading of a Hugging Face `tokenizer.json` of the byte-level BPE kind. Every other kind, and every option
 * that would change a count and is not handled, is refused with the reason. How text is cut: `pre-tokenizer.ts`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { CounterPlan } from './counter.js';
import { JsonText } from './json-text.js';
import { PairTable } from './merge-table.js';
import { readPreTokenizer } from './pre-tokenizer.js';
import { TokenizerError } from './tokenizer-error.js';
import { readTokenizerText } from './tokenizer-text.js';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

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
    // Large: both stand here empty, and are read from the text.
    vocab: z.strictObject({}, { error: 'expected an object of tokens and ids' }),
    merges: z.tuple([], { error: 'expected a list of merges' }),
  }),
});
const normalizerSchema = z.union([
  z.strictObject({ type: z.literal('NFC') }),
  z.strictObject({
    type: z.literal('Sequence'),
    normalizers: z.array(z.strictObject({ type: z.literal('NFC') })),
  }),
]);

/** The plan of the tokenizer file at `path`. @throws TokenizerError when it cannot be read or would be miscounted. */
export function readTokenizerFile(path: string): CounterPlan {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new TokenizerError(`${path}: cannot read the tokenizer file: ${messageOf(cause)}`, { cause });
  }
  try {
    const plan = readTokenizer(bytes);
    return {
      name: basename(path),
      hashVocabulary: () => createHash('sha256').update(bytes).digest('hex'),
      ...plan,
    };
  } catch (cause) {
    if (!(cause instanceof TokenizerError)) throw cause;
    throw new TokenizerError(`${path}: ${findJsonFault(bytes) ?? cause.message}`, { cause });
  }
}

/** A fault in the JSON can look like any other one; when there is one, it is the reason to give. */
function findJsonFault(bytes: Buffer): string | null {
  try {
    JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    return null;
  } catch (cause) {
    return `not a JSON file: ${messageOf(cause)}`;
  }
}

function readTokenizer(bytes: Buffer): Pick<CounterPlan, 'nfc' | 'splitter' | 'loadMerges'> {
  const text = new JsonText(bytes);
  if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) text.at = 3;
  const { json, takeParts } = readTokenizerText(text);
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
  const { tokens, merges } = takeParts();
  const table = new PairTable(tokens, merges, { ignoreMerges: model.ignore_merges === true });
  return { nfc, splitter, loadMerges: () => table };
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

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
