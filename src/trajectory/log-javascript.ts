/** Owns reading failures from the output of jest, vitest and mocha. */
import { isProjectFile, shortenPath, splitException } from './log-failure.js';
import type { LogFailure } from './log-failure.js';

const FRAME = /(?:\(|at |❯ )((?:\/|\.{0,2}\/?)[\w@.\-/]{1,400}\.[cm]?[jt]sx?):(\d{1,8})(?::\d{1,6})?/;

function readPlace(body: readonly string[]): { file: string; line: number } {
  for (const line of body) {
    const found = FRAME.exec(line.slice(0, 600));
    if (found !== null && isProjectFile(found[1] ?? ''))
      return { file: shortenPath(found[1] ?? ''), line: Number(found[2]) };
  }
  return { file: '', line: 0 };
}

/** First words of a block, with jest's Expected and Received lines. Code frames (`  12 |`) are left out: they are test source. */
function readMessage(body: readonly string[]): string {
  const texts = body
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^>?\s{0,6}\d{1,6} \||^\||^at /.test(line));
  const parts = [texts[0] ?? ''];
  for (const line of texts.slice(1, 12))
    if (/^(?:Expected|Received|\+ expected|- actual)\b/.test(line)) parts.push(line);
  return parts.join(' ');
}

function makeFailure(tests: readonly string[], body: readonly string[], suite: string): LogFailure {
  const message = readMessage(body);
  const { type, message: rest } = message.startsWith('expect(')
    ? { type: 'AssertionError', message }
    : splitException(message);
  const run = /^Test suite failed to run$|Cannot find module|SyntaxError/.test(message) || tests.length === 0;
  const cause =
    message === 'Test suite failed to run'
      ? readMessage(body.slice(body.findIndex((line) => line.trim() === message) + 1))
      : '';
  const split = cause === '' ? { type, message: rest } : splitException(cause);
  const place = readPlace(body);
  return {
    tests: run ? [] : tests,
    ...split,
    file: place.file === '' ? suite : place.file,
    line: place.line,
    scope: run ? 'run' : 'test',
    quotesSource: false,
  };
}

/** jest: `● Suite › test` blocks. Suites are named by `FAIL path` lines. */
export function readJestFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  let suite = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    suite = /^\s{0,4}FAIL\s{1,4}(\S{1,400})/.exec(line)?.[1] ?? suite;
    const title = /^ {1,4}● (.{1,500})$/.exec(line)?.[1];
    if (title === undefined || title.startsWith('Console')) continue;
    const body: string[] = [];
    while (
      at + 1 < lines.length &&
      body.length < 200 &&
      !/^ {1,4}● |^(?:Test Suites|Tests):|^\s{0,4}(?:PASS|FAIL)\s/.test(lines[at + 1] ?? '')
    ) {
      at += 1;
      body.push(lines[at] ?? '');
    }
    const suiteFailure = title === 'Test suite failed to run';
    const name = title.split(' › ');
    failures.push(
      makeFailure(
        suiteFailure ? [] : [name.join(' '), name.at(-1) ?? '', title],
        suiteFailure ? ['Test suite failed to run', ...body] : body,
        suite,
      ),
    );
  }
  return failures;
}

/** vitest: `FAIL  file > suite > test`, then the error and `❯ file:line:column`. */
export function readVitestFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found =
      /^\s{0,4}FAIL\s{1,4}(?:\|\S{1,60}\| )?(\S{1,400}\.[cm]?[jt]sx?)(?: > (.{1,500}))?(?: \[ .{1,300} \])?$/.exec(
        lines[at] ?? '',
      );
    if (found === null) continue;
    const body: string[] = [];
    while (at + 1 < lines.length && body.length < 100 && !/^⎯|^\s{0,4}FAIL\s/.test(lines[at + 1] ?? '')) {
      at += 1;
      body.push(lines[at] ?? '');
    }
    if (body.every((line) => line.trim() === '')) continue;
    const name = found[2]?.split(' > ') ?? [];
    const file = found[1] ?? '';
    // jest prints `FAIL path` too; its blocks are bullets.
    if (body.some((line) => /^ {1,4}● /.test(line))) continue;
    failures.push(
      makeFailure(
        name.length === 0 ? [] : [name.join(' '), name.at(-1) ?? '', `${file} > ${found[2] ?? ''}`],
        body,
        file,
      ),
    );
  }
  return failures;
}

/** mocha: after `N failing`, blocks `1) suite … test:` with the error below. */
export function readMochaFailures(lines: readonly string[]): LogFailure[] {
  const start = lines.findIndex((line) => /^\s{1,4}\d{1,6} failing$/.test(line));
  if (start < 0) return [];
  const failures: LogFailure[] = [];
  let title: string[] = [];
  let body: string[] = [];
  let open = false;
  const close = (): void => {
    if (body.length > 0) failures.push(makeFailure([title.join(' '), title.at(-1) ?? ''], body, ''));
    body = [];
  };
  for (const line of lines.slice(start + 1)) {
    const first = /^\s{1,4}\d{1,6}\) (.{1,400})$/.exec(line)?.[1];
    if (first !== undefined) {
      close();
      title = [first.replace(/:$/, '')];
      open = !first.endsWith(':');
    } else if (open) {
      title.push(line.trim().replace(/:$/, ''));
      open = line.trim() !== '' && !line.trimEnd().endsWith(':');
    } else if (title.length > 0 && body.length < 100) body.push(line);
  }
  close();
  return failures;
}
