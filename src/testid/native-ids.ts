/**
 * Owns the ids of Go, Rust, C, C++ and PHP runners.
 */
import { looksLikeTestPath, trimContainerRoot } from './path-shape.js';
import { makeTestId, type TestId } from './testid.js';

/** `TestRenew/sub_test`; everything behind the first slash names a subtest. */
export function readGoId(id: string): TestId | undefined {
  const match = /^((?:Test|Benchmark|Example|Fuzz)[\p{L}\p{N}_]*)(\/?)/u.exec(id);
  if (match === null) return undefined;
  const [whole, name = '', slash] = match;
  const rest = id.slice(whole.length);
  if (slash === '' && rest !== '') return undefined;
  return makeTestId({
    id,
    style: 'go',
    granularity: slash === '' ? 'test' : 'parameter',
    symbols: [name],
    parameter: rest,
  });
}

/** `loans::tests::renews`, `renews`; `src/loans.rs - loans::renew (line 12)` for a documentation test. */
export function readCargoId(id: string): TestId | undefined {
  const documentation = /^(\S+\.rs) - (?:(\S+) )?\(line (\d+)\)/.exec(id);
  if (documentation !== null) {
    const [, path = '', item = '', line = ''] = documentation;
    const symbols = item.split('::').filter((part) => part !== '');
    return makeTestId({
      id,
      style: 'cargo',
      granularity: 'test',
      path: trimContainerRoot(path),
      symbols,
      position: line,
    });
  }
  const name = id.replace(/ - should panic$/, '');
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_:<>-]*$/u.test(name)) return undefined;
  const parts = name.split('::').filter((part) => part !== '');
  const last = parts.pop();
  if (last === undefined) return undefined;
  return makeTestId({ id, style: 'cargo', granularity: 'test', module: parts.join('::'), symbols: [last] });
}

/** `LoanTest.Renews`; value-parametrised `Weeks/LoanTest.Renews/0`, typed `LoanTest/0.Renews`. */
export function readGoogletestId(id: string): TestId | undefined {
  const match = /^(?:(\w+)\/)?([A-Za-z_]\w*)(?:\/(\w+))?\.([A-Za-z_]\w*)(?:\/(\S+))?$/.exec(id);
  if (match === null || looksLikeTestPath(id)) return undefined;
  const [, instance = '', suite = '', type = '', name = '', value = ''] = match;
  const parameter = [instance, type, value].filter((part) => part !== '').join('/');
  return makeTestId({
    id,
    style: 'googletest',
    granularity: parameter === '' ? 'test' : 'parameter',
    symbols: [suite, name],
    parameter,
  });
}

/** Names of ctest and automake tests: programs and scripts, with a folder or without. */
export function readCtestId(id: string): TestId | undefined {
  if (!/^[\w./+-]+$/.test(id)) return undefined;
  if (looksLikeTestPath(id) || (id.includes('/') && !id.startsWith('/'))) {
    return makeTestId({
      id,
      style: id.includes('/') ? 'file' : 'ctest',
      granularity: 'file',
      path: trimContainerRoot(id),
    });
  }
  return makeTestId({ id, style: 'ctest', granularity: 'test', symbols: [id] });
}

/** Where PHPUnit's `with data set …` begins, -1 when it is not there. */
export function dataSetStart(text: string): number {
  return text.search(/ with data set (?:"|#\d)/);
}

/** `Shelf\LoanTest::testDue with data set "week"`, and testdox `Loan > Due with data set "week"`. */
export function readPhpunitId(id: string): TestId | undefined {
  const start = dataSetStart(id);
  const name = start < 0 ? id : id.slice(0, start);
  const parameter = start < 0 ? '' : id.slice(start + ' with data set '.length).replace(/^"([^]*)"$/, '$1');
  const granularity = start < 0 ? 'test' : 'parameter';
  if (/^[\w\\]+(?:::\w+)?$/.test(name) && /::|Test$/.test(name)) {
    const colons = name.indexOf('::');
    const qualified = colons < 0 ? name : name.slice(0, colons);
    const slash = qualified.lastIndexOf('\\');
    const symbols = [qualified.slice(slash + 1), ...(colons < 0 ? [] : [name.slice(colons + 2)])];
    const module = qualified.slice(0, Math.max(slash, 0));
    return makeTestId({
      id,
      style: 'phpunit',
      granularity: colons < 0 && start < 0 ? 'class' : granularity,
      module,
      symbols,
      parameter,
    });
  }
  if (/^test\w*$/.test(name))
    return makeTestId({ id, style: 'phpunit', granularity, symbols: [name], parameter });
  if (start < 0 && !name.includes(' > ')) return undefined;
  return makeTestId({ id, style: 'testdox', granularity, title: name, parameter });
}
