/**
 * Owns what a trainer has to be told: the facts an export measured, and the settings drawn from them. The words around
 * them are settings-text.ts.
 */
import type { Layout } from './layout.js';

/** The largest text of a kind, and where it is. */
export interface LargestText {
  readonly tokenCount: number;
  readonly instanceId: string;
  /** "" for a prompt. */
  readonly stage: string;
}

/** What an export measured. All counts are without the chat template. */
export interface SettingsFacts {
  readonly layout: Layout;
  readonly fileFormat: 'jsonl' | 'parquet';
  /** A path or glob of the rows, relative to the export. */
  readonly dataFile: string;
  readonly control: string;
  readonly agent: string;
  readonly withGold: boolean;
  readonly rows: number;
  /** System message and user's turn. */
  readonly prompt: LargestText;
  readonly block: LargestText;
  /** Prompt and block together, as the default templates join them. */
  readonly teacher: LargestText;
  /** Rows whose prompt is blank. */
  readonly blankPrompts: number;
  readonly withoutImage: number;
  readonly withoutTestCommand: number;
}

/** Settings of one trainer. */
export interface TrainerSettings {
  /** Option name to value, as the trainer spells it; null is the trainer's "no limit". */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  /** The same, ready to paste. */
  readonly snippet: { readonly language: string; readonly text: string };
  readonly notes: readonly string[];
  /** What the options were read in. */
  readonly readAt: string;
}

/** Tokens that a chat template may add around system message, user's turn and generation prompt. */
const TEMPLATE_ROOM = 256;

/** A limit that holds `tokenCount` and the chat template: the next multiple of 1,024. */
export const roomFor = (tokenCount: number): number => Math.ceil((tokenCount + TEMPLATE_ROOM) / 1024) * 1024;
