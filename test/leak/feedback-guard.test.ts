/** Claims: a planted line of the fix is found wherever a feedback text shows it; what the student may know is none. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFeedbackGuard } from '../../src/leak/feedback-guard.js';
import { sourcesOfRecord } from '../../src/leak/sources.js';
import { collectVocabulary } from '../../src/leak/vocabulary.js';
import { buildShelf } from '../support/shelf.js';

const { evidence } = await buildShelf('shelf__shelf-12');
const findLine = makeFeedbackGuard(collectVocabulary(sourcesOfRecord(evidence)));

const LOG_LINE = 'self.log.append(("renew", loan.copy, today))';
const DUE_LINE = 'loan.due = max(loan.due, today) + WEEK';

describe('the feedback guard', () => {
  it.each([
    ['the line itself', LOG_LINE],
    ['inside a message', `TypeError in ${DUE_LINE} at line 37`],
    ['with other white space', `E     loan.due =  max(loan.due,\ttoday) + WEEK`],
    ['cut at the end of a message', `AssertionError: in self.log.append(("renew", lo…`],
    [
      'behind an escaped line break',
      String.raw`assert 'shelf\nloan.due = max(loan.due, today) + WEEK\n' == ''`,
    ],
    ['behind an escaped tab', String.raw`assert '\tloan.due = max(loan.due, today) + WEEK' == ''`],
    ['escaped twice', String.raw`assert 'shelf\\nloan.due = max(loan.due, today) + WEEK\\n' == ''`],
    ['with escaped quotes', String.raw`assert 'self.log.append((\"renew\", loan.copy, today))' == ''`],
    ['cut by three dots', 'SyntaxError: loan.due = max(loan.due, tod...'],
    ['cut by three dots in the middle', 'SyntaxError: loan.due = max(loan.due, tod...late fee'],
    ['from a cut on', `AssertionError: assert 'shelf...e, today) + WEEK' == ''`],
    ['between two cuts', 'AssertionError: shelf...= max(loan.due, today)...late fee'],
    ['by two short ends around a cut', 'SyntaxError: loan.due = ...y) + WEEK'],
  ])('finds %s', (_name, text) => {
    expect(findLine(text)).toBeDefined();
  });

  it.each([
    ['a removed line', 'loan.due = today + WEEK'],
    ['a line of the tests', 'assert self.ledger.log[-1] == ("renew", "moby-dick/1", date(2026, 1, day))'],
    ['a sentence of the statement', 'A renewal should add a week to the date the book is due.'],
    ['a message of its own', "AssertionError: assert ('lend', 'mob...e(2026, 1, 5)) == ('renew', 'mo...)"],
    ['the start of a line that was not cut', 'self.log.append('],
    ['a removed line that was cut', 'NameError: loan.due = today + WE...'],
    ['a line of the tests that was cut', 'AssertionError: assert self.ledger.log[-1] == ("renew", "moby...'],
    ['dots that cut nothing of the fix', "assert 'Renewing the loan... done...' == 'Renewed...'"],
    ['a path with an escape letter', String.raw`FileNotFoundError: 'C:\new\today' + WEEK`],
  ])('lets %s through', (_name, text) => {
    expect(findLine(text)).toBeUndefined();
  });

  it('finds a planted line at any place of any text', () => {
    const filler = fc.string({ maxLength: 80 }).map((text) => text.replaceAll('…', '.'));
    fc.assert(
      fc.property(filler, filler, fc.constantFrom(LOG_LINE, DUE_LINE), (before, after, line) => {
        expect(findLine(`${before} ${line} ${after}`)).toBe(line);
      }),
    );
  });

  it('does not take a part of a longer word for a line', async () => {
    const { evidence: isbn } = await buildShelf('shelf__shelf-15');
    const find = makeFeedbackGuard(collectVocabulary(sourcesOfRecord(isbn)));
    expect(find('def digit_value(character):')).toBe('def digit_value(character):');
    expect(find('undef digit_value(character):')).toBeUndefined();
  });
});
