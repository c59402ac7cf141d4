/** Owns the Qwen3 vocabulary file shipped beside this code. How it is made: test/tokens/make-qwen3-vocabulary.ts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { ByteTable } from './byte-table.js';
import { TokenizerError } from './tokenizer-error.js';

/** From `src/tokens` and from `dist/tokens` alike. */
export const QWEN3_FILE = new URL('../../src/tokens/vocabulary/qwen3.tokens.br', import.meta.url);
const QWEN3_FILE_SHA256 = '7ec986d0b32628ae1e47c49aa419a49e397d11f804ce582d4fda7de39db9a5b2';

/** The tokens of Qwen3 in id order; merge i makes token 256 + i. Added tokens (ids from 151,643 on) are left out. */
export function readQwen3(): ByteTable {
  let file: Buffer;
  try {
    file = readFileSync(QWEN3_FILE);
  } catch (cause) {
    throw new TokenizerError('qwen3: the vocabulary file of this package is missing; install it again', {
      cause,
    });
  }
  const sha256 = createHash('sha256').update(file).digest('hex');
  if (sha256 !== QWEN3_FILE_SHA256) {
    throw new TokenizerError(
      `qwen3: the vocabulary file of this package is damaged: sha256 ${sha256}, expected ${QWEN3_FILE_SHA256}`,
    );
  }
  return unpackTokens(brotliDecompressSync(file));
}

/** Number of tokens (32 bits, little-endian), the length of each (one byte), the tokens back to back. */
function unpackTokens(packed: Uint8Array): ByteTable {
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const bytes = packed.subarray(4 + size);
  const starts = new Int32Array(size + 1);
  for (let id = 0; id < size; id++) starts[id + 1] = (starts[id] ?? 0) + (packed[4 + id] ?? 0);
  return new ByteTable(bytes, starts);
}
