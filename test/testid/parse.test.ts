/** Claim: issue 4 item 6 – every style of id is recognised, nothing is invented, nothing throws. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTestId } from '../../src/testid/parse.js';
import { TEST_ID_STYLES, type TestId } from '../../src/testid/testid.js';

const hint = (language: string) => ({ language, repo: 'shelf/shelf', corpus: '' });

/** The fields that are not empty, without the id. */
function read(id: string, language: string): Partial<TestId> {
  const parsed = parseTestId(id, hint(language));
  expect(parsed.id).toBe(id);
  return Object.fromEntries(
    Object.entries(parsed).filter(
      ([key, value]) => key !== 'id' && value !== '' && value !== false && value.length !== 0,
    ),
  );
}

const pytest = { style: 'pytest', path: 'tests/test_loan.py' } as const;
const unittest = { style: 'unittest', module: 'loans.tests', symbols: ['RenewTests', 'test_due'] } as const;

describe('Python', () => {
  it.each<[string, Partial<TestId>]>([
    [
      'tests/test_loan.py::TestRenew::test_due',
      { ...pytest, granularity: 'test', symbols: ['TestRenew', 'test_due'] },
    ],
    [
      'tests/test_loan.py::test_due[week-2]',
      { ...pytest, granularity: 'parameter', symbols: ['test_due'], parameter: 'week-2' },
    ],
    [
      'tests/test_loan.py::test_due[a::b[0]]',
      { ...pytest, granularity: 'parameter', symbols: ['test_due'], parameter: 'a::b[0]' },
    ],
    [
      'tests/test_loan.py::test_due[{"a":',
      { ...pytest, granularity: 'parameter', symbols: ['test_due'], parameter: '{"a":', truncated: true },
    ],
    [
      'tests/test_loan.py::test_due[[1,',
      { ...pytest, granularity: 'parameter', symbols: ['test_due'], parameter: '[1,', truncated: true },
    ],
    ['tests/test_loan.py::TestRenew', { ...pytest, granularity: 'class', symbols: ['TestRenew'] }],
    ['tests/test_loan.py::', { ...pytest, granularity: 'file' }],
    ['/testbed/tests/test_loan.py::test_due', { ...pytest, granularity: 'test', symbols: ['test_due'] }],
    [
      'check/test/testcheck.py::CheckSuite::check-loans.test::testDue',
      {
        style: 'pytest',
        path: 'check/test/testcheck.py',
        granularity: 'test',
        symbols: ['CheckSuite', 'check-loans.test', 'testDue'],
      },
    ],
    [
      'tests/test_loan.py:TestRenew:test_due',
      { ...pytest, granularity: 'test', symbols: ['TestRenew', 'test_due'] },
    ],
    [
      'tests/test_loan.py:test_due[a::b]',
      { ...pytest, granularity: 'parameter', symbols: ['test_due'], parameter: 'a::b' },
    ],
    [
      'tests/test_loan.py:12: late',
      { style: 'docstring', granularity: 'test', title: 'tests/test_loan.py:12: late' },
    ],
    ['tests/test_loan.py', { style: 'file', granularity: 'file', path: 'tests/test_loan.py' }],
    ['test_due (loans.tests.RenewTests)', { ...unittest, granularity: 'test' }],
    ['test_due (loans.tests.RenewTests.test_due)', { ...unittest, granularity: 'test' }],
    [
      'test_due (loans.tests.RenewTests) (week=2)',
      { ...unittest, granularity: 'parameter', parameter: 'week=2' },
    ],
    [
      'test_due (loans.tests.RenewTests) [week 2]',
      { ...unittest, granularity: 'parameter', parameter: 'week 2' },
    ],
    [
      'test_due (Tests.test_loan.Outer.Inner)',
      {
        style: 'unittest',
        granularity: 'test',
        module: 'Tests.test_loan',
        symbols: ['Outer', 'Inner', 'test_due'],
      },
    ],
    [
      'test_due (RenewTests)',
      { style: 'unittest', granularity: 'test', symbols: ['RenewTests', 'test_due'] },
    ],
    [
      'A loan (if any) is renewed.',
      { style: 'docstring', granularity: 'test', title: 'A loan (if any) is renewed.' },
    ],
    ['#17 - Renew twice ', { style: 'docstring', granularity: 'test', title: '#17 - Renew twice ' }],
    ['[100%]', { style: 'title', granularity: 'test', title: '[100%]' }],
    ['test_zero', { style: 'bare', granularity: 'test', symbols: ['test_zero'] }],
    [
      'TestLoan.test_due[a.b]',
      { style: 'dotted', granularity: 'parameter', symbols: ['TestLoan', 'test_due'], parameter: 'a.b' },
    ],
  ])('%s', (id, expected) => expect(read(id, 'python')).toEqual(expected));
});

