/** Claim: the files of a run appear complete or not at all, and no temporary file is left behind. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OutputSet, writeAtomically } from '../../src/io/atomic-output.js';
import { makeFolder } from './workbench.js';

describe('a set of output files', () => {
  it('appears on commit with the bytes, count and hash it reported', async () => {
    const folder = join(await makeFolder(), 'new', 'evidence');
    const text = 'é\n'.repeat(300_000);
    const digest = await writeAtomically(async (outputs) => {
      const file = await outputs.open(join(folder, 'evidence.jsonl'));
      for (let start = 0; start < text.length; start += 997) await file.write(text.slice(start, start + 997));
      const manifest = await outputs.open(join(folder, 'manifest.json'));
      const written = await file.finish();
      await manifest.write(JSON.stringify(written));
      expect((await readdir(folder)).every((name) => name.includes('.tmp-'))).toBe(true);
      return written;
    });
    const bytes = await readFile(join(folder, 'evidence.jsonl'));
    expect(bytes.toString()).toBe(text);
    expect(digest).toEqual({
      byteCount: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await readdir(folder)).toEqual(['evidence.jsonl', 'manifest.json']);
  });

  it('keeps the order of writes that were not awaited', async () => {
    const path = join(await makeFolder(), 'rows');
    const parts = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index).repeat(100_000));
    await writeAtomically(async (outputs) => {
      const file = await outputs.open(path);
      await Promise.all(parts.map((part) => file.write(part)));
    });
    expect(await readFile(path, 'utf8')).toBe(parts.join(''));
  });

  it('leaves what stood there and no temporary file when the work fails', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a'), 'before');
    const work = writeAtomically(async (outputs) => {
      await (await outputs.open(join(folder, 'a'))).write('x'.repeat(1_000_000));
      await outputs.open(join(folder, 'made', 'for', 'it', 'b'));
      throw new Error('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('before');
  });

  it('takes back the files already in place when a later one cannot be', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a'), 'before');
    const outputs = new OutputSet();
    for (const name of ['a', 'b', 'c']) await (await outputs.open(join(folder, name))).write('after');
    // A folder that appears meanwhile stands in the way of the last rename.
    await mkdir(join(folder, 'c'));
    await writeFile(join(folder, 'c', 'x'), '');
    await expect(outputs.commit()).rejects.toMatchObject({ name: 'OutputError', path: join(folder, 'c') });
    expect(await readdir(folder)).toEqual(['a', 'c']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('before');
  });

  it('replaces files, keeps their mode, and writes through a symbolic link', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a'), 'before', { mode: 0o600 });
    await symlink('a', join(folder, 'link'));
    await writeAtomically(async (outputs) => (await outputs.open(join(folder, 'link'))).write('after'));
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('after');
    expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['a', 'link']);
  });

  it('refuses to be used after its end', async () => {
    const path = join(await makeFolder(), 'a');
    const outputs = new OutputSet();
    const file = await outputs.open(path);
    await outputs.commit();
    await expect(file.write('x')).rejects.toThrow('finished');
    await expect(outputs.open(path)).rejects.toThrow('committed');
    await outputs.abort();
    expect(existsSync(path)).toBe(true);
    expect(process.listenerCount('SIGINT')).toBe(0);
  });
});

describe('output that cannot be written', () => {
  it.each([
    ['a folder with that name', '', 'output_not_a_file'],
    ['a path below a file', 'file/evidence/a', 'output_not_a_file'],
  ])('names %s', async (_, name, code) => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    const path = join(folder, name);
    await expect(new OutputSet().open(path)).rejects.toMatchObject({ name: 'OutputError', code, path });
    expect(await readdir(folder)).toEqual(['file']);
  });

  it.skipIf(!existsSync('/proc/sys/kernel'))('names a folder where nothing can be made', async () => {
    const opening = new OutputSet().open('/proc/swe-evidence/a.jsonl');
    await expect(opening).rejects.toMatchObject({ name: 'OutputError', path: '/proc/swe-evidence/a.jsonl' });
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full', async () => {
    const work = writeAtomically(async (outputs) => {
      const file = await outputs.open('/dev/full');
      for (let count = 0; count < 10; count++) await file.write('x'.repeat(100_000));
    });
    await expect(work).rejects.toMatchObject({
      name: 'OutputError',
      code: 'output_disk_full',
      path: '/dev/full',
    });
  });

  it('leaves nothing on a full disk', async ({ skip }) => {
    const folder = join(await makeFolder(), 'disk');
    await mkdir(folder);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
    if (!mounted) skip('needs the right to mount a tmpfs');
    try {
      const work = writeAtomically(async (outputs) => {
        const small = await outputs.open(join(folder, 'rejects.jsonl'));
        await small.write('{}\n');
        const file = await outputs.open(join(folder, 'evidence.jsonl'));
        for (let count = 0; count < 100; count++) await file.write('x'.repeat(10_000));
      });
      await expect(work).rejects.toMatchObject({
        code: 'output_disk_full',
        path: join(folder, 'evidence.jsonl'),
      });
      expect(await readdir(folder)).toEqual([]);
    } finally {
      spawnSync('umount', [folder]);
    }
  });
});

const MODULE = JSON.stringify(new URL('../../src/io/atomic-output.ts', import.meta.url).href);

/** A program that starts a file in the folder, says "ready" and then ends as told. */
function writeScript(folder: string, ending: string): string {
  return `
    import { OutputSet } from ${MODULE};
    const outputs = new OutputSet();
    const file = await outputs.open(${JSON.stringify(join(folder, 'evidence.jsonl'))});
    await file.write('x'.repeat(1000000));
    process.stdout.write('ready\\n');
    ${ending}`;
}

describe('a process that ends early', () => {
  it.each([
    ['by SIGINT', 'setInterval(() => {}, 1000);', 'SIGINT'],
    ['by SIGTERM', 'setInterval(() => {}, 1000);', 'SIGTERM'],
    ['by an exception nobody caught', 'throw new Error("a bug");', null],
  ] as const)('%s leaves no temporary file', async (_, ending, signal) => {
    const folder = await makeFolder();
    const program = join(folder, 'program.mts');
    await writeFile(program, writeScript(folder, ending));
    const child = spawn(process.execPath, ['--import', 'tsx', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => signal !== null && child.kill(signal));
    const [code, endedBy] = await new Promise<[number | null, string | null]>((settle) => {
      child.on('close', (exitCode, exitSignal) => settle([exitCode, exitSignal]));
    });
    expect([code, endedBy]).toEqual(signal === null ? [1, null] : [null, signal]);
    expect(await readdir(folder)).toEqual(['program.mts']);
  });
});
