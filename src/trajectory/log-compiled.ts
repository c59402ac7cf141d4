/** Owns reading failures from the output of go test, cargo test and maven surefire, builds included. */
import { isProjectFile, shortenPath, splitException } from './log-failure.js';
import type { LogFailure } from './log-failure.js';

const make = (
  tests: readonly string[],
  type: string,
  message: string,
  file: string,
  line: number,
  scope: LogFailure['scope'] = 'test',
): LogFailure => ({
  tests,
  type,
  message,
  file,
  line,
  scope,
  quotesSource: false,
});

/** `--- FAIL: TestX`, its indented lines (testify's `Error Trace:` and `Error:` or `f_test.go:12: msg`), `panic:`, and build errors `./f.go:3:5: msg`. */
export function readGoFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  const output = new Map<string, string[]>();
  let current = '';
  for (const [at, line] of lines.entries()) {
    const run = /^=== (?:RUN|CONT|NAME)\s{1,10}(\S{1,400})/.exec(line)?.[1];
    if (run !== undefined) current = run;
    const failed = /^\s{0,40}--- FAIL: (\S{1,400})/.exec(line)?.[1];
    const build = /^(?:\.\/)?([\w./-]{1,300}\.go):(\d{1,8}):\d{1,6}: (.{1,1000})$/.exec(line);
    if (failed !== undefined)
      failures.push(readGoTest(failed, [...(output.get(failed) ?? []), ...listIndented(lines, at + 1)]));
    else if (build !== null && !/^\s/.test(line))
      failures.push(make([], 'build error', build[3] ?? '', build[1] ?? '', Number(build[2]), 'run'));
    else if (line.startsWith('panic: ')) failures.push(readGoPanic(lines, at, current));
    else if (current !== '' && run === undefined) {
      const kept = output.get(current);
      if (kept === undefined) output.set(current, [line]);
      else if (kept.length < 400) kept.push(line);
    }
  }
  return dropParents(failures);
}

function listIndented(lines: readonly string[], from: number): string[] {
  const found: string[] = [];
  for (let at = from; at < lines.length && found.length < 200; at += 1) {
    const line = lines[at] ?? '';
    if (!/^\s/.test(line) || /^\s{0,40}--- /.test(line)) break;
    found.push(line);
  }
  return found;
}

function readGoTest(name: string, body: readonly string[]): LogFailure {
  const place = body
    .map((line) => /(?:^|\s|\/)([\w.-]{1,200}\.go):(\d{1,8})/.exec(line))
    .find((found) => found !== null);
  const file = place?.[1] ?? '';
  const number = Number(place?.[2] ?? 0);
  const error = body.findIndex((line) => /^\s{0,40}Error:\s/.test(line));
  if (error >= 0) {
    // testify breaks "Not equal:" over several lines.
    const parts = [(body[error] ?? '').replace(/^\s{0,40}Error:\s{1,40}/, '').trim()];
    for (const line of body.slice(error + 1, error + 4))
      if (/^\s{0,80}(?:expected|actual)\s{0,4}:/.test(line)) parts.push(line.trim());
    return make([name], 'AssertionError', parts.join(' '), file, number);
  }
  const own = body
    .map((line) => /^\s{0,40}[\w.-]{1,200}\.go:\d{1,8}: (.{1,1000})$/.exec(line)?.[1])
    .find((text) => text !== undefined);
  return make([name], own === undefined ? '' : 'AssertionError', own ?? '', file, number);
}

function readGoPanic(lines: readonly string[], at: number, test: string): LogFailure {
  const message = (lines[at] ?? '').replace(/^panic: /, '').replace(/ \[recovered\].*$/, '');
  for (const line of lines.slice(at + 1, at + 80)) {
    const found = /^\t(\/\S{1,400}\.go):(\d{1,8})/.exec(line);
    if (found !== null && isProjectFile(found[1] ?? '') && !(found[1] ?? '').includes('/usr/local/go/')) {
      return make(
        test === '' ? [] : [test],
        'panic',
        message,
        shortenPath(found[1] ?? ''),
        Number(found[2]),
        test === '' ? 'run' : 'test',
      );
    }
  }
  return make(test === '' ? [] : [test], 'panic', message, '', 0, test === '' ? 'run' : 'test');
}

/** A parent of failing sub-tests says nothing of its own. */
function dropParents(failures: readonly LogFailure[]): LogFailure[] {
  const parents = new Set<string>();
  for (const failure of failures) {
    const name = failure.tests[0] ?? '';
    for (let at = name.indexOf('/'); at > 0 && parents.size < 10_000; at = name.indexOf('/', at + 1))
      parents.add(name.slice(0, at));
  }
  return failures.filter((failure) => failure.message !== '' || !parents.has(failure.tests[0] ?? ''));
}

/** `---- a::b stdout ----` with a panic in the old or the new form, and `error[E0425]: msg` with its ` --> file`. */
export function readCargoFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  let test = '';
  for (const [at, line] of lines.entries()) {
    test = /^---- (\S{1,400}) stdout ----$/.exec(line)?.[1] ?? (/^failures:$/.test(line) ? '' : test);
    const error = /^error(?:\[E\d{4}\])?: (.{1,1000})$/.exec(line)?.[1];
    const place = /^\s{1,10}--> (\S{1,400}?):(\d{1,8}):\d{1,6}/.exec(lines[at + 1] ?? '');
    if (error !== undefined && place !== null)
      failures.push(make([], 'compile error', error, place[1] ?? '', Number(place[2]), 'run'));
    const old = /panicked at '(.{0,1000})', ([^:\s]{1,400}):(\d{1,8})/.exec(line);
    const now = /panicked at ([^:'\s]{1,400}):(\d{1,8}):\d{1,6}:$/.exec(line);
    if (old !== null)
      failures.push(
        make(
          test === '' ? [] : [test],
          'panic',
          old[1] ?? '',
          old[2] ?? '',
          Number(old[3]),
          test === '' ? 'run' : 'test',
        ),
      );
    else if (now !== null) {
      const detail = [
        lines[at + 1] ?? '',
        ...lines.slice(at + 2, at + 4).filter((next) => /^\s{1,8}(?:left|right): /.test(next)),
      ];
      failures.push(
        make(
          test === '' ? [] : [test],
          'panic',
          detail.map((part) => part.trim()).join(' '),
          now[1] ?? '',
          Number(now[2]),
          test === '' ? 'run' : 'test',
        ),
      );
    }
  }
  return failures;
}

/** `[ERROR]   ClassTest.method:12 msg`, `» NullPointer msg`, and `COMPILATION ERROR` lines `[ERROR] /p/F.java:[1,2] msg`. */
export function readMavenFailures(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  for (const line of lines) {
    const compile = /^\[ERROR\] (\/\S{1,400}\.(?:java|kt|scala)):\[(\d{1,8}),\d{1,6}\] (.{1,1000})$/.exec(
      line,
    );
    if (compile !== null)
      failures.push(
        make([], 'compile error', compile[3] ?? '', shortenPath(compile[1] ?? ''), Number(compile[2]), 'run'),
      );
    const test =
      /^\[ERROR\] {2,4}(?:[\w.$]{1,300}\.)?(\w[\w$]{0,200})\.(\w{1,200}):(\d{1,8})(?:->\S{1,300})? (?:» )?(.{1,1000})$/.exec(
        line,
      );
    if (test === null) continue;
    const [, owner = '', method = '', number = '0', text = ''] = test;
    const { type, message } = splitException(text);
    failures.push(make([`${owner}.${method}`, method], type, message, `${owner}.java`, Number(number)));
  }
  return failures;
}
