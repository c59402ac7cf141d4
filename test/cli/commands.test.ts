import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BINARY, runCommand } from '../support/command.js';
import { SHELF_PATH, SHELF_ROWS } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const COMMANDS = [
  'build',
  'inspect',
  'tokens',
  'export',
  'check',
  'route',
  'diagnose',
  'feedback',
  'formats',
  'schema',
];

describe('help', () => {
  it('lists every command', async () => {
    const { exitCode, stdout } = await runCommand(['--help'], folder);
    expect(exitCode).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(command);
  });

  it.each(COMMANDS)('%s --help shows an example', async (command) => {
    const { exitCode, stdout } = await runCommand([command, '--help'], folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Example:\n  swe-evidence ${command}`);
  });
});

describe('exit codes', () => {
  const CASES: readonly (readonly [code: number, name: string, args: readonly string[]])[] = [
    [2, 'unknown command', ['bild']],
    [2, 'unknown option', ['build', SHELF_PATH, '--fast']],
    [2, 'missing argument', ['build']],
    [2, 'unknown format', ['build', SHELF_PATH, '--format', 'nope']],
    [2, 'unknown tokenizer', ['tokens', SHELF_PATH, '--tokenizer', 'nope']],
    [2, 'unknown stage', ['inspect', SHELF_PATH, 'shelf__shelf-12', '--stage', 'nope']],
    [2, 'unknown trainer', ['export', SHELF_PATH, '--to', 'nope']],
    [2, 'unknown key', ['tokens', SHELF_PATH, '--by', 'nope']],
    [2, 'unknown schema', ['schema', 'nope']],
    [2, 'a limit that is no number', ['build', SHELF_PATH, '--limit', 'many']],
    [3, 'missing file', ['tokens', 'missing.jsonl']],
    [3, 'unknown instance', ['inspect', SHELF_PATH, 'shelf__shelf-99']],
  ];
  it.each(CASES)('%i: %s', async (code, _name, args) => {
    const { exitCode, stdout, stderr } = await runCommand(args, folder);
    expect(exitCode).toBe(code);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('    at ');
  });
});

describe('inputs without rows', () => {
  const EMPTY: readonly (readonly [name: string, content: string | Uint8Array])[] = [
    ['rows.jsonl', ''],
    ['rows.json', '[]\n'],
    ['rows.csv', 'instance_id,repo\n'],
    [
      'rows.parquet',
      Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'instance_id', data: [], type: 'STRING' }] })),
    ],
    ['-', ''],
    ['-', '[]\n'],
  ];
  it.each(EMPTY)('are an unusable input: %s of %j', async (name, content) => {
    if (name !== '-') writeFileSync(join(folder, name), content);
    const stdin = name === '-' ? String(content) : '';
    for (const args of [
      ['build', name],
      ['export', name, '-o', 'out/rows.jsonl'],
      ['tokens', name],
      ['inspect', name, 'shelf__shelf-12'],
      ['repos', 'status', name, '--repos', 'clones'],
    ]) {
      expect(await runCommand(args, folder, stdin)).toEqual({
        exitCode: 3,
        stdout: '',
        stderr: `swe-evidence: ${name === '-' ? 'stdin' : name}: expected at least one row, found none\n`,
      });
    }
    expect(readdirSync(folder)).toEqual(name === '-' ? [] : [name]);
  });

  it('are named and cost nothing when others hold some', async () => {
    writeFileSync(join(folder, 'none.jsonl'), '');
    writeFileSync(join(folder, 'nil.csv'), '');
    const build = await runCommand(['build', 'none.jsonl', SHELF_PATH, 'nil.csv'], folder);
    expect(build.exitCode).toBe(0);
    expect(build.stderr).toContain('none.jsonl holds no rows\nnil.csv holds no rows\n4 built, 0 rejected');
    const evidence = 'evidence/evidence.jsonl';
    const exported = await runCommand(['export', evidence, 'none.jsonl', '-o', 'rows.jsonl'], folder);
    expect(exported.exitCode).toBe(0);
    expect(exported.stderr).toContain('none.jsonl holds no rows\n12 rows of 4 instances');
    const both = await runCommand(['tokens', 'none.jsonl', 'nil.csv'], folder);
    expect(both.exitCode).toBe(3);
    expect(both.stderr).toContain('none.jsonl, nil.csv: expected at least one row, found none');
  });
});

describe('streams', () => {
  it('reads stdin as "-"', async () => {
    const { exitCode } = await runCommand(['build', '-', '-q'], folder, readFileSync(SHELF_PATH, 'utf8'));
    expect(exitCode).toBe(0);
    const lines = readFileSync(join(folder, 'evidence/evidence.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { source: { file: string } }).source.file)).toEqual([
      '-',
      '-',
      '-',
      '-',
    ]);
  });

  it('says nothing on stdout while building, nothing at all with --quiet', async () => {
    const loud = await runCommand(['build', SHELF_PATH], folder);
    expect(loud.stdout).toBe('');
    expect(loud.stderr).toContain('4 built, 0 rejected');
    const quiet = await runCommand(['build', SHELF_PATH, '--quiet'], folder);
    expect(quiet).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('ends with 0 and without a word when the reader closes the pipe', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => {
      const row = SHELF_ROWS[index % SHELF_ROWS.length];
      return JSON.stringify({ ...row, instance_id: `shelf__shelf-${index}` });
    });
    const file = join(folder, 'many.jsonl');
    writeFileSync(file, `${rows.join('\n')}\n`);
    const child = spawn('bash', [
      '-c',
      `"$0" "$1" export "$2" | head -1; echo "\${PIPESTATUS[0]}"`,
      process.execPath,
      BINARY,
      file,
    ]);
    const chunks: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    await new Promise((resolve) => child.on('close', resolve));
    const [row = '', code] = Buffer.concat(chunks).toString().trimEnd().split('\n');
    expect(JSON.parse(row)).toMatchObject({ instance_id: 'shelf__shelf-0', stage: 'localization' });
    expect(code).toBe('0');
    expect(Buffer.concat(errors).toString()).toBe('');
  });

  it.each([
    ['inspect', ['inspect', SHELF_PATH, 'shelf__shelf-12']],
    ['tokens', ['tokens', SHELF_PATH]],
    ['export', ['export', SHELF_PATH]],
    ['formats', ['formats']],
    ['schema', ['schema', 'evidence']],
  ])('%s ends with 0 and without a word when nobody reads its output', async (_, args) => {
    const child = spawn(process.execPath, [BINARY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, Buffer.concat(errors).toString()]).toEqual([0, '']);
  });

  it('inspect shows control characters escaped, --json keeps them', async () => {
    const row = {
      ...SHELF_ROWS[0],
      problem_statement: 'x',
      patch: String(SHELF_ROWS[0]?.['patch']).replace('no renewals left', '\u001b[31m!'),
    };
    writeFileSync(join(folder, 'rows.jsonl'), `${JSON.stringify(row)}\n`);
    const shown = await runCommand(['inspect', 'rows.jsonl', 'shelf__shelf-12'], folder);
    expect(shown.stdout).not.toContain('\u001b');
    expect(shown.stdout).toContain('\\x1b[31m!');
    const json = await runCommand(['inspect', 'rows.jsonl', 'shelf__shelf-12', '--json'], folder);
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain('\\u001b[31m!');
  });
});

describe('nothing is overwritten that is being read', () => {
  it('an output that is the input is refused, also through a link', async () => {
    const rows = readFileSync(SHELF_PATH, 'utf8');
    writeFileSync(join(folder, 'evidence.jsonl'), rows);
    symlinkSync(join(folder, 'evidence.jsonl'), join(folder, 'link.jsonl'));
    for (const input of ['evidence.jsonl', 'link.jsonl', './evidence.jsonl']) {
      const { exitCode, stderr } = await runCommand(['build', input, '-o', '.'], folder);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('would overwrite the input');
    }
    expect(readFileSync(join(folder, 'evidence.jsonl'), 'utf8')).toBe(rows);
  });

  it('the settings beside an exported file are named, and do not replace an input either', async () => {
    const written = await runCommand(['export', SHELF_PATH, '--to', 'trl', '-o', 'out/rows.jsonl'], folder);
    expect(written.exitCode).toBe(0);
    expect(written.stderr).toContain('settings for trl (see out/__settings__/rows.jsonl.yaml):');
    const input = join(folder, 'out', '__settings__', 'rows.jsonl.yaml');
    writeFileSync(input, readFileSync(SHELF_PATH));
    const { exitCode, stderr } = await runCommand(['export', input, '-o', 'out/rows.jsonl'], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('would overwrite the input');
  });

  it('nor is what is read beside the input', async () => {
    writeFileSync(join(folder, 'prompt.txt'), '{prompt} Be brief.\n');
    writeFileSync(join(folder, 'ids.txt'), 'shelf__shelf-12\n');
    for (const [option, file] of [
      ['--prompt-template', 'prompt.txt'],
      ['--system', 'prompt.txt'],
      ['--only-file', 'ids.txt'],
    ] as const) {
      const before = readFileSync(join(folder, file), 'utf8');
      const { exitCode, stderr } = await runCommand(['export', SHELF_PATH, option, file, '-o', file], folder);
      expect([exitCode, stderr]).toEqual([
        2,
        `swe-evidence: the output ${file} would overwrite the input ${file}\n`,
      ]);
      expect(readFileSync(join(folder, file), 'utf8')).toBe(before);
    }
  });

  it('an input given twice is refused', async () => {
    const { exitCode, stderr } = await runCommand(['build', SHELF_PATH, SHELF_PATH], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('given twice');
  });
});

describe('devices', () => {
  it.skipIf(!existsSync('/dev/full')).each(['formats', 'schema'])(
    '%s on a full device ends with 4 and one line',
    async (command) => {
      const child = spawn('bash', [
        '-c',
        `"$0" "$1" ${command} > /dev/full; echo "code $?"`,
        process.execPath,
        BINARY,
      ]);
      const chunks: Buffer[] = [];
      const errors: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
      await new Promise((resolve) => child.on('close', resolve));
      expect(Buffer.concat(chunks).toString()).toBe('code 4\n');
      expect(Buffer.concat(errors).toString()).toMatch(/^swe-evidence: cannot write .*no space left.*\n$/);
    },
  );
});

describe('selection', () => {
  it('rows that are left out are told even when all else is not', async () => {
    const args = ['export', SHELF_PATH, '--max-tokens', 'patch=3', '-o', 'rows.jsonl', '-q'];
    const { exitCode, stderr } = await runCommand(args, folder);
    expect([exitCode, stderr]).toEqual([1, '4 instances left out; without --quiet they are named\n']);
  });

  it('a line feed in an id stays on the line of its reject', async () => {
    writeFileSync(
      join(folder, 'rows.jsonl'),
      `${JSON.stringify({ ...SHELF_ROWS[0], instance_id: 'shelf\nlend', patch: 'no diff' })}\n`,
    );
    const { stderr } = await runCommand(['build', 'rows.jsonl'], folder);
    expect(stderr).toContain('shelf\\nlend');
  });

  it('an id that no row has is named, and the exit code is 1', async () => {
    const { exitCode, stderr } = await runCommand(
      ['build', SHELF_PATH, '--only', 'shelf__shelf-12,shelf__shelf-99'],
      folder,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain('no row has the id shelf__shelf-99');
  });

  it('--only and --limit choose instances', async () => {
    await runCommand(['build', SHELF_PATH, '--only', 'shelf__shelf-19,shelf__shelf-15', '-q'], folder);
    const ids = (): string[] =>
      readFileSync(join(folder, 'evidence/evidence.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { instance_id: string }).instance_id);
    expect(ids()).toEqual(['shelf__shelf-15', 'shelf__shelf-19']);
    await runCommand(['build', SHELF_PATH, '--limit', '1', '-q'], folder);
    expect(ids()).toEqual(['shelf__shelf-12']);
  });

  it('--carry puts fields into extra', async () => {
    const { stdout } = await runCommand(
      ['inspect', SHELF_PATH, 'shelf__shelf-12', '--json', '--carry', 'hints_text'],
      folder,
    );
    const extra = JSON.parse((JSON.parse(stdout) as { extra: string }).extra) as Record<string, unknown>;
    expect(extra).toMatchObject({ hints_text: '', version: '0.3' });
  });
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no file and no folder', async (signal) => {
  const rows = Array.from({ length: 3000 }, (_, index) => {
    const row = SHELF_ROWS[index % SHELF_ROWS.length];
    return JSON.stringify({ ...row, instance_id: `shelf__shelf-${index}` });
  });
  writeFileSync(join(folder, 'many.jsonl'), `${rows.join('\n')}\n`);
  const child = spawn(process.execPath, [BINARY, 'build', 'many.jsonl', '-o', 'out/evidence'], {
    cwd: folder,
  });
  await vi.waitUntil(() => existsSync(join(folder, 'out/evidence')) || child.exitCode !== null, {
    timeout: 20_000,
  });
  child.kill(signal);
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual(['many.jsonl']);
});
