/** Owns the options one starts from: those of the command line when no flag is given. */
import { MATCHED } from '../export/control.js';
import { flatExporter } from '../export/flat.js';
import { NO_FRAMING } from '../export/framing.js';
import { ONE_SPLIT } from '../export/split.js';
import { NO_OVERRIDES } from '../extract/repair.js';
import { STAGES } from '../model/stage.js';
import { DEFAULT_PROFILE } from '../render/profile.js';
import type { TokenCounter } from '../tokens/counter.js';
import { TokenizerError } from '../tokens/tokenizer-error.js';
import { loadCounter } from '../tokens/vocabularies.js';
import type { BuildOptions } from './build.js';
import type { CheckOptions } from './check-files.js';
import type { ExportTarget, RowOptions, WriteExportOptions } from './export-options.js';

/** Options of a build: all rows, formats detected, `default@1`, tokens counted with qwen3. */
export function makeBuildOptions(changes: Partial<BuildOptions> = {}): BuildOptions {
  return {
    ingester: null,
    counter: changes.counter ?? loadCounter('qwen3'),
    profile: DEFAULT_PROFILE,
    overrides: NO_OVERRIDES,
    limit: Infinity,
    only: new Set(),
    carry: [],
    ...changes,
  };
}

/** Options of a row: flat, the three stages, nothing framed, no control. */
export function makeRowOptions(changes: Partial<RowOptions> = {}): RowOptions {
  return {
    counter: changes.counter ?? loadCounter('qwen3'),
    profile: DEFAULT_PROFILE,
    exporter: flatExporter,
    stages: STAGES,
    layout: 'long',
    framing: NO_FRAMING,
    control: MATCHED,
    seed: 0,
    withGold: false,
    agent: '',
    ...changes,
  };
}

/** Options of an export to `target`: rows as of `makeRowOptions`, JSON Lines, one split, one file. */
export function makeExportOptions(
  target: ExportTarget,
  changes: Partial<Omit<WriteExportOptions, 'target'>> = {},
): WriteExportOptions {
  const counter = changes.counter ?? loadCounter('qwen3');
  return {
    ...makeBuildOptions({ counter }),
    ...makeRowOptions({ counter }),
    fileFormat: 'jsonl',
    split: ONE_SPLIT,
    splitBy: 'instance',
    shardRows: Infinity,
    schedule: null,
    ...changes,
    target,
  };
}

/** Options of a check: formats recognised, nothing to compare with, warnings allowed, tokenizers by name or path. */
export function makeCheckOptions(changes: Partial<CheckOptions> = {}): CheckOptions {
  return { format: null, against: [], isStrict: false, loadCounter: loadCounterIfKnown, ...changes };
}

/** A tokenizer file of another machine is not at hand: lengths are then left alone, and that is said. */
function loadCounterIfKnown(name: string): TokenCounter | null {
  try {
    return loadCounter(name);
  } catch (error) {
    if (error instanceof TokenizerError) return null;
    throw error;
  }
}
