import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClone } from '../../src/repository/clone.js';
import type { Commit, CommitLookup } from '../../src/repository/commit.js';
import type { RepositoryOptions } from '../../src/repository/pool.js';
import type { Repository } from '../../src/repository/repository.js';
import { makeFolder, makePool, makeRepository, type Scratch, type ScratchEntry } from './scratch.js';

async function openScratch(scratch: Scratch, options: RepositoryOptions = {}): Promise<Repository> {
  const pool = makePool(options);
  const clone = await findClone(join(scratch.path, '..'), 'shelf');
  if (clone === null) throw new Error('no clone');
  return pool.open(clone);
}

function makeScratch(...options: string[]): Scratch {
  return makeRepository(join(makeFolder(), 'shelf'), ...options);
}

function asCommit(found: CommitLookup): Commit {
  if (found.kind !== 'commit') throw new Error(found.message);
  return found;
}

describe('resolveCommit', () => {
  it('reads id, tree, parents and subject; case does not matter', async () => {
    const scratch = makeScratch();
    const first = scratch.commitFiles({ 'a.txt': 'one' }, 'Lend\n\nbody');
    const second = scratch.commitFiles({ 'a.txt': 'two' }, 'Return', [first]);
    const repository = await openScratch(scratch);
    const tree = scratch.git(['rev-parse', `${second}^{tree}`]);
    const expected = { kind: 'commit', id: second, tree, parents: [first], subject: 'Return' };
    expect(await repository.resolveCommit(second)).toEqual(expected);
    expect(await repository.resolveCommit(second.toUpperCase())).toEqual(expected);
    expect(await repository.parentOf(second)).toMatchObject({ id: first, subject: 'Lend', parents: [] });
    expect(await repository.parentOf(first)).toMatchObject({ kind: 'no_parent' });
  });

  it.each([
    'HEAD',
    'main',
    '--help',
    '',
    'abc',
    'g'.repeat(40),
    `${'a'.repeat(40)}\n`,
    `${'a'.repeat(40)}^`,
    'a'.repeat(64),
  ])('does not hand %j to git', async (sha) => {
    const scratch = makeScratch();
    scratch.commitFiles({ 'a.txt': 'one' });
    expect((await (await openScratch(scratch)).resolveCommit(sha)).kind).toBe('malformed');
  });

  it('accepts an abbreviation that one commit has, though a branch has that very name', async () => {
    const scratch = makeScratch();
    const first = scratch.commitFiles({ 'a.txt': 'one' });
    const second = scratch.commitFiles({ 'a.txt': 'two' }, 'Return', [first]);
    scratch.ref(`refs/heads/${first.slice(0, 8)}`, second);
    const repository = await openScratch(scratch);
    expect(await repository.resolveCommit(first.slice(0, 8))).toMatchObject({ kind: 'commit', id: first });
    expect((await repository.resolveCommit('0123456')).kind).toBe('missing');
  });

  it('takes a tag’s id for its commit and says when an object is no commit', async () => {
    const scratch = makeScratch();
    const commit = scratch.commitFiles({ 'a.txt': 'one' });
    scratch.git(['tag', '-a', '-m', 'first', 'v1', commit]);
    const tag = scratch.git(['rev-parse', 'refs/tags/v1']);
    const repository = await openScratch(scratch);
    expect(tag).not.toBe(commit);
    expect(await repository.resolveCommit(tag)).toMatchObject({ kind: 'commit', id: commit });
    expect((await repository.resolveCommit(scratch.blob('one'))).kind).toBe('not_a_commit');
    expect((await repository.resolveCommit('0'.repeat(40))).kind).toBe('missing');
  });

  it('reads a repository of SHA-256 objects', async () => {
    const scratch = makeScratch('--object-format=sha256');
    const id = scratch.commitFiles({ 'a.txt': 'one' });
    const repository = await openScratch(scratch);
    const commit = asCommit(await repository.resolveCommit(id));
    expect(id).toHaveLength(64);
    expect(await repository.readBlob(commit, 'a.txt')).toMatchObject({
      kind: 'blob',
      bytes: Buffer.from('one'),
    });
    expect((await repository.resolveCommit('a'.repeat(40))).kind).toBe('malformed');
  });
});

