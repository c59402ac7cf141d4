/** Claims on route, diagnose and feedback as commands: exit codes, joining, what is said on stderr, and that the rows make a mask. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FeedbackRow, feedbackRowSchema } from '../../src/export/feedback-row.js';
import { type RouteLine, routeLineSchema } from '../../src/pipeline/trajectory-route.js';
import { runCommand } from '../support/command.js';
import { runInProcess } from '../support/in-process.js';
import { REPORT_PATH, RUN_PATH, SHELF_PATH } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const RUN = JSON.parse(readFileSync(RUN_PATH, 'utf8')) as Record<string, unknown>;
const COMMANDS = ['route', 'diagnose', 'feedback'];

const readLines = (text: string): RouteLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => routeLineSchema.parse(JSON.parse(line)));

describe('help and exit codes', () => {
  it.each(COMMANDS)('%s --help shows an example', async (command) => {
    const { exitCode, stdout } = await runInProcess([command, '--help'], folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Example:\n  swe-evidence ${command}`);
  });

  const CASES: readonly (readonly [code: number, name: string, args: readonly string[]])[] = [
    [2, 'no run', ['route']],
    [2, 'unknown router option', ['route', RUN_PATH, '--option', 'nope=1']],
    [2, 'unknown value of an option', ['diagnose', RUN_PATH, '--option', 'leading_cd=nope']],
    [2, 'unknown dialect', ['route', RUN_PATH, '--dialect', 'nope']],
    [2, 'unknown chat template', ['route', RUN_PATH, '--chat-template', 'nope']],
    [2, 'two views at once', ['route', RUN_PATH, '--json', '--timeline']],
    [2, 'reports of no second set', ['diagnose', RUN_PATH, '--compare-reports', '.']],
    [2, 'one log for two reports', ['feedback', REPORT_PATH, REPORT_PATH, '--log', 'x']],
    [2, 'an unknown format', ['feedback', REPORT_PATH, '--to', 'nope']],
    [3, 'missing run', ['route', 'missing.jsonl']],
    [3, 'no run in the file', ['route', SHELF_PATH]],
    [3, 'no report in the file', ['feedback', SHELF_PATH]],
    [3, 'missing reports', ['diagnose', RUN_PATH, '--reports', 'missing']],
    [3, 'missing evidence', ['route', RUN_PATH, '--join', 'missing.jsonl']],
    [3, 'another dialect than the one named', ['route', RUN_PATH, '--dialect', 'openhands']],
  ];
  it.each(CASES)('%i: %s', async (code, _name, args) => {
    const { exitCode, stdout, stderr } = await runInProcess(args, folder);
    expect(exitCode, stderr).toBe(code);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('    at ');
  });

  it('a run that cannot be read among others is a reject with its place; the others go on, exit code 1', async () => {
    writeFileSync(join(folder, 'runs.jsonl'), `{"x": 1}\n${JSON.stringify(RUN)}\n`);
    const { exitCode, stdout, stderr } = await runInProcess(['route', 'runs.jsonl'], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'reject  runs.jsonl, line 1: dialect_unknown: no known trajectory format: found the keys x',
    );
    expect(readLines(stdout)).toHaveLength(21);
  });
});

describe('route', () => {
  it('writes rows when stdout is no terminal, and the file appears whole or not at all', async () => {
    const { stdout } = await runInProcess(['route', RUN_PATH, '-q'], folder);
    const written = await runCommand(
      ['route', '-', '-q', '-o', 'out/steps.jsonl'],
      folder,
      JSON.stringify(RUN),
    );
    expect(written).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const lines = readLines(readFileSync(join(folder, 'out/steps.jsonl'), 'utf8'));
    expect(lines.map(({ file }) => file)).toEqual(Array.from({ length: 21 }, () => '-'));
    expect(lines.map(({ label }) => label)).toEqual(readLines(stdout).map(({ label }) => label));
    const failed = await runInProcess(['route', 'missing', '-o', 'out/other.jsonl'], folder);
    expect(failed.exitCode).toBe(3);
    expect(() => readFileSync(join(folder, 'out/other.jsonl'))).toThrow();
  });

  it('draws the timeline in a terminal, as wide as that is', async () => {
    const { stdout } = await runInProcess(['route', RUN_PATH], folder, { columns: 70 });
    expect(stdout).toContain('shelf__shelf-12 · r2e-gym · 21 steps');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(70);
  });

  it('joins by the id of the run, by its path, by --instance; an unmatched run is told and exits 1', async () => {
    const nameless = { ...RUN, ds: {} };
    mkdirSync(join(folder, 'shelf__shelf-12'));
    writeFileSync(join(folder, 'shelf__shelf-12/run.json'), JSON.stringify(nameless));
    writeFileSync(join(folder, 'other.json'), JSON.stringify(nameless));
    const blocksOf = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await runInProcess(['route', '--join', SHELF_PATH, '-q', ...args], folder);
      return readLines(stdout).map((line) => line.privileged_context);
    };
    const own = await blocksOf(RUN_PATH);
    expect(own[0]).toContain('## Where the fault is');
    expect(await blocksOf('shelf__shelf-12')).toEqual(own);
    expect(await blocksOf('other.json', '--instance', 'shelf__shelf-12')).toEqual(own);
    expect(await blocksOf('other.json', '--instance', 'shelf__shelf-15')).not.toEqual(own);
    const unmatched = await runInProcess(['route', 'other.json', '--join', SHELF_PATH], folder);
    expect(unmatched.exitCode).toBe(1);
    expect(unmatched.stderr).toContain('other.json: the run names no instance');
    expect(readLines(unmatched.stdout)[0]?.privileged_context).toBe('');
  });

  it('shows at each step the block of its label, as inspect shows it', async () => {
    const { stdout } = await runInProcess(['route', RUN_PATH, '--join', SHELF_PATH, '-q'], folder);
    const rows = await runInProcess(
      ['export', SHELF_PATH, '--to', 'flat', '--only', 'shelf__shelf-12', '-q'],
      folder,
    );
    const blocks = new Map(
      rows.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { stage: string; privileged_context: string })
        .map((row) => [row.stage, row.privileged_context]),
    );
    for (const line of readLines(stdout)) expect(line.privileged_context).toBe(blocks.get(line.label));
  });

  it('gives token places from which the mask of a stage follows', async () => {
    const { stdout } = await runInProcess(['route', RUN_PATH, '--chat-template', 'qwen', '-q'], folder);
    const lines = readLines(stdout);
    const total = lines[0]?.conversation_tokens ?? 0;
    const mask = Array.from({ length: total }, () => 0);
    for (const { label, response_start: start, response_end: end } of lines) {
      if (label === 'patch') mask.fill(1, start, end);
    }
    const expected = lines
      .filter(({ label }) => label === 'patch')
      .reduce((sum, line) => sum + line.response_end - line.response_start, 0);
    expect(mask.filter((bit) => bit === 1)).toHaveLength(expected);
    expect(expected).toBeGreaterThan(0);
    expect(lines.map(({ message_index: index }) => index).slice(0, 3)).toEqual([2, 4, 6]);
  });

  it('says which runs have no messages to render', async () => {
    const { history: _history, ...rest } = RUN;
    writeFileSync(join(folder, 'run.json'), JSON.stringify(rest));
    const { stdout, stderr } = await runInProcess(['route', 'run.json', '--chat-template', 'qwen'], folder);
    expect(stderr).toContain('no token places: 1 run without messages to render');
    expect(readLines(stdout)[0]?.response_start).toBe(-1);
  });

  it('--option moves labels, --effects counts how many', async () => {
    const labels = async (...args: string[]): Promise<string[]> =>
      readLines((await runInProcess(['route', RUN_PATH, '-q', ...args], folder)).stdout).map(
        ({ label }) => label,
      );
    const before = await labels();
    const after = await labels('--option', 'repaired_calls=ignore');
    const moved = after.filter((label, order) => label !== before[order]).length;
    const { stdout } = await runInProcess(['route', RUN_PATH, '--effects', '--json'], folder);
    const effects = JSON.parse(stdout) as { option: string; value: string; moved: number }[];
    expect(moved).toBeGreaterThan(0);
    expect(effects.find(({ option }) => option === 'repaired_calls')).toMatchObject({
      value: 'ignore',
      moved,
    });
  });

  it('shows control characters of a run neither as they are nor in the title', async () => {
    const evil = { ...RUN, ds: { instance_id: 'a\u001b[2Jb' } };
    const steps = structuredClone(RUN['trajectory_steps']) as { action: string }[];
    steps.splice(1);
    if (steps[0])
      steps[0].action =
        '<function=execute_bash>\n  <parameter=cmd>ls \u001b[31m \u202e</parameter>\n</function>';
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...evil, trajectory_steps: steps }));
    for (const more of [[], ['--step', '1']]) {
      const { stdout } = await runInProcess(['route', 'run.json', '--timeline', ...more], folder);
      expect(stdout).toContain('ls');
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
    }
  });
});

describe('feedback', () => {
  it('exits 1 and names every refusal when nothing is eligible', async () => {
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...RUN, reward: 1, output_patch: '' }));
    const { exitCode, stdout, stderr } = await runInProcess(['feedback', 'run.json'], folder);
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('refused  shelf__shelf-12: accepted: ');
    expect(stderr).toContain('refused  shelf__shelf-12: empty_patch: ');
  });

  it('a run without a verdict takes its report from --reports', async () => {
    const chat = { instance_id: 'shelf__shelf-12', messages: RUN['history'] };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(chat));
    const alone = await runInProcess(['feedback', 'run.json'], folder);
    expect(alone.exitCode).toBe(1);
    expect(alone.stderr).toContain('not_verified');
    const joined = await runInProcess(['feedback', 'run.json', '--reports', join(REPORT_PATH, '..')], folder);
    expect(joined.exitCode).toBe(0);
    expect(joined.stdout).toContain('Tests: 4 pass, 0 pending, 3 fail.');
    expect(joined.stderr).toContain('1 block not checked against the reference fix');
  });

  it('never shows a line of the reference fix: a signal with a planted one is withheld', async () => {
    cpSync(REPORT_PATH, join(folder, 'shelf__shelf-12'), { recursive: true });
    const log = join(folder, 'shelf__shelf-12/test_output.txt');
    const planted = 'loan.due = max(loan.due, today) + WEEK';
    const message = /AssertionError: assert \('lend'[^\n]*/g;
    writeFileSync(log, readFileSync(log, 'utf8').replace(message, `NameError: in ${planted}`));
    const open = await runInProcess(['feedback', 'shelf__shelf-12'], folder);
    expect(open.stdout).toContain(planted);
    const guarded = await runInProcess(['feedback', 'shelf__shelf-12', '--evidence', SHELF_PATH], folder);
    expect(guarded.exitCode).toBe(0);
    expect(guarded.stdout).not.toContain(planted);
    expect(guarded.stdout).toContain('1 more signal is not shown.');
  });

  it('exports rows with the keys of the flat export; a second attempt has an id of its own', async () => {
    cpSync(REPORT_PATH, join(folder, 'a/shelf__shelf-12'), { recursive: true });
    cpSync(REPORT_PATH, join(folder, 'b/shelf__shelf-12'), { recursive: true });
    const args = ['feedback', 'a', 'b', '--evidence', SHELF_PATH, '--to', 'flat', '-o', 'rows.jsonl', '-q'];
    expect((await runInProcess(args, folder)).exitCode).toBe(0);
    const rows = readFileSync(join(folder, 'rows.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): FeedbackRow => feedbackRowSchema.parse(JSON.parse(line)));
    expect(rows.map((row) => row.evidence_id)).toEqual([
      'shelf__shelf-12:feedback',
      'shelf__shelf-12:feedback:2',
    ]);
    const flat = await runInProcess(['export', SHELF_PATH, '--to', 'flat', '--limit', '1', '-q'], folder);
    const [first = '{}'] = flat.stdout.split('\n');
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(JSON.parse(first) as object));
  });
});

