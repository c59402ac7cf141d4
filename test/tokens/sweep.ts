/**
 * Compares the token ids of this counter with those of other encoders on everything at hand, for each named vocabulary:
 *
 *     npx tsx test/tokens/sweep.ts [--python FILE] [--only qwen3,cl100k_base] [--random 100000] [--adversarial 20000]
 *
 * on random and adversarial texts, every vocabulary entry, and all text of ../shared/data (when it is there): with
 * js-tiktoken, and through FILE, a Python with `tokenizers` and `tiktoken`, with their native code. Exit code 1 when
 * anything differs. Texts with a very long pre-token are left to the native encoders: js-tiktoken is quadratic there.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CL100K_PATTERN, O200K_PATTERN } from '../../src/tokens/pre-tokenizer.js';
import { loadCounter, TOKENIZER_NAMES, type TokenizerName } from '../../src/tokens/vocabularies.js';
import { QWEN3_JSON } from '../bench/tokens-contestants.js';
import { DATA, readDataTexts } from '../bench/tokens-corpus.js';
import { hasPythonPackage, NativeTokenizer } from '../bench/tokens-native.js';
import { makeReference, type Reference } from './reference.js';
import { adversarialTexts, randomTexts, vocabularyTexts, wildTexts } from './samples.js';

const BATCH = 200;
const TOO_LONG_FOR_JS_TIKTOKEN = /[^\s]{1000}|[\s]{1000}/;

const { values: options } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    only: { type: 'string', default: TOKENIZER_NAMES.join() },
    random: { type: 'string', default: '100000' },
    adversarial: { type: 'string', default: '20000' },
  },
});

async function makeTexts(reference: Reference): Promise<Record<string, string[]>> {
  return {
    random: randomTexts(1, Number(options.random)),
    adversarial: adversarialTexts(2, Number(options.adversarial)),
    'any code points': wildTexts(3, Number(options.adversarial)),
    'vocabulary entries': vocabularyTexts(reference.tokens),
    '../shared/data': await readDataTexts(DATA),
  };
}

/** The native encoder of a vocabulary, or undefined when Python does not have it. */
async function startNative(name: TokenizerName, { tokens }: Reference): Promise<NativeTokenizer | undefined> {
  const kind = name === 'qwen3' ? 'tokenizers' : 'tiktoken';
  if (!hasPythonPackage(options.python, kind)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'swe-evidence-sweep-'));
  const ranks = join(folder, `${name}.tiktoken`);
  let file = '';
  for (let id = 0; id < tokens.size; id++)
    file += `${Buffer.from(tokens.token(id)).toString('base64')} ${id}\n`;
  writeFileSync(ranks, file);
  const native = new NativeTokenizer({
    python: options.python,
    kind,
    source: name === 'qwen3' ? QWEN3_JSON : ranks,
    pattern: name === 'cl100k_base' ? CL100K_PATTERN : O200K_PATTERN,
    output: 'ids',
  });
  await native.start();
  rmSync(folder, { recursive: true });
  return native;
}

async function sweep(name: TokenizerName): Promise<number> {
  const counter = loadCounter(name);
  const reference = makeReference(name);
  const native = await startNative(name, reference);
  if (native === undefined) process.stdout.write(`${name}: no native encoder in ${options.python}\n`);
  let all = 0;
  for (const [kind, texts] of Object.entries(await makeTexts(reference))) {
    const differences = { itself: 0, 'js-tiktoken': 0, native: 0 };
    let passedOver = 0;
    const note = (encoder: keyof typeof differences, text: string): void => {
      if (++differences[encoder] <= 5) {
        process.stdout.write(`  ${name} differs from ${encoder}: ${JSON.stringify(text.slice(0, 300))}\n`);
      }
    };
    for (let at = 0; at < texts.length; at += BATCH) {
      const batch = texts.slice(at, at + BATCH);
      const sent = native?.encode<number[]>(batch.map((text) => text.toWellFormed()));
      for (const text of batch) {
        const ids = counter.encode(text);
        if (counter.count(text) !== ids.length) note('itself', text);
        if (TOO_LONG_FOR_JS_TIKTOKEN.test(text)) passedOver++;
        else if (reference.encode(text).join() !== ids.join()) note('js-tiktoken', text);
      }
      for (const [index, ids] of ((await sent)?.output ?? []).entries()) {
        const text = batch[index] ?? '';
        if (counter.encode(text).join() !== ids.join()) note('native', text);
      }
    }
    const found = Object.entries(differences).map(([encoder, count]) => `${encoder} ${count}`);
    process.stdout.write(
      `${name}, ${kind}: ${texts.length} texts (${passedOver} not given to js-tiktoken); differences: ${found.join(', ')}\n`,
    );
    all += differences.itself + differences['js-tiktoken'] + differences.native;
  }
  await native?.stop();
  return all;
}

let differences = 0;
for (const name of TOKENIZER_NAMES) {
  if (options.only.split(',').includes(name)) differences += await sweep(name);
}
process.exitCode = differences === 0 ? 0 : 1;
