/** Owns which clones, commits and branches instances need. */
import { readRows } from '../io/read-rows.js';
import type { Instance } from '../model/instance.js';
import type { RepositoryNeed } from '../repository/need.js';
import { type EmptyInputListener, noticeEmpty, refuseAllEmpty } from './empty-inputs.js';
import { type IngestOptions, chooseColumns, ingestRow } from './ingest-row.js';

/** Names under which the base of an instance may be found, best first. SWE-smith's branches stand in its mirrors. */
export function repositoryNames(instance: Pick<Instance, 'repo' | 'base' | 'extra'>): string[] {
  const mirror = instance.extra['mirror_repo'];
  const isMirrored = instance.base.kind === 'bug_patch' && typeof mirror === 'string' && mirror !== '';
  return isMirrored ? [mirror, instance.repo] : [instance.repo];
}

/** What the instance needs of the first of its names; null when the row does not name a base. */
function needOfInstance(instance: Instance): RepositoryNeed | null {
  const [repo = ''] = repositoryNames(instance);
  const { kind, value } = instance.base;
  if (repo === '' || kind === 'unknown' || value === '') return null;
  if (kind === 'parent_of') return { repo, commits: [], parentsOf: [value] };
  return kind === 'commit' ? { repo, commits: [value] } : { repo, commits: [], branches: [value] };
}

export interface CollectedNeeds {
  /** One per instance that names its base, in input order. */
  readonly needs: readonly RepositoryNeed[];
  readonly instances: number;
  /** Instances that name no base commit. */
  readonly withoutBase: number;
  /** Rows that could not be read. */
  readonly refused: number;
}

/**
 * What the rows of all inputs need.
 * @throws InputError when an input is unusable as a whole, or none holds a row
 */
export async function collectNeeds(
  inputs: readonly string[],
  options: IngestOptions & {
    readonly limit: number;
    readonly signal: AbortSignal;
    readonly onEmptyInput?: EmptyInputListener;
  },
): Promise<CollectedNeeds> {
  const needs: RepositoryNeed[] = [];
  let instances = 0;
  let refused = 0;
  const onEmptyInput = refuseAllEmpty(inputs, options.onEmptyInput);
  for (const input of inputs) {
    const rows = readRows(input, { columns: chooseColumns(options) });
    for await (const result of noticeEmpty(rows, () => onEmptyInput(input))) {
      options.signal.throwIfAborted();
      if (instances >= options.limit) break;
      const row = result.ok ? ingestRow(result.row, result.row.file, options) : null;
      if (row?.kind === 'skipped') continue;
      if (row?.kind !== 'instance') {
        refused += 1;
        continue;
      }
      instances += 1;
      const need = needOfInstance(row.instance);
      if (need) needs.push(need);
    }
  }
  return { needs, instances, withoutBase: instances - needs.length, refused };
}
