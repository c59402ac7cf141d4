/** Owns the format of commit and tag objects, and what asking for a commit can answer. */
import { GitError } from './failure.js';
import { isObjectId } from './name.js';

export interface Commit {
  readonly kind: 'commit';
  /** Whole id, lower case. */
  readonly id: string;
  readonly tree: string;
  /** Parents as the commit names them; in a shallow clone they may be absent. */
  readonly parents: readonly string[];
  /** First line of the message. */
  readonly subject: string;
}

/** Why there is no commit. `message` is a sentence fragment for a reject or warning. */
interface NoCommit {
  readonly kind:
    | 'malformed' // not a sha: never reached git
    | 'missing' // the clone has no such object
    | 'ambiguous' // an abbreviation of several commits
    | 'not_a_commit' // the object is a blob or tree
    | 'no_parent' // asked for the parent of a root commit
    | 'no_branch' // the clone has no such branch
    | 'no_bug_patch'; // neither the branch's tip nor its parent is a "Bug Patch"
  readonly message: string;
}

export type CommitLookup = Commit | NoCommit;

/** Reads the body of a commit object. Throws GitError `object_corrupt`. Source: git's `parse_commit_buffer`. */
export function parseCommit(id: string, body: Buffer): Commit {
  const blank = body.indexOf('\n\n');
  const head = body.toString('latin1', 0, blank < 0 ? body.length : blank).split('\n');
  const tree = /^tree ([0-9a-f]+)$/.exec(head[0] ?? '')?.[1] ?? '';
  if (!isObjectId(tree)) throw new GitError('object_corrupt', `commit ${id} names no tree`);
  const parents: string[] = [];
  for (const line of head.slice(1)) {
    const parent = /^parent ([0-9a-f]+)$/.exec(line)?.[1];
    if (parent === undefined || !isObjectId(parent)) break;
    parents.push(parent);
  }
  return { kind: 'commit', id, tree, parents, subject: blank < 0 ? '' : readSubject(body, blank + 2) };
}

/** The object that a tag names, or "" when the body is not a tag's. */
export function readTagTarget(body: Buffer): string {
  const target = /^object ([0-9a-f]+)\n/.exec(body.toString('latin1', 0, 80))?.[1] ?? '';
  return isObjectId(target) ? target : '';
}

function readSubject(body: Buffer, messageStart: number): string {
  let start = messageStart;
  while (body[start] === 0x0a) start += 1;
  const end = body.indexOf('\n', start);
  return body.toString('utf8', start, end < 0 ? body.length : end).trimEnd();
}
