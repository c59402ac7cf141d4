/**
 * Owns the files of one base commit as texts: what a path is there, and which paths end like a given one. It reads; what
 * follows from what it finds is decided by its callers.
 */
import type { Commit } from '../repository/commit.js';
import type { RepositoryFile } from '../repository/lookup.js';
import type { Repository } from '../repository/repository.js';
import { decodeText } from '../repository/text.js';

/** What stands at a path of the base commit. */
export type BaseFile =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** For a file that is not UTF-8 (then `text` is its Latin-1 reading): with U+FFFD for what is not valid; else null. */
      readonly replaced: string | null;
    }
  /** git takes it for binary: a NUL among its first 8,000 bytes. */
  | { readonly kind: 'binary'; readonly text: string }
  /** Never followed. `text` is the link's own text; `at` is the path, or the folder on the way that is a link. */
  | { readonly kind: 'symlink'; readonly text: string; readonly at: string }
  /** `text` as git prints a submodule in a diff. */
  | { readonly kind: 'submodule'; readonly text: string; readonly at: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'folder' }
  /** Not read, for a reason that is a clause: `it has 200,000,000 bytes`. */
  | { readonly kind: 'unread'; readonly reason: string };

type UnreadFile = Extract<BaseFile, { kind: 'binary' | 'symlink' | 'submodule' | 'unread' }>;

/** Why a file gives no text to extract from, as a clause. */
export function describeUnread(file: UnreadFile): string {
  switch (file.kind) {
    case 'binary':
      return 'it is a binary file';
    case 'symlink':
      return 'it is a symbolic link, which is not followed';
    case 'submodule':
      return 'it is a submodule, which is not entered';
    case 'unread':
      return file.reason;
  }
}

/** Entries of one folder, or files of a whole commit, that are looked at. */
const MAX_LISTED = 200_000;

export class BaseTree {
  readonly #files = new Map<string, Promise<BaseFile>>();
  #listing: Promise<ReadonlyMap<string, readonly string[]>> | null = null;

  constructor(
    private readonly repository: Repository,
    readonly commit: Commit,
  ) {}

  /** What stands at a path; read once. Throws GitError. */
  read(path: string): Promise<BaseFile> {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = this.#read(path);
      this.#files.set(path, file);
    }
    return file;
  }

  /** Paths of the regular files right in a folder, in stored order; [] when there is no such folder. */
  async listFolder(folder: string): Promise<string[]> {
    const entries = (await this.repository.listTree(this.commit, folder)) ?? [];
    return entries.slice(0, MAX_LISTED).flatMap(({ kind, nameBytes }) => {
      const name = Buffer.from(nameBytes).toString('utf8');
      return kind === 'blob' ? [folder === '' ? name : `${folder}/${name}`] : [];
    });
  }

  /** Paths of regular files that are `tail` or end with `/` + `tail`, in stored order. The commit is listed once. */
  async findByTail(tail: string): Promise<readonly string[]> {
    this.#listing ??= this.repository
      .listFiles(this.commit, '', MAX_LISTED)
      .then(({ files }) => groupByName(files));
    const named = (await this.#listing).get(tail.slice(tail.lastIndexOf('/') + 1)) ?? [];
    return named.filter((path) => path === tail || path.endsWith(`/${tail}`));
  }

  async #read(path: string): Promise<BaseFile> {
    const found = await this.repository.readBlob(this.commit, path);
    switch (found.kind) {
      case 'blob': {
        const { text, encoding, binary } = decodeText(found.bytes);
        if (binary) return { kind: 'binary', text };
        return { kind: 'text', text, replaced: encoding === 'utf-8' ? null : found.bytes.toString('utf8') };
      }
      case 'symlink':
        return { kind: 'symlink', text: found.target.toString('utf8'), at: found.at };
      case 'submodule':
        return { kind: 'submodule', text: `Subproject commit ${found.id}\n`, at: found.at };
      case 'tree':
        return { kind: 'folder' };
      case 'too_large':
        return {
          kind: 'unread',
          reason: `it has ${found.size.toLocaleString('en-US')} bytes, more than ${found.limit.toLocaleString('en-US')}`,
        };
      case 'missing':
        return found.reason === 'path'
          ? { kind: 'absent' }
          : { kind: 'unread', reason: 'the clone lacks its content' };
    }
  }
}

function groupByName(files: readonly RepositoryFile[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path, kind } of files) {
    if (kind !== 'blob') continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const known = groups.get(name);
    if (known) known.push(path);
    else groups.set(name, [path]);
  }
  return groups;
}
