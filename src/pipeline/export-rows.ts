/** Owns the way from one record to its rows: render, control, frame, count, and the exporter's own shape. */
import { type Control, describeControl } from '../export/control.js';
import type { CarriedFields, ExportRow, RowContext, ShownBlock } from '../export/exporter.js';
import { frameBlock, framePrompt } from '../export/framing.js';
import { GenericWriter } from '../export/generic-text.js';
import { decodeExtra } from '../export/row-fields.js';
import { ExportPlanError } from '../export/plan-error.js';
import type { Evidence } from '../model/evidence.js';
import { type BlockStage, STAGES } from '../model/stage.js';
import { renderWithinBudget } from '../render/budget.js';
import { appendBlock } from '../render/prompt.js';
import type { RowOptions } from './export-options.js';

/** A row before it has a place in a file. */
export interface PlannedRow {
  /** The folder of the row: its stage, or `wide`. */
  readonly group: BlockStage | 'wide';
  readonly blocks: readonly ShownBlock[];
  readonly toRow: (place: { readonly split: string; readonly index: number }) => ExportRow;
}

/** The rows of one instance, and what was measured on the way. */
export interface PlannedInstance {
  /** What the record carries over from its row, decoded. */
  readonly extra: CarriedFields;
  readonly prompt: string;
  /** System message and prompt, without chat template. */
  readonly promptTokens: number;
  /** Per stage: system message, prompt and block as the default templates join them. */
  readonly teacherTokens: ReadonlyMap<BlockStage, number>;
  readonly rows: readonly PlannedRow[];
}

export class RowPlanner {
  #generic: GenericWriter | null = null;

  constructor(private readonly options: RowOptions) {}

  /** Plans the rows of a record; `donor` is the instance whose blocks are shown instead, null for its own. */
  plan(evidence: Evidence, donor: Evidence | null): PlannedInstance {
    const { counter, framing, layout, exporter } = this.options;
    const extra = decodeExtra(evidence);
    const prompt = framePrompt(evidence, framing);
    const systemTokens = framing.system === '' ? 0 : counter.count(framing.system);
    const teacherTokens = new Map<BlockStage, number>();
    const show = (stage: BlockStage): ShownBlock => {
      const block = this.#show(evidence, donor, stage);
      const teacher = block.text === '' ? prompt : appendBlock(prompt, block.text);
      teacherTokens.set(stage, systemTokens + counter.count(teacher));
      return block;
    };
    const context = {
      evidence,
      extra,
      system: framing.system,
      prompt,
      profileName: this.options.profile.name,
      withGold: this.options.withGold,
      agent: this.options.agent,
    } satisfies Omit<RowContext, 'split' | 'index'>;
    const { wide } = exporter;
    const rows =
      layout === 'wide' && wide !== null
        ? [planWide(context, show, wide.toRow)]
        : this.options.stages.map((stage) => planStage(context, show(stage), exporter.long.toRow));
    return { extra, prompt, promptTokens: systemTokens + counter.count(prompt), teacherTokens, rows };
  }

  #render(evidence: Evidence, stage: BlockStage): string {
    const block = renderWithinBudget(evidence, stage, this.options);
    if (block.ok) return block.value.text;
    const { message, expected } = block.issue;
    throw new ExportPlanError(`${evidence.instance_id}: ${message}; expected ${expected}`);
  }

  #show(evidence: Evidence, donor: Evidence | null, stage: BlockStage): ShownBlock {
    const { control, counter, framing } = this.options;
    const { text, shownStage, shownInstance, isMatched } = this.#choose(evidence, donor, stage, control);
    const framed = frameBlock(evidence, stage, text, framing);
    return {
      stage,
      text: framed,
      tokenCount: counter.count(framed),
      control: isMatched ? 'matched' : describeControl(control),
      shownStage,
      shownInstance,
    };
  }

  #choose(evidence: Evidence, donor: Evidence | null, stage: BlockStage, control: Control): ChosenText {
    const { seed } = this.options;
    const own = (shownStage: BlockStage): ChosenText => ({
      text: this.#render(evidence, shownStage),
      shownStage,
      shownInstance: evidence.instance_id,
      isMatched: shownStage === stage,
    });
    switch (control.kind) {
      case 'matched':
        return own(stage);
      case 'swap':
        return own(control.shown.get(stage) ?? stage);
      case 'other-instance': {
        if (!donor) throw new Error(`${evidence.instance_id}: no other instance was chosen`);
        const text = this.#render(donor, stage);
        return { text, shownStage: stage, shownInstance: donor.instance_id, isMatched: false };
      }
      case 'generic': {
        const key = `${seed}\n${evidence.instance_id}\n${stage}`;
        this.#generic ??= new GenericWriter(this.options.counter);
        const text = this.#generic.write(this.#render(evidence, stage), key);
        return { text, shownStage: '', shownInstance: '', isMatched: false };
      }
      case 'none':
        return { text: '', shownStage: '', shownInstance: '', isMatched: false };
    }
  }
}

/**
 * The rows of one record, for programs that keep them themselves. `index` is the 0-based position of the record among
 * those of its split. Not for the control `other-instance`, which needs all records (see `writeExport`). Records that
 * `buildRow` did not make should be asked for leaks first (`findRecordLeaks`).
 * @throws ExportPlanError when a block cannot be cut to its budget
 */
export function toRows(
  evidence: Evidence,
  options: RowOptions,
  place: { readonly split: string; readonly index: number },
): ExportRow[] {
  if (options.layout === 'wide' && options.exporter.wide === null)
    throw new ExportPlanError(`${options.exporter.name} has no wide layout`);
  return new RowPlanner(options).plan(evidence, null).rows.map((row) => row.toRow(place));
}

/** The stages whose blocks the rows of an instance show. */
export function listShownStages({ layout, stages, control }: RowOptions): BlockStage[] {
  if (control.kind === 'none') return [];
  const own = layout === 'wide' ? STAGES : stages;
  return own.map((stage) => (control.kind === 'swap' ? (control.shown.get(stage) ?? stage) : stage));
}

interface ChosenText {
  readonly text: string;
  readonly shownStage: BlockStage | '';
  readonly shownInstance: string;
  readonly isMatched: boolean;
}

type Context = Omit<RowContext, 'split' | 'index'>;

const planStage = (
  context: Context,
  block: ShownBlock,
  toRow: RowOptions['exporter']['long']['toRow'],
): PlannedRow => ({
  group: block.stage,
  blocks: [block],
  toRow: (place) => toRow({ ...context, ...place, block }),
});

function planWide(
  context: Context,
  show: (stage: BlockStage) => ShownBlock,
  toRow: NonNullable<RowOptions['exporter']['wide']>['toRow'],
): PlannedRow {
  const blocks = {
    localization: show('localization'),
    reproduction: show('reproduction'),
    patch: show('patch'),
  };
  return {
    group: 'wide',
    blocks: STAGES.map((stage) => blocks[stage]),
    toRow: (place) => toRow({ ...context, ...place, blocks }),
  };
}
