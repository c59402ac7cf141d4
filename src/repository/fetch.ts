/**
 * Owns the transfers into one clone that `repos sync` made: by commit id first, everything only when the server or the
 * ids leave no other way. Whether something is missing is not decided here.
 */
import { simpleGit, type SimpleGit } from 'simple-git';
import { fetchingEnvironment } from './environment.js';
import { isAbbreviation, isBranchName, isObjectId } from './name.js';
import type { MissingParts } from './need.js';

export interface Transfer {
  readonly directory: string;
  readonly remote: string;
  /** Ended when git prints nothing for so long. */
  readonly stallMs: number;
  readonly signal: AbortSignal | undefined;
  /** `percent` of the stage that git names ("receiving", "resolving", "counting"). */
  readonly onProgress: (stage: string, percent: number) => void;
  /** True when the clone holds whole histories: a depth would cut them. */
  readonly wholeHistory: boolean;
}

/** simple-git would add `--progress` at the end, behind `--`, unless it stands here. */
const FETCH = ['fetch', '--progress', '--no-tags', '--no-recurse-submodules'] as const;
/** Ids or branches in one command line. */
const BATCH_SIZE = 200;
/** So many ids of one fetch may be unknown to the server, each costs a round trip; after that everything is fetched. */
const MAX_REFUSALS = 20;
/** Keeps a fetched commit from being pruned when the user runs `git gc`. */
const REF_PREFIX = 'refs/swe-evidence/';
const NOT_OUR_REF = /not our ref ([0-9a-f]{40,64})/;
const NEEDS_EVERYTHING = /unadvertised object|does not support.*shallow|shallow capabilities|not our ref/i;

/**
 * Fetches snapshots (a commit and its files; with its parent for `parentsOf` and branches), no history. Returns
 * `everything_needed` when only `fetchEverything` can help: abbreviated ids, a server that refuses ids.
 */
export async function fetchParts(
  missing: MissingParts,
  transfer: Transfer,
): Promise<'done' | 'everything_needed'> {
  const git = startGit(transfer);
  const commits = missing.commits.map((id) => id.toLowerCase());
  const parentsOf = missing.parentsOf.map((id) => id.toLowerCase());
  const abbreviated = [...commits, ...parentsOf].some(isAbbreviation);
  let outcome: 'done' | 'everything_needed' = abbreviated ? 'everything_needed' : 'done';
  for (const [wanted, depth] of [
    [commits, 1],
    [parentsOf, 2],
  ] as const) {
    for (const batch of splitBatches(wanted.filter(isObjectId))) {
      if ((await fetchIds(git, batch, depth, transfer)) === 'everything_needed')
        outcome = 'everything_needed';
    }
  }
  if (missing.branches.length > 0) await fetchBranches(git, missing.branches, transfer);
  return outcome;
}

/** Fetches all branches and tags with their whole history. */
export async function fetchEverything(transfer: Transfer, shallow: boolean): Promise<void> {
  const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
  const depth = shallow ? ['--unshallow'] : [];
  await startGit(transfer).raw([...FETCH, '--force', ...depth, '--', transfer.remote, ...refspecs]);
}

async function fetchIds(
  git: SimpleGit,
  batch: readonly string[],
  depth: number,
  transfer: Transfer,
): Promise<'done' | 'everything_needed'> {
  const wanted = new Set(batch);
  for (let refusals = 0; wanted.size > 0; refusals += 1) {
    const refspecs = [...wanted].map((id) => `+${id}:${REF_PREFIX}${id}`);
    try {
      await git.raw([...FETCH, ...depthOption(depth, transfer), '--', transfer.remote, ...refspecs]);
      return 'done';
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      const unknown = NOT_OUR_REF.exec(said)?.[1] ?? '';
      if (refusals < MAX_REFUSALS && wanted.delete(unknown)) continue;
      if (NEEDS_EVERYTHING.test(said)) return 'everything_needed';
      throw error;
    }
  }
  return 'done';
}

/** Branches that the remote does not have are left out: asking for one would fail the whole fetch. */
async function fetchBranches(git: SimpleGit, branches: readonly string[], transfer: Transfer): Promise<void> {
  const listed = await git.raw(['ls-remote', '--heads', '--', transfer.remote]);
  const remoteRefs = new Set(listed.split('\n').map((line) => line.slice(line.indexOf('\t') + 1)));
  const present = branches.filter((branch) => isBranchName(branch) && remoteRefs.has(`refs/heads/${branch}`));
  for (const batch of splitBatches(present)) {
    const refspecs = batch.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`);
    await git.raw([...FETCH, ...depthOption(2, transfer), '--', transfer.remote, ...refspecs]);
  }
}

function depthOption(depth: number, transfer: Transfer): string[] {
  return transfer.wholeHistory ? [] : [`--depth=${depth}`];
}

function startGit(transfer: Transfer): SimpleGit {
  const environment = fetchingEnvironment(transfer.directory);
  return simpleGit({
    baseDir: transfer.directory,
    maxConcurrentProcesses: 1,
    timeout: { block: transfer.stallMs },
    allowEnvironment: Object.keys(environment).filter((name) => name.startsWith('GIT_')),
    // simple-git asks for this before it accepts GIT_CONFIG_GLOBAL, which is set to the null device.
    unsafe: { allowUnsafeConfigPaths: true },
    progress: ({ stage, progress }) => transfer.onProgress(stage, progress),
    ...(transfer.signal === undefined ? {} : { abort: transfer.signal }),
  }).env(environment);
}

function splitBatches(values: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < values.length; start += BATCH_SIZE) {
    batches.push(values.slice(start, start + BATCH_SIZE));
  }
  return batches;
}
