/**
 * Owns the format of a tree object. Paths are looked up here, entry by entry, and never handed to git: so a name with
 * a line feed, a leading `-` or bytes that are not UTF-8 cannot break a command line or git's batch format, and a
 * symbolic link is seen as what it is.
 */
import { GitError } from './failure.js';

type EntryKind = 'blob' | 'symlink' | 'submodule' | 'tree';

export interface TreeEntry {
  /** The name's bytes as stored; a view into the tree's buffer. */
  readonly nameBytes: Uint8Array;
  readonly kind: EntryKind;
  /** Six octal digits: 100644, 100755, 120000, 160000, 040000. */
  readonly mode: string;
  readonly id: string;
}

const SPACE = 0x20;
const NUL = 0x00;

/** The first entry called `name`, or null. One pass, no allocation per entry. Throws GitError `object_corrupt`. */
export function findTreeEntry(tree: Buffer, name: Uint8Array, idBytes: number): TreeEntry | null {
  let start = 0;
  while (start < tree.length) {
    const { space, nul, end } = readFrame(tree, start, idBytes);
    if (nul - space - 1 === name.length && tree.compare(name, 0, name.length, space + 1, nul) === 0) {
      return readEntry(tree, start, space, nul, end);
    }
    start = end;
  }
  return null;
}

/** All entries in stored order. Throws GitError `object_corrupt`. */
export function listTreeEntries(tree: Buffer, idBytes: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let start = 0;
  while (start < tree.length) {
    const { space, nul, end } = readFrame(tree, start, idBytes);
    entries.push(readEntry(tree, start, space, nul, end));
    start = end;
  }
  return entries;
}

function readFrame(
  tree: Buffer,
  start: number,
  idBytes: number,
): { space: number; nul: number; end: number } {
  const space = tree.indexOf(SPACE, start);
  const nul = space < 0 ? -1 : tree.indexOf(NUL, space + 1);
  const end = nul + 1 + idBytes;
  if (nul < 0 || end > tree.length || space - start > 7) {
    throw new GitError('object_corrupt', `tree object is malformed at byte ${start}`);
  }
  return { space, nul, end };
}

function readEntry(tree: Buffer, start: number, space: number, nul: number, end: number): TreeEntry {
  const digits = tree.toString('latin1', start, space);
  if (!/^[0-7]{1,7}$/.test(digits)) {
    throw new GitError('object_corrupt', `tree object has the mode ${JSON.stringify(digits)}`);
  }
  const mode = digits.padStart(6, '0');
  return {
    nameBytes: tree.subarray(space + 1, nul),
    kind: kindOfMode(Number.parseInt(digits, 8)),
    mode,
    id: tree.toString('hex', nul + 1, end),
  };
}

/** Source: git's `object_type(mode)`: what is neither link, directory nor gitlink is a file. */
function kindOfMode(mode: number): EntryKind {
  const type = mode & 0o170000;
  if (type === 0o040000) return 'tree';
  if (type === 0o120000) return 'symlink';
  return type === 0o160000 ? 'submodule' : 'blob';
}
