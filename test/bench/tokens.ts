/**
 * Measures the token counter beside other tokenizers, in one run, interleaved, on the same texts:
 *
 *     npx tsx test/bench/tokens.ts [--competitors DIR] [--python FILE] [--megabytes 20] [--only qwen3,cl100k_base] [--shapes]
 *
 * DIR is a folder where `npm install tiktoken gpt-tokenizer ai-tokenizer @huggingface/tokenizers` was run; FILE a Python
 * with the package `tokenizers`. What is not there is skipped. The first pass is cold (nothing seen before), the second
 * warm. Ratios are to js-tiktoken in the same pass; higher is faster. --shapes measures long texts of one kind instead.
 */
import { parseArgs } from 'node:util';
import { loadCounter, TOKENIZER_NAMES, type TokenizerName } from '../../src/tokens/vocabularies.js';
import { loadContestants, type Places } from './tokens-contestants.js';
import { makeCorpus } from './tokens-corpus.js';

const CHUNK = 512 * 1024;
const PASSES = ['cold', 'warm'] as const;

/** Long texts of one kind; `length` in characters. */
const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'one letter': (length) => 'a'.repeat(length),
  '=': (length) => '='.repeat(length),
  spaces: (length) => ' '.repeat(length),
  newlines: (length) => '\n'.repeat(length),
  digits: (length) => '7'.repeat(length),
  base64: (length) =>
    Buffer.from(Uint8Array.from({ length }, (_, at) => (at * at * 31 + at * 7) >> 3))
      .toString('base64')
      .slice(0, length),
  CJK: (length) =>
    Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20000))).join(''),
  'abc…': (length) => 'abcdefghijklmnopqrstuvwxyz'.repeat(Math.ceil(length / 26)).slice(0, length),
  'combining marks': (length) => '\u0301\u0323'.repeat(length / 2),
  capitals: (length) => 'A'.repeat(length),
};

function print(...cells: readonly (string | number)[]): void {
  process.stdout.write(
    `  ${cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(12))).join('')}\n`,
  );
}

async function compare(vocabulary: TokenizerName, corpus: readonly string[], places: Places): Promise<void> {
  process.stdout.write(`\n${vocabulary}\n`);
  const contestants = await loadContestants(places, vocabulary);
  const chunks = cutCorpus(corpus);
  for (const pass of PASSES) {
    const spent = new Map(contestants.map(({ name }) => [name, { milliseconds: 0, tokenCount: 0 }]));
    for (const [index, chunk] of chunks.entries()) {
      // Another one begins each time, so that none always runs in the wake of the same neighbour.
      const turn = index % contestants.length;
      for (const contestant of [...contestants.slice(turn), ...contestants.slice(0, turn)]) {
        const { milliseconds, tokenCount } = await contestant.run(chunk);
        const total = spent.get(contestant.name);
        if (total === undefined) continue;
        total.milliseconds += milliseconds;
        total.tokenCount += tokenCount;
      }
    }
    const base = spent.get('js-tiktoken')?.milliseconds ?? 0;
    const bytes = corpus.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    print(pass, 'MB/s', 'ratio', 'tokens');
    for (const [name, { milliseconds, tokenCount }] of spent) {
      print(
        `  ${name}`,
        (bytes / 1e3 / milliseconds).toFixed(1),
        (base / milliseconds).toFixed(1),
        tokenCount,
      );
    }
  }
  await Promise.all(contestants.map((contestant) => contestant.stop()));
}

function cutCorpus(corpus: readonly string[]): string[][] {
  const chunks: string[][] = [[]];
  let size = 0;
  for (const text of corpus) {
    if (size > CHUNK) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)?.push(text);
    size += text.length;
  }
  return chunks;
}

/** The mean over runs, each on a counter that has seen nothing; processor time, since it is long for a shared machine. */
function measureShapes(vocabulary: TokenizerName): void {
  process.stdout.write(`\n${vocabulary}: milliseconds (of processor time) for long texts of one kind\n`);
  print('', '20 KB', '200 KB', '2 MB', 'x from 20K', 'tokens');
  for (const [name, make] of Object.entries(SHAPES)) {
    const times = [20_000, 200_000, 2_000_000].map((length) => {
      const text = make(length);
      const counters = Array.from({ length: 1 + 400_000 / length }, () => loadCounter(vocabulary));
      for (const counter of counters) counter.count(make(100));
      const start = process.cpuUsage();
      let tokenCount = 0;
      for (const counter of counters) tokenCount = counter.count(text);
      return { mean: process.cpuUsage(start).user / 1000 / counters.length, tokenCount };
    });
    const growth = (times[2]?.mean ?? 0) / (times[0]?.mean ?? 1);
    print(name, ...times.map(({ mean }) => mean.toFixed(1)), growth.toFixed(0), times[1]?.tokenCount ?? 0);
  }
}

function measureLoading(vocabulary: TokenizerName): void {
  const start = performance.now();
  loadCounter(vocabulary);
  print(`load ${vocabulary}`, `${(performance.now() - start).toFixed(0)} ms`);
}

const { values: options } = parseArgs({
  options: {
    competitors: { type: 'string', default: '.' },
    python: { type: 'string', default: 'python3' },
    megabytes: { type: 'string', default: '20' },
    only: { type: 'string', default: TOKENIZER_NAMES.join() },
    shapes: { type: 'boolean', default: false },
  },
});
const vocabularies = TOKENIZER_NAMES.filter((name) => options.only.split(',').includes(name));
process.stdout.write(`Node ${process.version}, Unicode ${process.versions['unicode'] ?? ''}\n`);
for (const vocabulary of vocabularies) measureLoading(vocabulary);
if (options.shapes) {
  for (const vocabulary of vocabularies) measureShapes(vocabulary);
} else {
  const corpus = await makeCorpus(Number(options.megabytes) * 1e6);
  const bytes = corpus.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  process.stdout.write(`\n${corpus.length} texts, ${(bytes / 1e6).toFixed(1)} MB\n`);
  for (const vocabulary of vocabularies) await compare(vocabulary, corpus, options);
}
