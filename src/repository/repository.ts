/**
 * Owns what one clone says: commits, files at a commit, branches. It reads stored objects only: never HEAD, the index or
 * a work tree, and nothing that a commit does not reach from its own tree, but its parent where that is asked for.
 */
import type { ByteCache } from './cache.js';
import type { Clone } from './clone.js';
import { parseCommit, readTagTarget, type CommitLookup } from './commit.js';
import { GitError } from './failure.js';
import type {
  BasePlace,
  BlobLookup,
  FileListing,
  RepositoryFile,
  RepositoryPath,
  SymlinkLookup,
  TreePlace,
} from './lookup.js';
import { isAbbreviation, isObjectId } from './name.js';
import type { ObjectReply, ObjectType } from './object-process.js';
import { listBranches, listIdsByPrefix } from './references.js';
import { findTreeEntry, listTreeEntries, type TreeEntry } from './tree.js';

/** What a pool lends to its repositories. */
export interface RepositorySource {
  read(from: Repository, id: string, maxBytes: number): Promise<ObjectReply>;
  bareDirectory(): Promise<string>;
  readonly cache: ByteCache;
  readonly maxBlobBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Trees, commits and tags are metadata; one of more bytes is not from a project anyone repairs. */
const MAX_METADATA_BYTES = 64 * 1024 * 1024;
const MAX_TAG_DEPTH = 8;
const SLASH = 0x2f;
/** The subject SWE-smith gives the commit that breaks the code. Source: SWE-smith harness/gather.py. */
const BUG_PATCH_SUBJECT = 'Bug Patch';

export class Repository {
  readonly clone: Clone;
  readonly #source: RepositorySource;
  readonly #idBytes: number;
  readonly #tooLarge = new Map<string, number>();
  #turn: Promise<unknown> = Promise.resolve();
  #branches: Promise<Map<string, string>> | null = null;

  constructor(clone: Clone, source: RepositorySource) {
    this.clone = clone;
    this.#source = source;
    this.#idBytes = clone.objectFormat === 'sha256' ? 32 : 20;
  }

