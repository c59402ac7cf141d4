/** Owns what the problem statements already give away, over all records. */
import { type InstanceCosts, REPORT_BLOCKS, type ReportBlock } from './instance-costs.js';

/** Instances whose statement shows something, of `instances`; and what is new in the blocks nevertheless. */
export interface StatementShare {
  readonly instances: number;
  /** Names a changed source file. */
  readonly paths: number;
  /** Names a failing test. */
  readonly tests: number;
  /** Holds an added source line. */
  readonly added_lines: number;
  /** At least one of them. */
  readonly any: number;
  readonly blocks: readonly {
    readonly block: ReportBlock;
    /** Mean tokens of the block alone. */
    readonly tokens: number;
    /** Mean of those that are new to a reader of the prompt. */
    readonly new_tokens: number;
    readonly new_share: number;
  }[];
}

/** How many statements give away something of the repair, and what of the blocks is new to their reader nevertheless. */
export function summarizeStatements(instances: readonly InstanceCosts[]): StatementShare {
  const count = (holds: (shows: InstanceCosts['shows']) => boolean): number =>
    instances.filter(({ shows }) => holds(shows)).length;
  const size = Math.max(1, instances.length);
  return {
    instances: instances.length,
    paths: count(({ paths }) => paths > 0),
    tests: count(({ tests }) => tests > 0),
    added_lines: count(({ added_lines: lines }) => lines > 0),
    any: count(({ paths, tests, added_lines: lines }) => paths + tests + lines > 0),
    blocks: REPORT_BLOCKS.map((block) => {
      const tokens = instances.reduce((sum, { alone }) => sum + alone[block], 0);
      const fresh = instances.reduce((sum, each) => sum + each.fresh[block], 0);
      return {
        block,
        tokens: tokens / size,
        new_tokens: fresh / size,
        new_share: tokens === 0 ? 0 : fresh / tokens,
      };
    }),
  };
}