describe('findBugPatchCommit', () => {
  it('takes the newest "Bug Patch" of tip and parent, never the tip blindly (DESIGN §6)', async () => {
    const scratch = makeScratch();
    const start = scratch.commitFiles({ 'a.txt': '0' }, 'Initial commit');
    const bug = scratch.commitFiles({ 'a.txt': '1' }, 'Bug Patch', [start]);
    const stripped = scratch.commitFiles({ 'a.txt': '1', 'b.txt': '' }, 'Remove F2P Tests', [bug]);
    const above = scratch.commitFiles({ 'a.txt': '2' }, 'More', [stripped]);
    scratch.ref('refs/heads/shelf.old__1', bug);
    scratch.ref('refs/heads/shelf.new__1', stripped);
    scratch.ref('refs/heads/shelf.odd__1', above);
    scratch.ref('refs/remotes/origin/shelf.far__1', stripped);
    scratch.ref('refs/remotes/origin/shelf.odd__1', bug);
    const repository = await openScratch(scratch);
    expect(await repository.findBugPatchCommit('shelf.old__1')).toMatchObject({ kind: 'commit', id: bug });
    expect(await repository.findBugPatchCommit('shelf.new__1')).toMatchObject({ kind: 'commit', id: bug });
    expect(await repository.findBugPatchCommit('shelf.far__1')).toMatchObject({ kind: 'commit', id: bug });
    expect(await repository.findBugPatchCommit('shelf.odd__1')).toMatchObject({
      kind: 'no_bug_patch',
      message: 'no "Bug Patch" commit: tip and parent are "More", "Remove F2P Tests"',
    });
    expect((await repository.findBugPatchCommit('shelf.none__1')).kind).toBe('no_branch');
  });
});

describe('resolveBase', () => {
  it('goes by the kind of the base', async () => {
    const scratch = makeScratch();
    const first = scratch.commitFiles({ 'a.txt': 'one' }, 'Bug Patch');
    const second = scratch.commitFiles({ 'a.txt': 'two' }, 'Return', [first]);
    const repository = await openScratch(scratch);
    const resolve = async (
      kind: 'commit' | 'parent_of' | 'bug_patch' | 'unknown',
      value: string,
    ): Promise<string> => {
      const found = await repository.resolveBase({ kind, value });
      return found.kind === 'commit' ? found.id : found.kind;
    };
    expect(await resolve('commit', second)).toBe(second);
    expect(await resolve('parent_of', second)).toBe(first);
    expect(await resolve('bug_patch', 'main')).toBe(first);
    expect(await resolve('unknown', second)).toBe('malformed');
  });
});

describe('readBlob', () => {
  it('tells files, folders, links, submodules and absence apart', async () => {
    const scratch = makeScratch();
    const text = scratch.blob('loan\n');
    const link = scratch.blob('../outside');
    const inner = scratch.tree([{ mode: '100755', name: 'run.sh', id: text }]);
    const tree = scratch.tree([
      { mode: '40000', name: 'dir', id: inner },
      { mode: '100644', name: 'empty', id: scratch.blob('') },
      { mode: '120000', name: 'link', id: link },
      { mode: '100644', name: 'lost', id: '1'.repeat(40) },
      { mode: '160000', name: 'sub', id: '2'.repeat(40) },
    ]);
    const repository = await openScratch(scratch);
    const commit = asCommit(await repository.resolveCommit(scratch.commit(tree)));
    const read = (path: string): unknown => repository.readBlob(commit, path);
    expect(await read('dir/run.sh')).toEqual({
      kind: 'blob',
      id: text,
      mode: '100755',
      bytes: Buffer.from('loan\n'),
    });
    expect(await read('empty')).toMatchObject({ kind: 'blob', bytes: Buffer.alloc(0) });
    expect(await read('dir')).toEqual({ kind: 'tree', id: inner });
    const symlink = {
      kind: 'symlink',
      at: 'link',
      id: link,
      mode: '120000',
      target: Buffer.from('../outside'),
    };
    expect(await read('link')).toEqual(symlink);
    expect(await read('link/a.txt')).toEqual(symlink);
    expect(await read('sub')).toEqual({ kind: 'submodule', at: 'sub', id: '2'.repeat(40) });
    expect(await read('sub/a.txt')).toEqual({ kind: 'submodule', at: 'sub', id: '2'.repeat(40) });
    expect(await read('lost')).toEqual({ kind: 'missing', reason: 'object', at: 'lost' });
    for (const path of [
      'none',
      'dir/none',
      'empty/x',
      '',
      '/',
      'dir/',
      'dir//run.sh',
      './empty',
      'dir/../empty',
      '/empty',
    ]) {
      expect(await read(path), path).toMatchObject({ kind: 'missing', reason: 'path' });
    }
  });

  it('leaves a blob above the limit unread, and goes on', async () => {
    const scratch = makeScratch();
    const id = scratch.commitFiles({ big: 'x'.repeat(1001), fits: 'y'.repeat(1000) });
    const repository = await openScratch(scratch, { maxBlobBytes: 1000 });
    const commit = asCommit(await repository.resolveCommit(id));
    for (let round = 0; round < 2; round += 1) {
      expect(await repository.readBlob(commit, 'big')).toMatchObject({
        kind: 'too_large',
        size: 1001,
        limit: 1000,
      });
      expect(await repository.readBlob(commit, 'fits')).toMatchObject({
        kind: 'blob',
        bytes: Buffer.alloc(1000, 'y'),
      });
    }
  });

  it('gives the bytes that git has, for any names and contents, also when asked all at once', async () => {
    const scratch = makeScratch();
    const name = fc
      .uint8Array({ minLength: 1, maxLength: 6 })
      .filter((bytes) => !bytes.includes(0) && !bytes.includes(0x2f));
    const folder = fc.dictionary(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n', '"', 'é', ' '), minLength: 1, maxLength: 3 }),
      fc.uint8Array({ maxLength: 40 }),
      { maxKeys: 4 },
    );
    const repository = await openScratch(scratch, { cacheBytes: 2000 });
    await fc.assert(
      fc.asyncProperty(name, folder, async (directory, files) => {
        const entries = Object.entries(files).map(([file, content]): ScratchEntry => ({
          mode: '100644',
          name: file,
          id: scratch.blob(content),
        }));
        const tree = scratch.tree([{ mode: '40000', name: directory, id: scratch.tree(entries) }]);
        const reads = Object.entries(files).map(async ([file, content]) => {
          const path = Buffer.concat([directory, Buffer.from(`/${file}`)]);
          expect(await repository.readBlob({ tree }, path)).toMatchObject({
            kind: 'blob',
            bytes: Buffer.from(content),
          });
        });
        await Promise.all(reads);
        const { files: listed } = await repository.listFiles({ tree });
        expect(listed.map((one) => one.pathBytes.subarray(directory.length + 1).toString())).toEqual(
          Object.keys(files),
        );
      }),
      { numRuns: 15 },
    );
  });
});

