/** Owns reading failures of unittest and Django, of sympy's own runner, and of a Python run that crashed before its summary. */
import { readTraceback, readUnderscoreHeading } from './log-failure.js';
import type { LogFailure } from './log-failure.js';

const HEADING = /^(?:FAIL|ERROR): (\S.{0,500})$/;

/** Type, message and place of a block; an assertion without a message is told by the source line below its frame. */
function readBody(
  lines: readonly string[],
  tests: readonly string[],
  scope: LogFailure['scope'],
): LogFailure | undefined {
  const trace = readTraceback(lines);
  if (trace === undefined) return undefined;
  const { type, message, file, line, source } = trace;
  const bare = message === '' && type.endsWith('AssertionError');
  return {
    tests,
    type,
    message: bare ? source : message,
    file,
    line,
    scope,
    quotesSource: bare && source !== '',
  };
}

/** Blocks between `======` rules: `FAIL: test_x (mod.Class) (subtest)`, maybe a docstring, a rule, a traceback. */
export function readUnittestFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const title = HEADING.exec(lines[at] ?? '')?.[1];
    if (title === undefined || !/^={70}$/.test(lines[at - 1] ?? '')) continue;
    let end = at + 1;
    while (
      end < lines.length &&
      !/^={70}$/.test(lines[end] ?? '') &&
      !/^Ran \d{1,9} tests? in /.test(lines[end] ?? '')
    )
      end += 1;
    const block = lines.slice(at + 1, end);
    const failure = readBody(block, listNames(title, block), 'test');
    if (failure !== undefined)
      failures.push(isLoader(title) ? { ...failure, tests: [], scope: 'run' } : failure);
    at = end - 1;
  }
  return failures;
}

/** A module that could not be imported stands as a test of unittest's loader. */
const isLoader = (title: string): boolean => title.includes('unittest.loader._FailedTest');

/** `test_x (mod.Class)`, without sub-test arguments, and the docstring's first line: the harness uses either. */
function listNames(title: string, block: readonly string[]): string[] {
  const id = /^\w+ \([\w.]+\)/.exec(title)?.[0] ?? title;
  const doc = block[0] ?? '';
  return doc === '' || doc.startsWith('---') ? [id] : [id, doc.trim()];
}

const readSympyHeading = (line: string): string | undefined =>
  /^\S{1,400}\.py:(\w{1,200})$/.exec(readUnderscoreHeading(line))?.[1];

/** sympy's runner: `____ file.py:test_name ____`, then a traceback. */
export function readSympyFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  let at = 0;
  while (at < lines.length) {
    const name = readSympyHeading(lines[at] ?? '');
    at += 1;
    if (name === undefined) continue;
    const start = at;
    while (
      at < lines.length &&
      readSympyHeading(lines[at] ?? '') === undefined &&
      !/^=+ tests finished/.test(lines[at] ?? '')
    )
      at += 1;
    const failure = readBody(lines.slice(start, at), [name], 'test');
    if (failure !== undefined) failures.push(failure);
  }
  return failures;
}

/** A run that ends in a traceback and has no summary: nothing after it was tested. Undefined when there is a summary or no traceback. */
export function readCrash(lines: readonly string[]): LogFailure | undefined {
  const finished = lines.some((line) =>
    /^Ran \d{1,9} tests? in |^=+ .{0,200}\b(?:passed|failed|error|no tests ran)\b.{0,200} =+$|tests finished:/.test(
      line,
    ),
  );
  return finished ? undefined : readBody(lines, [], 'run');
}