describe('the JVM', () => {
  const place = { module: 'org.shelf', symbols: ['LoanTest', 'due'] };
  it.each<[string, Partial<TestId>]>([
    ['org.shelf.LoanTest#due', { style: 'maven', granularity: 'test', ...place }],
    ['org.shelf.LoanTest#due[2]', { style: 'maven', granularity: 'parameter', ...place, parameter: '2' }],
    ['org.shelf.LoanTest#due(int)', { style: 'maven', granularity: 'test', ...place }],
    [
      'org.shelf.LoanTest$Weeks#due',
      { style: 'maven', granularity: 'test', module: 'org.shelf', symbols: ['LoanTest', 'Weeks', 'due'] },
    ],
    ['org.shelf.LoanTest > due', { style: 'gradle', granularity: 'test', ...place }],
    [
      'org.shelf.LoanTest > renews for a week',
      {
        style: 'gradle',
        granularity: 'test',
        module: 'org.shelf',
        symbols: ['LoanTest'],
        title: 'renews for a week',
      },
    ],
    ['LoanTest', { style: 'java-class', granularity: 'class', symbols: ['LoanTest'] }],
    [
      'org.shelf.LoanTest',
      { style: 'java-class', granularity: 'class', module: 'org.shelf', symbols: ['LoanTest'] },
    ],
    ['org.shelf.LoanTest.due', { style: 'dotted', granularity: 'test', ...place }],
    [
      'javac-Loan.java(org.shelf.TestCases)',
      {
        style: 'ant',
        granularity: 'parameter',
        module: 'org.shelf',
        symbols: ['TestCases'],
        parameter: 'javac-Loan.java',
      },
    ],
    ['due(org.shelf.LoanTest)', { style: 'ant', granularity: 'test', ...place }],
    ['shelf-core:test', { style: 'gradle-task', granularity: 'file' }],
    ['compileTestJava', { style: 'gradle-task', granularity: 'file' }],
  ])('%s', (id, expected) => expect(read(id, 'java')).toEqual(expected));
});

