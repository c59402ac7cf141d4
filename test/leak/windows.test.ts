/** What a finished record shows of a repository cannot be proved any more: it must agree with the record's own diffs. */
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/model/evidence.js';
import { findRecordLeaks } from '../../src/pipeline/record-guard.js';
import { makeFolder } from '../repository/scratch.js';
import { buildRows, evidenceOf, LOANS_FIXED, makeLoansClone } from '../pipeline/loans-clone.js';

const { folder, clones, row } = makeLoansClone(makeFolder());
const [item] = await buildRows(folder, [row], {
  clones: { folder: clones, isRequired: true },
  context: { kind: 'scope' },
});
const BUILT = evidenceOf(item);
const ADDED = '        loan.due = max(loan.due, today) + WEEK\n';
const LOCALIZATION = { block: 'localization', kind: 'added_line', value: ADDED.trim() };
const REPRODUCTION = { block: 'reproduction', kind: 'added_line', value: ADDED.trim() };

function plant(change: (copy: Evidence) => void): ReturnType<typeof findRecordLeaks> {
  const copy = structuredClone(BUILT);
  change(copy);
  return findRecordLeaks(copy);
}

const windowOf = (copy: Evidence) => {
  const window = copy.localization.files[0]?.windows[0];
  if (!window) throw new Error('the record must have a window');
  return window;
};

const testOf = (copy: Evidence, symbol: string) => {
  const test = copy.reproduction.tests.find((one) => one.symbol === symbol);
  if (!test) throw new Error(`the record must show ${symbol}`);
  return test;
};

it('the line that is planted is one that the repair adds', () => {
  expect(LOANS_FIXED).toContain(ADDED);
  expect(findRecordLeaks(BUILT)).toEqual([]);
});

describe('a planted line in a window is found', () => {
  it('before the lines of a hunk', () => {
    const found = plant((copy) => {
      const window = windowOf(copy);
      window.text = window.text.replace('\n', `\n${ADDED}`);
    });
    expect(found).toContainEqual(expect.objectContaining(LOCALIZATION));
  });

  it('in place of a line of a hunk', () => {
    const found = plant((copy) => {
      const window = windowOf(copy);
      window.text = window.text.replace('        loan.due = today + WEEK\n', ADDED);
    });
    expect(found).toContainEqual(expect.objectContaining(LOCALIZATION));
  });

  it('in place of the line that opens a scope', () => {
    const found = plant((copy) => {
      const window = windowOf(copy);
      window.text = window.text.replace('    def renew(self, loan, today):\n', ADDED);
    });
    expect(found).toContainEqual(expect.objectContaining(LOCALIZATION));
  });

  it('in a window that holds no hunk', () => {
    const found = plant((copy) => {
      copy.localization.files[0]?.windows.push({ start_line: 26, text: ADDED });
    });
    expect(found).toContainEqual(expect.objectContaining(LOCALIZATION));
  });
});

describe('a planted line in test code from the repository is found', () => {
  it('as one line more than the range has', () => {
    const found = plant((copy) => void (testOf(copy, 'ledger').code += ADDED));
    expect(found).toContainEqual(expect.objectContaining(REPRODUCTION));
  });

  it('in place of a line that the test patch shows', () => {
    const found = plant((copy) => {
      const test = testOf(copy, 'test_due');
      test.code = test.code.replace(/ {4}assert ledger.*\n/, ADDED);
    });
    expect(found).toContainEqual(expect.objectContaining(REPRODUCTION));
  });
});
