import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownPhrases } from '../../src/report/known-phrases.js';

const STATEMENT = 'Renewing fails in shelf/loans.py:\n\n    loan.due = today + WEEK\n\nSee test_overdue.';

describe('what a reader of the statement knows', () => {
  const known = new KnownPhrases(STATEMENT);

  it('is cut out from the first to the last word', () => {
    expect(known.cutFrom('### shelf/loans.py, lines 3-9\n')).toBe('### , lines 3-9\n');
    expect(known.cutFrom('> 44 |         loan.due = today + WEEK\n')).toBe('> 44 |         \n');
  });

  it('does not depend on blanks and line ends', () => {
    expect(known.cutFrom('loan.due\n=   today')).toBe('');
  });

  it('is nothing shorter than four words', () => {
    expect(known.cutFrom('test_overdue in shelf')).toBe('test_overdue in shelf');
    expect(known.cutFrom('loan.due + 1')).toBe('loan.due + 1');
  });

  it('is not what only has the same words in another order', () => {
    const text = 'WEEK + today = due.loan';
    expect(known.cutFrom(text)).toBe(text);
  });

  it('is nothing when there is no statement', () => {
    expect(new KnownPhrases('').cutFrom(STATEMENT)).toBe(STATEMENT);
  });
});

describe('any two texts', () => {
  const word = fc.constantFrom('a', 'b', 'c', '(', ')', '.', 'naïve', '行', '😀', '\ud800');
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', '\n', '  ')), { maxLength: 40 })
    .map((pairs) => pairs.flat().join(''));

  it('agree with the definition: runs of four words, searched one by one', () => {
    fc.assert(
      fc.property(text, text, (known, block) => {
        const words = (from: string): RegExpMatchArray[] => [
          ...from.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu),
        ];
        const runOf = (list: readonly RegExpMatchArray[], at: number): string =>
          list
            .slice(at, at + 4)
            .map(([each]) => each)
            .join('\0');
        const runs = new Set<string>();
        const first = words(known);
        for (let at = 0; at + 4 <= first.length; at += 1) runs.add(runOf(first, at));
        const second = words(block);
        const gone = new Set<number>();
        for (let at = 0; at + 4 <= second.length; at += 1) {
          if (!runs.has(runOf(second, at))) continue;
          const last = second[at + 3];
          for (
            let unit = second[at]?.index ?? 0;
            unit < (last?.index ?? 0) + (last?.[0].length ?? 0);
            unit += 1
          )
            gone.add(unit);
        }
        const left = [...Array(block.length).keys()]
          .filter((unit) => !gone.has(unit))
          .map((unit) => block[unit]);
        expect(new KnownPhrases(known).cutFrom(block)).toBe(left.join(''));
      }),
      { numRuns: 500 },
    );
  });

  it('of which one is the other leave nothing but blanks', () => {
    fc.assert(
      fc.property(text, (same) => {
        fc.pre([...same.matchAll(/\S+/g)].length >= 4);
        expect(new KnownPhrases(same).cutFrom(same).trim()).toBe('');
      }),
    );
  });
});