describe('Go, Rust, C and C++', () => {
  it.each<[string, string, Partial<TestId>]>([
    ['TestDue', 'go', { style: 'go', granularity: 'test', symbols: ['TestDue'] }],
    [
      'TestDue/week_2/#01',
      'go',
      { style: 'go', granularity: 'parameter', symbols: ['TestDue'], parameter: 'week_2/#01' },
    ],
    [
      'TestDue/testdata/loan.test',
      'typescript',
      { style: 'go', granularity: 'parameter', symbols: ['TestDue'], parameter: 'testdata/loan.test' },
    ],
    [
      'loans::tests::renews',
      'rust',
      { style: 'cargo', granularity: 'test', module: 'loans::tests', symbols: ['renews'] },
    ],
    ['renews_twice', 'rust', { style: 'cargo', granularity: 'test', symbols: ['renews_twice'] }],
    [
      'src/loans.rs - loans::renew (line 12)',
      'rust',
      {
        style: 'cargo',
        granularity: 'test',
        path: 'src/loans.rs',
        symbols: ['loans', 'renew'],
        position: '12',
      },
    ],
    ['LoanTest.Renews', 'cpp', { style: 'googletest', granularity: 'test', symbols: ['LoanTest', 'Renews'] }],
    [
      'Weeks/LoanTest.Renews/0',
      'cpp',
      {
        style: 'googletest',
        granularity: 'parameter',
        symbols: ['LoanTest', 'Renews'],
        parameter: 'Weeks/0',
      },
    ],
    [
      'LoanTest/1.Renews',
      'cpp',
      { style: 'googletest', granularity: 'parameter', symbols: ['LoanTest', 'Renews'], parameter: '1' },
    ],
    ['tst_loan.sh', 'c', { style: 'file', granularity: 'file', path: 'tst_loan.sh' }],
    ['tests/loantest', 'c', { style: 'file', granularity: 'file', path: 'tests/loantest' }],
    ['basics/loan.py', 'c', { style: 'file', granularity: 'file', path: 'basics/loan.py' }],
    ['unit-loan', 'c', { style: 'ctest', granularity: 'test', symbols: ['unit-loan'] }],
    [
      'loans > renew twice',
      'cpp',
      { style: 'title-path', granularity: 'test', title: 'loans > renew twice' },
    ],
    [
      'RENEW with <count> against a missing key',
      'c',
      { style: 'title', granularity: 'test', title: 'RENEW with <count> against a missing key' },
    ],
  ])('%s in %s', (id, language, expected) => expect(read(id, language)).toEqual(expected));
});

describe('JavaScript, Ruby and PHP', () => {
  const file = { style: 'file-title', path: 'test/loan.js' } as const;
  const rspec = {
    style: 'rspec',
    granularity: 'test',
    path: 'spec/loan_spec.rb',
    title: 'renews - twice',
  } as const;
  it.each<[string, string, Partial<TestId>]>([
    [
      'test/loan.js | Loans | renew twice',
      'javascript',
      { ...file, granularity: 'test', title: 'Loans | renew twice' },
    ],
    ['/app/test/loan.js | Loans renew', 'javascript', { ...file, granularity: 'test', title: 'Loans renew' }],
    ['test/loan.js > Loans > renew', 'typescript', { ...file, granularity: 'test', title: 'Loans > renew' }],
    ['test/loan.js->renew', 'javascript', { ...file, granularity: 'test', title: 'renew' }],
    ['test/loan.js | test suite', 'javascript', { ...file, granularity: 'file', title: 'test suite' }],
    [
      'test suite 3 | 6 assertions',
      'javascript',
      { style: 'jest', granularity: 'test', title: 'test suite 3 | 6 assertions' },
    ],
    [
      'packages/loans/loan.test.js',
      'javascript',
      { style: 'file', granularity: 'file', path: 'packages/loans/loan.test.js' },
    ],
    [
      'Loans should renew when due > today ',
      'javascript',
      { style: 'title-path', granularity: 'test', title: 'Loans should renew when due > today ' },
    ],
    [
      'Loans should renew twice ',
      'javascript',
      { style: 'jest', granularity: 'test', title: 'Loans should renew twice ' },
    ],
    ['renews - twice - ./spec/loan_spec.rb[1:2:1]', 'ruby', { ...rspec, position: '1:2:1' }],
    ['renews - twice - ./spec/loan_spec.rb:12', 'ruby', { ...rspec, position: '12' }],
    [
      'TestLoan#test_: renews #2 twice',
      'ruby',
      { style: 'test-unit', granularity: 'test', symbols: ['TestLoan'], title: 'renews #2 twice' },
    ],
    [
      'Shelf::TestLoan#test_due',
      'ruby',
      { style: 'test-unit', granularity: 'test', symbols: ['Shelf', 'TestLoan', 'test_due'] },
    ],
    [
      'test_due[week]',
      'ruby',
      { style: 'test-unit', granularity: 'parameter', symbols: ['test_due'], parameter: 'week' },
    ],
    [
      'features/loan.feature:30  Scenario: renew',
      'ruby',
      {
        style: 'cucumber',
        granularity: 'test',
        path: 'features/loan.feature',
        title: 'Scenario: renew',
        position: '30',
      },
    ],
    ['renews a loan', 'ruby', { style: 'title', granularity: 'test', title: 'renews a loan' }],
    [
      'Loan > Renews for a week',
      'php',
      { style: 'testdox', granularity: 'test', title: 'Loan > Renews for a week' },
    ],
    [
      'Loan > Due with data set "a "b""',
      'php',
      { style: 'testdox', granularity: 'parameter', title: 'Loan > Due', parameter: 'a "b"' },
    ],
    [
      'Shelf\\Loans\\LoanTest::testDue with data set #1',
      'php',
      {
        style: 'phpunit',
        granularity: 'parameter',
        module: 'Shelf\\Loans',
        symbols: ['LoanTest', 'testDue'],
        parameter: '#1',
      },
    ],
    [
      'Shelf\\LoanTest',
      'php',
      { style: 'phpunit', granularity: 'class', module: 'Shelf', symbols: ['LoanTest'] },
    ],
  ])('%s in %s', (id, language, expected) => expect(read(id, language)).toEqual(expected));
});