it('the README shows the block that feedback prints', async () => {
  const readme = readFileSync(join(REPORT_PATH, '../../../../README.md'), 'utf8');
  const [, rest = ''] = readme.split(
    '    $ swe-evidence feedback examples/runs/reports --evidence examples/shelf.jsonl\n',
  );
  const shown = /^(?: {4}[^\n]*\n|\n)*/.exec(rest)?.[0] ?? '';
  const bare = (text: string): string[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd());
  const { stdout } = await runInProcess(['feedback', REPORT_PATH, '--evidence', SHELF_PATH], folder);
  expect(bare(shown.replace(/^ {4}/gm, ''))).toEqual(bare(stdout));
});

describe('a report of another instance', () => {
  /** The report of the first shelf instance under the name of another one, in a folder that names the first. */
  const ISBN_LINE = 'return weighted_sum(map(digit_value, digits), range(10, 0, -1)) % 11 == 0';
  const renameReport = (place: string): void => {
    cpSync(REPORT_PATH, join(folder, place), { recursive: true });
    const report = join(folder, place, 'report.json');
    writeFileSync(report, readFileSync(report, 'utf8').replace('shelf__shelf-12', 'shelf__shelf-15'));
    const log = join(folder, place, 'test_output.txt');
    const text = readFileSync(log, 'utf8').replaceAll(
      /AssertionError: assert[^\n]*/g,
      `TypeError: ${ISBN_LINE}`,
    );
    writeFileSync(log, text);
  };

  it.each(['shelf__shelf-12', 'shelf__shelf-12/second-try'])(
    'feedback goes by the id in the report, whatever its folder says: %s',
    async (place) => {
      renameReport(place);
      const args = ['feedback', place, '--evidence', SHELF_PATH];
      const { exitCode, stdout } = await runInProcess(args, folder);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(' shelf__shelf-15 · ');
      expect(stdout).not.toContain(ISBN_LINE);
      expect(stdout).toContain('1 more signal is not shown.');
    },
  );

  it('feedback refuses it by name when --instance or the run says another one', async () => {
    renameReport('shelf__shelf-12');
    const args = ['feedback', 'shelf__shelf-12', '--evidence', SHELF_PATH, '--instance', 'shelf__shelf-12'];
    const asked = await runInProcess(args, folder);
    expect([asked.exitCode, asked.stdout]).toEqual([1, '']);
    expect(asked.stderr).toContain(
      'refused  shelf__shelf-12: other_instance: the report is of shelf__shelf-15, --instance says shelf__shelf-12\n',
    );
    const chat = { instance_id: 'shelf__shelf-12', messages: RUN['history'] };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(chat));
    const run = await runInProcess(['feedback', 'run.json', '--reports', '.'], folder);
    expect([run.exitCode, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toContain('the report is of shelf__shelf-15, the run is of shelf__shelf-12\n');
  });

  it('diagnose does not credit the run with it, and says so', async () => {
    renameReport('reports/shelf__shelf-12');
    const args = ['diagnose', RUN_PATH, '--evidence', SHELF_PATH, '--reports', 'reports', '--json'];
    const { stdout, stderr } = await runInProcess(args, folder);
    const { runs } = JSON.parse(stdout) as { runs: { report_found: boolean }[] };
    expect(runs[0]?.report_found).toBe(false);
    expect(stderr).toContain(
      'not used  reports/shelf__shelf-12/report.json: the report is of shelf__shelf-15, the run is of shelf__shelf-12\n',
    );
  });
});

describe('a report that cannot be read', () => {
  const CASES = [
    ['cut', '{\n  "shelf__shelf-12": {\n    "resolved": fal\n', 'it ends unfinished at line 3, column 19'],
    ['cut inside a text', '{ "shelf__shelf-12', 'it ends unfinished at line 1, column 18'],
    ['broken', '{\n  "resolved": true; }', 'it breaks at line 2, column 19'],
    ['no JSON at all', 'resolved: no', 'it breaks at an unexpected "r"'],
    ['empty', '', 'the file is empty'],
  ] as const;

  it.each(CASES)('%s: feedback and diagnose name it, and say where it ends', async (_name, text, where) => {
    cpSync(REPORT_PATH, join(folder, 'reports/shelf__shelf-12'), { recursive: true });
    writeFileSync(join(folder, 'reports/shelf__shelf-12/report.json'), text);
    const place = 'reports/shelf__shelf-12/report.json';
    const feedback = await runInProcess(['feedback', 'reports'], folder);
    expect(feedback.exitCode).toBe(3);
    expect(feedback.stderr).toContain(`reject  ${place}: report_unknown: not JSON, ${where}\n`);
    const diagnose = await runInProcess(['diagnose', RUN_PATH, '--reports', 'reports'], folder);
    expect(diagnose.stderr).toContain(`not used  ${place}: not JSON, ${where}\n`);
  });

  it('a folder without reports is told', async () => {
    mkdirSync(join(folder, 'none'));
    for (const command of ['diagnose', 'feedback']) {
      const { stderr } = await runInProcess([command, RUN_PATH, '--reports', 'none'], folder);
      expect(stderr, command).toContain('0 reports found in none\n');
    }
  });
});

describe('what is read is not written over', () => {
  it.each([
    ['the run', (file: string) => ['route', file, '-o', file], RUN_PATH],
    [
      'the rows it is joined with',
      (file: string) => ['route', RUN_PATH, '--join', file, '-o', file],
      SHELF_PATH,
    ],
    [
      'the evidence of feedback',
      (file: string) => ['feedback', REPORT_PATH, '--evidence', file, '--to', 'flat', '-o', file],
      SHELF_PATH,
    ],
  ] as const)('%s', async (_, args, source) => {
    const file = join(folder, 'input.jsonl');
    cpSync(source, file);
    const { exitCode, stderr } = await runInProcess(args(file), folder);
    expect([exitCode, stderr]).toEqual([
      2,
      `swe-evidence: the output ${file} would overwrite the input ${file}\n`,
    ]);
    expect(readFileSync(file)).toEqual(readFileSync(source));
  });

  it('a file anywhere in a folder of runs', async () => {
    mkdirSync(join(folder, 'runs/one'), { recursive: true });
    const run = join(folder, 'runs/one/run.jsonl');
    cpSync(RUN_PATH, run);
    const { exitCode, stderr } = await runInProcess(['route', join(folder, 'runs'), '-o', run], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`would overwrite the input ${join(folder, 'runs')}`);
    expect(readFileSync(run)).toEqual(readFileSync(RUN_PATH));
    const beside = await runInProcess(
      ['route', join(folder, 'runs'), '-o', join(folder, 'steps.jsonl')],
      folder,
    );
    expect(beside.exitCode).toBe(0);
  });
});

it('a step that no run has is told', async () => {
  const { exitCode, stderr } = await runInProcess(['route', RUN_PATH, '--step', '99', '--json'], folder);
  expect([exitCode, stderr]).toEqual([
    2,
    'swe-evidence: no run has a step 99; the longest ends with step 21\n',
  ]);
});

it('of many rejects the first are told, all are counted', async () => {
  const file = join(folder, 'runs.jsonl');
  const other = Array.from({ length: 30 }, (_, index) => `${JSON.stringify({ shelf: index })}\n`).join('');
  writeFileSync(file, `${readFileSync(RUN_PATH, 'utf8').trimEnd()}\n${other}`);
  const { exitCode, stderr } = await runInProcess(['route', file, '--json'], folder);
  expect(exitCode).toBe(1);
  expect(stderr.match(/^reject /gm)).toHaveLength(20);
  expect(stderr.match(/further rejects are counted, not told/g)).toHaveLength(1);
  expect(stderr).toMatch(/\b30 rejected\b|30 rejects/);
});
