/**
 * Owns the ids Python's runners print: pytest node ids, unittest's `name (module.Class)`, names without a place.
 * Each reader answers undefined when the id is not of its form.
 */
import { looksLikeTestPath, trimContainerRoot } from './path-shape.js';
import { makeTestId, type TestId, type TestIdGranularity } from './testid.js';

/** A name and the text between its first `[` and the last `]`. */
interface NameAndParameter {
  readonly name: string;
  readonly parameter: string;
  readonly hasParameter: boolean;
  readonly truncated: boolean;
}

/**
 * Split off a parameter. More `[` than `]`, or no `]` at the end, means that the id was cut (log parsers cut at white space):
 * the parameter is then all that is left of it.
 */
export function splitParameter(text: string): NameAndParameter {
  const open = text.indexOf('[');
  if (open <= 0) return { name: text, parameter: '', hasParameter: false, truncated: false };
  let balance = 0;
  for (const char of text) balance += char === '[' ? 1 : char === ']' ? -1 : 0;
  const truncated = balance > 0 || !text.endsWith(']');
  const parameter = truncated ? text.slice(open + 1) : text.slice(open + 1, -1);
  return { name: text.slice(0, open), parameter, hasParameter: true, truncated };
}

/**
 * `tests/test_loans.py::TestRenew::test_due[week]`; the path decides, so that Rust's `a::b` is not taken.
 * SWE-PolyBench writes one colon: `tests/test_loans.py:TestRenew:test_due`.
 */
export function readPytestId(id: string): TestId | undefined {
  const colons = id.indexOf('::');
  const single = id.indexOf('.py:');
  const separator = colons > 0 && (single < 0 || colons <= single + 3) ? '::' : ':';
  const at = separator === '::' ? colons : single < 0 ? -1 : single + 3;
  if (at <= 0) return undefined;
  const path = id.slice(0, at);
  if (!looksLikeTestPath(path) || /\.(?:rs|php|js|ts|rb)$/.test(path)) return undefined;
  const { name, parameter, hasParameter, truncated } = splitParameter(id.slice(at + separator.length));
  // One colon is also how tools write a line number or a message behind a path.
  if (separator === ':' && !/^[\p{L}_][\p{L}\p{N}_:]*$/u.test(name)) return undefined;
  const symbols = name.split(separator).filter((symbol) => symbol !== '');
  const last = symbols.at(-1) ?? '';
  let granularity: TestIdGranularity = 'test';
  if (hasParameter) granularity = 'parameter';
  else if (last === '') granularity = 'file';
  else if (/^_?[A-Z]/.test(last)) granularity = 'class';
  return makeTestId({
    id,
    style: 'pytest',
    granularity,
    path: trimContainerRoot(path),
    symbols,
    parameter,
    truncated,
  });
}

/**
 * `test_due (loans.tests.RenewTests)`; Django 4 and Python 3.11 repeat the method: `(loans.tests.RenewTests.test_due)`.
 * A subtest adds `[message]` or `(i=1)`, which is the parameter.
 */
export function readUnittestId(id: string): TestId | undefined {
  const head = /^(\w+) \(([\w.]+)\)/.exec(id);
  if (head === null) return undefined;
  const [whole, name = '', dotted = ''] = head;
  const suffix = id.slice(whole.length).trim();
  if (suffix !== '' && !suffix.startsWith('[') && !suffix.startsWith('(')) return undefined;
  const parts = dotted.split('.').filter((part) => part !== '');
  if (parts.length > 1 && parts.at(-1) === name) parts.pop();
  // Class names are capitalised; a nested class stands behind its outer one. The last part is a class in any case.
  let from = Math.max(parts.length - 1, 0);
  while (from > 1 && /^_*[A-Z]/.test(parts[from - 1] ?? '')) from -= 1;
  const isOneSubtest = suffix !== '';
  return makeTestId({
    id,
    style: 'unittest',
    granularity: isOneSubtest ? 'parameter' : 'test',
    module: parts.slice(0, from).join('.'),
    symbols: [...parts.slice(from), name],
    parameter: isOneSubtest ? suffix.replace(/^[[(]/, '').replace(/[\])]$/, '') : '',
    truncated: suffix.startsWith('[') && !suffix.includes(']'),
  });
}

/** `TestRenew.test_due[week]` and `test_due[week]`: pytest ids that lost their path, or one bare name. */
export function readPythonName(id: string): TestId | undefined {
  const { name, parameter, hasParameter, truncated } = splitParameter(id);
  if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) || name.endsWith('.')) return undefined;
  const symbols = name.split('.').filter((symbol) => symbol !== '');
  const isClass = /^(?:Test[A-Z_]|[A-Z]\w*Tests?$|[A-Z]\w*TestCase$)/.test(symbols.at(-1) ?? '');
  return makeTestId({
    id,
    style: symbols.length > 1 ? 'dotted' : 'bare',
    granularity: hasParameter ? 'parameter' : isClass ? 'class' : 'test',
    symbols,
    parameter,
    truncated,
  });
}
