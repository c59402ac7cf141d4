/** Issue 5, items 3 to 5: what a clone adds to a record, and what it refutes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceSchema } from '../../src/model/evidence.js';
import { findRecordLeaks } from '../../src/pipeline/record-guard.js';
import { renderBlock } from '../../src/render/block.js';
import { measureInstance } from '../../src/report/instance-costs.js';
import { atDetail } from '../../src/render/localization-detail.js';
import { DEFAULT_PROFILE, type LocalizationDetail } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { makeFolder, makeRepository } from '../repository/scratch.js';
import {
  BASE_FILES,
  buildRows,
  commitTree,
  diffFiles,
  evidenceOf,
  LOANS,
  LOANS_FIXED,
  makeLoansClone,
  rejectOf,
  streamRows,
  TESTS_AFTER,
} from './loans-clone.js';

const shared = makeLoansClone(makeFolder());

const withClone = (folder: string, isRequired = false) => ({ clones: { folder, isRequired } });

describe('a row with its clone', () => {
  it('is verified, and shows the failing tests whole, with fixtures and base classes from other files', async () => {
    const { folder, clones, base, scratch, row } = shared;
    const [item] = await buildRows(folder, [row], withClone(clones));
    const evidence = evidenceSchema.parse(evidenceOf(item));
    expect(evidence.repository).toEqual({
      verified: true,
      revision: base,
      tree: scratch.git(['rev-parse', `${base}^{tree}`]),
    });
    expect(evidence.warnings).toEqual([]);
    expect(evidence.reproduction.fail_to_pass).toMatchObject([
      { match: 'exact', path: 'tests/test_loans.py', symbol: 'test_due' },
      { match: 'exact', path: 'tests/base.py', symbol: 'TestSpecial.test_shared_limit' },
    ]);
    const shown = evidence.reproduction.tests.map(({ path, symbol, complete, origin }) => [
      path,
      symbol,
      complete,
      origin,
    ]);
    expect(shown).toEqual([
      ['conftest.py', 'room', true, 'repository'],
      ['tests/conftest.py', 'ledger', true, 'repository'],
      ['tests/test_loans.py', 'test_due', true, 'repository'],
      ['tests/base.py', 'TestSpecial.test_shared_limit', true, 'repository'],
      ['tests/test_loans.py', 'TestSpecial', true, 'repository'],
    ]);
    for (const { path, code, lines, context } of evidence.reproduction.tests) {
      const text = path === 'tests/test_loans.py' ? TESTS_AFTER : String(BASE_FILES[path]);
      expect(code).toBe(sliceLines(text, lines.start, lines.end));
      for (const part of context) expect(text).toContain(part.text);
    }
    const block = renderBlock(evidence, 'reproduction');
    expect(block.indexOf('### tests/conftest.py')).toBeLessThan(block.indexOf('### tests/test_loans.py'));
    expect(block).toContain('@pytest.mark.parametrize("today", [3, 20])\ndef test_due(ledger, today):');
    expect(block).not.toContain('def unused');
    expect(findRecordLeaks(evidence)).toEqual([]);
  });

  it('gives the same localization as the row alone, but for scopes read from the file', async () => {
    const { folder, clones, row } = shared;
    const [alone] = await buildRows(folder, [row]);
    const [proved] = await buildRows(folder, [row], withClone(clones));
    const [before, after] = [evidenceOf(alone).localization, evidenceOf(proved).localization];
    expect(after.files[0]?.hunks[0]?.scope).toEqual([
      { kind: 'class', name: 'Ledger', line: 5, text: 'class Ledger:' },
      { kind: 'method', name: 'renew', line: 14, text: '    def renew(self, loan, today):' },
    ]);
    const withoutScopes = (files: typeof after.files) =>
      files.map((file) => ({ ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, scope: [] })) }));
    expect(withoutScopes(after.files)).toEqual(withoutScopes(before.files));
  });

  it('keeps the order and the bytes of the output, however many rows are read ahead', async () => {
    const { folder, clones, row } = shared;
    const rows = Array.from({ length: 20 }, (_, index) => ({
      ...row,
      instance_id: `shelf__loans-${index}`,
      ...(index % 7 === 3 ? { patch: 'no diff' } : {}),
    }));
    const first = await buildRows(folder, rows, withClone(clones));
    const second = await buildRows(folder, rows, withClone(clones));
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(
      first.map((item) =>
        item.kind === 'built'
          ? item.evidence.instance_id
          : item.kind === 'rejected'
            ? item.reject.instance_id
            : '',
      ),
    ).toEqual(rows.map(({ instance_id: id }) => id));
  });
});

describe('what the clone refutes', () => {
  it('a hunk that does not fit is a reject with the line of the commit and that of the diff', async () => {
    const { folder, clones, row, base } = shared;
    const patch = String(row['patch']).replace(
      '-        loan.due = today + WEEK',
      '-        loan.due = today + 7',
    );
    const [item] = await buildRows(folder, [{ ...row, patch }], withClone(clones));
    expect(rejectOf(item)).toMatchObject({
      code: 'patch_does_not_apply',
      message: `the fix does not fit shelf/loans.py, line 18 in ${base.slice(0, 12)}`,
      expected: '        loan.due = today + WEEK',
      got: '        loan.due = today + 7',
      path: 'shelf/loans.py',
    });
  });

  it('a test patch that does not fit is a reject, too', async () => {
    const { folder, clones, row } = shared;
    const testPatch = String(row['test_patch']).replace(
      ' def test_renew(ledger):',
      ' def test_renews(ledger):',
    );
    const [item] = await buildRows(folder, [{ ...row, test_patch: testPatch }], withClone(clones));
    expect(rejectOf(item)).toMatchObject({
      code: 'patch_does_not_apply',
      message: expect.stringContaining('the test patch does not fit tests/test_loans.py') as string,
      expected: 'def test_renew(ledger):',
      got: 'def test_renews(ledger):',
    });
  });

  it('an added file that exists, and a changed file that does not', async () => {
    const { folder, clones, row } = shared;
    const added =
      'diff --git a/shelf/loans.py b/shelf/loans.py\nnew file mode 100644\n--- /dev/null\n+++ b/shelf/loans.py\n@@ -0,0 +1 @@\n+x = 1\n';
    const gone =
      'diff --git a/shelf/gone.py b/shelf/gone.py\n--- a/shelf/gone.py\n+++ b/shelf/gone.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n';
    const rows = [
      { ...row, patch: added },
      { ...row, instance_id: 'shelf__loans-2', patch: gone },
    ];
    const items = await buildRows(folder, rows, withClone(clones));
    expect(items.map((item) => rejectOf(item))).toMatchObject([
      { code: 'patch_does_not_apply', expected: 'a path that is free', path: 'shelf/loans.py' },
      { code: 'patch_does_not_apply', expected: 'no such path', path: 'shelf/gone.py' },
    ]);
  });

  it('numbers that are off are put right, as git apply does, with a warning', async () => {
    const { folder, clones, row } = shared;
    const move = (diff: unknown, by: number): string =>
      String(diff).replace(
        /@@ -(\d+),(\d+) \+(\d+),/g,
        (_, old: string, count: string, next: string) =>
          `@@ -${Number(old) + by},${count} +${Number(next) + by},`,
      );
    const moved = { ...row, patch: move(row['patch'], -4), test_patch: move(row['test_patch'], 2) };
    const [item] = await buildRows(folder, [moved], withClone(clones));
    const [right] = await buildRows(folder, [row], withClone(clones));
    const evidence = evidenceOf(item);
    expect(evidence.warnings).toEqual([
      {
        code: 'hunk_moved',
        message: '1 of 1 hunks stand elsewhere than the diff says (line 11 is line 15)',
        path: 'shelf/loans.py',
      },
      {
        code: 'hunk_moved',
        message: '1 of 1 hunks stand elsewhere than the diff says (line 16 is line 14)',
        path: 'tests/test_loans.py',
      },
    ]);
    expect(evidence.localization).toEqual(evidenceOf(right).localization);
    expect(evidence.reproduction.tests).toEqual(evidenceOf(right).reproduction.tests);
    expect(evidence.patch.diff).toBe(moved.patch);
    expect(findRecordLeaks(evidence)).toEqual([]);
  });

  it('text that went through U+FFFD is compared that far, with a warning', async () => {
    const bytes = Buffer.from('# caf\xe9\nNAME = 1\nEND = 2\n', 'latin1');
    const { folder, clones, row, scratch, base } = makeLoansClone(makeFolder(), { 'shelf/names.py': bytes });
    const changed = Buffer.from('# caf\xe9\nNAME = 3\nEND = 2\n', 'latin1');
    const diff = scratch.gitBytes(['diff', base, commitOf(scratch, changed)]).toString('utf8');
    expect(diff).toContain('# caf\uFFFD');
    const [item] = await buildRows(folder, [{ ...row, patch: diff }], withClone(clones));
    const evidence = evidenceOf(item);
    expect(evidence.repository.verified).toBe(true);
    expect(evidence.warnings.map(({ code }) => code)).toEqual(['contents_not_utf8']);
    const [latin1] = await buildRows(
      folder,
      [{ ...row, patch: diff.replace('\uFFFD', 'é') }],
      withClone(clones),
    );
    expect(evidenceOf(latin1).localization.files[0]?.hunks[0]?.text).toContain('# café\n');
    const [other] = await buildRows(
      folder,
      [{ ...row, patch: diff.replace('\uFFFD', 'e') }],
      withClone(clones),
    );
    expect(rejectOf(other)).toMatchObject({
      code: 'patch_does_not_apply',
      expected: '# café',
      got: '# cafe',
    });
  });
});

const commitOf = (scratch: ReturnType<typeof makeLoansClone>['scratch'], names: Buffer): string => {
  const id = scratch.blob(names);
  scratch.git(['read-tree', 'main']);
  scratch.git(['update-index', '--add', '--cacheinfo', `100644,${id},shelf/names.py`]);
  return scratch.commit(scratch.git(['write-tree']));
};

describe('what is missing', () => {
  it('is a warning, and with --require-repos a reject', async () => {
    const { folder, clones, row } = shared;
    const rows = [
      { ...row, repo: 'shelf/other' },
      { ...row, instance_id: 'shelf__loans-2', base_commit: 'f'.repeat(40) },
      { ...row, instance_id: 'shelf__loans-3', base_commit: '--output=x' },
      { ...row, instance_id: 'shelf__loans-4', repo: '../../etc' },
    ];
    const warned = await buildRows(folder, rows, withClone(clones));
    const codes = warned.map((item) =>
      evidenceOf(item).warnings.flatMap(({ code }) => (code.endsWith('_missing') ? [code] : [])),
    );
    expect(codes).toEqual([
      ['repository_missing'],
      ['commit_missing'],
      ['commit_missing'],
      ['repository_missing'],
    ]);
    for (const item of warned)
      expect(evidenceOf(item).repository).toEqual({ verified: false, revision: '', tree: '' });
    const rejected = await buildRows(folder, rows, withClone(clones, true));
    expect(rejected.map((item) => rejectOf(item).code)).toEqual([
      'repository_missing',
      'commit_missing',
      'commit_missing',
      'repository_missing',
    ]);
  });
});

describe('wider context', () => {
  it.each([
    [{ kind: 'lines', count: 5 } as const, [13, 23]],
    [{ kind: 'scope' } as const, [14, 21]],
    [{ kind: 'file' } as const, [1, 27]],
  ])('%j gives one window that holds the hunk', async (context, [start = 0, end = 0]) => {
    const { folder, clones, row } = shared;
    const [item] = await buildRows(folder, [row], { ...withClone(clones), context });
    const evidence = evidenceOf(item);
    expect(evidence.localization.files[0]?.windows).toEqual([
      { start_line: start, text: sliceLines(LOANS, start, end) },
    ]);
    const block = renderBlock(evidence, 'localization');
    expect(block).toContain('> 18 |         loan.due = today + WEEK\n');
    expect(block).toContain(`  ${String(end).padStart(2)} | `.trimEnd());
    expect(findRecordLeaks(evidence)).toEqual([]);
  });

  it('merges windows that meet, and anchors an insertion to the definition it falls into', async () => {
    const { folder, clones, row, scratch, base } = shared;
    const text = LOANS.replace('    return Ledger()\n', '    ledger = Ledger()\n    return ledger\n').replace(
      '        self.loans.remove(loan)\n',
      '        self.loans.remove(loan)\n        self.log.append(loan)\n',
    );
    const patch = diffFiles(scratch, base, { ...BASE_FILES, 'shelf/loans.py': text });
    const [item] = await buildRows(folder, [{ ...row, patch }], {
      ...withClone(clones),
      context: { kind: 'scope' },
    });
    const [file] = evidenceOf(item).localization.files;
    expect(file?.windows).toEqual([{ start_line: 21, text: sliceLines(LOANS, 21, 27) }]);
    expect(file?.hunks.flatMap(({ insert_after: after }) => after)).toEqual([23]);
  });
});

describe('levels of detail', () => {
  it('tell more each, and cost more each', async () => {
    const { folder, clones, row } = shared;
    const [item] = await buildRows(folder, [row], withClone(clones));
    const evidence = evidenceOf(item);
    const at = (detail: LocalizationDetail): string =>
      renderBlock(evidence, 'localization', atDetail(DEFAULT_PROFILE, detail));
    expect(at('file')).toContain('- shelf/loans.py\n');
    expect(at('file')).not.toContain('Ledger');
    expect(at('scope')).toContain('- shelf/loans.py\n  - in class Ledger > method renew\n');
    expect(at('scope')).not.toContain('15');
    expect(at('hunk')).toContain('lines 15-21, in class Ledger > method renew\n');
    expect(at('hunk')).toContain('18 |         loan.due = today + WEEK\n');
    expect(at('hunk')).not.toMatch(/^[>+]/m);
    expect(at('line')).toContain('> 18 |         loan.due = today + WEEK\n');
    expect(at('line')).toBe(renderBlock(evidence, 'localization'));
    expect(atDetail(DEFAULT_PROFILE, 'line')).toBe(DEFAULT_PROFILE);
    expect(atDetail(DEFAULT_PROFILE, 'scope').name).toBe('default@1+scope');
    const counter = loadCounter('cl100k_base');
    const views = (['file', 'scope', 'hunk'] as const).map((detail) => atDetail(DEFAULT_PROFILE, detail));
    const measured = measureInstance(evidence, {
      counters: [counter],
      measure: 'block',
      profile: DEFAULT_PROFILE,
      views,
    });
    if (!measured.ok) throw new Error(measured.issue.message);
    const { views: counted, alone } = measured.value;
    expect(alone.localization).toBe(evidence.tokens.localization.block);
    const blocks = [...counted, alone].map(({ localization }) => localization);
    expect(blocks).toEqual(blocks.toSorted((left, right) => left - right));
    expect(new Set(blocks).size).toBe(4);
  });
});

describe('SWE-smith', () => {
  it('reads the base and the tests at the "Bug Patch" commit of the branch named like the instance', async () => {
    const { folder, clones, scratch } = makeLoansClone(makeFolder());
    const healthy = { ...BASE_FILES, 'shelf/loans.py': LOANS_FIXED, 'tests/test_loans.py': TESTS_AFTER };
    const good = commitTree(scratch, healthy);
    const broken = { ...healthy, 'shelf/loans.py': LOANS };
    const bug = scratch.commit(
      scratch.git(['rev-parse', `${commitTree(scratch, broken)}^{tree}`]),
      'Bug Patch',
      [good],
    );
    const untested = Object.fromEntries(
      Object.entries(broken).filter(([path]) => path !== 'tests/test_loans.py'),
    );
    const tip = scratch.commit(
      scratch.git(['rev-parse', `${commitTree(scratch, untested)}^{tree}`]),
      'Remove F2P Tests',
      [bug],
    );
    const id = 'shelf__loans.0123abcd.lm_rewrite__1';
    scratch.ref(`refs/heads/${id}`, tip);
    renameSync(join(clones, 'shelf__loans'), join(clones, 'swesmith__shelf__loans.0123abcd'));
    const row = {
      instance_id: id,
      repo: 'swesmith/shelf__loans.0123abcd',
      patch: execFileSync('git', ['diff', good, bug], {
        cwd: join(clones, 'swesmith__shelf__loans.0123abcd'),
        encoding: 'utf8',
      }),
      FAIL_TO_PASS: ['tests/test_loans.py::test_due[3]'],
      PASS_TO_PASS: [],
      image_name: 'shelf',
      problem_statement: 'Renewing early shortens a loan.',
    };
    const [item] = await buildRows(folder, [row], withClone(clones, true));
    const evidence = evidenceOf(item);
    expect(evidence.corpus).toBe('swe-smith');
    expect(evidence.repository).toMatchObject({ verified: true, revision: bug });
    expect(evidence.localization.files[0]?.hunks[0]?.text).toContain('        loan.due = today + WEEK\n');
    expect(evidence.reproduction.tests.map(({ path, symbol, complete }) => [path, symbol, complete])).toEqual(
      [
        ['conftest.py', 'room', true],
        ['tests/conftest.py', 'ledger', true],
        ['tests/test_loans.py', 'test_due', true],
      ],
    );
    expect(findRecordLeaks(evidence)).toEqual([]);
  });
});

describe('git processes', () => {
  const children = `/proc/${process.pid}/task/${process.pid}/children`;
  const countChildren = (): number => readFileSync(children, 'utf8').split(' ').filter(Boolean).length;

  it.skipIf(!existsSync(children))('have ended when the stream is left early, or aborted', async () => {
    const { folder, clones, row } = shared;
    const rows = Array.from({ length: 30 }, (_, index) => ({ ...row, instance_id: `shelf__loans-${index}` }));
    const before = countChildren();
    for await (const item of streamRows(folder, rows, withClone(clones))) {
      expect(item.kind).toBe('built');
      break;
    }
    expect(countChildren()).toBe(before);
    const abort = new AbortController();
    const reason = new Error('enough');
    const stopped = (async () => {
      for await (const item of streamRows(folder, rows, { ...withClone(clones), signal: abort.signal })) {
        expect(item.kind).toBe('built');
        abort.abort(reason);
      }
    })();
    await expect(stopped).rejects.toBe(reason);
    expect(countChildren()).toBe(before);
  });
});

/** Lines `start` to `end`, 1-based and inclusive, with terminators. */
function sliceLines(text: string, start: number, end: number): string {
  return text
    .split('\n')
    .slice(start - 1, end)
    .map((line) => `${line}\n`)
    .join('');
}

