/** Owns the reading of js-tiktoken's rank tables (`cl100k_base`, `o200k_base`). */
import { createRequire } from 'node:module';
import { z } from 'zod';
import { ByteTable } from './byte-table.js';
import { TokenizerError } from './tokenizer-error.js';

const ranksSchema = z.looseObject({ bpe_ranks: z.string() });
const moduleSchema = z.union([
  z.looseObject({ default: ranksSchema }).transform((module) => module.default),
  ranksSchema,
]);

/** The tokens of one rank table. The table's module (1 to 2 MB) is loaded now, and only it. */
export function readTiktokenRanks(name: string): ByteTable {
  let exported: unknown;
  try {
    exported = createRequire(import.meta.url)(`js-tiktoken/ranks/${name}`);
  } catch (cause) {
    throw new TokenizerError(`${name}: cannot load js-tiktoken/ranks/${name}; is js-tiktoken installed?`, {
      cause,
    });
  }
  const ranks = moduleSchema.safeParse(exported);
  if (!ranks.success) {
    throw new TokenizerError(`${name}: js-tiktoken/ranks/${name} has an unknown shape`, {
      cause: ranks.error,
    });
  }
  return decodeRanks(ranks.data.bpe_ranks, name);
}

/** Lines of `! FIRST_RANK TOKEN TOKEN …`, tokens in base64, here without gaps between the ranks. */
function decodeRanks(text: string, name: string): ByteTable {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  const starts: number[] = [0];
  let end = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const tokensAt = line.indexOf(' ', 2) + 1;
    const first = Number(line.slice(2, tokensAt - 1));
    if (!line.startsWith('! ') || tokensAt === 0 || first !== starts.length - 1) {
      throw new TokenizerError(
        `${name}: unexpected line ${JSON.stringify(line.slice(0, 40))} in the rank table`,
      );
    }
    let bits = 0;
    let held = 0;
    for (let at = tokensAt; at <= line.length; at++) {
      const unit = at < line.length ? line.charCodeAt(at) : 0x20;
      const value = SEXTETS[unit] ?? -1;
      if (value >= 0) {
        bits = ((bits << 6) | value) & 0xffff;
        held += 6;
        if (held >= 8) {
          held -= 8;
          bytes[end++] = (bits >> held) & 0xff;
        }
      } else if (unit === 0x20) {
        starts.push(end);
        held = 0;
      } else if (unit !== 0x3d) {
        throw new TokenizerError(`${name}: U+${unit.toString(16)} is no base64 in the rank table`);
      }
    }
  }
  return new ByteTable(bytes, Int32Array.from(starts));
}

const SEXTETS = new Int8Array(128).fill(-1);
for (const [value, letter] of Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
).entries()) {
  SEXTETS[letter.charCodeAt(0)] = value;
}
