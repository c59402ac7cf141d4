/** `repos sync`, `repos status` and `build --repos` as a user runs them, with a remote on the same disk. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../repository/scratch.js';
import { runCommand } from '../support/command.js';
import { makeLoansClone } from './loans-clone.js';

let folder = '';
let base = '';
let template = '';

beforeEach(() => {
  const made = makeLoansClone(makeFolder());
  folder = made.folder;
  base = made.base;
  mkdirSync(join(folder, 'remotes/shelf'), { recursive: true });
  renameSync(join(made.clones, 'shelf__loans'), join(folder, 'remotes/shelf/loans'));
  rmSync(made.clones, { recursive: true });
  template = `file://${join(folder, 'remotes/{repo}')}`;
  const rows = [made.row, { ...made.row, instance_id: 'shelf__loans-2', problem_statement: 'The same.' }];
  writeFileSync(join(folder, 'rows.jsonl'), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
});

describe('repos', () => {
  it('status says what is missing, sync fetches it, build uses it', async () => {
    const before = await runCommand(['repos', 'status', 'rows.jsonl', '--repos', 'clones'], folder);
    expect(before).toEqual({
      exitCode: 1,
      stdout: 'shelf/loans  no clone: lacks 1 commit\n',
      stderr: '1 repositories of 2 instances: 1 lack something; "repos sync" fetches it\n',
    });
    const sync = await runCommand(
      ['repos', 'sync', 'rows.jsonl', '--repos', 'clones', '--remote', template],
      folder,
    );
    expect(sync).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        '[1/1] shelf/loans: complete, 1 fetched\n1 repositories, 1 commits and branches fetched, nothing is missing\n',
    });
    const after = await runCommand(
      ['repos', 'status', 'rows.jsonl', '--repos', 'clones', '--json', '-q'],
      folder,
    );
    expect(after).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(after.stdout)).toMatchObject({ repo: 'shelf/loans', kind: 'complete' });
    const build = await runCommand(
      ['build', 'rows.jsonl', '--repos', 'clones', '--require-repos', '--context', 'scope', '-q'],
      folder,
    );
    expect(build).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const [line = ''] = readFileSync(join(folder, 'evidence/evidence.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ repository: { verified: true, revision: base } });
    const manifest = JSON.parse(readFileSync(join(folder, 'evidence/manifest.json'), 'utf8')) as {
      options: Record<string, unknown>;
    };
    expect(manifest.options).toMatchObject({ repos: true, require_repos: true, context: 'scope' });
  });

  it('sync tells what the remote does not have, with exit code 1', async () => {
    const row = readFileSync(join(folder, 'rows.jsonl'), 'utf8').replaceAll(base, 'f'.repeat(40));
    writeFileSync(join(folder, 'rows.jsonl'), row);
    const { exitCode, stderr } = await runCommand(
      ['repos', 'sync', 'rows.jsonl', '--repos', 'clones', '--remote', template],
      folder,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`shelf/loans: incomplete, 0 fetched: lacks 1 commit (commit ${'f'.repeat(40)})`);
  });

  it('ends with 4 without git, 2 for an address that is refused, 4 for a folder that does not exist', async () => {
    const noGit = await runCommand(['build', 'rows.jsonl', '--repos', 'nowhere'], folder);
    expect(noGit).toMatchObject({ exitCode: 4 });
    expect(noGit.stderr).toContain('nowhere is no folder; "repos sync" makes one');
    const refused = await runCommand(
      ['repos', 'sync', 'rows.jsonl', '--repos', 'clones', '--remote', 'ext::sh -c {repo}'],
      folder,
    );
    expect(refused).toMatchObject({ exitCode: 2 });
    const path = process.env['PATH'];
    await runCommand(['repos', 'sync', 'rows.jsonl', '--repos', 'clones', '--remote', template], folder);
    process.env['PATH'] = folder;
    try {
      const missing = await runCommand(['build', 'rows.jsonl', '--repos', 'clones'], folder);
      expect(missing).toMatchObject({ exitCode: 4 });
      expect(missing.stderr).toContain('git');
    } finally {
      process.env['PATH'] = path;
    }
  });

  it.each([
    ['echo "fatal: out of order" >&2; exit 128', 'git version failed: fatal: out of order'],
    ['cat; echo junk', 'git does not work: it answered "git version" with junk'],
  ])('a git that does not work ends the command with 4: %j', async (script, message) => {
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'clones'));
    writeFileSync(join(folder, 'bin/git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const path = process.env['PATH'];
    process.env['PATH'] = `${join(folder, 'bin')}${delimiter}${path ?? ''}`;
    try {
      for (const args of [['build'], ['repos', 'status'], ['repos', 'sync']]) {
        const ended = await runCommand([...args, 'rows.jsonl', '--repos', 'clones'], folder);
        expect(ended).toMatchObject({ exitCode: 4, stderr: `swe-evidence: ${message}\n` });
      }
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('a clone that git cannot read is told in the words of git', async () => {
    await runCommand(['repos', 'sync', 'rows.jsonl', '--repos', 'clones', '--remote', template], folder);
    const packs = readdirSync(join(folder, 'clones'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.pack') || /objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name));
    expect(packs.length).toBeGreaterThan(0);
    for (const name of packs) {
      const file = join(folder, 'clones', name);
      chmodSync(file, 0o644);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xff, name.endsWith('.pack') ? 30 : 2));
    }
    const lenient = await runCommand(['build', 'rows.jsonl', '--repos', 'clones', '-q'], folder);
    expect(lenient.exitCode).toBe(0);
    const [line = ''] = readFileSync(join(folder, 'evidence/evidence.jsonl'), 'utf8').split('\n');
    const { warnings } = JSON.parse(line) as { warnings: { code: string; message: string }[] };
    const warning = warnings.find(({ code }) => code === 'repository_unreadable');
    expect(warning?.message).toMatch(/^the clone of shelf\/loans cannot be read: git cat-file .*error: /s);
    const strict = await runCommand(
      ['build', 'rows.jsonl', '--repos', 'clones', '--require-repos', '-q'],
      folder,
    );
    expect(strict.exitCode).toBe(1);
    expect(readFileSync(join(folder, 'evidence/rejects.jsonl'), 'utf8')).toContain('"repository_unreadable"');
  });

  it.each([['status'], ['sync']])('%s --help shows an example', async (command) => {
    const { exitCode, stdout } = await runCommand(['repos', command, '--help'], folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Example:\n  swe-evidence repos ${command}`);
  });

  it.each([
    ['--context', 'wide'],
    ['--context', '-1'],
    ['--detail', 'word'],
  ])('build refuses %s %s', async (option, value) => {
    const { exitCode, stderr } = await runCommand(['build', 'rows.jsonl', option, value], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`found "${value}"`);
  });
});