describe('an unknown language', () => {
  it.each([
    ['tests/test_loan.py::test_due', 'pytest'],
    ['test_due (loans.tests.RenewTests)', 'unittest'],
    ['org.shelf.LoanTest#due', 'maven'],
    ['org.shelf.LoanTest > due', 'gradle'],
    ['org.shelf.LoanTest', 'java-class'],
    ['loans::tests::renews', 'cargo'],
    ['TestDue/week', 'go'],
    ['test_due', 'bare'],
    ['Loans > renew', 'title-path'],
    ['LoanTest', 'title'],
    ['renews a loan', 'title'],
  ])('%s is %s by its shape alone', (id, style) => expect(parseTestId(id, hint('')).style).toBe(style));
});

const LANGUAGES = [
  '',
  'python',
  'java',
  'go',
  'rust',
  'c',
  'cpp',
  'ruby',
  'php',
  'javascript',
  'cobol',
  'constructor',
  '__proto__',
];
const piece = fc.constantFrom(
  'test_',
  '::',
  '[',
  ']',
  '(',
  ')',
  '.',
  ' > ',
  ' | ',
  '#',
  '/',
  'a.py',
  'Test',
  ' with data set "',
  '\\',
  ' - ',
  '\n',
);
const anyId = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 4 }))).map((parts) => parts.join('')),
);

describe('any text', () => {
  it('is read without a throw, the same way twice, in a listed style, from text that stands in it', () => {
    fc.assert(
      fc.property(anyId, fc.constantFrom(...LANGUAGES), (id, language) => {
        const parsed = parseTestId(id, hint(language));
        expect(parseTestId(id, hint(language))).toEqual(parsed);
        expect(Object.keys(TEST_ID_STYLES)).toContain(parsed.style);
        expect(parsed.id).toBe(id);
        for (const part of [parsed.path, parsed.title, parsed.module, parsed.position, ...parsed.symbols])
          expect(id).toContain(part);
        if (parsed.style !== 'googletest') expect(id).toContain(parsed.parameter);
      }),
      { numRuns: 400 },
    );
  });

  it('comes back on ids of 60,000 characters', () => {
    const units = [
      '[',
      'a[',
      '::',
      'a::',
      'a.',
      'A.',
      '(',
      'a/',
      ' > ',
      ' | ',
      '\\',
      'a\\',
      ' with data set ',
      ' - ',
      '_',
      '{',
      'Test',
      '$',
    ];
    for (const unit of units) {
      const long = unit.repeat(Math.ceil(60_000 / unit.length));
      for (const id of [
        long,
        `test_a (${long}`,
        `a.py::${long}`,
        `A#${long}`,
        `TestA/${long}`,
        `${long}[1:2]`,
      ]) {
        for (const language of LANGUAGES) expect(parseTestId(id, hint(language)).id).toBe(id);
      }
    }
  });
});
