/** What happens to processes: how many live, what a crash, a hang, garbage, closing and aborting do. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ByteCache } from '../../src/repository/cache.js';
import { findClone } from '../../src/repository/clone.js';
import type { RepositoryPool } from '../../src/repository/pool.js';
import type { Repository } from '../../src/repository/repository.js';
import { makeFolder, makePool, makeRepository } from './scratch.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

interface Shelves {
  readonly folder: string;
  readonly ids: readonly string[];
}

function makeShelves(count: number): Shelves {
  const folder = makeFolder();
  const ids = Array.from({ length: count }, (_, index) =>
    makeRepository(join(folder, `shelf${index}`)).commitFiles(
      { a: `a${index}`, b: `b${index}` },
      `step ${index}`,
    ),
  );
  return { folder, ids };
}

async function open(pool: RepositoryPool, folder: string, index: number): Promise<Repository> {
  const repository = await pool.find(folder, `shelf${index}`);
  if (repository === null) throw new Error('no clone');
  return repository;
}

/** Puts a `git` of our own first on the path; it notes each process in the file that is returned. */
function replaceGit(folder: string, script: string): string {
  const notes = join(folder, 'processes');
  const path = join(folder, 'git');
  writeFileSync(path, `#!/bin/sh\necho $$ >> '${notes}'\n${script}\n`);
  chmodSync(path, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  return notes;
}

function processesIn(notes: string): number[] {
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').map(Number) : [];
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

describe('RepositoryPool', () => {
  it('keeps one process per repository and never more than allowed; the least recently used one is ended', async () => {
    const { folder, ids } = makeShelves(3);
    const notes = replaceGit(folder, `exec '${realGit}' "$@"`);
    const pool = makePool({ maxProcesses: 2, cacheBytes: 0 });
    const visit = async (index: number): Promise<void> => {
      const commit = await (await open(pool, folder, index)).resolveCommit(ids[index] ?? '');
      expect(commit).toMatchObject({ kind: 'commit', subject: `step ${index}` });
      expect(pool.processCount).toBeLessThanOrEqual(2);
    };
    for (const index of [0, 1, 0, 1, 0]) await visit(index);
    expect(processesIn(notes)).toHaveLength(2);
    await visit(2);
    await visit(0);
    expect(processesIn(notes)).toHaveLength(3);
    await visit(1);
    expect(processesIn(notes)).toHaveLength(4);
    await Promise.all(Array.from({ length: 60 }, (_, turn) => visit(turn % 3)));
    await pool.close();
    expect(pool.processCount).toBe(0);
    expect(processesIn(notes).filter(isRunning)).toEqual([]);
  });

  it('opens the same repository for the same clone, and looks a name up once', async () => {
    const { folder } = makeShelves(1);
    const pool = makePool();
    expect(await open(pool, folder, 0)).toBe(await open(pool, folder, 0));
    expect(await pool.find(folder, 'none/none')).toBeNull();
    await pool.close();
  });

  it('after closing refuses with git_closed', async () => {
    const { folder, ids } = makeShelves(1);
    const pool = makePool();
    const repository = await open(pool, folder, 0);
    await repository.resolveCommit(ids[0] ?? '');
    await Promise.all([pool.close(), pool.close()]);
    await expect(repository.resolveCommit(ids[0] ?? '')).rejects.toMatchObject({ code: 'git_closed' });
  });

  it('fails with git_missing when there is no git', async () => {
    const { folder, ids } = makeShelves(1);
    const pool = makePool();
    const repository = await open(pool, folder, 0);
    vi.stubEnv('PATH', join(folder, 'nowhere'));
    await expect(repository.resolveCommit(ids[0] ?? '')).rejects.toMatchObject({ code: 'git_missing' });
    await expect(repository.findBugPatchCommit('main')).rejects.toMatchObject({ code: 'git_missing' });
    vi.unstubAllEnvs();
    expect((await repository.resolveCommit(ids[0] ?? '')).kind).toBe('commit');
    await pool.close();
  });

  it('names git’s own words when it dies, and starts another one for the next request', async () => {
    const { folder, ids } = makeShelves(1);
    const pool = makePool();
    const repository = await open(pool, folder, 0);
    replaceGit(folder, 'read line; echo "fatal: shelf collapsed" >&2; exit 128');
    const failed = repository.resolveCommit(ids[0] ?? '');
    await expect(failed).rejects.toMatchObject({
      code: 'git_failed',
      message: 'git cat-file ended with exit code 128: fatal: shelf collapsed',
      cause: { message: 'fatal: shelf collapsed' },
    });
    vi.unstubAllEnvs();
    expect((await repository.resolveCommit(ids[0] ?? '')).kind).toBe('commit');
    await pool.close();
  });

  it.each([
    ['echo hello', 'answered with "hello"'],
    ['read id; echo "$id blob 3"; printf "abcd"; cat', 'no line feed after an object'],
    ['head -c 5000 /dev/zero; cat', 'an endless header'],
    ['read id; echo "0000000000000000000000000000000000000000 missing"; cat', 'answered with "0000'],
  ])('calls the answer of %j a broken protocol', async (script, message) => {
    const { folder, ids } = makeShelves(1);
    const pool = makePool();
    const repository = await open(pool, folder, 0);
    const notes = replaceGit(folder, script);
    await expect(repository.resolveCommit(ids[0] ?? '')).rejects.toMatchObject({
      code: 'git_protocol',
      message: expect.stringContaining(message),
    });
    await pool.close();
    expect(processesIn(notes).filter(isRunning)).toEqual([]);
  });

  it('kills a git that does not answer', async () => {
    const { folder, ids } = makeShelves(1);
    const pool = makePool({ timeoutMs: 200 });
    const repository = await open(pool, folder, 0);
    const notes = replaceGit(folder, 'exec cat > /dev/null');
    await expect(repository.resolveCommit(ids[0] ?? '')).rejects.toMatchObject({ code: 'git_timeout' });
    await pool.close();
    expect(processesIn(notes).filter(isRunning)).toEqual([]);
  });

  it('ends everything when aborted, with the signal’s reason for all that waits', async () => {
    const { folder, ids } = makeShelves(2);
    const controller = new AbortController();
    const pool = makePool({ signal: controller.signal, maxProcesses: 1 });
    const notes = replaceGit(folder, 'exec cat > /dev/null');
    const waiting = [0, 1, 0, 1].map(async (index) =>
      (await open(pool, folder, index)).resolveCommit(ids[index] ?? ''),
    );
    const settled = Promise.allSettled(waiting);
    await vi.waitUntil(() => processesIn(notes).length === 1, { timeout: 20_000 });
    const reason = new Error('enough');
    controller.abort(reason);
    expect(await settled).toEqual(waiting.map(() => ({ status: 'rejected', reason })));
    await pool.close();
    expect(processesIn(notes).filter(isRunning)).toEqual([]);
    const late = makePool({ signal: controller.signal });
    await expect((await open(late, folder, 0)).resolveCommit(ids[0] ?? '')).rejects.toBe(reason);
    await late.close();
  });

  it('gives large blobs whole, whatever the chunks', async () => {
    const folder = makeFolder();
    const scratch = makeRepository(join(folder, 'shelf0'));
    const content = `${'loan '.repeat(100_000)}\n`;
    const id = scratch.commitFiles({ big: content, none: '' });
    const pool = makePool({ cacheBytes: 0 });
    const repository = await open(pool, folder, 0);
    const commit = await repository.resolveCommit(id);
    if (commit.kind !== 'commit') throw new Error(commit.message);
    const found = await Promise.all(['big', 'none', 'big'].map((path) => repository.readBlob(commit, path)));
    expect(found.map((one) => (one.kind === 'blob' ? one.bytes.length : one.kind))).toEqual([
      500_001, 0, 500_001,
    ]);
    expect((await findClone(folder, 'shelf0'))?.repo).toBe('shelf0');
    await pool.close();
  });
});

describe('ByteCache', () => {
  it('forgets what was not used for longest and refuses what is too large for it', () => {
    const cache = new ByteCache(4 * 1256);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, Buffer.alloc(1000));
    cache.get('a');
    cache.set('e', Buffer.alloc(1000));
    cache.set('huge', Buffer.alloc(1300));
    const kept = ['a', 'b', 'c', 'd', 'e', 'huge'].filter((key) => cache.get(key) !== undefined);
    expect(kept).toEqual(['a', 'c', 'd', 'e']);
  });
});
