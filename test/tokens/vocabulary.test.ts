import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { QWEN3_FILE } from '../../src/tokens/qwen3.js';
import { packQwen3 } from './make-qwen3-vocabulary.js';

it('the shipped Qwen3 vocabulary is what the script makes from the pinned tokenizer.json', () => {
  const shipped = brotliDecompressSync(readFileSync(QWEN3_FILE));
  expect(shipped.equals(packQwen3())).toBe(true);
  expect(shipped.readUInt32LE(0)).toBe(151_643);
});
