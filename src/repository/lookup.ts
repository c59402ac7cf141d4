/** Owns what asking a repository for a path can answer. Each answer is a fact about the commit, none is an error. */
import type { TreeEntry } from './tree.js';

/** A path is text, or bytes where the name is not UTF-8. Separator `/`, no leading or trailing one. */
export type RepositoryPath = string | Uint8Array;

/** Where paths are looked up: a commit, or anything else that knows its tree. */
export interface TreePlace {
  readonly tree: string;
}

/** `at` = the path, or the leading part of it, that is what `kind` says. Sizes in bytes. */
export type BlobLookup =
  /** `bytes` are shared with the cache: do not write to them. */
  | { readonly kind: 'blob'; readonly id: string; readonly mode: string; readonly bytes: Buffer }
  /** `path`: no such entry. `object`: the entry exists, its object is not in this (partial or damaged) clone. */
  | { readonly kind: 'missing'; readonly reason: 'path' | 'object'; readonly at: string }
  | SymlinkLookup
  /** `id` is the commit of the other repository. */
  | { readonly kind: 'submodule'; readonly at: string; readonly id: string }
  | { readonly kind: 'tree'; readonly id: string }
  /** The content was not read. */
  | {
      readonly kind: 'too_large';
      readonly id: string;
      readonly mode: string;
      readonly size: number;
      readonly limit: number;
    };

/** Not followed. `target` is the link's text as stored (empty when it is absent or too large). */
export interface SymlinkLookup {
  readonly kind: 'symlink';
  readonly at: string;
  readonly id: string;
  readonly mode: string;
  readonly target: Buffer;
}

/** One file, link or submodule of a listing. */
export interface RepositoryFile extends TreeEntry {
  /** Path from the root; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  readonly pathBytes: Buffer;
}

export interface FileListing {
  readonly files: RepositoryFile[];
  /** True when the limit of entries was reached: the listing is not whole. */
  readonly truncated: boolean;
}

/** Where a base commit stands, as the evidence record says it; for `bug_patch` the value is the branch. */
export interface BasePlace {
  readonly kind: 'commit' | 'parent_of' | 'bug_patch' | 'unknown';
  readonly value: string;
}
