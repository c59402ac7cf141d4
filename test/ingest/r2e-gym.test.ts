/** Tests of the two R2E-Gym ingesters: the rebuilt diff, the split, the self-check, the runs. */
import { describe, expect, test } from 'vitest';
import { instanceSchema } from '../../src/model/instance.js';
import { r2eGym } from '../../src/ingest/r2e-gym.js';
import { r2eGymVerified } from '../../src/ingest/r2e-gym-verified.js';
import {
  COMMIT,
  type CommitLine,
  commitText,
  fileDiff,
  hunk,
  LOANS,
  NEW_LOANS,
  NEWS,
  OLD_LOANS,
  r2eRow,
  RUNS,
  TEST_FILE,
  TRACE,
} from './r2e-rows.js';
import { FIX, ingest, refusal, sweBenchRow, TEST_PATCH, warningCodes, without } from './rows.js';

const context = (content: string): CommitLine => ({ content, type: 'context' });

const change = (from: string, to: string): CommitLine[] => [
  { content: from, type: 'deleted' },
  { content: to, type: 'added' },
];
const withHunks = (...hunks: unknown[]) => r2eRow({ parsed_commit_content: commitText({ ...LOANS, hunks }) });

describe('own rows', () => {
  test('make an instance with both diffs, whole files and reference tests', () => {
    const instance = ingest(r2eGym, r2eRow());
    expect(instanceSchema.parse(instance)).toEqual(instance);
    expect(instance).toMatchObject({
      instance_id: 'scrapy__2d9617bd0cb1',
      corpus: 'r2e-gym',
      repo: 'scrapy/scrapy',
      language: 'python',
      problem_statement: '**Title:** Renewing takes days away',
      base: { kind: 'parent_of', value: COMMIT },
      environment: { image: `namanjain12/scrapy_final:${COMMIT}`, workdir: '/testbed', test_command: '' },
      fix_column: 'combined',
      fix_is_reversed: false,
      warnings: [],
    });
    expect(instance.extra).toMatchObject({ num_non_test_files: 2, created_at: '2018-10-19T20:23:17+02:00' });
    expect(instance.file_contents.map(({ path, exists_old }) => [path, exists_old])).toEqual([
      ['shelf/loans.py', true],
      ['CHANGES/41.bugfix.rst', false],
      ['tests/test_loans.py', false],
    ]);
    expect(instance.reference_tests).toEqual([
      { path: 'r2e_tests/test_1.py', code: RUNS.test_file_codes[0] },
      { path: 'r2e_tests/test_2.py', code: RUNS.test_file_codes[1] },
    ]);
  });

  test('are rebuilt as git would write them, source and news in the fix, tests in the test patch', () => {
    const instance = ingest(r2eGym, r2eRow());
    expect(instance.fix).toBe(`diff --git a/shelf/loans.py b/shelf/loans.py
index 8be8bf0ae..75ebe4129 100644
--- a/shelf/loans.py
+++ b/shelf/loans.py
@@ -2,3 +2,3 @@ class Ledger:
     def renew(self, loan):
-        loan.due = today() + WEEK
+        loan.due += WEEK
         return loan
diff --git a/CHANGES/41.bugfix.rst b/CHANGES/41.bugfix.rst
new file mode 100644
index 000000000..990263cf9
--- /dev/null
+++ b/CHANGES/41.bugfix.rst
@@ -0,0 +1 @@ class Ledger:
+Renewing keeps the days.
`);
    expect(instance.test_patch).toBe(`diff --git a/tests/test_loans.py b/tests/test_loans.py
new file mode 100644
index 8be8bf0ae..75ebe4129 100644
--- /dev/null
+++ b/tests/test_loans.py
@@ -0,0 +1,4 @@ class Ledger:
+from shelf.loans import Ledger
+
+def test_renew():
+    assert renewed() == 14
\\ No newline at end of file
`);
  });

  test('name what passes after the commit and did not before, colours and closing lines aside', () => {
    const instance = ingest(r2eGym, r2eRow());
    expect(instance.fail_to_pass).toEqual([
      'r2e_tests/test_1.py::TestLedger::test_renew[a - b]',
      'r2e_tests/test_2.py::test_lend',
    ]);
    expect(instance.pass_to_pass).toEqual(['r2e_tests/test_1.py::TestLedger::test_lend']);
  });

  test('do not show the commit message or the prompt', () => {
    const text = JSON.stringify(ingest(r2eGym, r2eRow()));
    expect(text).not.toContain('Keep the days of a loan');
    expect(text).not.toContain('Write an issue');
  });

  test('take the user globs for the split', () => {
    const moved = ingest(r2eGym, r2eRow(), { testGlobs: ['CHANGES/**'] });
    expect(moved.fix).not.toContain('CHANGES');
    expect(moved.test_patch).toContain('diff --git a/CHANGES/41.bugfix.rst');
    const kept = ingest(r2eGym, r2eRow(), { sourceGlobs: ['tests/**'] });
    expect(kept.test_patch).toBe('');
  });

  test('may come decoded and without runs, statement and image', () => {
    const row = {
      repo_name: 'shelf',
      commit_hash: COMMIT,
      parsed_commit_content: JSON.parse(commitText(LOANS)) as unknown,
    };
    expect(warningCodes(ingest(r2eGym, row))).toEqual([
      'fail_to_pass_missing',
      'test_patch_missing',
      'problem_statement_missing',
    ]);
    expect(ingest(r2eGym, row)).toMatchObject({ instance_id: 'shelf__2d9617bd0cb1', repo: 'shelf' });
    const full = ingest(r2eGym, { ...row, repo: 'reading-room/shelf' });
    expect(full).toMatchObject({ instance_id: 'shelf__2d9617bd0cb1', repo: 'reading-room/shelf' });
  });
});

