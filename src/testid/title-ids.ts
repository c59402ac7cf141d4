/**
 * Owns the ids that are free text, with or without the place of the test: JavaScript, Ruby, cucumber, plain files.
 */
import { looksLikeCodePath, looksLikeTestPath, trimContainerRoot } from './path-shape.js';
import { splitParameter } from './python-ids.js';
import { makeTestId, type TestId } from './testid.js';

/** Between a file and the titles in it. */
const FILE_SEPARATORS = [' | ', ' > ', '->', ' › '];

/** `test/loans.js | renews`, `loans.spec.ts > renews`, `loans.spec.ts->renews`; the first part must be a path. */
export function readFileTitleId(id: string): TestId | undefined {
  for (const separator of FILE_SEPARATORS) {
    const at = id.indexOf(separator);
    if (at <= 0 || !looksLikeCodePath(id.slice(0, at))) continue;
    const title = id.slice(at + separator.length);
    // Runners without a report per test print one line per file: `test/loans.js | test suite`.
    const isWholeFile = title === '' || title === 'test suite';
    return makeTestId({
      id,
      style: 'file-title',
      granularity: isWholeFile ? 'file' : 'test',
      path: trimContainerRoot(id.slice(0, at)),
      title,
    });
  }
  return undefined;
}

/** Nothing but a path. */
export function readFileId(id: string): TestId | undefined {
  if (!looksLikeTestPath(id) || /\s/.test(id)) return undefined;
  return makeTestId({ id, style: 'file', granularity: 'file', path: trimContainerRoot(id) });
}

/** `renews a loan - ./spec/loan_spec.rb[1:2:1]`, `… - ./spec/loan_spec.rb:12`. */
export function readRspecId(id: string): TestId | undefined {
  const dash = id.lastIndexOf(' - ');
  if (dash < 0) return undefined;
  const place = /^(\S+\.rb)(?:\[([\d:]+)\]|:(\d+))$/.exec(id.slice(dash + 3));
  if (place === null) return undefined;
  const [, path = '', index, line] = place;
  return makeTestId({
    id,
    style: 'rspec',
    granularity: 'test',
    path: trimContainerRoot(path),
    title: id.slice(0, dash),
    position: index ?? line ?? '',
  });
}

/** `features/loan.feature:30  Scenario: renew`. */
export function readCucumberId(id: string): TestId | undefined {
  const match = /^(\S+\.feature)(?::(\d+))?(?:\s|$)/.exec(id);
  if (match === null) return undefined;
  const [whole, path = '', line = ''] = match;
  const title = id.slice(whole.length).trimStart();
  return makeTestId({
    id,
    style: 'cucumber',
    granularity: title === '' && line === '' ? 'file' : 'test',
    path: trimContainerRoot(path),
    title,
    position: line,
  });
}

/** `TestLoan#test_: renews a loan`, `TestLoan#test_due`, `test_due[week]`. */
export function readTestUnitId(id: string): TestId | undefined {
  const owned = /^([A-Z][\w:]*)#(\w+)(:?)/.exec(id);
  if (owned !== null) {
    const [whole, owner = '', name = '', colon] = owned;
    // shoulda writes the whole title behind `test_:`; it belongs to no method name.
    if (colon === ':') {
      const title = id
        .slice(whole.length)
        .replace(/\.?\s*$/, '')
        .trimStart();
      return makeTestId({ id, style: 'test-unit', granularity: 'test', symbols: owner.split('::'), title });
    }
    if (whole.length === id.length) {
      return makeTestId({
        id,
        style: 'test-unit',
        granularity: 'test',
        symbols: [...owner.split('::'), name],
      });
    }
  }
  const { name, parameter, hasParameter, truncated } = splitParameter(id);
  if (!/^test_\w*[?!]?$/.test(name)) return undefined;
  const granularity = hasParameter ? 'parameter' : 'test';
  return makeTestId({ id, style: 'test-unit', granularity, symbols: [name], parameter, truncated });
}

/** Titles joined by ` > `. */
export function readTitlePathId(id: string): TestId | undefined {
  if (!id.includes(' > ')) return undefined;
  return makeTestId({ id, style: 'title-path', granularity: 'test', title: id });
}
