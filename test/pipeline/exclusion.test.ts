/** Claim (issue 6.6): `--exclude` drops what stands in another dataset by fix, id or base, says why, and nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../src/io/input-error.js';
import { Exclusion } from '../../src/pipeline/exclusion.js';
import { runCommand } from '../support/command.js';
import { buildShelf, SHELF_PATH, SHELF_ROWS } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exclusion-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const OVERRIDES = { testGlobs: [], sourceGlobs: [] };

function writeRows(rows: readonly unknown[], name = 'held-out.jsonl'): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

/** The example's first row under another id, base and mirror: only its fix is the same. */
const SAME_FIX = {
  ...SHELF_ROWS[0],
  instance_id: 'mirror__books-1',
  repo: 'mirror/books',
  base_commit: 'a'.repeat(40),
};

describe('what is excluded', () => {
  it.each([
    ['the fix, under another id, base and repository', SAME_FIX, 'fingerprint'],
    ['the id, with another fix', { ...SHELF_ROWS[1], instance_id: 'shelf__shelf-12' }, 'instance_id'],
    ['the base, of another task', { ...SHELF_ROWS[1], base_commit: SHELF_ROWS[0]?.['base_commit'] }, 'base'],
  ])('%s', async (_name, row, path) => {
    const exclusion = await Exclusion.read([writeRows([row])], OVERRIDES);
    const { evidence } = await buildShelf('shelf__shelf-12');
    expect(exclusion.judge(evidence)).toMatchObject({
      code: 'excluded',
      path,
      message: expect.stringContaining('held-out.jsonl'),
    });
    expect(exclusion.droppedCount).toBe(1);
    expect(exclusion.judge((await buildShelf('shelf__shelf-19')).evidence)).toBeNull();
    expect(exclusion.droppedCount).toBe(1);
  });

  it('a base that is unknown or short says nothing without its repository', async () => {
    const { evidence } = await buildShelf('shelf__shelf-12');
    const other = (await buildShelf('shelf__shelf-15')).evidence;
    const row = { ...other, repo: 'other/repo', base: { kind: 'commit', value: 'main' } };
    const exclusion = await Exclusion.read([writeRows([row])], OVERRIDES);
    expect(exclusion.judge({ ...evidence, base: { kind: 'commit', value: 'main' } })).toBeNull();
    expect(
      exclusion.judge({ ...evidence, repo: 'other/repo', base: { kind: 'commit', value: 'main' } })?.path,
    ).toBe('base');
    expect(exclusion.judge({ ...evidence, base: { kind: 'unknown', value: '' } })).toBeNull();
  });

  it('evidence excludes as the dataset it was built from does', async () => {
    const { evidence } = await buildShelf('shelf__shelf-15');
    const exclusion = await Exclusion.read([writeRows([evidence])], OVERRIDES);
    expect(exclusion.judge(evidence)?.path).toBe('fingerprint');
  });

  it('a row that cannot be read is counted and excludes by its id', async () => {
    const path = writeRows([SHELF_ROWS[1], { ...SHELF_ROWS[0], patch: 'no diff' }]);
    const exclusion = await Exclusion.read([path], OVERRIDES);
    expect([exclusion.size, exclusion.unread]).toEqual([1, 1]);
    expect(exclusion.judge((await buildShelf('shelf__shelf-12')).evidence)?.path).toBe('instance_id');
  });

  it('a file without any usable row is an error, not an empty exclusion', async () => {
    await expect(Exclusion.read([writeRows([{ a: 1 }])], OVERRIDES)).rejects.toThrow(InputError);
  });
});

describe('build --exclude', () => {
  it('keeps rejects.jsonl, the manifest and the summary in step, and succeeds', async () => {
    const path = writeRows([SAME_FIX, { ...SHELF_ROWS[2], patch: SHELF_ROWS[1]?.['patch'] }]);
    const { exitCode, stderr } = await runCommand(
      ['build', SHELF_PATH, '--exclude', path, '-o', 'out'],
      folder,
    );
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      '3 excluded (of the rejects) since they stand in held-out.jsonl: 2 by fix, 1 by id, 0 by base commit',
    );
    const check = await runCommand(['check', 'out', '--json'], folder);
    expect(JSON.parse(check.stdout)).toMatchObject({
      errors: 0,
      files: [
        { format: 'evidence', rows: 1 },
        { format: 'rejects', rows: 3 },
      ],
    });
  });

  it('other rejects still count', async () => {
    const rows = writeRows([SHELF_ROWS[0], { ...SHELF_ROWS[1], patch: 'no diff' }], 'rows.jsonl');
    const { exitCode } = await runCommand(['build', rows, '--exclude', writeRows([SHELF_ROWS[0]])], folder);
    expect(exitCode).toBe(1);
  });
});
