/**
 * Owns `repos sync`: brings a folder of clones to what a dataset needs.
 *
 * It writes only into bare clones it made itself (`owner__name.git`, known by the file `swe-evidence.json` in it). A clone
 * that the user made is used when it is complete and is never written to; when it lacks something, an own clone is
 * made beside it, which is then preferred. There is no `--filter=blob:none`: snapshots by commit id are small already, and a
 * filtered clone would have to fetch while it is read, which is switched off.
 *
 * An interrupted run leaves valid clones: each is made under a temporary name and renamed while still empty, and
 * each fetch adds its commits whole or not at all. Running again fetches what is still missing.
 */
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeBareDirectory } from './bare-directory.js';
import { findClone, listLayouts, readClone, type Clone } from './clone.js';
import { GitError, systemErrorCode } from './failure.js';
import { fetchEverything, fetchParts, type Transfer } from './fetch.js';
import { requireGit } from './git-run.js';
import { readRepositoryName } from './name.js';
import { countMissing, mergeNeeds, statusOfClone, type MissingParts, type RepositoryNeed } from './need.js';
import { DEFAULT_REMOTE, expandRemote, hideSecrets } from './remote.js';

export interface SyncOptions {
  /** Address template with `{repo}`. Default `https://github.com/{repo}.git`. */
  readonly remote?: string;
  /** Repositories at the same time. Default 4. */
  readonly jobs?: number;
  /** A transfer that shows no progress for so long is ended. Default 300,000. */
  readonly stallMs?: number;
  readonly onProgress?: (event: SyncEvent) => void;
  /** Aborting ends the running git processes; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export type SyncEvent =
  | { readonly kind: 'transfer'; readonly repo: string; readonly stage: string; readonly percent: number }
  | {
      readonly kind: 'finished';
      readonly result: SyncResult;
      readonly finished: number;
      readonly total: number;
    };

export interface SyncResult {
  readonly repo: string;
  /** `ok`: nothing is missing. `missing`: the remote does not have it either. `failed`: see `reason`. */
  readonly kind: 'ok' | 'missing' | 'failed';
  /** Path of the clone; "" when there is none. */
  readonly path: string;
  /** Commits and branches that this run added. */
  readonly fetched: number;
  readonly missing: MissingParts;
  readonly reason: string;
}

type Need = Required<RepositoryNeed>;
type Settings = Required<Omit<SyncOptions, 'signal'>> & { readonly signal: AbortSignal | undefined };

const MARKER = 'swe-evidence.json';

/**
 * Fetches what is missing, `jobs` repositories at a time; one result per repository, in order of first appearance. A
 * repository that fails costs no other one. Throws GitError `remote_refused` for an unusable template, `git_missing`,
 * `clone_unreadable` when the folder cannot be made, or the signal's reason.
 *
 * @param folderAsGiven relative to the working folder, or absolute; the paths of the results are absolute
 */
export async function syncRepositories(
  needs: Iterable<RepositoryNeed>,
  folderAsGiven: string,
  options: SyncOptions = {},
): Promise<SyncResult[]> {
  const settings: Settings = {
    remote: options.remote ?? DEFAULT_REMOTE,
    jobs: Math.max(1, options.jobs ?? 4),
    stallMs: options.stallMs ?? 300_000,
    onProgress: options.onProgress ?? (() => undefined),
    signal: options.signal,
  };
  expandRemote(settings.remote, 'owner/name');
  await requireGit(settings.signal);
  // Git runs inside the clones, where a relative path would lead elsewhere.
  const folder = resolve(folderAsGiven);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new GitError('clone_unreadable', `cannot make ${folder}: ${systemErrorCode(error)}`, {
      cause: error,
    });
  });
  const merged = mergeNeeds(needs);
  const results: SyncResult[] = [];
  let next = 0;
  let finished = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < merged.length; index = next++) {
      const need = merged[index];
      if (need === undefined) return;
      settings.signal?.throwIfAborted();
      const result = await syncRepository(need, folder, settings);
      results[index] = result;
      finished += 1;
      settings.onProgress({ kind: 'finished', result, finished, total: merged.length });
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: settings.jobs }, work));
  settings.signal?.throwIfAborted();
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return results;
}

