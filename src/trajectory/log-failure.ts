/** Owns the failure as a log tells it, whatever the framework, and the few readings that the framework readers share. */

/** One failure read from a log, before ranking and merging. */
export interface LogFailure {
  /** Names of the failing test as the log gives them; empty = the failure is of the whole run. */
  readonly tests: readonly string[];
  /** Files one of which holds the test, where its names do not say it; none = unknown. */
  readonly testFiles?: readonly string[];
  /** Exception or error type, "" unknown. */
  readonly type: string;
  readonly message: string;
  /** Deepest place inside the project, "" and 0 unknown. */
  readonly file: string;
  readonly line: number;
  /** run = collection, import, build or crash: nothing of a single test. */
  readonly scope: 'run' | 'test';
  /** The message is a line of test source: a profile may forbid it. */
  readonly quotesSource: boolean;
}

const FOREIGN =
  /site-packages|dist-packages|node_modules|\/lib\/python\d|\/unittest\/|<frozen |^<|\/usr\/(?:lib|local\/go)|\/rustc\/|\.cargo\/registry/;

/** True for a place in the project: not in an installed package or in the language's own library. */
export const isProjectFile = (path: string): boolean => path !== '' && !FOREIGN.test(path);

/** A path without the sandbox's work directory. */
export function shortenPath(path: string): string {
  return path
    .replace(
      /^\/(?:testbed|workspace\/[^/]{1,200}|opt\/[^/]{1,200}__[^/]{1,200}|home\/[^/]{1,60}\/[^/]{1,200}|app|repo|build\/[^/]{1,100})\//,
      '',
    )
    .replace(/^\.\//, '');
}

/** Text of a heading between runs of underscores; "" when the line is none. */
export function readUnderscoreHeading(line: string): string {
  if (!line.startsWith('___') || !line.endsWith('___')) return '';
  let start = 0;
  let end = line.length;
  while (start < end && line[start] === '_') start += 1;
  while (end > start && line[end - 1] === '_') end -= 1;
  return line.slice(start, end).trim();
}

const EXCEPTION = /^([A-Za-z_][\w.]{0,300})(?:: ?(.*))?$/s;

/** Splits `pkg.SomeError: text`; a line that names no exception is a message without a type. */
export function splitException(line: string): { type: string; message: string } {
  const found = EXCEPTION.exec(line.trim().slice(0, 2000));
  const type = found?.[1] ?? '';
  const looksLikeType =
    /(?:Error|Exception|Warning|Exit|Interrupt|Failed|Failure|Timeout|StopIteration|DoesNotExist|[a-z]Skip|NotSupported\w*)$/.test(
      type,
    ) || /^[A-Z]\w*$/.test(type);
  if (found === null || !looksLikeType || /^[a-z]\w*$/.test(type)) return { type: '', message: line.trim() };
  return { type, message: (found[2] ?? '').trim() };
}

const FRAME = /^\s{1,8}File "([^"]{1,500})", line (\d{1,8})/;

/** The last traceback in some lines: its exception, its deepest project frame, and the source line printed below that frame. */
export function readTraceback(
  lines: readonly string[],
): { type: string; message: string; file: string; line: number; source: string } | undefined {
  let start = -1;
  for (const [at, line] of lines.entries())
    if (line.startsWith('Traceback (most recent call last)')) start = at;
  if (start < 0) return undefined;
  let file = '';
  let number = 0;
  let source = '';
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line !== '' && !/^\s/.test(line)) break;
    const frame = FRAME.exec(line);
    if (frame === null) continue;
    if (isProjectFile(frame[1] ?? '') || file === '') {
      file = frame[1] ?? '';
      number = Number(frame[2]);
      source = (lines[at + 1] ?? '').trim();
    }
  }
  const text = lines[at] ?? '';
  if (text === '') return undefined;
  return {
    ...splitException(text),
    file: isProjectFile(file) ? shortenPath(file) : '',
    line: isProjectFile(file) ? number : 0,
    source,
  };
}
