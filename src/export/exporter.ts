/** Owns the contract of an exporter: records and blocks in, rows of one trainer's file out. Files are the pipeline's work. */
import type { z } from 'zod';
import type { Evidence } from '../model/evidence.js';
import type { BlockStage, Stage } from '../model/stage.js';
import type { SettingsFacts, TrainerSettings } from './settings.js';
import type { TrainerName } from './trainer.js';

/** One block as a row shows it. */
export interface ShownBlock {
  /** The stage the row is for. */
  readonly stage: BlockStage;
  /** What only the teacher sees, framed by the evidence template; "" for the control `none`. */
  readonly text: string;
  /** Tokens of `text` alone. */
  readonly tokenCount: number;
  /** `matched` for the stage's own block, otherwise the control as named on the command line. */
  readonly control: string;
  /** The stage whose block is shown; "" when it is nobody's. */
  readonly shownStage: BlockStage | '';
  /** The instance whose block is shown; "" when it is nobody's. */
  readonly shownInstance: string;
}

/** Fields carried over from a dataset's row, by name; nobody has checked their values. */
export type CarriedFields = Readonly<Record<string, unknown>>;

/** What the rows of one instance share. */
export interface RowContext {
  readonly evidence: Evidence;
  /** `evidence.extra`, decoded: the fields carried over from the dataset's row. */
  readonly extra: CarriedFields;
  /** The system message; "" for none. */
  readonly system: string;
  /** What the student sees as the user's turn. */
  readonly prompt: string;
  readonly profileName: string;
  /** Whether the fix and the test patch stand in the row, for reward code. */
  readonly withGold: boolean;
  /** The agent that runs the rollout; "" when none was named. */
  readonly agent: string;
  readonly split: string;
  /** 0-based position among the rows of its stage and split. */
  readonly index: number;
}

/** A row of the long layout: one per instance and stage. */
export interface StageInput extends RowContext {
  readonly block: ShownBlock;
}

/** A row of the wide layout: one per instance, the three blocks side by side. */
export interface WideInput extends RowContext {
  readonly blocks: Readonly<Record<Stage, ShownBlock>>;
}

/** A row as it is written: plain values, lists and objects, no null. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** One shape of rows. Every row of a file has the keys of the schema, in its order, and there are no nulls. */
export interface RowLayout<Input> {
  /** Strict. An optional key stands in every row of a file (`--agent`) or in none. */
  readonly schema: z.ZodObject;
  readonly toRow: (input: Input) => ExportRow;
  /** Where the text for the teacher stands, with dots into objects and JSON strings. */
  readonly evidenceField: (stage: BlockStage) => string;
}

/** The rows of one trainer: their shape, how they are made, and the settings that go with them. */
export interface Exporter {
  /** Name used by `--to`. */
  readonly name: TrainerName;
  readonly title: string;
  /** True when rows can name an agent (`--agent`). */
  readonly takesAgent: boolean;
  readonly long: RowLayout<StageInput>;
  /** Null when the trainer has one fixed field for the evidence. */
  readonly wide: RowLayout<WideInput> | null;
  /** What the trainer has to be told so that nothing is cut or misread. */
  readonly settings: (facts: SettingsFacts) => TrainerSettings;
}
