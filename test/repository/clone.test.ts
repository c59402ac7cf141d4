import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClone, listLayouts } from '../../src/repository/clone.js';
import { readRepositoryName } from '../../src/repository/name.js';
import { makeFolder, makeRepository } from './scratch.js';

describe('findClone', () => {
  const layouts = listLayouts({ owner: 'lib', name: 'shelf' });

  it('lists the layouts in a fixed order of preference', () => {
    expect(layouts).toEqual([
      'lib__shelf.git',
      'lib__shelf',
      'lib/shelf.git',
      'lib/shelf',
      'lib+shelf.git',
      'lib+shelf',
      'shelf.git',
      'shelf',
    ]);
  });

  it.each(layouts)('finds a bare clone and a work tree at %s', async (layout) => {
    for (const options of [['--bare'], []]) {
      const folder = makeFolder();
      const scratch = makeRepository(join(folder, layout), ...options);
      const clone = await findClone(folder, 'lib/shelf');
      const gitDirectory = options.length > 0 ? scratch.path : join(scratch.path, '.git');
      expect(clone).toEqual({
        repo: 'lib/shelf',
        path: scratch.path,
        gitDirectory,
        objectsDirectory: join(gitDirectory, 'objects'),
        objectFormat: 'sha1',
      });
    }
  });

  it('prefers the earlier layout, whatever was made first', async () => {
    const folder = makeFolder();
    for (const layout of layouts.toReversed()) {
      if (layout !== 'lib/shelf') makeRepository(join(folder, layout), '--bare');
      expect((await findClone(folder, 'lib/shelf'))?.path).toBe(
        join(folder, layout === 'lib/shelf' ? 'lib+shelf.git' : layout),
      );
    }
  });

  it('reads a .git file and takes objects and refs from the common directory of a linked work tree', async () => {
    const folder = makeFolder();
    const main = makeRepository(join(folder, 'elsewhere'));
    main.commitFiles({ 'a.txt': 'a' });
    main.git(['worktree', 'add', '--quiet', '-b', 'side', join(folder, 'lib__shelf')]);
    const clone = await findClone(folder, 'lib/shelf');
    expect(clone?.gitDirectory).toBe(join(main.path, '.git'));
  });

  it('follows a link that the user placed in the folder', async () => {
    const folder = makeFolder();
    const elsewhere = makeRepository(join(makeFolder(), 'big'), '--bare');
    symlinkSync(elsewhere.path, join(folder, 'lib__shelf'));
    expect((await findClone(folder, 'lib/shelf'))?.path).toBe(join(folder, 'lib__shelf'));
  });

  it('does not look inside another clone: its content is not the user’s', async () => {
    const folder = makeFolder();
    const outer = makeRepository(join(folder, 'lib'));
    const planted = makeRepository(join(outer.path, 'shelf'), '--bare');
    expect(await findClone(folder, 'lib/shelf')).toBeNull();
    renameSync(join(outer.path, '.git'), join(outer.path, 'no-git'));
    expect((await findClone(folder, 'lib/shelf'))?.path).toBe(planted.path);
  });

  it('finds a short name below its only owner, and nothing when two owners have it', async () => {
    const folder = makeFolder();
    const only = makeRepository(join(folder, 'lib__shelf'), '--bare');
    makeRepository(join(folder, 'lib__bookshelf'), '--bare');
    expect((await findClone(folder, 'shelf'))?.path).toBe(only.path);
    makeRepository(join(folder, 'fork', 'shelf'), '--bare');
    expect(await findClone(folder, 'shelf')).toBeNull();
    const exact = makeRepository(join(folder, 'shelf'));
    expect((await findClone(folder, 'shelf'))?.path).toBe(exact.path);
  });

  it.each(['Lib__Shelf', 'LIB/Shelf.git', 'Lib+shelf'])(
    'finds %s: names have no case on GitHub',
    async (layout) => {
      const folder = makeFolder();
      const { path } = makeRepository(join(folder, layout), '--bare');
      expect((await findClone(folder, 'lib/shelf'))?.path).toBe(path);
      expect(await findClone(folder, 'lib/shel')).toBeNull();
    },
  );

  it('does not choose between two entries in other cases; the same case wins', async () => {
    const folder = makeFolder();
    makeRepository(join(folder, 'Lib__Shelf'), '--bare');
    makeRepository(join(folder, 'LIB__SHELF'), '--bare');
    expect(await findClone(folder, 'lib/shelf')).toBeNull();
    const { path } = makeRepository(join(folder, 'lib+shelf'), '--bare');
    expect((await findClone(folder, 'lib/shelf'))?.path).toBe(path);
  });

  it('takes the names of SWE-smith mirrors', async () => {
    const folder = makeFolder();
    const mirror = makeRepository(join(folder, 'swesmith', 'lib__shelf.1fd52536'), '--bare');
    expect((await findClone(folder, 'swesmith/lib__shelf.1fd52536'))?.path).toBe(mirror.path);
  });

  it('answers null for a plain folder, a missing folder and a clone without objects', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'lib__shelf', '.git'), { recursive: true });
    expect(await findClone(folder, 'lib/shelf')).toBeNull();
    expect(await findClone(join(folder, 'absent'), 'lib/shelf')).toBeNull();
  });

  it.each([
    '../shelf',
    '..',
    '.',
    'lib/..',
    'lib/.git',
    '-x/y',
    'lib/-y',
    'a/b/c',
    '/etc',
    'lib/',
    '',
    'lib\\x',
    'a\0b',
    'l/s\n',
  ])('refuses the name %j', async (name) => {
    const folder = makeFolder();
    makeRepository(join(folder, 'shelf'), '--bare');
    mkdirSync(join(folder, 'inner'));
    expect(readRepositoryName(name)).toBeNull();
    expect(await findClone(join(folder, 'inner'), name)).toBeNull();
  });

  it('never makes a path that leaves the folder', () => {
    const letter = fc.constantFrom('.', '/', 'a', '-', '_', '+', '\\', '~', ' ', '\n');
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 12 }), (text) => {
        const name = readRepositoryName(text);
        for (const layout of name === null ? [] : listLayouts(name)) {
          expect(join('/clones/dir', layout).startsWith('/clones/dir/')).toBe(true);
          expect(layout.split('/')).not.toContain('..');
        }
      }),
    );
  });
});
