/** Owns the reference encoders: js-tiktoken, with the defects of its patterns mended, for all named vocabularies. */
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import type { ByteTable } from '../../src/tokens/byte-table.js';
import { readQwen3 } from '../../src/tokens/qwen3.js';
import { readTiktokenRanks } from '../../src/tokens/tiktoken-ranks.js';
import type { TokenizerName } from '../../src/tokens/vocabularies.js';

export interface Reference {
  readonly tokens: ByteTable;
  encode(text: string): number[];
}

/**
 * js-tiktoken's pattern as tiktoken means it: `\s` is white space by the Unicode property (JavaScript's takes U+FEFF
 * and leaves U+0085), and `(?i:'s)` also matches a long s.
 */
function mendPattern(pattern: string): string {
  return pattern
    .replaceAll('\\s', '\\p{White_Space}')
    .replaceAll('\\S', '\\P{White_Space}')
    .replaceAll("'s|'S", "'s|'S|'\u017f");
}

export function makeReference(name: TokenizerName): Reference {
  if (name === 'qwen3') return makeQwen3Reference();
  const ranks = name === 'cl100k_base' ? cl100k : o200k;
  const encoder = new Tiktoken({ ...ranks, pat_str: mendPattern(ranks.pat_str) });
  return {
    tokens: readTiktokenRanks(name),
    encode: (text) => encoder.encode(text.toWellFormed(), [], []),
  };
}

/** The Qwen pattern is cl100k's with one digit at a time. */
function makeQwen3Reference(): Reference {
  const tokens = readQwen3();
  const ranks = ['!', '0'];
  for (let id = 0; id < tokens.size; id++) ranks.push(Buffer.from(tokens.token(id)).toString('base64'));
  const pattern = mendPattern(cl100k.pat_str).replace('\\p{N}{1,3}', '\\p{N}');
  const encoder = new Tiktoken({ pat_str: pattern, special_tokens: {}, bpe_ranks: ranks.join(' ') });
  return { tokens, encode: (text) => encoder.encode(text.toWellFormed().normalize('NFC'), [], []) };
}