async function syncRepository(need: Need, folder: string, settings: Settings): Promise<SyncResult> {
  const { repo } = need;
  let path = '';
  let missing: MissingParts = need;
  try {
    const remote = expandRemote(settings.remote, repo);
    const found = await findClone(folder, repo);
    const before = await statusOfClone(need, folder, found, settings.signal);
    if (before.kind === 'complete') {
      return { repo, kind: 'ok', path: before.path, fetched: 0, missing: before.missing, reason: '' };
    }
    const own = await openOwnClone(need, folder);
    path = own.path;
    missing = (await statusOfClone(need, folder, own, settings.signal)).missing;
    const wantedCount = countMissing(missing);
    await transfer(missing, own, remote, settings);
    missing = (await statusOfClone(need, folder, own, settings.signal)).missing;
    const lacking = countMissing(missing);
    const reason = lacking === 0 ? '' : `the remote has no usable ${describeMissing(missing)}`;
    return {
      repo,
      kind: lacking === 0 ? 'ok' : 'missing',
      path,
      fetched: wantedCount - lacking,
      missing,
      reason,
    };
  } catch (error) {
    settings.signal?.throwIfAborted();
    if (error instanceof GitError && error.code === 'git_missing') throw error;
    const { commits, parentsOf, branches } = missing;
    const reason = hideSecrets(error instanceof Error ? error.message.trim() : String(error));
    return { repo, kind: 'failed', path, fetched: 0, missing: { commits, parentsOf, branches }, reason };
  }
}

async function transfer(
  missing: MissingParts,
  own: Clone,
  remote: string,
  settings: Settings,
): Promise<void> {
  const plan: Transfer = {
    directory: own.gitDirectory,
    remote,
    stallMs: settings.stallMs,
    signal: settings.signal,
    onProgress: (stage, percent) => settings.onProgress({ kind: 'transfer', repo: own.repo, stage, percent }),
    wholeHistory: await hasWholeHistory(own.path),
  };
  if ((await fetchParts(missing, plan)) === 'done') return;
  await fetchEverything(plan, await isFile(join(own.gitDirectory, 'shallow')));
  await writeMarker(own.path, true);
}

/** The clone that `sync` may write to, made when absent. Throws GitError when its place is taken by a user's clone. */
async function openOwnClone(need: Need, folder: string): Promise<Clone> {
  const name = readRepositoryName(need.repo);
  const layout = name === null ? '' : (listLayouts(name)[0] ?? '');
  const path = join(folder, layout);
  if (!(await exists(path))) {
    const objectFormat = need.commits.some((id) => id.length === 64) ? 'sha256' : 'sha1';
    const temporary = await mkdtemp(join(folder, `.${layout}-`));
    try {
      await writeBareDirectory(temporary, objectFormat);
      await writeMarker(temporary, false);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      if (!(await exists(path))) throw error; // another run may have been faster
    }
  }
  const clone = (await isFile(join(path, MARKER))) ? await readClone(path, need.repo) : null;
  if (clone !== null) return clone;
  const advice = 'fetch into it yourself, or move it away';
  throw new GitError('clone_unreadable', `${path} lacks commits and was not made by repos sync: ${advice}`);
}

async function writeMarker(path: string, wholeHistory: boolean): Promise<void> {
  await writeFile(join(path, MARKER), `${JSON.stringify({ wholeHistory })}\n`);
}

async function hasWholeHistory(path: string): Promise<boolean> {
  return (await readFile(join(path, MARKER), 'utf8')).includes('"wholeHistory":true');
}

function describeMissing(missing: MissingParts): string {
  const parts = [
    ['commit', missing.commits],
    ['parent of', missing.parentsOf],
    ['branch', missing.branches],
  ] as const;
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => {
      const rest = names.length > 3 ? ` and ${names.length - 3} more` : '';
      return `${what} ${names.slice(0, 3).join(', ')}${rest}`;
    })
    .join('; ');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => systemErrorCode(error) !== 'ENOENT',
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}
