/** Claim: a module proposes the files it may stand for, likeliest first, and no id without a module proposes any. */
import { describe, expect, it } from 'vitest';
import { candidateModulePaths, candidateTestdoxPaths } from '../../src/testid/module-paths.js';
import { parseTestId } from '../../src/testid/parse.js';

const paths = (id: string, language: string) =>
  candidateModulePaths(parseTestId(id, { language, repo: '', corpus: '' }));

describe('candidates', () => {
  it('looks for a unittest module in tests/ first, as a file before a package', () => {
    expect(paths('test_due (loans.tests.RenewTests)', 'python')).toEqual([
      'tests/loans/tests.py',
      'loans/tests.py',
      'tests/loans/tests/__init__.py',
      'loans/tests/__init__.py',
    ]);
    expect(paths('test_due (tests.test_loan.RenewTests)', 'python')).toEqual([
      'tests/test_loan.py',
      'tests/test_loan/__init__.py',
    ]);
  });

  it('looks for the outer class of a JVM id, with its package before without', () => {
    const found = paths('org.shelf.LoanTest$Weeks#due', 'java');
    expect(found.slice(0, 2)).toEqual(['org/shelf/LoanTest.java', 'org/shelf/LoanTest.kt']);
    expect(found).toContain('LoanTest.java');
    expect(paths('LoanTest', 'java')[0]).toBe('LoanTest.java');
  });

  it('looks for Rust modules as file, folder, inline module and integration test', () => {
    expect(paths('shell::loans::tests::renews', 'rust')).toEqual([
      'shell/loans/tests.rs',
      'shell/loans/tests/mod.rs',
      'shell/loans.rs',
      'shell/loans/mod.rs',
      'shell.rs',
      'shell/mod.rs',
      'loans/tests.rs',
      'tests.rs',
    ]);
  });

  it('drops prefixes of a PHP namespace', () => {
    expect(paths('Shelf\\Loans\\LoanTest::testDue', 'php')).toEqual([
      'Shelf/Loans/LoanTest.php',
      'Loans/LoanTest.php',
      'LoanTest.php',
    ]);
  });

  it('proposes nothing where the id holds no module', () => {
    for (const id of [
      'tests/test_loan.py::test_due',
      'test_due',
      'TestLoan.test_due',
      'A loan is renewed.',
      'test_due (RenewTests)',
    ]) {
      expect(paths(id, 'python')).toEqual([]);
    }
    expect(paths(`test_due (${'a.'.repeat(100_000)}B)`, 'python')).toEqual([]);
  });
});

describe('candidates of a testdox title', () => {
  it.each([
    ['Loan ledger > Renews with data set "week"', ['LoanLedgerTest.php', 'LoanLedgerTests.php']],
    ['Shelf > Loan > Renews', ['LoanTest.php', 'LoanTests.php']],
    ['Renews with data set #1', []],
  ])('%j', (id, expected) => {
    expect(candidateTestdoxPaths(parseTestId(id, { language: 'php', repo: '', corpus: '' }))).toEqual(
      expected,
    );
  });
});
