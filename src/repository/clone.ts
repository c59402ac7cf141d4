/**
 * Owns where the clone of a repository stands below the user's folder of clones. It reads directory entries and
 * two small text files (`.git`, `commondir`); it never starts git and never reads refs or objects.
 *
 * What may be found. The name comes from a dataset and is not trusted: it is validated, so the looked-up path
 * cannot leave the folder, and nothing is looked up *inside* another clone (a work tree's content is not trusted
 * either). The entries of the folder itself are the user's: a symbolic link placed there, and the pointer file
 * `.git` of a linked work tree, are followed.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GitError, systemErrorCode } from './failure.js';
import { readRepositoryName, type RepositoryName } from './name.js';

export interface Clone {
  /** The name that was asked for. */
  readonly repo: string;
  /** Absolute path of the entry that was found. */
  readonly path: string;
  /** Absolute path of the directory with refs and configuration (the common one of a linked work tree). */
  readonly gitDirectory: string;
  /** Absolute path of the object store. */
  readonly objectsDirectory: string;
  readonly objectFormat: 'sha1' | 'sha256';
}

/** Between owner and name, in order of preference. */
const SEPARATORS = ['__', '/', '+'] as const;

/**
 * Relative paths that are tried for a repository, best first: for `owner/name`
 * `owner__name.git`, `owner__name`, `owner/name.git`, `owner/name`, `owner+name.git`, `owner+name`, `name.git`, `name`.
 * `repos sync` writes the first one. Source: own choice; `__` is the habit of SWE-bench and its successors.
 */
export function listLayouts(repo: RepositoryName): string[] {
  const stems = repo.owner === '' ? [] : SEPARATORS.map((separator) => repo.owner + separator + repo.name);
  return [...stems, repo.name].flatMap((stem) => [`${stem}.git`, stem]);
}

/**
 * Finds the clone of `repo` ("owner/name", or a short name) below `folder`: bare, mirror, work tree, linked work tree.
 * A short name is also matched with the one entry of any owner (`owner__name`, `owner/name`, `owner+name`), when
 * exactly one owner has it. GitHub's names have no case: an entry in another case is taken when it is the only one. Null when
 * there is none, or when the name is not acceptable.
 * Throws GitError `clone_unreadable` when an entry exists and may not be read.
 */
export async function findClone(folder: string, repo: string): Promise<Clone | null> {
  const name = readRepositoryName(repo);
  if (name === null) return null;
  for (const layout of listLayouts(name)) {
    const clone = await openLayout(folder, layout, repo);
    if (clone !== null) return clone;
  }
  return name.owner === '' ? findByShortName(folder, name.name, repo) : findInAnyCase(folder, name, repo);
}

async function findInAnyCase(folder: string, name: RepositoryName, repo: string): Promise<Clone | null> {
  const wanted = new Set(listLayouts(name).map((layout) => layout.toLowerCase()));
  const owner = name.owner.toLowerCase();
  const found: Clone[] = [];
  for (const entry of await listEntries(folder)) {
    const inner = entry.toLowerCase() === owner ? await listEntries(join(folder, entry)) : [];
    for (const layout of [entry, ...inner.map((child) => `${entry}/${child}`)]) {
      const clone = wanted.has(layout.toLowerCase()) ? await openLayout(folder, layout, repo) : null;
      if (clone !== null) found.push(clone);
    }
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

async function openLayout(folder: string, layout: string, repo: string): Promise<Clone | null> {
  const slash = layout.indexOf('/');
  if (slash >= 0 && (await isInsideClone(join(folder, layout.slice(0, slash))))) return null;
  return readClone(resolve(folder, layout), repo);
}

async function isInsideClone(path: string): Promise<boolean> {
  return (await readClone(path, '')) !== null;
}

async function findByShortName(folder: string, name: string, repo: string): Promise<Clone | null> {
  const owners = new Map<string, Clone>();
  for (const entry of await listEntries(folder)) {
    const owner = ownerOf(entry, name);
    const layouts = owner === null ? [`${entry}/${name}.git`, `${entry}/${name}`] : [entry];
    for (const layout of layouts) {
      const clone = await openLayout(folder, layout, repo);
      if (clone !== null && !owners.has(owner ?? entry)) owners.set(owner ?? entry, clone);
    }
  }
  const [only] = owners.values();
  return owners.size === 1 && only !== undefined ? only : null;
}

/** The owner when `entry` is `owner__name`, `owner+name` or either with `.git`; else null. */
function ownerOf(entry: string, name: string): string | null {
  for (const suffix of [`__${name}.git`, `__${name}`, `+${name}.git`, `+${name}`]) {
    if (entry.length > suffix.length && entry.endsWith(suffix)) return entry.slice(0, -suffix.length);
  }
  return null;
}

async function listEntries(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw new GitError('clone_unreadable', `cannot list ${folder}: ${systemErrorCode(error)}`, {
      cause: error,
    });
  }
}

/** The clone whose work tree or bare directory is `path`; null when there is none. */
export async function readClone(path: string, repo: string): Promise<Clone | null> {
  const dotGit = join(path, '.git');
  const kind = await kindOf(dotGit);
  let gitDirectory = path;
  if (kind === 'directory') gitDirectory = dotGit;
  if (kind === 'file') {
    const target = /^gitdir: (.+?)\r?\n?$/.exec(await readStart(dotGit))?.[1];
    if (target === undefined) return null;
    gitDirectory = resolve(path, target);
    const common = await readStart(join(gitDirectory, 'commondir'));
    if (common !== '') gitDirectory = resolve(gitDirectory, common.replace(/\r?\n$/, ''));
  }
  const objectsDirectory = join(gitDirectory, 'objects');
  if ((await kindOf(objectsDirectory)) !== 'directory') return null;
  if ((await kindOf(join(gitDirectory, 'HEAD'))) !== 'file') return null;
  const config = await readStart(join(gitDirectory, 'config'));
  const objectFormat = /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256/im.test(config) ? 'sha256' : 'sha1';
  return { repo, path, gitDirectory, objectsDirectory, objectFormat };
}

async function kindOf(path: string): Promise<'directory' | 'file' | 'absent'> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) return 'directory';
    return entry.isFile() ? 'file' : 'absent';
  } catch (error) {
    if (isAbsent(error)) return 'absent';
    throw new GitError('clone_unreadable', `cannot read ${path}: ${systemErrorCode(error)}`, {
      cause: error,
    });
  }
}

/** The first 64 KB of a file as text; "" when there is none. */
async function readStart(path: string): Promise<string> {
  if ((await kindOf(path)) !== 'file') return '';
  const buffer = Buffer.alloc(65_536);
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new GitError('clone_unreadable', `cannot read ${path}: ${systemErrorCode(error)}`, {
      cause: error,
    });
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(systemErrorCode(error));
}
