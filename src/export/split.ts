/** Owns which split a row belongs to: decided by a hash, so that no row moves when others are added or removed. */
import { createHash } from 'node:crypto';
import { ExportPlanError } from './plan-error.js';

export interface SplitPart {
  readonly name: string;
  /** Share of the rows, above 0; all parts add up to 1. */
  readonly share: number;
}

export const SPLIT_KEYS = ['instance', 'repo'] as const;
export type SplitKey = (typeof SPLIT_KEYS)[number];

/** Everything in one split. */
export const ONE_SPLIT: readonly SplitPart[] = [{ name: 'train', share: 1 }];

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads `train=0.9,test=0.1`. Errors: `ExportPlanError`. */
export function parseSplit(text: string): SplitPart[] {
  const parts = text.split(',').map((part): SplitPart => {
    const [name = '', share = '', ...more] = part.split('=').map((piece) => piece.trim());
    if (!NAME.test(name) || share === '' || more.length > 0) {
      throw new ExportPlanError(`split "${part.trim()}": expected NAME=SHARE, as in train=0.9,test=0.1`);
    }
    const number = Number(share);
    if (!(number > 0 && number <= 1)) {
      throw new ExportPlanError(
        `split "${part.trim()}": expected a share above 0 and up to 1, found "${share}"`,
      );
    }
    return { name, share: number };
  });
  const twice = parts.find(({ name }, index) => parts.findIndex((part) => part.name === name) < index);
  if (twice) throw new ExportPlanError(`split "${twice.name}" is named twice`);
  const sum = parts.reduce((total, { share }) => total + share, 0);
  if (Math.abs(sum - 1) > 1e-9) {
    throw new ExportPlanError(`the shares of --split add up to ${Number(sum.toFixed(6))}, expected 1`);
  }
  return parts;
}

/**
 * The split of a key (an instance id or a repository): the first 48 bits of its sha256 as a number in [0, 1), placed
 * among the shares in their order. The same key goes to the same split in every export with the same shares.
 */
export function assignSplit(key: string, parts: readonly SplitPart[]): string {
  const point = createHash('sha256').update(key).digest().readUIntBE(0, 6) / 2 ** 48;
  let end = 0;
  for (const { name, share } of parts) {
    end += share;
    if (point < end) return name;
  }
  return parts.at(-1)?.name ?? '';
}