describe('listFiles', () => {
  it('lists what git ls-tree -r lists, in its order', async () => {
    const scratch = makeScratch();
    const text = scratch.blob('x');
    const inner = scratch.tree([{ mode: '100644', name: 'c.txt', id: text }]);
    const tree = scratch.tree([
      { mode: '100644', name: 'a.txt', id: text },
      { mode: '40000', name: 'b', id: inner },
      { mode: '160000', name: 'sub', id: '2'.repeat(40) },
    ]);
    const repository = await openScratch(scratch);
    const expected = scratch.git(['ls-tree', '-r', '--name-only', tree]).split('\n');
    const { files, truncated } = await repository.listFiles({ tree });
    expect(files.map((file) => file.path)).toEqual(expected);
    expect(truncated).toBe(false);
    expect((await repository.listFiles({ tree }, 'b')).files.map((file) => file.path)).toEqual(['b/c.txt']);
    expect((await repository.listTree({ tree }, 'b'))?.map((entry) => entry.mode)).toEqual(['100644']);
    expect(await repository.listTree({ tree }, 'a.txt')).toBeNull();
  });

  it('stops in a tree of 10^30 paths', async () => {
    const scratch = makeScratch();
    let tree = scratch.tree([{ mode: '100644', name: 'f', id: scratch.blob('x') }]);
    for (let depth = 0; depth < 30; depth += 1) {
      const id = tree;
      tree = scratch.tree(
        Array.from({ length: 10 }, (_, index) => ({ mode: '40000', name: `d${index}`, id })),
      );
    }
    const repository = await openScratch(scratch);
    const { files, truncated } = await repository.listFiles({ tree }, '', 1000);
    expect(truncated).toBe(true);
    expect(files.length).toBeGreaterThan(400);
  });
});

describe('a damaged repository', () => {
  it('answers with a typed error for the damaged object and reads the others', async () => {
    const scratch = makeScratch();
    const noise = Array.from({ length: 20_000 }, (_, index) => (index * index * 7919) % 104_729).join(' ');
    const id = scratch.commitFiles({ bad: noise, good: 'whole' });
    const blob = scratch.blob(noise);
    const object = join(scratch.path, '.git', 'objects', blob.slice(0, 2), blob.slice(2));
    const compressed = readFileSync(object);
    rmSync(object);
    writeFileSync(object, compressed.subarray(0, compressed.length / 2));
    const repository = await openScratch(scratch);
    const commit = asCommit(await repository.resolveCommit(id));
    await expect(repository.readBlob(commit, 'bad')).rejects.toMatchObject({
      name: 'GitError',
      code: 'git_failed',
      cause: expect.any(Error),
    });
    expect(await repository.readBlob(commit, 'good')).toMatchObject({ kind: 'blob' });
  });

  it.each([
    ['cut in the id', Buffer.from('100644 a\0abc')],
    ['without a NUL', Buffer.from('100644 a')],
    ['with a mode that is no number', Buffer.concat([Buffer.from('10x644 a\0'), Buffer.alloc(20)])],
  ])('refuses a tree %s', async (_, body) => {
    const scratch = makeScratch();
    const tree = scratch.git(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], body);
    const repository = await openScratch(scratch);
    await expect(repository.readBlob({ tree }, 'a')).rejects.toMatchObject({ code: 'object_corrupt' });
  });

  it('refuses a blob where a tree belongs', async () => {
    const scratch = makeScratch();
    const tree = scratch.tree([{ mode: '40000', name: 'dir', id: scratch.blob('text') }]);
    const repository = await openScratch(scratch);
    await expect(repository.readBlob({ tree }, 'dir/a')).rejects.toMatchObject({ code: 'object_corrupt' });
  });
});
