/** Owns what the flags of repository-flags.ts mean. */
import { stat } from 'node:fs/promises';
import type { BuildOptions } from '../pipeline/build.js';
import { atDetail } from '../render/localization-detail.js';
import type { Profile } from '../render/profile.js';
import { GitError } from '../repository/failure.js';
import { UsageError } from './exit-code.js';
import type { RepositoryFlags } from './repository-flags.js';

/**
 * What the flags mean for a build.
 * @throws UsageError for --require-repos without --repos; GitError `clone_unreadable` when the folder does not exist
 */
export async function resolveRepositoryOptions({
  repos,
  requireRepos = false,
  context,
}: RepositoryFlags): Promise<Pick<BuildOptions, 'clones' | 'context'>> {
  if (repos === undefined) {
    if (requireRepos) throw new UsageError('--require-repos needs --repos <folder>');
    return context ? { context } : {};
  }
  await requireFolder(repos);
  return { clones: { folder: repos, isRequired: requireRepos }, ...(context ? { context } : {}) };
}

/** The profile at the level of detail asked for. */
export const chooseDetail = (profile: Profile, { detail }: RepositoryFlags): Profile =>
  detail === undefined ? profile : atDetail(profile, detail);

/**
 * Makes sure that the folder of the clones is there.
 * @throws GitError `clone_unreadable`
 */
export async function requireFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new GitError(
      'clone_unreadable',
      `${folder} is no folder; "repos sync" makes one with the clones that rows need`,
    );
}
