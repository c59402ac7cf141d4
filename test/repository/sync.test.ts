import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findClone } from '../../src/repository/clone.js';
import { statusOfRepositories } from '../../src/repository/need.js';
import { expandRemote, hideSecrets } from '../../src/repository/remote.js';
import { syncRepositories, type SyncEvent } from '../../src/repository/sync.js';
import { makeFolder, makePool, makeRepository, Scratch } from './scratch.js';

interface Server {
  readonly remote: string;
  readonly scratch: Scratch;
  /** Five commits on main, oldest first. */
  readonly ids: readonly string[];
}

function makeServer(repo = 'lib/shelf'): Server {
  const folder = makeFolder();
  const scratch = makeRepository(join(folder, `${repo}.git`), '--bare');
  const ids: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    ids.push(scratch.commitFiles({ a: `a${step}`, b: 'b' }, `step ${step}`, ids.slice(-1)));
  }
  return { remote: `file://${folder}/{repo}.git`, scratch, ids };
}

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
const NOTHING = { commits: [], parentsOf: [], branches: [] };

describe('syncRepositories', () => {
  it('fetches the snapshots that are asked for and nothing else, then has nothing to do', async () => {
    const { remote, ids, scratch } = makeServer();
    const folder = join(makeFolder(), 'new', 'repos');
    const needs = [{ repo: 'lib/shelf', commits: [ids[1] ?? '', ids[3] ?? ''] }];
    expect((await statusOfRepositories(needs, folder)).map((one) => one.kind)).toEqual(['no_clone']);
    const path = join(folder, 'lib__shelf.git');
    const ok = { repo: 'lib/shelf', kind: 'ok', path, missing: NOTHING, reason: '' };
    expect(await syncRepositories(needs, folder, { remote })).toEqual([{ ...ok, fetched: 2 }]);
    expect(await statusOfRepositories(needs, folder)).toEqual([
      { repo: 'lib/shelf', kind: 'complete', path, missing: NOTHING, reason: '' },
    ]);
    const pool = makePool();
    const repository = await pool.find(folder, 'lib/shelf');
    const kinds = await Promise.all(ids.map(async (id) => (await repository?.resolveCommit(id))?.kind));
    expect(kinds).toEqual(['missing', 'commit', 'missing', 'commit', 'missing']);
    await pool.close();
    rmSync(scratch.path, { recursive: true });
    expect(await syncRepositories(needs, folder, { remote })).toEqual([{ ...ok, fetched: 0 }]);
    expect(readdirSync(folder)).toEqual(['lib__shelf.git']);
  });

  it('takes a folder relative to the working folder, and answers with absolute paths', async () => {
    const { remote, ids } = makeServer();
    const folder = join(makeFolder(), 'repos');
    const needs = [{ repo: 'lib/shelf', commits: [ids[2] ?? ''] }];
    const path = join(folder, 'lib__shelf.git');
    const ok = { repo: 'lib/shelf', kind: 'ok', path, missing: NOTHING, reason: '' };
    const asTyped = relative(process.cwd(), folder);
    expect(await syncRepositories(needs, asTyped, { remote })).toEqual([{ ...ok, fetched: 1 }]);
    expect(await syncRepositories(needs, asTyped, { remote })).toEqual([{ ...ok, fetched: 0 }]);
    expect(readdirSync(folder)).toEqual(['lib__shelf.git']);
    expect(await statusOfRepositories(needs, asTyped)).toMatchObject([{ kind: 'complete' }]);
  });

  it('adds what a later dataset needs: other commits, parents, branches of SWE-smith', async () => {
    const { remote, ids, scratch } = makeServer('swesmith/lib__shelf.1fd52536');
    const repo = 'swesmith/lib__shelf.1fd52536';
    const bug = scratch.commitFiles({ a: 'broken' }, 'Bug Patch', [ids[4] ?? '']);
    const stripped = scratch.commitFiles({ a: 'broken', b: '' }, 'Remove F2P Tests', [bug]);
    scratch.ref('refs/heads/lib__shelf.1fd52536.rewrite__1', stripped);
    const folder = makeFolder();
    const branches = ['lib__shelf.1fd52536.rewrite__1'];
    await syncRepositories([{ repo, commits: [ids[2] ?? ''] }], folder, { remote });
    const needs = [
      { repo, commits: [ids[2] ?? ''], parentsOf: [ids[2] ?? ''], branches },
      { repo, commits: [ids[0] ?? ''] },
    ];
    const [status] = await statusOfRepositories(needs, folder);
    expect(status).toMatchObject({
      kind: 'incomplete',
      missing: { commits: [ids[0]], parentsOf: [ids[2]], branches },
    });
    expect(await syncRepositories(needs, folder, { remote })).toMatchObject([{ kind: 'ok', fetched: 3 }]);
    const pool = makePool();
    const repository = await pool.find(folder, repo);
    expect(await repository?.findBugPatchCommit(branches[0] ?? '')).toMatchObject({ id: bug });
    expect(await repository?.parentOf(ids[2] ?? '')).toMatchObject({ id: ids[1] });
    await pool.close();
  });

  it('names what the remote does not have, and fetches the rest', async () => {
    const { remote, ids } = makeServer();
    const unknown = ['1'.repeat(40), '2'.repeat(40)];
    const needs = [
      { repo: 'lib/shelf', commits: [...unknown, ids[0] ?? '', 'no sha'], branches: ['shelf.none', '-x'] },
    ];
    expect(await syncRepositories(needs, makeFolder(), { remote })).toMatchObject([
      {
        kind: 'missing',
        fetched: 1,
        missing: { commits: [...unknown, 'no sha'], branches: ['shelf.none', '-x'] },
        reason: `the remote has no usable commit ${unknown.join(', ')}, no sha; branch shelf.none, -x`,
      },
    ]);
  });

  it('fetches everything when an id is abbreviated, and stays whole afterwards', async () => {
    const { remote, ids, scratch } = makeServer();
    const folder = makeFolder();
    await syncRepositories([{ repo: 'lib/shelf', commits: [ids[4] ?? ''] }], folder, { remote });
    const short = (ids[1] ?? '').slice(0, 10);
    expect(
      await syncRepositories([{ repo: 'lib/shelf', commits: [short] }], folder, { remote }),
    ).toMatchObject([{ kind: 'ok', fetched: 1 }]);
    expect(await statusOfRepositories([{ repo: 'lib/shelf', commits: ids }], folder)).toMatchObject([
      { kind: 'complete' },
    ]);
    const later = scratch.commitFiles({ a: 'later' }, 'later', [ids[4] ?? '']);
    expect(
      await syncRepositories([{ repo: 'lib/shelf', commits: [later], parentsOf: [later] }], folder, {
        remote,
      }),
    ).toMatchObject([{ kind: 'ok', fetched: 2 }]);
    expect(readdirSync(join(folder, 'lib__shelf.git'))).not.toContain('shallow');
  });

  it('fetches everything when the server refuses ids', async () => {
    const { remote, ids } = makeServer();
    const folder = makeFolder();
    const refusal = 'error: Server does not allow request for unadvertised object';
    const script = `#!/bin/sh\ncase "$*" in *refs/swe-evidence/*) echo '${refusal}' >&2; exit 128;; esac\nexec '${realGit}' "$@"\n`;
    writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
    const needs = [{ repo: 'lib/shelf', commits: [ids[1] ?? ''] }];
    expect(await syncRepositories(needs, folder, { remote })).toMatchObject([{ kind: 'ok', fetched: 1 }]);
    vi.unstubAllEnvs();
    const all = [{ repo: 'lib/shelf', commits: ids }];
    expect(await statusOfRepositories(all, folder)).toMatchObject([{ kind: 'complete' }]);
  });

  it('goes on where an interrupted run stopped: an empty clone is a valid start', async () => {
    const { remote, ids } = makeServer();
    const folder = makeFolder();
    const dead = 'file:///nowhere/{repo}.git';
    const needs = [{ repo: 'lib/shelf', commits: ids }];
    expect(await syncRepositories(needs, folder, { remote: dead })).toMatchObject([
      { kind: 'failed', fetched: 0, missing: { commits: ids }, reason: expect.stringContaining('nowhere') },
    ]);
    expect((await findClone(folder, 'lib/shelf'))?.path).toBe(join(folder, 'lib__shelf.git'));
    expect(await syncRepositories(needs, folder, { remote })).toMatchObject([{ kind: 'ok', fetched: 5 }]);
  });

  it('uses a user’s clone that is complete, and never writes to one that is not', async () => {
    const { remote, ids, scratch } = makeServer();
    const folder = makeFolder();
    const user = makeRepository(join(folder, 'shelf'));
    user.git(['fetch', '--quiet', scratch.path, `${ids[1] ?? ''}:refs/heads/mine`]);
    const before = user.git(['for-each-ref']);
    const has = [{ repo: 'lib/shelf', commits: [ids[0] ?? ''] }];
    expect(await syncRepositories(has, folder, { remote })).toMatchObject([
      { kind: 'ok', path: user.path, fetched: 0 },
    ]);
    const lacks = [{ repo: 'lib/shelf', commits: [ids[0] ?? '', ids[4] ?? ''] }];
    expect(await syncRepositories(lacks, folder, { remote })).toMatchObject([
      { kind: 'ok', path: join(folder, 'lib__shelf.git'), fetched: 2 },
    ]);
    expect(user.git(['for-each-ref'])).toBe(before);
    expect(await statusOfRepositories(lacks, folder)).toMatchObject([{ kind: 'complete' }]);
  });

  it('does not take over a clone of the user that stands where its own would', async () => {
    const { remote, ids } = makeServer();
    const folder = makeFolder();
    const user = new Scratch(join(folder, 'lib__shelf.git'), '--bare');
    expect(await syncRepositories([{ repo: 'lib/shelf', commits: ids }], folder, { remote })).toMatchObject([
      {
        kind: 'failed',
        reason: `${user.path} lacks commits and was not made by repos sync: fetch into it yourself, or move it away`,
      },
    ]);
  });

  it('gives one result per repository in order; one that fails costs no other; progress is told', async () => {
    const { remote, ids } = makeServer();
    const folder = makeFolder();
    writeFileSync(join(folder, 'x__file.git'), 'not a clone');
    mkdirSync(join(folder, 'x__dir.git'));
    const events: SyncEvent[] = [];
    const repos = ['../up', 'x/file', 'lib/shelf', 'x/none', 'x/dir', 'lib/shelf'];
    const results = await syncRepositories(
      repos.map((repo, index) => ({ repo, commits: [ids[index % 5] ?? ''] })),
      folder,
      { remote, jobs: 2, onProgress: (event) => events.push(event) },
    );
    expect(results.map((one) => `${one.repo} ${one.kind}`)).toEqual([
      '../up failed',
      'x/file failed',
      'lib/shelf ok',
      'x/none failed',
      'x/dir failed',
    ]);
    const finished = events.filter((event) => event.kind === 'finished');
    expect(finished.map((event) => event.finished)).toEqual([1, 2, 3, 4, 5]);
    expect(events.some((event) => event.kind === 'transfer' && event.repo === 'lib/shelf')).toBe(true);
  });

  it('rejects with the signal’s reason when aborted', async () => {
    const { remote, ids } = makeServer();
    const folder = makeFolder();
    const controller = new AbortController();
    const reason = new Error('enough');
    const running = syncRepositories([{ repo: 'lib/shelf', commits: ids }], folder, {
      remote,
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(running).rejects.toBe(reason);
    expect(await syncRepositories([{ repo: 'lib/shelf', commits: ids }], folder, { remote })).toMatchObject([
      { kind: 'ok' },
    ]);
  });
});

describe('expandRemote', () => {
  it.each([
    ['https://github.com/{repo}.git', 'https://github.com/lib/shelf.git'],
    ['https://token@host.example/{repo}', 'https://token@host.example/lib/shelf'],
    ['ssh://git@host.example:22/{repo}', 'ssh://git@host.example:22/lib/shelf'],
    ['git@host.example:{repo}.git', 'git@host.example:lib/shelf.git'],
    ['file:///srv/git/{repo}.git', 'file:///srv/git/lib/shelf.git'],
    ['/srv/git/{repo}', '/srv/git/lib/shelf'],
    ['http://[::1]:8080/{repo}', 'http://[::1]:8080/lib/shelf'],
  ])('accepts %j', (template, expected) => {
    expect(expandRemote(template, 'lib/shelf')).toBe(expected);
  });

  it.each([
    'ext::sh -c touch% x {repo}',
    'fd::3/{repo}',
    'file::/srv/{repo}',
    '-oProxyCommand=x/{repo}',
    '--upload-pack=x {repo}',
    'ssh://-oProxyCommand=x/{repo}',
    'ssh://a@-oProxyCommand=x/{repo}',
    'git@-x:{repo}',
    'git@host:-x{repo}',
    'git@host::{repo}',
    'https://host/{repo}\n',
    'https://host/fixed',
    'relative/{repo}',
    '{repo}',
    'javascript://x/{repo}',
    '',
  ])('refuses %j', (template) => {
    expect(() => expandRemote(template, 'lib/shelf')).toThrow(
      expect.objectContaining({ code: 'remote_refused' }),
    );
  });

  it('refuses a template before anything is written', async () => {
    const folder = join(makeFolder(), 'repos');
    const syncing = syncRepositories([{ repo: 'lib/shelf', commits: [] }], folder, { remote: 'ext::{repo}' });
    await expect(syncing).rejects.toMatchObject({ code: 'remote_refused' });
    expect(await findClone(folder, 'lib/shelf')).toBeNull();
  });

  it('hides user and password in messages', () => {
    expect(hideSecrets("fatal: 'https://u:p@host/x' not found")).toBe(
      "fatal: 'https://***@host/x' not found",
    );
  });
});
