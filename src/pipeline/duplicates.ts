/** Owns what happens when an id comes twice: the same instance is dropped with a note, another one is a reject. */
import { createHash } from 'node:crypto';
import type { Instance } from '../model/instance.js';

/** Where a row stands, for messages. */
export interface RowLocation {
  readonly file: string;
  readonly row: number;
}

export type DuplicateVerdict =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly first: RowLocation }
  | { readonly kind: 'different'; readonly first: RowLocation };

/** Remembers one short hash and one place per instance id. */
export class DuplicateRegister {
  readonly #seen = new Map<string, RowLocation & { readonly digest: string }>();

  /** Judges an instance and remembers it when its id is new. */
  judge(instance: Instance): DuplicateVerdict {
    const digest = digestInstance(instance);
    const { file, row } = instance.source;
    const first = this.#seen.get(instance.instance_id);
    if (!first) {
      this.#seen.set(instance.instance_id, { file, row, digest });
      return { kind: 'new' };
    }
    const place = { file: first.file, row: first.row };
    return { kind: first.digest === digest ? 'same' : 'different', first: place };
  }
}

/** Two rows are the same if repo, base, fix, test patch, statement and the set of F2P agree. Source: DESIGN §4. */
function digestInstance(instance: Instance): string {
  const hash = createHash('sha256');
  const parts = [
    instance.repo,
    instance.base.value,
    instance.fix,
    instance.test_patch,
    instance.problem_statement,
    ...new Set(instance.fail_to_pass.toSorted()),
  ];
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('base64').slice(0, 16);
}