describe('hunks', () => {
  const lines = [context('    def renew(self, loan):'), context('        loan.due += WEEK')];

  test('one empty context line beyond the counts is cut, and worth a warning in the middle of a file', () => {
    const middle = r2eRow({
      parsed_commit_content: commitText({
        ...LOANS,
        old_file_content: 'a\nb\nc\n',
        new_file_content: 'A\nb\nC\n',
        hunks: [
          hunk([1, 1], [1, 1], [...change('a', 'A'), TRACE]),
          hunk([3, null], [3, null], [...change('c', 'C'), TRACE]),
        ],
      }),
    });
    const instance = ingest(r2eGym, middle);
    expect(
      instance.fix.endsWith('@@ -1,1 +1,1 @@ class Ledger:\n-a\n+A\n@@ -3 +3 @@ class Ledger:\n-c\n+C\n'),
    ).toBe(true);
    expect(instance.warnings.filter(({ code }) => code === 'hunk_clipped')).toEqual([
      {
        code: 'hunk_clipped',
        message: 'hunk 1 held one empty context line beyond its counts',
        path: 'shelf/loans.py',
      },
    ]);
  });

  test.each<[string, CommitLine[]]>([
    ['two empty lines beyond', [...lines, TRACE, TRACE]],
    ['a filled line beyond', [...lines, context('        return loan')]],
    ['an empty added line beyond', [...lines, { content: '', type: 'added' }]],
    ['a line too few', lines.slice(1)],
  ])('%s: refused', (_, body) => {
    expect(refusal(r2eGym, withHunks(hunk([2, 2], [2, 2], body)))).toMatchObject({
      code: 'diff_malformed',
      path: 'shelf/loans.py',
      expected: '2 old and 2 new lines, at most one empty line more',
    });
  });

  test('a removed line that is not counted on the new side', () => {
    const body = [{ content: '    def renew(self, loan):', type: 'deleted' }, TRACE, TRACE];
    expect(refusal(r2eGym, withHunks(hunk([2, 1], [1, 0], body))).code).toBe('diff_malformed');
  });
});

describe('the self-check', () => {
  test('refuses a diff that does not apply to the carried file, with hunk and line', () => {
    const bad = { ...LOANS, old_file_content: OLD_LOANS.replace('today()', 'now()') };
    expect(refusal(r2eGym, r2eRow({ parsed_commit_content: commitText(bad) }))).toMatchObject({
      code: 'contents_do_not_match',
      message: 'the diff of shelf/loans.py does not apply to the carried file: hunk 1, old line 3',
      path: 'shelf/loans.py',
    });
  });

  test('refuses a diff that makes another file, with the line', () => {
    const bad = { ...LOANS, new_file_content: `${NEW_LOANS}# end\n` };
    expect(refusal(r2eGym, r2eRow({ parsed_commit_content: commitText(bad) }))).toMatchObject({
      code: 'contents_do_not_match',
      expected: 'line 5: ',
      got: 'line 5: # end',
    });
  });

  test('checks the test files, too', () => {
    const bad = { ...TEST_FILE, new_file_content: 'other' };
    const row = r2eRow({ parsed_commit_content: commitText(LOANS, bad) });
    expect(refusal(r2eGym, row)).toMatchObject({
      code: 'contents_do_not_match',
      path: 'tests/test_loans.py',
    });
  });

  test('leaves binary files alone', () => {
    const picture = fileDiff('docs/shelf.png', {
      is_binary_file: true,
      minus_file: null,
      plus_file: null,
      binary_line: 'Binary files a/docs/shelf.png and b/docs/shelf.png differ',
    });
    const instance = ingest(r2eGym, r2eRow({ parsed_commit_content: commitText(LOANS, picture) }));
    expect(instance.fix).toContain('Binary files a/docs/shelf.png and b/docs/shelf.png differ\n');
  });
});

