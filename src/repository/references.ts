/** Owns what only git itself can list of a clone: its branches (however refs are stored) and the ids with a prefix. */
import type { Clone } from './clone.js';
import { readingEnvironment } from './environment.js';
import { runGit } from './git-run.js';
import { isObjectId } from './name.js';

interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Settings that could start a program, for the one command that opens a clone's own configuration. */
const OVERRIDES = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.alternateRefsCommand=',
  'protocol.ext.allow=never',
];

/**
 * Branch name → id of its tip; local branches win over remote-tracking ones, the remotes' names in order. This is the only read
 * for which git opens the clone's configuration: `for-each-ref` with these two fields runs no hook, filter, monitor,
 * credential helper or pager, and every transport is off.
 */
export async function listBranches(clone: Clone, limits: Limits): Promise<Map<string, string>> {
  const args = [
    ...OVERRIDES.flatMap((setting) => ['-c', setting]),
    '--no-pager',
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    '--',
    'refs/heads/',
    'refs/remotes/',
  ];
  const environment = readingEnvironment(clone.gitDirectory);
  const listed = await runGit(args, { environment, workingDirectory: clone.gitDirectory, ...limits });
  const local = new Map<string, string>();
  const tracking = new Map<string, string>();
  for (const line of listed.split('\n')) {
    const [, id = '', head, remote] =
      /^([0-9a-f]+) refs\/(?:heads\/(.+)|remotes\/[^/]+\/(.+))$/.exec(line) ?? [];
    if (head !== undefined) local.set(head, id);
    else if (remote !== undefined && !tracking.has(remote)) tracking.set(remote, id);
  }
  for (const [name, id] of tracking) if (!local.has(name)) local.set(name, id);
  return local;
}

/** Ids of all objects, of any type, that begin with `prefix` (hexadecimal). `bareDirectory` is one of ours. */
export async function listIdsByPrefix(
  clone: Clone,
  prefix: string,
  bareDirectory: string,
  limits: Limits,
): Promise<string[]> {
  const environment = {
    ...readingEnvironment(bareDirectory),
    GIT_OBJECT_DIRECTORY: clone.objectsDirectory,
  };
  const args = ['rev-parse', `--disambiguate=${prefix}`];
  const listed = await runGit(args, { environment, workingDirectory: bareDirectory, ...limits });
  return listed.split('\n').filter(isObjectId);
}
