/** Owns the status that a log gives each test, line by line, and finding a listed test among them. Why a test failed is log-*.ts. */

export type TestStatus = 'passed' | 'failed' | 'skipped';

const WORD: Record<string, TestStatus> = {
  PASSED: 'passed',
  PASS: 'passed',
  XFAIL: 'passed',
  FAILED: 'failed',
  FAIL: 'failed',
  ERROR: 'failed',
  SKIPPED: 'skipped',
  SKIP: 'skipped',
  XPASS: 'passed',
  ok: 'passed',
  ignored: 'skipped',
  skipped: 'skipped',
  'expected failure': 'passed',
  'unexpected success': 'failed',
  F: 'failed',
  E: 'failed',
  f: 'passed',
};

type Record_ = readonly [string, TestStatus];

/** Id and message of a summary line after its word: `id - message`. Parameters in brackets may hold ` - ` themselves. */
export function splitSummary(rest: string): { id: string; message: string } {
  const closed = rest.includes('[') ? rest.indexOf('] - ') : -1;
  const at = closed >= 0 ? closed + 1 : rest.trimEnd().endsWith(']') ? -1 : rest.indexOf(' - ');
  return at < 0
    ? { id: rest.trim(), message: '' }
    : { id: rest.slice(0, at).trim(), message: rest.slice(at + 3).trim() };
}

/** `PASSED tests/a.py::test_x`, `FAILED id - message`; and the verbose form `id PASSED [ 10%]`. */
function readPytestLine(line: string): Record_ | undefined {
  const leading = /^(PASSED|FAILED|ERROR|XFAIL|XPASS)\s+(\S.*)$/.exec(line);
  if (leading !== null) {
    return [splitSummary(leading[2] ?? '').id, WORD[leading[1] ?? ''] ?? 'failed'];
  }
  const trailing =
    / (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \([^()]{0,200}\))?(?: {1,80}\[ {0,3}\d{1,3}%\])?$/.exec(
      line,
    );
  if (trailing === null || !line.includes('::')) return undefined;
  return [line.slice(0, trailing.index).trim(), WORD[trailing[1] ?? ''] ?? 'failed'];
}

/** `test_x (mod.Class) ... ok`; the text before `...` may be the first line of a docstring. */
function readUnittestLine(line: string): Record_ | undefined {
  const at = line.lastIndexOf(' ... ');
  if (at <= 0) return undefined;
  const word = /^(ok|FAIL|ERROR|skipped|expected failure|unexpected success|FAILED|ignored)\b/.exec(
    line.slice(at + 5),
  )?.[1];
  if (word === undefined) return undefined;
  // Sub-tests leave the name of the test before on the line: `test_a (m.C) ... test_b (m.C) ... ok`.
  const before = line.slice(0, at);
  const name = before.slice(before.lastIndexOf(' ... ') < 0 ? 0 : before.lastIndexOf(' ... ') + 5);
  return [name.replace(/^test (?=\S+$)/, ''), WORD[word] ?? 'failed'];
}

const MARKS: readonly (readonly [RegExp, (found: RegExpExecArray) => Record_])[] = [
  [/^\s{0,40}--- (PASS|FAIL|SKIP): (\S+)/, (found) => [found[2] ?? '', WORD[found[1] ?? ''] ?? 'failed']],
  [/^(?:FAIL|ERROR): (\w+ \([\w.]+\))/, (found) => [found[1] ?? '', 'failed']],
  [/^\s{1,40}[✓✔√] (.{1,400}?)(?: \(?\d{1,9}(?:\.\d+)? ?m?s\)?)?$/, (found) => [found[1] ?? '', 'passed']],
  [/^\s{1,40}[✕×✗✘] (.{1,400}?)(?: \(?\d{1,9}(?:\.\d+)? ?m?s\)?)?$/, (found) => [found[1] ?? '', 'failed']],
  [
    /^(test_\w+) (ok|F|E|f)(?: {1,80}\[.{0,20}\])?$/,
    (found) => [found[1] ?? '', WORD[found[2] ?? ''] ?? 'failed'],
  ],
];

/** Statuses by test id, in order of appearance; a later failure of the same id stands over an earlier pass. */
export function readTestStatuses(lines: readonly string[]): Map<string, TestStatus> {
  const statuses = new Map<string, TestStatus>();
  const keep = (id: string, status: TestStatus): void => {
    if (id !== '' && statuses.get(id) !== 'failed') statuses.set(id, status);
  };
  let named = '';
  let headed = false;
  for (const raw of lines) {
    const line = raw.length > 1200 ? raw.slice(0, 1200) : raw.trimEnd();
    const found = readPytestLine(line) ?? readUnittestLine(line) ?? readMark(line);
    if (found !== undefined) {
      keep(...found);
      // Django prints `test_x (mod.Class)` and, below it, its docstring with the result.
      if (named !== '' && found[0] !== named) keep(named, found[1]);
    } else if (headed && line !== '' && !line.startsWith('---')) keep(line.trim(), 'failed');
    named = /^\w+ \([\w.]+\)$/.test(line) ? line : '';
    // The docstring stands below the heading of a failure too.
    headed = /^(?:FAIL|ERROR): \w+ \(/.test(line);
  }
  return statuses;
}

function readMark(line: string): Record_ | undefined {
  for (const [pattern, make] of MARKS) {
    const found = pattern.exec(line);
    if (found !== null) return make(found);
  }
  return undefined;
}

/** `tests/a.py::Class::test_x[a::b]` as file and name inside it, `Class.test_x[a::b]`; an id without `::` is all name. */
export function splitTestId(id: string): { file: string; name: string } {
  const bracket = id.indexOf('[');
  const head = bracket < 0 ? id : id.slice(0, bracket);
  const [file = '', ...rest] = head.split('::');
  if (rest.length === 0) return { file: '', name: id };
  // Old pytest writes `Class::()::test_x`.
  const parts = rest.filter((part) => part !== '()');
  return { file, name: `${parts.join('.')}${id.slice(head.length)}` };
}

/** Names under which one listed test may stand in a log, most exact first: its class, where it has one, is a part of each. */
export function listTestNames(id: string): string[] {
  const names = [id];
  const { file, name } = splitTestId(id);
  if (file !== '') names.push(name);
  const unittest = /^(\w+) \(([\w.]+)\)$/.exec(id);
  if (unittest !== null)
    names.push(`${unittest[2]}.${unittest[1]}`, `${unittest[1]} (${unittest[2]}.${unittest[1]})`);
  const arrow = id.indexOf('->');
  if (arrow > 0) names.push(id.slice(arrow + 2));
  return names;
}

/** Status of a listed test. An id that was cut at `[` (more opening than closing brackets) is matched by its beginning. */
export function findTestStatus(
  id: string,
  statuses: ReadonlyMap<string, TestStatus>,
): TestStatus | undefined {
  for (const name of listTestNames(id)) {
    const status = statuses.get(name);
    if (status !== undefined) return status;
  }
  if (id.split('[').length <= id.split(']').length) return undefined;
  let found: TestStatus | undefined;
  for (const [name, status] of statuses) {
    if (!name.startsWith(id)) continue;
    if (status === 'failed') return status;
    found ??= status;
  }
  return found;
}
