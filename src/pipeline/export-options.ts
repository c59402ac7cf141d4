/** Owns what an export is asked for. */
import type { Control } from '../export/control.js';
import type { Exporter } from '../export/exporter.js';
import type { Framing } from '../export/framing.js';
import type { Layout } from '../export/layout.js';
import type { Phase } from '../export/schedule.js';
import type { SplitKey, SplitPart } from '../export/split.js';
import type { BlockStage } from '../model/stage.js';
import type { Budgets } from '../render/budget.js';
import type { Profile } from '../render/profile.js';
import type { TokenCounter } from '../tokens/counter.js';
import type { BuildOptions } from './build.js';

/** Where the rows go. */
export type ExportTarget =
  /** JSON lines, one call per row. */
  | { readonly kind: 'stream'; readonly write: (text: string) => Promise<void> }
  | { readonly kind: 'file'; readonly path: string }
  /** Rows under `data/`, the card, the settings, and the schedule. */
  | { readonly kind: 'folder'; readonly path: string };

/** What a row depends on besides its record. */
export interface RowOptions {
  readonly counter: TokenCounter;
  readonly profile: Profile;
  /** The most tokens of a block; a stage without an entry is not cut. */
  readonly budgets?: Budgets;
  readonly exporter: Exporter;
  /** Stages of the long layout, in order; the wide layout always shows the three. */
  readonly stages: readonly BlockStage[];
  readonly layout: Layout;
  readonly framing: Framing;
  readonly control: Control;
  /** Chooses the texts of the controls `other-instance` and `generic`. */
  readonly seed: number;
  readonly withGold: boolean;
  /** "" for none. */
  readonly agent: string;
}

/** What is exported, how, and where to. `makeExportOptions` gives the defaults of the command line. */
export interface WriteExportOptions extends BuildOptions, RowOptions {
  readonly fileFormat: 'jsonl' | 'parquet';
  readonly target: ExportTarget;
  /** More than one part needs a folder. */
  readonly split: readonly SplitPart[];
  readonly splitBy: SplitKey;
  /** Rows of one file at most, Infinity for all; a limit needs a folder. */
  readonly shardRows: number;
  /** Null for none; a schedule needs a folder. */
  readonly schedule: readonly Phase[] | null;
  readonly signal?: AbortSignal;
}
