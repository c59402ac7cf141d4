/** Issue 5, "Hostile repository", end to end: nothing of it is executed or followed, each oddity is a warning or a reject. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BuildItem } from '../../src/pipeline/build.js';
import { makeFolder, makeRepository, type ScratchEntry } from '../repository/scratch.js';
import { buildRows, evidenceOf, rejectOf } from './loans-clone.js';

const folder = makeFolder();
const clones = join(folder, 'clones');
const markers = join(folder, 'markers');
const OTHER_COMMIT = '1234567890123456789012345678901234567890';
/** More than the largest blob that is read. */
const BIG_LINES = 9_000_000;

let base = '';
const before = new Set<string>();

beforeAll(() => {
  mkdirSync(clones);
  mkdirSync(markers);
  const scratch = makeRepository(join(clones, 'shelf__loans'));
  const file = (name: string, content: string | Uint8Array): ScratchEntry => ({
    mode: '100644',
    name,
    id: scratch.blob(content),
  });
  const link = (name: string, target: string): ScratchEntry => ({ ...file(name, target), mode: '120000' });
  const tests = scratch.tree([link('conftest.py', '/etc/passwd'), link('test_link.py', '../../etc/passwd')]);
  base = scratch.commit(
    scratch.tree([
      file('--output=x', 'x = 1\n'),
      file('.gitattributes', '* filter=evil diff=evil text eol=crlf\n'),
      file(
        '.gitmodules',
        `[submodule "s"]\n\tpath = sub\n\turl = ext::touch ${join(markers, 'submodule')}\n`,
      ),
      file('big.txt', 'renewal\n'.repeat(BIG_LINES)),
      file('data.bin', Buffer.from('one\0\ntwo\n')),
      link('etc', '/etc'),
      link('link.py', '../../etc/passwd'),
      file('plain.py', 'due = 1\n'),
      { mode: '160000', name: 'sub', id: OTHER_COMMIT },
      { mode: '40000', name: 'tests', id: tests },
    ]),
  );
  scratch.ref('refs/heads/main', base);
  for (const name of ['clean', 'smudge', 'process'])
    scratch.git(['config', `filter.evil.${name}`, `touch ${join(markers, name)}`]);
  scratch.git(['config', 'diff.evil.textconv', `touch ${join(markers, 'textconv')}`]);
  scratch.git(['config', 'core.fsmonitor', `touch ${join(markers, 'fsmonitor')}`]);
  writeFileSync(
    join(scratch.path, '.git/hooks/post-checkout'),
    `#!/bin/sh\ntouch ${join(markers, 'hook')}\n`,
    {
      mode: 0o755,
    },
  );
  for (const name of readdirSync('.')) before.add(name);
});

const change = (path: string, mode: string, removed: string, added: string): string =>
  `diff --git a/${path} b/${path}\nindex 1111111..2222222 ${mode}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${removed}\n${added}\n`;

async function build(
  patch: string,
  ids: readonly string[] = ['tests/test_plain.py::test_due'],
): Promise<BuildItem> {
  const row = {
    instance_id: 'shelf__loans-1',
    repo: 'shelf/loans',
    base_commit: base,
    patch,
    test_patch: '',
    problem_statement: 'Renewing early shortens a loan.',
    version: '1.0',
    FAIL_TO_PASS: JSON.stringify(ids),
    PASS_TO_PASS: '[]',
  };
  const [item] = await buildRows(folder, [row], { clones: { folder: clones, isRequired: true } });
  expect(readdirSync(markers)).toEqual([]);
  expect(readdirSync('.').filter((name) => !before.has(name))).toEqual([]);
  if (!item) throw new Error('one row gives one item');
  return item;
}

const unreadOf = (item: BuildItem) =>
  evidenceOf(item).warnings.flatMap(({ code, message, path }) =>
    code === 'file_not_read' ? [[path, message]] : [],
  );

