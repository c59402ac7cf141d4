/** Owns made-up rows of R2E-Gym: one commit with source, tests, a new and an emptied file, in its own parsed form. */
import type { Row } from '../../src/ingest/ingester.js';

export interface CommitLine {
  content: string;
  type: string;
}

const line = (type: string, content: string): CommitLine => ({ content, type });
/** What R2E-Gym's parser leaves at the end of a diff. */
export const TRACE = line('context', '');

export const OLD_LOANS =
  'class Ledger:\n    def renew(self, loan):\n        loan.due = today() + WEEK\n        return loan\n';
export const NEW_LOANS =
  'class Ledger:\n    def renew(self, loan):\n        loan.due += WEEK\n        return loan\n';
const TESTS = 'from shelf.loans import Ledger\n\ndef test_renew():\n    assert renewed() == 14';

export function fileDiff(path: string, overrides: Row = {}): Record<string, unknown> {
  return {
    old_file_content: '',
    new_file_content: '',
    header: { file: { path }, misc_line: null },
    index_line: { old_commit_hash: '8be8bf0ae', new_commit_hash: '75ebe4129', mode: '100644' },
    is_binary_file: false,
    binary_line: null,
    minus_file: { path: `a/${path}` },
    plus_file: { path: `b/${path}` },
    hunks: [],
    ...overrides,
  };
}

export function hunk(
  oldRange: [number, number | null],
  newRange: [number, number | null],
  lines: CommitLine[],
): Row {
  return {
    descriptor: {
      old_range: { start: oldRange[0], length: oldRange[1] },
      new_range: { start: newRange[0], length: newRange[1] },
      section: 'class Ledger:',
    },
    line_group: { all_lines: lines },
    modified_entities: [{ name: 'renew', parent: { name: 'Ledger', parent: null } }],
  };
}

export const LOANS = fileDiff('shelf/loans.py', {
  old_file_content: OLD_LOANS,
  new_file_content: NEW_LOANS,
  hunks: [
    hunk(
      [2, 3],
      [2, 3],
      [
        line('context', '    def renew(self, loan):'),
        line('deleted', '        loan.due = today() + WEEK'),
        line('added', '        loan.due += WEEK'),
        line('context', '        return loan'),
      ],
    ),
  ],
});

export const NEWS = fileDiff('CHANGES/41.bugfix.rst', {
  new_file_content: 'Renewing keeps the days.\n',
  header: { file: { path: 'CHANGES/41.bugfix.rst' }, misc_line: 'new file mode 100644' },
  index_line: { old_commit_hash: '000000000', new_commit_hash: '990263cf9', mode: '' },
  minus_file: { path: '/dev/null' },
  hunks: [hunk([0, 0], [1, null], [line('added', 'Renewing keeps the days.')])],
});

export const TEST_FILE = fileDiff('tests/test_loans.py', {
  new_file_content: TESTS,
  header: { file: { path: 'tests/test_loans.py' }, misc_line: 'new file mode 100644' },
  minus_file: { path: '/dev/null' },
  hunks: [
    hunk(
      [0, 0],
      [1, 4],
      [
        ...TESTS.split('\n').map((text) => line('added', text)),
        line('note', 'No newline at end of file'),
        TRACE,
      ],
    ),
  ],
});

export const COMMIT = '2d9617bd0cb1f0ba61771258410ab8fae8e7e24d';

const summary = (...lines: string[]) =>
  `collected 4 items\n\n=========== short test summary info ===========\n${lines.join('\n')}\n===== 1 failed in 0.60s =====\nPASSED not::a_test\n`;

export const RUNS = {
  repo_name: 'scrapy',
  test_file_names: ['test_1.py', 'test_2.py'],
  test_file_codes: [TESTS, 'def test_lend():\n    pass\n'],
  old_commit_res_stdout: summary(
    '\u001b[32mPASSED\u001b[0m r2e_tests/test_1.py::TestLedger::test_lend',
    'FAILED r2e_tests/test_1.py::TestLedger::test_renew[a - b] - AssertionError: 7',
    'ERROR r2e_tests/test_2.py - ImportError',
    'FAILED r2e_tests/test_1.py::test_lost - KeyError',
  ),
  new_commit_res_stdout: summary(
    'PASSED r2e_tests/test_1.py::TestLedger::test_lend',
    'PASSED r2e_tests/test_1.py::TestLedger::test_renew[a - b]',
    'PASSED r2e_tests/test_2.py::test_lend',
    'FAILED r2e_tests/test_1.py::test_lost - KeyError',
  ),
};

export function commitText(...files: unknown[]): string {
  return JSON.stringify({
    file_diffs: files,
    old_commit_hash: `${COMMIT}^`,
    new_commit_hash: COMMIT,
    commit_message: 'Keep the days of a loan when renewing',
    commit_date: '2018-10-19T20:23:17+02:00',
    metadata: {},
  });
}

export function r2eRow(overrides: Row = {}): Row {
  return {
    repo_name: 'scrapy',
    docker_image: `namanjain12/scrapy_final:${COMMIT}`,
    commit_hash: COMMIT,
    parsed_commit_content: commitText(LOANS, NEWS, TEST_FILE),
    execution_result_content: JSON.stringify(RUNS),
    modified_files: ['shelf/loans.py', 'tests/test_loans.py'],
    relevant_files: ['shelf/loans.py'],
    num_non_test_files: 2,
    prompt: 'Write an issue for this diff: loan.due += WEEK',
    problem_statement: '[ISSUE]\n**Title:** Renewing takes days away\n[/ISSUE]',
    expected_output_json: '{"TestLedger.test_lend": "PASSED"}',
    ...overrides,
  };
}
