/** Failing tests are found where only hunks are at hand, in the languages whose headings name them. */
import { describe, expect, it } from 'vitest';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { parseTestId } from '../../src/testid/parse.js';
import { TestPool } from '../../src/extract/test-pool.js';
import { resolveTest } from '../../src/extract/test-resolution.js';

for (const language of ['go', 'cpp', 'rust']) await loadGrammar(language);

function resolveInHunk(
  id: string,
  language: string,
  path: string,
  heading: string,
  lines: readonly string[],
) {
  const pool = new TestPool();
  const text = lines.map((line) => `${line}\n`).join('');
  const added = lines.map((line) => ({ kind: 'added' as const, text: line, newline: true }));
  const place = { oldStart: 39, oldLines: 0, newStart: 40, newLines: lines.length };
  pool.addHunk({ path, text, origin: 'test_patch' }, { ...place, section: heading, lines: added });
  const { match, places } = resolveTest(parseTestId(id, { language, repo: '', corpus: '' }), pool);
  return { match, lines: places[0]?.lines, opening: places[0]?.opening };
}

describe('a test whose opening line is the heading of a hunk', () => {
  it('go: up to the brace at the left margin, raw strings there do not end it', () => {
    const found = resolveInHunk('TestLexer', 'go', 'shelf/lexer_test.go', 'func TestLexer(t *testing.T) {', [
      'second line of a raw string`),',
      '\t\t},',
      '\t}',
      '\tfor _, loan := range loans {',
      '\t\trenew(loan)',
      '\t}',
      '}',
      '',
      'func TestOther(t *testing.T) {',
    ]);
    expect(found).toEqual({
      match: 'exact',
      lines: { start: 40, end: 46 },
      opening: 'func TestLexer(t *testing.T) {',
    });
  });

  it('go: a subtest stands in the function of its test', () => {
    const found = resolveInHunk(
      'TestLexer/late_loan',
      'go',
      'lexer_test.go',
      'func TestLexer(t *testing.T) {',
      ['\tt.Run(name, func(t *testing.T) {', '\t\trenew(loan)'],
    );
    expect(found).toMatchObject({ match: 'exact', lines: { start: 40, end: 41 } });
  });

  it('googletest: a case by suite and name', () => {
    const lines = ['  EXPECT_EQ(7, due(loan));', '  renew(loan);', '}', '', 'TEST(loan_test, close) {'];
    const found = resolveInHunk(
      'loan_test.renew',
      'cpp',
      'test/loan-test.cc',
      'TEST(loan_test, renew) {',
      lines,
    );
    expect(found).toMatchObject({ match: 'exact', lines: { start: 40, end: 42 } });
    const other = resolveInHunk(
      'shelf_test.renew',
      'cpp',
      'test/loan-test.cc',
      'TEST(loan_test, renew) {',
      lines,
    );
    expect(other.match).toBe('none');
  });

  it('googletest: a case in sight', () => {
    const found = resolveInHunk('loan_test.close', 'cpp', 'test/loan-test.cc', '', [
      'TEST(loan_test, close) {',
      '  EXPECT_TRUE(closed(loan));',
      '}',
    ]);
    expect(found).toMatchObject({ match: 'exact', lines: { start: 40, end: 42 } });
  });

  it('rust: up to the attribute of the next test', () => {
    const found = resolveInHunk('loans::tests::renews', 'rust', 'src/loans/tests.rs', 'fn renews() {', [
      '        let due = renew(&loan);',
      '        assert_eq!(due, 7);',
      '    }',
      '',
      '    #[test]',
      '    fn closes() {',
    ]);
    expect(found).toMatchObject({ match: 'exact', lines: { start: 40, end: 42 } });
  });
});

describe('a method of a base class', () => {
  const base = 'class Base:\n    def test_shared(self):\n        pass\n';

  it('is found over files, with the class that the id names', () => {
    const pool = new TestPool();
    pool.addFile({
      path: 'tests/test_loans.py',
      text: 'class TestLoan(Middle):\n    x = 1\n',
      origin: 'repository',
    });
    pool.addFile({
      path: 'tests/middle.py',
      text: 'class Middle(Base):\n    pass\n',
      origin: 'repository',
      searched: true,
    });
    pool.addFile({ path: 'tests/base.py', text: base, origin: 'repository', searched: true });
    const test = parseTestId('tests/test_loans.py::TestLoan::test_shared', {
      language: 'python',
      repo: '',
      corpus: '',
    });
    const { match, path, places } = resolveTest(test, pool);
    expect({ match, path }).toEqual({ match: 'exact', path: 'tests/base.py' });
    expect(places[0]).toMatchObject({
      symbol: 'TestLoan.test_shared',
      lines: { start: 2, end: 3 },
      heir: { text: { path: 'tests/test_loans.py' }, definition: { name: 'TestLoan' } },
    });
  });

  it('classes that extend each other in a circle end the search', () => {
    const pool = new TestPool();
    const text = 'class TestA(TestB):\n    pass\n\n\nclass TestB(TestA):\n    pass\n';
    pool.addFile({ path: 'test_a.py', text, origin: 'repository' });
    const test = parseTestId('test_a.py::TestA::test_x', { language: 'python', repo: '', corpus: '' });
    expect(resolveTest(test, pool).match).toBe('none');
  });
});