it('the story: the repaired file holds what the test asks for', () => {
  expect(LOANS_FIXED).toContain('max(loan.due, today)');
});

describe('a test that no diff touches', () => {
  it('is found in the nearest folder above the changed data that holds its name', async () => {
    const folder = makeFolder();
    const clones = join(folder, 'clones');
    const scratch = makeRepository(join(clones, 'shelf__ledger'));
    const test = (name: string): string =>
      `package ledger\n\nimport "testing"\n\nfunc ${name}(t *testing.T) {\n\trun(t, "testdata")\n}\n`;
    const files = {
      'due.go': 'package ledger\n\nfunc Due() int { return 3 }\n',
      'due_test.go': test('TestDue'),
      'cases/run_test.go': test('TestCases'),
      'cases/testdata/due.txt': '3\n',
      'other/run_test.go': test('TestOther'),
    };
    const base = commitTree(scratch, files);
    const row = {
      instance_id: 'shelf__ledger-1',
      repo: 'shelf/ledger',
      base_commit: base,
      patch: diffFiles(scratch, base, { ...files, 'due.go': files['due.go'].replace('3', '7') }),
      test_patch: diffFiles(scratch, base, { ...files, 'cases/testdata/due.txt': '7\n' }),
      problem_statement: 'Loans are due too early.',
      FAIL_TO_PASS: '["TestCases", "TestCases/due", "TestDue", "TestOther"]',
      PASS_TO_PASS: '[]',
      version: '1',
    };
    const [item] = await buildRows(folder, [row], withClone(clones));
    const { reproduction } = evidenceOf(item);
    expect(reproduction.fail_to_pass.map(({ match, path }) => [match, path])).toEqual([
      ['exact', 'cases/run_test.go'],
      ['exact', 'cases/run_test.go'],
      ['exact', 'due_test.go'],
      ['none', ''],
    ]);
    expect(reproduction.tests.map(({ path, lines }) => [path, lines])).toEqual([
      ['cases/run_test.go', { start: 5, end: 7 }],
      ['due_test.go', { start: 5, end: 7 }],
    ]);
  });
});
