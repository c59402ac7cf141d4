/** Owns finding the listed test that a failure of a log belongs to. The names of one test in a log are listed in test-status.ts. */
import type { LogFailure } from './log-failure.js';
import { listTestNames, splitTestId } from './test-status.js';

/** A listed test, and which list it stands in. */
export interface Owner {
  readonly id: string;
  readonly kind: 'fail_to_pass' | 'pass_to_pass';
  /** The file that its id names, "" = none. */
  readonly file: string;
}

/** Listed tests by every name they may have in a log: several where only their files tell them apart, the most important first. */
export type OwnerIndex = ReadonlyMap<string, readonly Owner[]>;

/** Indexes lists of tests; of tests with one name those of earlier lists come first. */
export function indexOwners(
  lists: readonly (readonly [kind: Owner['kind'], ids: readonly string[]])[],
): OwnerIndex {
  const owners = new Map<string, Owner[]>();
  for (const [kind, ids] of lists)
    for (const id of ids) {
      const owner = { id, kind, file: splitTestId(id).file };
      for (const name of new Set(listTestNames(id))) {
        const known = owners.get(name);
        if (known === undefined) owners.set(name, [owner]);
        else known.push(owner);
      }
    }
  return owners;
}

/**
 * The listed test that failed: the one with the very id, else one whose name inside its file is the same and whose file is none other than
 * the failing test's, as far as both are known. Another class or another file is another test.
 */
export function findOwner({ tests, testFiles }: LogFailure, owners: OwnerIndex): Owner | undefined {
  for (const name of tests) {
    const exact = owners.get(name)?.find((owner) => owner.id === name);
    if (exact !== undefined) return exact;
  }
  const own = tests.map((name) => splitTestId(name).file).filter((file) => file !== '');
  const files = [...(testFiles ?? []), ...own];
  for (const name of tests) {
    // `works` behind `KilnTest.works` knows less than the name before it: no class tells whose it is.
    const isPart = tests.some((other) => other.endsWith(`.${name}`));
    const found = owners
      .get(splitTestId(name).name)
      ?.find(
        ({ file }) =>
          file === '' || (!isPart && (files.length === 0 || files.some((other) => isSameFile(file, other)))),
      );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A log may name a file from another folder than the list does. */
const isSameFile = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
