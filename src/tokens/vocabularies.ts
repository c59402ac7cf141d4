/** Owns the choice of a vocabulary: the registry of named ones, and tokenizer files by path. */
import { existsSync } from 'node:fs';
import { BytePairCounter, type CounterPlan, type TokenCounter } from './counter.js';
import { readTokenizerFile } from './hugging-face.js';
import { RankTable } from './merge-table.js';
import { readQwen3 } from './qwen3.js';
import { scanCl100k, scanO200k, type Scanner, scanQwen } from './scanner.js';
import type { ByteTable } from './byte-table.js';
import { readTiktokenRanks } from './tiktoken-ranks.js';
import { TokenizerError } from './tokenizer-error.js';

/** The default first. */
export const TOKENIZER_NAMES = ['qwen3', 'cl100k_base', 'o200k_base'] as const;
export type TokenizerName = (typeof TOKENIZER_NAMES)[number];

interface NamedVocabulary {
  readonly read: () => ByteTable;
  readonly scan: Scanner;
  readonly nfc: boolean;
}

const VOCABULARIES = {
  qwen3: { read: readQwen3, scan: scanQwen, nfc: true },
  cl100k_base: { read: () => readTiktokenRanks('cl100k_base'), scan: scanCl100k, nfc: false },
  o200k_base: { read: () => readTiktokenRanks('o200k_base'), scan: scanO200k, nfc: false },
} satisfies Record<TokenizerName, NamedVocabulary>;

/**
 * The counter of a named vocabulary, or of a Hugging Face `tokenizer.json` (byte-level BPE) at a path. A named
 * vocabulary is loaded when the first text is counted, in some tens of milliseconds; a file at once (11 MB: about 200), so
 * that what is wrong with it is told. Keep the counter.
 * @throws TokenizerError when there is no such vocabulary or it would be miscounted.
 */
export function loadCounter(nameOrPath: string): TokenCounter {
  return new BytePairCounter(planCounter(nameOrPath));
}

function planCounter(nameOrPath: string): CounterPlan {
  const name = TOKENIZER_NAMES.find((each) => each === nameOrPath);
  if (name === undefined) {
    if (existsSync(nameOrPath)) return readTokenizerFile(nameOrPath);
    throw new TokenizerError(
      `unknown tokenizer ${JSON.stringify(nameOrPath)}: expected ${TOKENIZER_NAMES.join(', ')} ` +
        'or the path of a Hugging Face tokenizer.json, and there is no such file',
    );
  }
  const { read, scan, nfc } = VOCABULARIES[name];
  let tokens: ByteTable | undefined;
  const load = (): ByteTable => (tokens ??= read());
  return {
    name,
    hashVocabulary: () => load().sha256(),
    nfc,
    splitter: { kind: 'scanner', scan },
    loadMerges: () => new RankTable(load()),
  };
}
