import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { SHELF_PATH } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokens-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCommand(['tokens', SHELF_PATH, ...args], folder);

describe('wrong flags', () => {
  it.each([
    ['a measure that is none', ['--measure', 'weight'], 'unknown measure "weight"'],
    ['a key that is none', ['--by', 'author'], 'cannot group by "author"'],
    [
      'a budget that is no number',
      ['--budget', '1k'],
      '--budget expects whole numbers of tokens, found "1k"',
    ],
    ['two formats for one stream', ['--json', '--csv'], 'choose one of them'],
    ['a tokenizer to compare that is none', ['--compare', 'qwen3,nope'], 'unknown tokenizer "nope"'],
    ['a budget without a stage', ['--max-tokens', '2000'], 'expected STAGE=TOKENS'],
    ['a budget of an unknown stage', ['--max-tokens', 'loc=2000'], 'found "loc=2000"'],
    ['a budget of nothing', ['--max-tokens', 'patch=0'], 'found "patch=0"'],
  ])('end with 2 and say what is wrong: %s', async (_name, args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});

describe('the report', () => {
  it('counts records and rows alike, with the tokenizer asked for now', async () => {
    await runCommand(['build', SHELF_PATH, '--tokenizer', 'o200k_base', '-q'], folder);
    const fromRows = await run('--csv', '-q');
    const fromRecords = await runCommand(['tokens', 'evidence/evidence.jsonl', '--csv', '-q'], folder);
    expect(fromRecords.stdout).toBe(fromRows.stdout);
  });

  it('goes to a page and to standard output in one run', async () => {
    const { stdout, stderr } = await run('--html', 'costs.html', '--json');
    expect(JSON.parse(stdout)).toHaveProperty('rows');
    expect(stderr).toContain('wrote costs.html');
    expect(readFileSync(join(folder, 'costs.html'), 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  });

  it('writes the page to standard output as "-"', async () => {
    const { stdout } = await run('--html', '-', '-q');
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(existsSync(join(folder, '-'))).toBe(false);
  });

  it('leaves out what cannot be cut to its budget, says so and ends with 1', async () => {
    const { exitCode, stdout, stderr } = await run('--max-tokens', 'patch=150', '--csv');
    expect(exitCode).toBe(1);
    expect(stdout.split('\n')[1]).toMatch(/^qwen3,all,localization,1,/);
    expect(stderr).toContain(
      '3 rows were rejected and do not count, first shelf.jsonl, row 0: the patch block cannot be cut',
    );
  });
});
