/** Owns what a dataset needs of its repositories, and what is missing of that in a folder of clones. */
import { listLayouts, type Clone } from './clone.js';
import type { CommitLookup } from './commit.js';
import { GitError } from './failure.js';
import { requireGit } from './git-run.js';
import { readRepositoryName } from './name.js';
import { RepositoryPool } from './pool.js';
import type { Repository } from './repository.js';

/** What rows need of one repository. Commits by id; `branches` by name (SWE-smith). */
export interface RepositoryNeed {
  /** "owner/name". */
  readonly repo: string;
  readonly commits: readonly string[];
  /** Commits whose first parent is needed, too (R2E-Gym's `commit_hash^`). */
  readonly parentsOf?: readonly string[];
  readonly branches?: readonly string[];
}

/** The part of a need that a clone does not satisfy. */
export interface MissingParts {
  readonly commits: readonly string[];
  readonly parentsOf: readonly string[];
  readonly branches: readonly string[];
}

export interface RepositoryStatus {
  readonly repo: string;
  readonly kind: 'complete' | 'incomplete' | 'no_clone' | 'failed';
  /** Where the clone stands, or would be written by `repos sync`; "" for a name that is not acceptable. */
  readonly path: string;
  readonly missing: MissingParts;
  /** Why it failed; else "". */
  readonly reason: string;
}

/** One need per repository, in order of first appearance, each id and branch once. */
export function mergeNeeds(needs: Iterable<RepositoryNeed>): Required<RepositoryNeed>[] {
  const sets = new Map<string, Record<keyof MissingParts, Set<string>>>();
  for (const need of needs) {
    const set = sets.get(need.repo) ?? { commits: new Set(), parentsOf: new Set(), branches: new Set() };
    sets.set(need.repo, set);
    for (const id of need.commits) set.commits.add(id);
    for (const id of need.parentsOf ?? []) set.parentsOf.add(id);
    for (const branch of need.branches ?? []) set.branches.add(branch);
  }
  return [...sets].map(([repo, set]) => ({
    repo,
    commits: [...set.commits],
    parentsOf: [...set.parentsOf],
    branches: [...set.branches],
  }));
}

/**
 * Says for each repository whether its clone below `folder` has what is needed: each commit with its tree, each parent, a
 * "Bug Patch" commit on each branch. Starts no transfer. Order of first appearance. Throws GitError when git does
 * not work at all, or the signal's reason; trouble with one clone is that repository's `failed`.
 */
export async function statusOfRepositories(
  needs: Iterable<RepositoryNeed>,
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<RepositoryStatus[]> {
  await requireGit(options.signal);
  const pool = new RepositoryPool({ ...options, maxProcesses: 1 });
  try {
    const statuses: RepositoryStatus[] = [];
    for (const need of mergeNeeds(needs)) {
      statuses.push(await readStatus(need, folder, () => pool.find(folder, need.repo)));
      options.signal?.throwIfAborted();
    }
    return statuses;
  } finally {
    await pool.close();
  }
}

/** The status against one clone, read with processes of its own: what another process has just fetched is seen. */
export async function statusOfClone(
  need: Required<RepositoryNeed>,
  folder: string,
  clone: Clone | null,
  signal: AbortSignal | undefined,
): Promise<RepositoryStatus> {
  const pool = new RepositoryPool({ maxProcesses: 1, ...(signal === undefined ? {} : { signal }) });
  try {
    return await readStatus(need, folder, () => Promise.resolve(clone === null ? null : pool.open(clone)));
  } finally {
    await pool.close();
  }
}

/** How many commits, parents and branches a clone lacks in all. */
export function countMissing(missing: MissingParts): number {
  return missing.commits.length + missing.parentsOf.length + missing.branches.length;
}

async function readStatus(
  need: Required<RepositoryNeed>,
  folder: string,
  open: () => Promise<Repository | null>,
): Promise<RepositoryStatus> {
  const { repo, commits, parentsOf, branches } = need;
  const everything = { commits, parentsOf, branches };
  const name = readRepositoryName(repo);
  if (name === null) {
    return { repo, kind: 'failed', path: '', missing: everything, reason: 'not a repository name' };
  }
  let path = `${folder}/${listLayouts(name)[0] ?? ''}`;
  try {
    const repository = await open();
    if (repository === null) return { repo, kind: 'no_clone', path, missing: everything, reason: '' };
    path = repository.clone.path;
    const missing = {
      commits: await keepMissing(commits, repository, (id) => repository.resolveCommit(id)),
      parentsOf: await keepMissing(parentsOf, repository, (id) => repository.parentOf(id)),
      branches: await keepMissing(branches, repository, (branch) => repository.findBugPatchCommit(branch)),
    };
    const kind = countMissing(missing) === 0 ? 'complete' : 'incomplete';
    return { repo, kind, path, missing, reason: '' };
  } catch (error) {
    if (!(error instanceof GitError) || error.code === 'git_missing') throw error;
    return { repo, kind: 'failed', path, missing: everything, reason: error.message };
  }
}

async function keepMissing(
  wanted: readonly string[],
  repository: Repository,
  look: (name: string) => Promise<CommitLookup>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of wanted) {
    const found = await look(name);
    const present = found.kind === 'commit' && (await repository.listTree(found)) !== null;
    if (!present) missing.push(name);
  }
  return missing;
}
