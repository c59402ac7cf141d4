/** Claim: issue 4 item 5 – whole path components, user globs before the dataset, the dataset before languages, these before folders. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPath, listPathRules, type ClassifyOptions } from '../../src/classify/classify.js';

/** One line per path: role in a test patch, in a fix, in a combined diff. */
const THREE_COLUMNS = `
src/_pytest/python.py                            source   source   source
src/_pytest/unittest.py                          source   source   source
src/latest.py                                    source   source   source
latest.py                                        source   source   source
contest/judge.py                                 source   source   source
pytest.py                                        source   source   source
shelf/attest/protest.go                          source   source   source
shelf/ext/doctest.py                             source   source   source
query/spec/IntervalSpec.java                     source   source   source
app/src/main/java/org/shelf/Loan.java            source   source   source
shelf/_import/spec.py                            source   source   source
django/test/client.py                            support  source   source
numpy/testing/utils.py                           support  source   source
numpy/testing/tests/test_utils.py                test     test     test
pandas/util/testing.py                           support  source   source
flask/testing.py                                 support  source   source
src/flask/testing.py                             support  source   source
sphinx/testing/util.py                           support  source   source
sklearn/utils/_testing.py                        support  source   source
src/jinja2/tests.py                              support  source   source
shelf/management/commands/test.py                support  source   source
shelf/utilities/runtests.py                      support  source   source
internal/providers/testing/provider.go           support  source   source
web/src/test_helpers.rs                          support  source   source
shelftest/integration/case.txt                   support  source   source
internal/mock_client.go                          support  source   source
app/src/main/java/org/mocks/MockMaker.java       support  source   source
data/horizon.csv                                 support  source   source
testing/conftest.py                              support  support  support
testing/python/fixtures.py                       test     test     test
testing/test_shelf.py                            test     test     test
testing/example_scripts/loan.py                  support  support  support
Tests/helper.py                                  support  support  support
Tests/test_shelf.py                              test     test     test
tests/unittest_loans.py                          test     test     test
tests/loans/tests.py                             test     test     test
tests/loans/models.py                            support  support  support
tests/roots/test-loan/conf.py                    support  support  support
shelf/data/tests/test_loan.py                    test     test     test
shelf/test/websocket_test.py                     test     test     test
tests/regrtest_data/failing.py                   support  support  support
tests/validators/urls.txt                        support  support  support
spec/shelf/loan_spec.rb                          test     test     test
spec/spec_helper.rb                              support  support  support
spec/support/loans.rb                            support  support  support
test/test_utils.rb                               test     test     test
features/loan.feature                            test     test     test
app/src/test/java/org/shelf/LoanTest.java        test     test     test
app/src/test/java/org/shelf/TestLoan.java        test     test     test
app/src/test/java/org/shelf/Ledger.java          support  support  support
app/src/test/resources/loan.json                 support  support  support
app/src/jvmTest/kotlin/LoanSpec.kt               test     test     test
app/src/testFixtures/java/Loans.java             support  support  support
shelf/LoanTest.kt                                test     test     test
shelf/LoanSpec.scala                             test     test     test
src/__tests__/loan.ts                            test     test     test
src/__tests__/__snapshots__/loan.ts.snap         support  support  support
src/__mocks__/loan.ts                            support  support  support
src/loan.test.tsx                                test     test     test
src/loan.spec.js                                 test     test     test
test/loan-test.ts                                test     test     test
test/unit/adapters/http.js                       test     test     test
test/fixtures/loan/input.js                      support  support  support
client/loans/test/utils.js                       test     test     test
client/loans/test/data/index.js                  support  support  support
test/test-utils/render.ts                        support  support  support
e2e/renew.ts                                     test     test     test
loans/loan_test.go                               test     test     test
loans/testdata/week.json                         support  support  support
loans/test/server.go                             support  support  support
tests/renew.rs                                   test     test     test
src/loans/tests/week.rs                          test     test     test
src/loans/tests.rs                               test     test     test
tests/common/mod.rs                              support  support  support
tests/ui/fail.stderr                             support  support  support
test/loan_test.cc                                test     test     test
test/format-test.cc                              test     test     test
tests/src/unit-loan.cpp                          test     test     test
tests/loan.h                                     support  support  support
tests/shtest                                     test     test     test
tests/unit/list.tcl                              test     test     test
nc_test4/tst_filter.sh                           test     test     test
tests/Loans/LoanTest.php                         test     test     test
tests/data/ROUND.php                             support  support  support
src/Shelf.Tests/LoanFixture.cs                   test     test     test
src/Shelf.Tests/Setup.cs                         support  support  support
Shelf/LoanTests.cs                               test     test     test
Tests/ShelfTests/LoanTests.swift                 test     test     test
ShelfTests/Mocks.swift                           support  support  support
t/loan.t                                         test     test     test
test-data/unit/check-loans.test                  test     test     test
CHANGELOG.md                                     docs     docs     docs
CHANGES/17.bugfix.rst                            docs     docs     docs
docs/api/testing.rst                             docs     docs     docs
docs/conf.py                                     docs     docs     docs
shelf/CHANGES.txt                                docs     docs     docs
.changeset/brave-books.md                        docs     docs     docs
setup.cfg                                        config   config   config
pyproject.toml                                   config   config   config
packages/loans/package.json                      config   config   config
.github/workflows/test.yml                       config   config   config
requirements_test.txt                            config   config   config
guava-tests/pom.xml                              config   config   config
webpack.config.js                                config   config   config
go.sum                                           generated generated generated
tests/yarn.lock                                  generated generated generated
shelf.min.js                                     generated generated generated
vendor/github.com/x/y_test.go                    generated generated generated
shelf/loan_pb2.py                                generated generated generated
dist/shelf.js                                    generated generated generated
tree-sitter-shelf/src/parser.c                   generated generated generated
src/parser.c                                     source   source   source
parser/generated_parser.y                        support  source   source
shelf/migrations/0001_initial.py                 source   source   source
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, string, string, string]);

describe('the role of a path by the column it stands in', () => {
  it.each(THREE_COLUMNS)(
    '%s: %s in a test patch, %s in a fix, %s combined',
    (path, testPatch, fix, combined) => {
      const roles = (['test_patch', 'fix', 'combined'] as const).map(
        (column) => classifyPath(path, { column }).role,
      );
      expect(roles).toEqual([testPatch, fix, combined]);
    },
  );

  it('takes no column for a combined diff', () => {
    expect(classifyPath('flask/testing.py')).toEqual({ role: 'source', rule: 'column:library_testing' });
  });
});

describe('what the caller knows beyond the path', () => {
  it('puts user globs first, tests before source, and leaves support what is support', () => {
    const globs = { testGlobs: ['checks/**', '*_check.py'], sourceGlobs: ['tests/runner/**', 'checks/**'] };
    expect(classifyPath('checks/loan.py', globs)).toEqual({ role: 'test', rule: 'user:tests' });
    expect(classifyPath('shelf/deep/loan_check.py', globs)).toEqual({ role: 'test', rule: 'user:tests' });
    expect(classifyPath('checks/conftest.py', globs)).toEqual({ role: 'support', rule: 'user:tests' });
    expect(classifyPath('tests/runner/.main.py', { ...globs, datasetSays: 'test' })).toEqual({
      role: 'source',
      rule: 'user:source',
    });
    expect(classifyPath('shelf/checks.py', globs)).toEqual({ role: 'source', rule: 'source:code' });
  });

  it('believes the dataset before the rules of languages and folders', () => {
    expect(classifyPath('shelf/loan.py', { datasetSays: 'test' })).toEqual({
      role: 'test',
      rule: 'dataset:test',
    });
    expect(classifyPath('tests/test_loan.py', { datasetSays: 'source' })).toEqual({
      role: 'source',
      rule: 'dataset:source',
    });
    expect(classifyPath('README.md', { datasetSays: 'source' })).toEqual({
      role: 'docs',
      rule: 'dataset:source',
    });
  });

  it('takes Python scripts in the test folder of a C project for tests', () => {
    expect(classifyPath('tests/basics/slice.py', { language: 'c' }).role).toBe('test');
    expect(classifyPath('tests/basics/slice.py', { language: 'python' }).role).toBe('support');
  });

  it('takes a parser for generated when its grammar changes in the same diff', () => {
    const siblings = new Set(['src/parser.c', 'src/parser.y', 'lang/grammar.js']);
    expect(classifyPath('src/parser.c', { siblings }).rule).toBe('generated:grammar_output');
    expect(classifyPath('src/parser.y', { siblings }).role).toBe('source');
    expect(classifyPath('lang/src/parser.c', { siblings }).role).toBe('generated');
    expect(classifyPath('other/parser.c', { siblings }).role).toBe('source');
  });
});

describe('the table of rules', () => {
  it('lists every rule once, with words', () => {
    const rules = listPathRules();
    expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.name).toMatch(/^[a-z]+:[a-z_]+$/);
      expect(rule.description.length).toBeGreaterThan(5);
    }
  });

  it('decides every path by a listed rule, twice the same way, whatever the path', () => {
    const names = new Set(listPathRules().map((rule) => rule.name));
    const word = fc.constantFrom(
      'test',
      'tests',
      'src',
      'testing',
      'a.py',
      'b_test.go',
      '..',
      '',
      'Tests',
      'main',
      'x y',
      '.z',
      'İ.C',
    );
    const path = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(word, fc.string())).map((parts) => parts.join('/')),
    );
    const options: fc.Arbitrary<ClassifyOptions> = fc.record({
      column: fc.constantFrom('fix', 'test_patch', 'combined'),
      language: fc.constantFrom('python', 'c', ''),
      datasetSays: fc.constantFrom('test', 'source', undefined),
    });
    fc.assert(
      fc.property(path, options, (text, given) => {
        const first = classifyPath(text, given);
        expect(names).toContain(first.rule);
        expect(classifyPath(text, given)).toEqual(first);
      }),
    );
  });

  it('comes back on long paths of every kind', () => {
    for (const unit of [
      'test_',
      'a/',
      'Test',
      '_tests/',
      '.',
      'requirements-',
      'aA',
      'mod::',
      '-',
      '\u{1F4DA}',
    ]) {
      expect(classifyPath(unit.repeat(60_000)).rule).not.toBe('');
      expect(classifyPath(`${unit.repeat(60_000)}.config`).rule).not.toBe('');
    }
  });
});
