/**
 * Measures building evidence with and without clones: instances and blobs per second, and peak memory, each mode in a
 * process of its own; then memory over the same rows many times.
 *
 *     npx tsx --expose-gc test/bench/build-with-repos.ts ROWS CLONES [IDS]
 *
 * ROWS is a dataset file, CLONES a folder as for --repos, IDS a file with one instance id a line (all rows without it).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { NO_OVERRIDES } from '../../src/extract/repair.js';
import type { WindowContext } from '../../src/extract/windows.js';
import { type BuildOptions, buildItems } from '../../src/pipeline/build.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { Repository } from '../../src/repository/repository.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';

const MEGABYTE = 1024 * 1024;
const ROUNDS = 10;

interface Mode {
  readonly label: string;
  readonly withClones: boolean;
  readonly context: WindowContext;
  readonly rounds: number;
}

const MODES: Readonly<Record<string, Mode>> = {
  rows: { label: 'rows alone', withClones: false, context: { kind: 'none' }, rounds: 1 },
  clones: { label: 'with clones', withClones: true, context: { kind: 'none' }, rounds: 1 },
  scope: { label: 'with clones, --context scope', withClones: true, context: { kind: 'scope' }, rounds: 1 },
  rounds: {
    label: `with clones, ${ROUNDS} times`,
    withClones: true,
    context: { kind: 'none' },
    rounds: ROUNDS,
  },
};

const [rows, clones, ids = ''] = process.argv.slice(2);
const mode = MODES[process.env['BENCH_MODE'] ?? ''];
if (rows === undefined || clones === undefined) {
  print('usage: npx tsx --expose-gc test/bench/build-with-repos.ts ROWS CLONES [IDS]');
  process.exitCode = 2;
} else if (mode) await measure(mode, rows, clones, ids);
else {
  for (const name of Object.keys(MODES)) {
    spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, BENCH_MODE: name },
    });
  }
}

async function measure(
  { label, withClones, context, rounds }: Mode,
  file: string,
  folder: string,
  idFile: string,
): Promise<void> {
  let blobs = 0;
  const read = Repository.prototype.readBlob;
  Repository.prototype.readBlob = function count(...args) {
    blobs += 1;
    return read.apply(this, args);
  };
  const options: BuildOptions = {
    ingester: null,
    counter: loadCounter('qwen3'),
    profile: DEFAULT_PROFILE,
    overrides: NO_OVERRIDES,
    limit: Infinity,
    only: new Set(idFile === '' ? [] : readFileSync(idFile, 'utf8').split('\n').filter(Boolean)),
    carry: [],
    context,
    clones: withClones ? { folder, isRequired: false } : null,
  };
  const heap: string[] = [];
  let instances = 0;
  const start = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1) {
    for await (const item of buildItems([file], options)) if (item.kind === 'built') instances += 1;
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    heap.push(((heapUsed + external) / MEGABYTE).toFixed(0));
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  const rate = (count: number): string => (count / seconds).toFixed(0);
  const reading = blobs > 0 ? `, ${rate(blobs)} paths looked up/s (${blobs})` : '';
  print(`${label}: ${rate(instances)} instances/s (${instances})${reading}, peak RSS ${peak} MB`);
  if (rounds > 1) print(`  heap and buffers after each round: ${heap.join(' ')} MB`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
