/** Owns the list of ingesters, most specific first: a new corpus is one file and one line here. */
import type { Ingester } from './ingester.js';
import { multiSweBench } from './multi-swe-bench.js';
import { multiSweBenchFlat } from './multi-swe-bench-flat.js';
import { r2eGym } from './r2e-gym.js';
import { r2eGymVerified } from './r2e-gym-verified.js';
import { sweBench } from './swe-bench.js';
import { sweBenchLive } from './swe-bench-live.js';
import { sweBenchMultilingual } from './swe-bench-multilingual.js';
import { sweBenchMultimodal } from './swe-bench-multimodal.js';
import { sweBenchPro } from './swe-bench-pro.js';
import { sweGym } from './swe-gym.js';
import { swePolyBench } from './swe-polybench.js';
import { sweRebench } from './swe-rebench.js';
import { sweRebenchV2 } from './swe-rebench-v2.js';
import { sweSmith } from './swe-smith.js';
import { sweSynth } from './swe-synth.js';
import { swtBench } from './swt-bench.js';
import { createWrappedIngester } from './wrapped.js';

/** Those that a wrapper can hold. Direction and layout first, then fields, then names, then the family as such. */
const PLAIN_INGESTERS: readonly Ingester[] = [
  r2eGym,
  r2eGymVerified,
  multiSweBench,
  multiSweBenchFlat,
  sweSynth,
  sweSmith,
  swtBench,
  sweBenchPro,
  sweRebenchV2,
  sweRebench,
  swePolyBench,
  sweBenchLive,
  sweBenchMultimodal,
  sweGym,
  sweBenchMultilingual,
  sweBench,
];

/** All ingesters in the order in which they are asked. */
export const INGESTERS: readonly Ingester[] = [createWrappedIngester(PLAIN_INGESTERS), ...PLAIN_INGESTERS];

/** The ingester with this name (`--format`), undefined when there is none. */
export function findIngester(name: string): Ingester | undefined {
  return INGESTERS.find((ingester) => ingester.name === name);
}

/**
 * The columns of a columnar file worth decoding, in the file's order: what any ingester wants and what is carried.
 * All of them when no ingester wants any, so that the reject can say what was there.
 */
export function wantedColumns(
  available: readonly string[],
  carry: readonly string[],
  ingesters: readonly Ingester[] = INGESTERS,
): string[] {
  const wanted = new Set(ingesters.flatMap((ingester) => ingester.columns));
  if (!available.some((column) => wanted.has(column))) return [...available];
  // A carried field may lead into an object with dots.
  for (const field of carry) wanted.add(field).add(field.split('.', 1)[0] ?? field);
  return available.filter((column) => wanted.has(column));
}
