/** Claim: `check` says what it found by code and place, and its exit code tells sound, faulty, and unreadable apart. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReportSchema } from '../../src/model/finding.js';
import { runCommand } from '../support/command.js';
import { SHELF_PATH } from '../support/shelf.js';

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-command-'));
  await runCommand(['build', SHELF_PATH, '-q'], folder);
  await runCommand(['export', 'evidence/evidence.jsonl', '-q', '-o', 'rows.jsonl'], folder);
  const text = readFileSync(join(folder, 'rows.jsonl'), 'utf8');
  writeFileSync(join(folder, 'warned.jsonl'), text.replace('Renewing', '<think> Renewing'));
  writeFileSync(join(folder, 'faulty.jsonl'), text.replaceAll('"language":"python"', '"language":null'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('swe-evidence check', () => {
  it('--help shows an example', async () => {
    const { exitCode, stdout } = await runCommand(['check', '--help'], folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Example:\n  swe-evidence check');
  });

  it('0 for a sound file, and it says what it was', async () => {
    const { exitCode, stdout } = await runCommand(['check', 'evidence', 'rows.jsonl'], folder);
    expect(stdout).toContain('rows.jsonl: flat, 12 rows, leaks not checked');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 errors, 0 warnings in 16 rows of 3 files');
    expect(exitCode).toBe(0);
  });

  it('0 with warnings only, 1 with --strict', async () => {
    const { exitCode, stdout } = await runCommand(['check', 'warned.jsonl'], folder);
    expect(stdout).toContain('warning control_token × 1');
    expect(exitCode).toBe(0);
    expect((await runCommand(['check', 'warned.jsonl', '--strict'], folder)).exitCode).toBe(1);
  });

  it('1 for a faulty file, with code, count and the first three places', async () => {
    const { exitCode, stdout } = await runCommand(['check', 'faulty.jsonl'], folder);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('error null_value × 9: a value is null');
    expect(stdout).toContain(
      '  faulty.jsonl, row 0, line 1, shelf__shelf-12, language: found null, expected a value',
    );
    expect(stdout).toContain('  … 6 more');
  });

  it('--json follows its schema', async () => {
    const { stdout } = await runCommand(
      ['check', 'faulty.jsonl', '--json', '--against', 'evidence/evidence.jsonl'],
      folder,
    );
    const report = checkReportSchema.parse(JSON.parse(stdout));
    expect(report.findings).toMatchObject([{ code: 'null_value', count: 9, severity: 'error' }]);
    expect(report.files).toMatchObject([{ leaks: 'against' }]);
  });

  it('reads standard input', async () => {
    const { exitCode, stdout } = await runCommand(
      ['check', '-'],
      folder,
      readFileSync(join(folder, 'rows.jsonl'), 'utf8'),
    );
    expect(stdout).toContain('-: flat, 12 rows');
    expect(exitCode).toBe(0);
  });

  it('-q says nothing about a sound file', async () => {
    expect(await runCommand(['check', 'rows.jsonl', '-q'], folder)).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });

  it.each([
    [3, ['check', 'missing.jsonl']],
    [3, ['check', 'picture.jsonl']],
    [3, ['check', 'rows.jsonl', '--against', 'rows.jsonl']],
    [2, ['check', 'rows.jsonl', '--as', 'nope']],
    [2, ['check']],
  ])('%i: %j', async (code, args) => {
    writeFileSync(join(folder, 'picture.jsonl'), Buffer.from('PK\u0003\u0004rubbish', 'latin1'));
    const { exitCode, stdout, stderr } = await runCommand(args, folder);
    expect(exitCode, stderr).toBe(code);
    expect(stdout).toBe('');
  });
});
