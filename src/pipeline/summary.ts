/** Owns the counts of a build: rows, formats, rejects and warnings by code, duplicates, token sums. */
import { z } from 'zod';
import type { BuildItem } from './build.js';

export const duplicateSchema = z
  .strictObject({
    instance_id: z.string(),
    kept: z.strictObject({ file: z.string(), row: z.int() }),
    dropped: z.strictObject({ file: z.string(), row: z.int() }),
  })
  .describe('The same instance came twice: the first one was kept.');

export type Duplicate = z.infer<typeof duplicateSchema>;

/** Counts what became of the rows. */
export class BuildSummary {
  built = 0;
  rejected = 0;
  skipped = 0;
  /** Ids asked for by `--only` that no row had. */
  readonly missing: Set<string>;
  readonly duplicates: Duplicate[] = [];
  readonly rejectedByCode = new Map<string, number>();
  readonly warnedByCode = new Map<string, number>();
  readonly #formats = new Map<string, Set<string>>();
  readonly #rows = new Map<string, number>();

  constructor(only: ReadonlySet<string> = new Set()) {
    this.missing = new Set(only);
  }

  /** Rows read, whatever became of them. */
  get read(): number {
    return this.built + this.rejected + this.skipped + this.duplicates.length;
  }

  add(item: BuildItem): void {
    this.missing.delete(idOf(item));
    increase(this.#rows, item.kind === 'built' ? item.evidence.source.file : fileOf(item));
    if (item.kind === 'skipped') {
      this.skipped += 1;
      return;
    }
    if (item.kind === 'built') {
      this.built += 1;
      this.#formatsOf(item.evidence.source.file).add(item.format);
      for (const { code } of item.evidence.warnings) increase(this.warnedByCode, code);
    } else if (item.kind === 'rejected') {
      this.rejected += 1;
      increase(this.rejectedByCode, item.reject.code);
    } else {
      this.duplicates.push({
        instance_id: item.instanceId,
        kept: { ...item.kept },
        dropped: { ...item.dropped },
      });
      increase(this.warnedByCode, 'duplicate_row');
    }
  }

  /** Rows read from one input file. */
  rows(file: string): number {
    return this.#rows.get(file) ?? 0;
  }

  /** The formats the rows of one input were built with, sorted. */
  formats(file: string): string[] {
    return [...(this.#formats.get(file) ?? [])].toSorted();
  }

  #formatsOf(file: string): Set<string> {
    const known = this.#formats.get(file) ?? new Set<string>();
    this.#formats.set(file, known);
    return known;
  }
}

/** A map as an object with sorted keys, so that output does not depend on the order of rows. */
export const toSortedRecord = (map: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...map].toSorted(([left], [right]) => (left < right ? -1 : 1)));

function idOf(item: BuildItem): string {
  if (item.kind === 'built') return item.evidence.instance_id;
  return item.kind === 'rejected' ? item.reject.instance_id : item.instanceId;
}

function fileOf(item: Exclude<BuildItem, { kind: 'built' }>): string {
  if (item.kind === 'rejected') return item.reject.file;
  return item.kind === 'duplicate' ? item.dropped.file : item.file;
}

function increase(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