  /**
   * The commit of a sha: whole, or an abbreviation of 7 or more digits that only one commit has; case does not
   * matter; an annotated tag's id gives its commit. Names of refs are never accepted. Throws GitError.
   */
  async resolveCommit(sha: string): Promise<CommitLookup> {
    const id = sha.toLowerCase();
    if (isObjectId(id) && id.length === this.#idBytes * 2) return this.#readCommit(id);
    if (isAbbreviation(id)) return this.#expandCommit(id);
    return { kind: 'malformed', message: `${JSON.stringify(sha.slice(0, 100))} is not a commit id` };
  }

  /** `commit^`: the first parent. `no_parent` for a root commit; `missing` where a shallow clone ends. */
  async parentOf(sha: string): Promise<CommitLookup> {
    const commit = await this.resolveCommit(sha);
    if (commit.kind !== 'commit') return commit;
    const [parent] = commit.parents;
    if (parent === undefined) return { kind: 'no_parent', message: `commit ${commit.id} has no parent` };
    return this.resolveCommit(parent);
  }

  /**
   * The pre-repair state of a SWE-smith instance: the newest "Bug Patch" commit of the branch named like the instance,
   * that is its tip, or the tip's parent when tests were removed on top. Local branches win over remote-tracking ones.
   */
  async findBugPatchCommit(branch: string): Promise<CommitLookup> {
    const tipId = (await this.#listBranches()).get(branch);
    if (tipId === undefined) {
      return { kind: 'no_branch', message: `no branch named ${JSON.stringify(branch.slice(0, 200))}` };
    }
    const tip = await this.resolveCommit(tipId);
    if (tip.kind !== 'commit' || tip.subject === BUG_PATCH_SUBJECT) return tip;
    const parent = await this.parentOf(tipId);
    if (parent.kind === 'commit' && parent.subject === BUG_PATCH_SUBJECT) return parent;
    const subjects = [tip, parent].map((one) =>
      JSON.stringify(one.kind === 'commit' ? one.subject : one.kind),
    );
    return {
      kind: 'no_bug_patch',
      message: `no "Bug Patch" commit: tip and parent are ${subjects.join(', ')}`,
    };
  }

  /** The commit of a record's `base`. */
  async resolveBase(base: BasePlace): Promise<CommitLookup> {
    if (base.kind === 'commit') return this.resolveCommit(base.value);
    if (base.kind === 'parent_of') return this.parentOf(base.value);
    if (base.kind === 'bug_patch') return this.findBugPatchCommit(base.value);
    return { kind: 'malformed', message: 'the row names no base commit' };
  }

  /** What stands at `path` in a commit's tree. Nothing is followed or filtered. Throws GitError. */
  async readBlob(place: TreePlace, path: RepositoryPath): Promise<BlobLookup> {
    const bytes = pathBytes(path);
    const found = await this.#findEntry(place, bytes);
    if (found.kind !== 'entry') return found;
    const { entry } = found;
    if (entry.kind === 'tree') return { kind: 'tree', id: entry.id };
    const at = showPath(bytes);
    if (entry.kind === 'submodule') return { kind: 'submodule', at, id: entry.id };
    if (entry.kind === 'symlink') return this.#readSymlink(entry, at);
    const reply = await this.#readObject(entry.id, 'blob', this.#source.maxBlobBytes);
    const { id, mode } = entry;
    if (reply.kind === 'missing') return { kind: 'missing', reason: 'object', at };
    if (reply.kind === 'too_large') {
      return { kind: 'too_large', id, mode, size: reply.size, limit: this.#source.maxBlobBytes };
    }
    return { kind: 'blob', id, mode, bytes: reply.bytes };
  }

  /** The entries of one directory ("" = the root) in stored order; null when `path` is no directory here. */
  async listTree(place: TreePlace, path: RepositoryPath = ''): Promise<TreeEntry[] | null> {
    const bytes = pathBytes(path);
    if (bytes.length === 0) return this.#listEntries(place.tree);
    const found = await this.#findEntry(place, bytes);
    return found.kind === 'entry' && found.entry.kind === 'tree' ? this.#listEntries(found.entry.id) : null;
  }

  /**
   * Every entry below `path` that is not a directory, in path order within each directory. Stops at `maxEntries`
   * (directories count): a few small trees can name billions of paths.
   */
  async listFiles(place: TreePlace, path: RepositoryPath = '', maxEntries = 500_000): Promise<FileListing> {
    const files: RepositoryFile[] = [];
    const prefix = pathBytes(path);
    const first = (await this.listTree(place, path)) ?? [];
    const stack = [{ prefix, entries: first, next: 0 }];
    let seen = 0;
    for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
      const entry = level.entries[level.next];
      level.next += 1;
      if (entry === undefined) stack.pop();
      else if ((seen += 1) > maxEntries) return { files, truncated: true };
      else {
        const full = joinPath(level.prefix, entry.nameBytes);
        if (entry.kind !== 'tree') files.push({ ...entry, path: showPath(full), pathBytes: full });
        else stack.push({ prefix: full, entries: (await this.#listEntries(entry.id)) ?? [], next: 0 });
      }
    }
    return { files, truncated: false };
  }

  async #readCommit(first: string): Promise<CommitLookup> {
    let id = first;
    for (let depth = 0; depth < MAX_TAG_DEPTH; depth += 1) {
      const reply = await this.#readObject(id, 'commit', MAX_METADATA_BYTES);
      if (reply.kind === 'missing') return { kind: 'missing', message: `the clone has no commit ${id}` };
      if (reply.kind === 'too_large')
        throw new GitError('object_corrupt', `object ${id} has ${reply.size} bytes`);
      if (reply.type === 'commit') return parseCommit(id, reply.bytes);
      id = reply.type === 'tag' ? readTagTarget(reply.bytes) : '';
      if (id === '')
        return { kind: 'not_a_commit', message: `object ${first} is a ${reply.type}, not a commit` };
    }
    return { kind: 'not_a_commit', message: `tag ${first} leads to no commit` };
  }

  async #expandCommit(prefix: string): Promise<CommitLookup> {
    const directory = await this.#source.bareDirectory();
    const commits: CommitLookup[] = [];
    for (const id of await listIdsByPrefix(this.clone, prefix, directory, this.#source)) {
      const commit = await this.#readCommit(id);
      if (commit.kind === 'commit' && commit.id === id) commits.push(commit);
    }
    const [only] = commits;
    if (only === undefined) return { kind: 'missing', message: `the clone has no commit ${prefix}` };
    if (commits.length === 1) return only;
    return { kind: 'ambiguous', message: `${prefix} abbreviates ${commits.length} commits` };
  }

  async #findEntry(
    place: TreePlace,
    path: Buffer,
  ): Promise<{ kind: 'entry'; entry: TreeEntry } | Extract<BlobLookup, { at: string }>> {
    let tree = place.tree;
    for (let start = 0; ;) {
      const slash = path.indexOf(SLASH, start);
      const end = slash < 0 ? path.length : slash;
      const at = (): string => showPath(path.subarray(0, end));
      const bytes = await this.#readTree(tree);
      if (bytes === null) return { kind: 'missing', reason: 'object', at: at() };
      const entry = end === start ? null : findTreeEntry(bytes, path.subarray(start, end), this.#idBytes);
      if (entry === null) return { kind: 'missing', reason: 'path', at: at() };
      if (slash < 0) return { kind: 'entry', entry };
      if (entry.kind === 'symlink') return this.#readSymlink(entry, at());
      if (entry.kind === 'submodule') return { kind: 'submodule', at: at(), id: entry.id };
      if (entry.kind === 'blob') return { kind: 'missing', reason: 'path', at: at() };
      tree = entry.id;
      start = end + 1;
    }
  }

  async #readSymlink(entry: TreeEntry, at: string): Promise<SymlinkLookup> {
    const reply = await this.#readObject(entry.id, 'blob', this.#source.maxBlobBytes);
    const target = reply.kind === 'object' ? reply.bytes : Buffer.alloc(0);
    return { kind: 'symlink', at, id: entry.id, mode: entry.mode, target };
  }

  async #listEntries(tree: string): Promise<TreeEntry[] | null> {
    const bytes = await this.#readTree(tree);
    return bytes === null ? null : listTreeEntries(bytes, this.#idBytes);
  }

  /** A tree object's body; null when the clone lacks it. */
  async #readTree(id: string): Promise<Buffer | null> {
    const reply = await this.#readObject(id, 'tree', MAX_METADATA_BYTES);
    if (reply.kind === 'too_large')
      throw new GitError('object_corrupt', `tree ${id} has ${reply.size} bytes`);
    return reply.kind === 'object' ? reply.bytes : null;
  }

  /** From the cache, or from git when this repository's turn comes. Only `commit` may turn out to be another type. */
  async #readObject(id: string, type: ObjectType, maxBytes: number): Promise<ObjectReply> {
    // What a blob or tree holds follows from its id; that a clone has a commit does not.
    const key = type === 'commit' ? `${id} ${this.clone.gitDirectory}` : `${id} ${type}`;
    const cached = this.#source.cache.get(key);
    if (cached !== undefined) return { kind: 'object', type, bytes: cached };
    const known = this.#tooLarge.get(id);
    if (known !== undefined) return { kind: 'too_large', type, size: known };
    const before = this.#turn;
    const mine = before.then(async (): Promise<ObjectReply> => {
      const meanwhile = this.#source.cache.get(key);
      if (meanwhile !== undefined) return { kind: 'object', type, bytes: meanwhile };
      return this.#source.read(this, id, maxBytes);
    });
    this.#turn = mine.catch(() => undefined);
    const reply = await mine;
    if (reply.kind === 'missing') return reply;
    if (type !== 'commit' && reply.type !== type) {
      throw new GitError('object_corrupt', `object ${id} is a ${reply.type} where a ${type} belongs`);
    }
    if (reply.kind === 'too_large') this.#tooLarge.set(id, reply.size);
    else if (reply.type === type) this.#source.cache.set(key, reply.bytes);
    return reply;
  }

  /** Branch name → commit id, read once. */
  #listBranches(): Promise<Map<string, string>> {
    this.#branches ??= listBranches(this.clone, this.#source).catch((error: unknown) => {
      this.#branches = null;
      throw error;
    });
    return this.#branches;
  }
}

function pathBytes(path: RepositoryPath): Buffer {
  return typeof path === 'string' ? Buffer.from(path, 'utf8') : Buffer.from(path);
}

function joinPath(prefix: Buffer, name: Uint8Array): Buffer {
  return prefix.length === 0 ? Buffer.from(name) : Buffer.concat([prefix, Buffer.from('/'), name]);
}

function showPath(path: Buffer): string {
  return path.toString('utf8');
}