describe('rows that are wrong', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', '{"file_diffs": [', 'parsed_commit_content'],
    ['no list of files', '{"file_diffs": {}}', 'parsed_commit_content.file_diffs'],
    [
      'an unknown kind of line',
      commitText({ ...LOANS, hunks: [hunk([1, 1], [1, 1], [{ content: 'x', type: 'moved' }])] }),
      'parsed_commit_content.file_diffs.0.hunks.0.line_group.all_lines.0.type',
    ],
    ['a number', 7, 'parsed_commit_content'],
  ])('a parsed commit with %s', (_, parsed_commit_content, path) => {
    expect(refusal(r2eGym, r2eRow({ parsed_commit_content }))).toMatchObject({ code: 'field_invalid', path });
  });

  test('a commit of tests only has no fix, and the message says so', () => {
    expect(refusal(r2eGym, r2eRow({ parsed_commit_content: commitText(TEST_FILE) }))).toMatchObject({
      code: 'fix_missing',
      message: 'the row holds no fix: all files changed in parsed_commit_content are tests',
    });
    expect(refusal(r2eGym, r2eRow({ parsed_commit_content: commitText() })).code).toBe('fix_missing');
  });

  test('runs whose test files do not pair up', () => {
    const runs = JSON.stringify({ ...RUNS, test_file_codes: [] });
    expect(refusal(r2eGym, r2eRow({ execution_result_content: runs }))).toMatchObject({
      code: 'field_invalid',
      path: 'execution_result_content',
      got: 'a list of 2 and a list of 0',
    });
    expect(refusal(r2eGym, r2eRow({ execution_result_content: 'PASSED' })).path).toBe(
      'execution_result_content',
    );
  });

  test('no commit, no id', () => {
    expect(refusal(r2eGym, without(r2eRow(), 'commit_hash'))).toMatchObject({
      code: 'field_missing',
      path: 'instance_id',
    });
    const keyed = ingest(r2eGym, without(r2eRow(), 'commit_hash'), { keyInFile: 'renewal' });
    expect(keyed.base).toEqual({ kind: 'unknown', value: '' });
  });
});

describe('SWE-Bench-Verified rows with a parsed commit', () => {
  const oldFile =
    'class Ledger:\n    def renew(self, loan, today):\n        loan.due = today + WEEK\n        return loan\n\n';
  const newFile = oldFile.replace(
    'today + WEEK\n',
    'max(loan.due, today) + WEEK\n        self.log.append(loan)\n',
  );
  const parsed_commit = commitText(
    fileDiff('shelf/loans.py', { old_file_content: oldFile, new_file_content: newFile }),
    NEWS,
  );
  const run_tests = `set -x\ngit apply -v - <<'EOF_1'\n+pytest\nEOF_1\npytest -rA tests/test_loans.py\ngit checkout ${COMMIT} tests/test_loans.py\n`;
  const row = sweBenchRow({
    parsed_commit,
    run_tests,
    docker_image: 'me/verified:sweb.eval.x86_64.shelf-41',
  });

  test('keep their diffs and add the files', () => {
    expect(r2eGymVerified.detect(row)).toBe('it has parsed_commit beside patch');
    const instance = ingest(r2eGymVerified, row);
    expect(instance).toMatchObject({
      corpus: 'r2e-gym-verified',
      fix: FIX,
      test_patch: TEST_PATCH,
      fix_column: 'fix',
      environment: { workdir: '/testbed', test_command: 'pytest -rA tests/test_loans.py' },
    });
    expect(instance.file_contents[0]).toEqual({
      path: 'shelf/loans.py',
      old: oldFile,
      new: newFile,
      exists_old: true,
      exists_new: true,
    });
  });

  test('are refused when files and diff disagree', () => {
    const other = commitText(
      fileDiff('shelf/loans.py', { old_file_content: newFile, new_file_content: newFile }),
    );
    expect(refusal(r2eGymVerified, { ...row, parsed_commit: other })).toMatchObject({
      code: 'contents_do_not_match',
      path: 'shelf/loans.py',
    });
  });

  test('a row of R2E-Gym with a patch is read by its patch', () => {
    const mixed = { ...without(row, 'parsed_commit'), parsed_commit_content: parsed_commit };
    expect(r2eGym.detect(mixed)).toBe(null);
    expect(ingest(r2eGymVerified, mixed).fix).toBe(FIX);
  });
});
