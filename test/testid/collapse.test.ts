/** Claim: parametrised runs of one test share a line, in the order of first appearance, and no id is lost. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collapseParameters } from '../../src/testid/collapse.js';
import { parseTestId } from '../../src/testid/parse.js';

function collapse(ids: readonly string[], language: string) {
  return collapseParameters(ids.map((id) => parseTestId(id, { language, repo: '', corpus: '' })));
}

describe('collapsing', () => {
  it('keeps order, shows a single run whole, and counts cut ids', () => {
    const path = 'tests/test_loan.py::TestRenew';
    expect(
      collapse(
        [
          `${path}::test_b[1]`,
          `${path}::test_a`,
          `${path}::test_c[x[0]]`,
          `${path}::test_b[(2,`,
          `${path}::test_b[(2,`,
        ],
        'python',
      ),
    ).toEqual([
      {
        display: `${path}::test_b[…]`,
        count: 3,
        ids: [`${path}::test_b[1]`, `${path}::test_b[(2,`, `${path}::test_b[(2,`],
      },
      { display: `${path}::test_a`, count: 1, ids: [`${path}::test_a`] },
      { display: `${path}::test_c[x[0]]`, count: 1, ids: [`${path}::test_c[x[0]]`] },
    ]);
  });

  it.each([
    [
      'python',
      'test_due (loans.tests.R) (i=1)',
      'test_due (loans.tests.R) [b]',
      'test_due (loans.tests.R) […]',
    ],
    ['go', 'TestDue/week', 'TestDue/month/2', 'TestDue/…'],
    ['java', 'org.shelf.LoanTest#due[1]', 'org.shelf.LoanTest#due[2]', 'org.shelf.LoanTest#due[…]'],
    [
      'java',
      'javac-A.java(org.shelf.TestCases)',
      'javac-B.java(org.shelf.TestCases)',
      '…(org.shelf.TestCases)',
    ],
    ['php', 'Loan > Due with data set "a"', 'Loan > Due with data set #2', 'Loan > Due with data set …'],
    ['cpp', 'Weeks/LoanTest.Renews/0', 'Weeks/LoanTest.Renews/1', 'Weeks/LoanTest.Renews/…'],
    ['cpp', 'LoanTest/0.Renews', 'LoanTest/1.Renews', 'LoanTest/….Renews'],
    ['ruby', 'test_due[week]', 'test_due[month]', 'test_due[…]'],
  ])('%s: %s and %s are %s', (language, first, second, display) => {
    expect(collapse([first, second], language)).toEqual([{ display, count: 2, ids: [first, second] }]);
  });

  it('keeps a Go test apart from its subtests', () => {
    expect(collapse(['TestDue', 'TestDue/a', 'TestDue/b'], 'go').map((group) => group.count)).toEqual([1, 2]);
  });

  it('loses no id', () => {
    const id = fc
      .tuple(fc.constantFrom('t.py::test_a', 'TestA/', 'A.B', 'x '), fc.constantFrom('', '[1]', '[', '/0'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(id), fc.constantFrom('python', 'go', 'cpp', ''), (ids, language) => {
        const groups = collapse(ids, language);
        expect(groups.flatMap((group) => group.ids).toSorted()).toEqual(ids.toSorted());
        expect(groups.every((group) => group.count === group.ids.length)).toBe(true);
      }),
    );
  });
});
