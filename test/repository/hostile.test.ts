/** Issue 5, "Hostile repository": reading one executes nothing, follows nothing, and every oddity has its result. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { findClone } from '../../src/repository/clone.js';
import type { Commit } from '../../src/repository/commit.js';
import type { Repository } from '../../src/repository/repository.js';
import { decodeText } from '../../src/repository/text.js';
import { makeFolder, makePool, makeRepository, type Scratch } from './scratch.js';

const folder = makeFolder();
const markers = join(folder, 'markers');
const NAMES: readonly (string | Buffer)[] = [
  '--output=x',
  '-',
  ':(top)a',
  'HEAD',
  'a\nb',
  'a\tb',
  'a"b\\c',
  "it's $(touch x) `y`; z",
  'größe 書棚.py',
  Buffer.from([0x66, 0xe4, 0x80, 0xff]),
  'sha missing',
  '\u{2028}',
  'x'.repeat(3000),
  'CON',
  '..',
  '.git',
];

describe('a hostile repository', () => {
  let scratch: Scratch;
  let repository: Repository;
  let commit: Commit;
  let commitId = '';
  let lostId = '';
  const pool = makePool({ maxBlobBytes: 100_000 });

  beforeAll(async () => {
    mkdirSync(markers);
    scratch = makeRepository(join(folder, 'shelf'));
    const text = (content: string): string => scratch.blob(content);
    lostId = spawnSync('git', ['hash-object', '--stdin'], { input: 'never stored' }).stdout.toString().trim();
    const names = scratch.tree(
      NAMES.map((name, index) => ({ mode: '100644', name, id: text(`file ${index}`) })),
    );
    const tree = scratch.tree([
      {
        mode: '100644',
        name: '.gitattributes',
        id: text('* filter=evil diff=evil merge=evil text eol=crlf ident\n'),
      },
      {
        mode: '100644',
        name: '.gitmodules',
        id: text(`[submodule "s"]\n\tpath = sub\n\turl = ext::${touch('submodule')}\n`),
      },
      { mode: '100644', name: 'big', id: scratch.blob(Buffer.alloc(5_000_000)) },
      { mode: '100644', name: 'lost', id: lostId },
      { mode: '40000', name: 'names', id: names },
      { mode: '100644', name: 'nul', id: scratch.blob(Buffer.from('a\0b\n')) },
      { mode: '120000', name: 'passwd', id: text('../../etc/passwd') },
      { mode: '100644', name: 'plain.txt', id: text('$Id$\nline\n') },
      { mode: '160000', name: 'sub', id: '2'.repeat(40) },
    ]);
    commitId = scratch.commit(tree, 'Bug Patch');
    scratch.ref('refs/heads/main', commitId);
    scratch.ref('refs/heads/--output=x', commitId);
    scratch.ref('refs/heads/-c', commitId);
    scratch.ref(`refs/heads/${commitId}`, scratch.commit(names, 'decoy'));
    scratch.ref(`refs/replace/${commitId}`, scratch.commit(names, 'replaced'));
    layTraps(scratch);
    const clone = await findClone(folder, 'shelf');
    if (clone === null) throw new Error('no clone');
    repository = pool.open(clone);
    const found = await repository.resolveCommit(commitId);
    if (found.kind !== 'commit') throw new Error(found.message);
    commit = found;
  });

  it('gives the commit itself: replace refs, grafts and a branch with its name do not matter', () => {
    expect(commit).toMatchObject({ id: commitId, subject: 'Bug Patch', parents: [] });
  });

  it.each(
    NAMES.map((name, index) => [typeof name === 'string' ? name.slice(0, 30) : 'bytes', index] as const),
  )('reads a file named %j', async (_, index) => {
    const path = Buffer.concat([Buffer.from('names/'), Buffer.from((NAMES[index] ?? '') as string)]);
    expect(await repository.readBlob(commit, path)).toMatchObject({
      kind: 'blob',
      bytes: Buffer.from(`file ${index}`),
    });
  });

  it('lists every name with its bytes', async () => {
    const { files } = await repository.listFiles(commit, 'names');
    expect(files.map((file) => file.pathBytes.subarray(6))).toEqual(
      NAMES.map((name) => Buffer.from(name as string)),
    );
    expect(files[9]?.path).toBe('names/f\u{fffd}\u{fffd}');
  });

  it('gives the stored bytes: no filter, no line end conversion, no $Id$', async () => {
    const found = await repository.readBlob(commit, 'plain.txt');
    expect(found.kind === 'blob' && found.bytes.toString()).toBe('$Id$\nline\n');
  });

  it('shows a link’s text and follows neither it nor a submodule', async () => {
    expect(await repository.readBlob(commit, 'passwd')).toMatchObject({
      kind: 'symlink',
      target: Buffer.from('../../etc/passwd'),
    });
    expect((await repository.readBlob(commit, 'passwd/x')).kind).toBe('symlink');
    expect((await repository.readBlob(commit, 'sub/a.py')).kind).toBe('submodule');
  });

  it('leaves a big blob unread and calls a file with NUL binary', async () => {
    expect(await repository.readBlob(commit, 'big')).toMatchObject({
      kind: 'too_large',
      size: 5_000_000,
      limit: 100_000,
    });
    const found = await repository.readBlob(commit, 'nul');
    expect(found.kind === 'blob' && decodeText(found.bytes)).toMatchObject({ text: 'a\0b\n', binary: true });
  });

  it('says that a promised object is missing, and fetches nothing', async () => {
    expect(await repository.readBlob(commit, 'lost')).toEqual({
      kind: 'missing',
      reason: 'object',
      at: 'lost',
    });
    expect((await repository.resolveCommit('3'.repeat(40))).kind).toBe('missing');
    expect((await repository.resolveCommit(lostId.slice(0, 10))).kind).toBe('missing');
  });

  it('finds branches named like options', async () => {
    expect(await repository.findBugPatchCommit('--output=x')).toMatchObject({ kind: 'commit', id: commitId });
    expect(await repository.findBugPatchCommit('-c')).toMatchObject({ kind: 'commit', id: commitId });
    expect((await repository.findBugPatchCommit('../../HEAD')).kind).toBe('no_branch');
    expect((await repository.findBugPatchCommit('__proto__')).kind).toBe('no_branch');
  });

  it('executed nothing; and the traps do work, plain git falls into them', () => {
    expect(readdirSync(markers)).toEqual([]);
    expect(existsSync(join(folder, 'shelf', 'x'))).toBe(false);
    for (const args of [
      ['cat-file', '--filters', `${commit.tree}:plain.txt`],
      ['cat-file', '--textconv', `${commit.tree}:plain.txt`],
      ['status'],
      ['cat-file', '-p', lostId],
    ]) {
      spawnSync('git', args, { cwd: scratch.path });
    }
    expect(readdirSync(markers).toSorted()).toEqual(['fsmonitor', 'smudge', 'textconv', 'uploadpack']);
    for (const marker of readdirSync(markers)) rmSync(join(markers, marker));
  });
});

function touch(name: string): string {
  return `touch ${join(markers, name)}; false`;
}

function layTraps(scratch: Scratch): void {
  const gitDirectory = join(scratch.path, '.git');
  const hook = `#!/bin/sh\n${touch('hook')}\n`;
  mkdirSync(join(gitDirectory, 'hooks'), { recursive: true });
  for (const name of [
    'reference-transaction',
    'post-index-change',
    'post-checkout',
    'pre-auto-gc',
    'fsmonitor-watchman',
  ]) {
    writeFileSync(join(gitDirectory, 'hooks', name), hook);
    chmodSync(join(gitDirectory, 'hooks', name), 0o755);
  }
  mkdirSync(join(gitDirectory, 'info'), { recursive: true });
  writeFileSync(join(gitDirectory, 'info', 'attributes'), '* filter=evil diff=evil\n');
  writeFileSync(join(gitDirectory, 'info', 'grafts'), '');
  symlinkSync('/etc/passwd', join(gitDirectory, 'refs', 'heads', 'linked'));
  const settings: readonly (readonly [string, string])[] = [
    ['filter.evil.smudge', touch('smudge')],
    ['filter.evil.clean', touch('clean')],
    ['diff.evil.textconv', touch('textconv')],
    ['core.fsmonitor', touch('fsmonitor')],
    ['core.pager', touch('pager')],
    ['core.sshCommand', touch('ssh')],
    ['core.gitProxy', touch('proxy')],
    ['core.alternateRefsCommand', touch('alternate')],
    ['credential.helper', `!${touch('credential')}`],
    ['alias.for-each-ref', `!${touch('alias')}`],
    ['pager.for-each-ref', touch('pager')],
    ['uploadpack.packObjectsHook', touch('pack-objects')],
    ['remote.origin.url', dirname(scratch.path)],
    ['remote.origin.uploadpack', touch('uploadpack')],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialCloneFilter', 'blob:none'],
    ['extensions.partialClone', 'origin'],
    ['core.repositoryFormatVersion', '1'],
    ['protocol.ext.allow', 'always'],
    ['protocol.file.allow', 'always'],
  ];
  const lines = settings.map(([key, value]) => {
    const [section, ...rest] = key.split('.');
    const name = rest.pop() ?? '';
    const sub = rest.length > 0 ? ` "${rest.join('.')}"` : '';
    return `[${section ?? ''}${sub}]\n\t${name} = ${JSON.stringify(value)}\n`;
  });
  writeFileSync(join(gitDirectory, 'config'), `[core]\n\tbare = false\n${lines.join('')}`);
}
