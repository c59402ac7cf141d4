/**
 * Owns the controls of an ablation: what stands in a row in place of its own block, so that a gain can be told from the
 * gain of any text at all. Source: SWE-Ladder, Table 5 (privilege must match the stage).
 */
import { BLOCK_STAGES, type BlockStage } from '../model/stage.js';
import { ExportPlanError } from './plan-error.js';

/** What a row shows instead of its own block, for ablations. */
export type Control =
  | { readonly kind: 'matched' }
  /** Another stage's block of the same instance, for some stages. */
  | { readonly kind: 'swap'; readonly shown: ReadonlyMap<BlockStage, BlockStage> }
  /** The same stage's block of another instance of the repository, never one with the same fix. */
  | { readonly kind: 'other-instance' }
  /** Neutral text of the same shape and number of tokens. */
  | { readonly kind: 'generic' }
  /** No block. */
  | { readonly kind: 'none' };

export const MATCHED: Control = { kind: 'matched' };

export const CONTROL_HELP = 'swap:STAGE=STAGE[,…], other-instance, generic, none';

/** Reads `swap:localization=patch`, `other-instance`, `generic` or `none`. Errors: `ExportPlanError`. */
export function parseControl(text: string): Control {
  const name = text.trim();
  if (name === 'matched' || name === 'other-instance' || name === 'generic' || name === 'none')
    return { kind: name };
  if (!name.startsWith('swap:'))
    throw new ExportPlanError(`unknown control "${name}"; expected ${CONTROL_HELP}`);
  const shown = new Map<BlockStage, BlockStage>();
  for (const pair of name.slice('swap:'.length).split(',')) {
    const [left, right, ...more] = pair.split('=').map((piece) => findStage(piece.trim()));
    if (!left || !right || more.length > 0 || left === right) {
      throw new ExportPlanError(
        `control "${name}": expected swap:STAGE=STAGE with two of ${BLOCK_STAGES.join(', ')}, as in swap:localization=patch`,
      );
    }
    if (shown.has(left)) throw new ExportPlanError(`control "${name}": ${left} is swapped twice`);
    shown.set(left, right);
  }
  return { kind: 'swap', shown };
}

/** The control as it is written on the command line. */
export function describeControl(control: Control): string {
  if (control.kind !== 'swap') return control.kind;
  return `swap:${[...control.shown].map(([stage, shown]) => `${stage}=${shown}`).join(',')}`;
}

const findStage = (name: string): BlockStage | undefined => BLOCK_STAGES.find((stage) => stage === name);