describe('a hostile repository', () => {
  it('a file named like an option is a file', async () => {
    const evidence = evidenceOf(await build(change('--output=x', '100644', '-x = 1', '+x = 2')));
    expect(evidence.repository.verified).toBe(true);
    expect(evidence.localization.files[0]).toMatchObject({
      path: '--output=x',
      hunks: [{ text: 'x = 1\n' }],
    });
  });

  it('attributes and filters have no say in what a file holds', async () => {
    const evidence = evidenceOf(await build(change('plain.py', '100644', '-due = 1', '+due = 2')));
    expect(evidence.repository.verified).toBe(true);
  });

  it('a symbolic link is compared as a link and not followed', async () => {
    const none = '\n\\ No newline at end of file';
    const item = await build(change('link.py', '120000', `-../../etc/passwd${none}`, `+shelf.py${none}`));
    expect(evidenceOf(item).repository.verified).toBe(true);
    expect(unreadOf(item)).toEqual([
      ['link.py', 'not read from the clone: it is a symbolic link, which is not followed'],
    ]);
    const asFile = await build(change('link.py', '100644', '-root:x:0:0', '+root::0:0'));
    expect(rejectOf(asFile)).toMatchObject({
      code: 'patch_does_not_apply',
      expected: 'a symbolic link, which is not followed',
      got: 'mode 100644',
    });
    const beyond = await build(change('etc/passwd', '100644', '-root:x:0:0', '+root::0:0'));
    expect(rejectOf(beyond)).toMatchObject({
      code: 'patch_does_not_apply',
      expected: 'a symbolic link at etc',
      path: 'etc/passwd',
    });
  });

  it('tests and fixtures behind links are not read', async () => {
    const item = await build(change('plain.py', '100644', '-due = 1', '+due = 2'), [
      'tests/test_link.py::root',
      'etc/passwd::root',
    ]);
    const evidence = evidenceOf(item);
    expect(evidence.reproduction.fail_to_pass.map(({ match }) => match)).toEqual(['none', 'none']);
    expect(evidence.reproduction.tests).toEqual([]);
    expect(unreadOf(item)).toEqual([
      ['tests/test_link.py', 'not read from the clone: it is a symbolic link, which is not followed'],
    ]);
    expect(JSON.stringify(evidence)).not.toContain('root:x');
  });

  it('a submodule is compared by its commit and not entered', async () => {
    const item = await build(
      change('sub', '160000', `-Subproject commit ${OTHER_COMMIT}`, `+Subproject commit ${'2'.repeat(40)}`),
    );
    expect(evidenceOf(item).repository.verified).toBe(true);
    expect(unreadOf(item)).toEqual([
      ['sub', 'not read from the clone: it is a submodule, which is not entered'],
    ]);
    const inside = await build(change('sub/shelf.py', '100644', '-x = 1', '+x = 2'));
    expect(rejectOf(inside)).toMatchObject({ code: 'patch_does_not_apply', expected: 'a submodule at sub' });
  });

  it('a blob beyond the limit is not read, and the record is not verified', async () => {
    const item = await build(change('big.txt', '100644', '-renewal', '+renewals'));
    expect(evidenceOf(item).repository).toMatchObject({ verified: false, revision: base });
    expect(unreadOf(item)).toEqual([
      ['big.txt', 'not read from the clone: it has 72,000,000 bytes, more than 67,108,864'],
    ]);
  });

  it('a file with NUL bytes is compared but not shown around', async () => {
    const item = await build(
      'diff --git a/data.bin b/data.bin\n--- a/data.bin\n+++ b/data.bin\n@@ -1,2 +1,2 @@\n one\0\n-two\n+three\n',
    );
    expect(evidenceOf(item).repository.verified).toBe(true);
    expect(unreadOf(item)).toEqual([['data.bin', 'not read from the clone: it is a binary file']]);
  });

  it('left nothing behind in the folder of clones', () => {
    expect(readdirSync(clones)).toEqual(['shelf__loans']);
    expect(existsSync(join(clones, 'shelf__loans', 'plain.py'))).toBe(false);
  });
});
