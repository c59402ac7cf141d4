/** Owns the options about clones, wider context and detail, which every command has that builds or renders evidence. */
import { stat } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { WindowContext } from '../extract/windows.js';
import type { BuildOptions } from '../pipeline/build.js';
import { atDetail } from '../render/localization-detail.js';
import { LOCALIZATION_DETAILS, type LocalizationDetail, type Profile } from '../render/profile.js';
import { GitError } from '../repository/failure.js';
import { UsageError } from './exit-code.js';

export interface RepositoryFlags {
  readonly repos?: string;
  readonly requireRepos?: boolean;
  readonly context?: WindowContext;
  readonly detail?: LocalizationDetail;
}

export function addRepositoryOptions(command: Command): Command {
  return command
    .option('--repos <folder>', 'read the repositories from clones in this folder (see "repos")')
    .option('--require-repos', 'reject instances whose clone or base commit is missing')
    .option(
      '--context <lines|scope|file>',
      'show more of the old files: lines on each side of a change, the enclosing definition, or the file',
      readContext,
    )
    .option(
      '--detail <level>',
      `how much localization tells: ${LOCALIZATION_DETAILS.join(', ')} (each more than the one before; default line)`,
      readDetail,
    );
}

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

/** @throws GitError `clone_unreadable` */
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

function readContext(value: string): WindowContext {
  if (value === 'scope' || value === 'file') return { kind: value };
  const count = Number(value);
  if (value.trim() !== '' && Number.isSafeInteger(count) && count >= 0) return { kind: 'lines', count };
  throw new InvalidArgumentError(`expected a number of lines, scope or file, found "${value}"`);
}

function readDetail(value: string): LocalizationDetail {
  const detail = LOCALIZATION_DETAILS.find((name) => name === value);
  if (detail) return detail;
  throw new InvalidArgumentError(`expected one of ${LOCALIZATION_DETAILS.join(', ')}, found "${value}"`);
}
