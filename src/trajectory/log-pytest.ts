/** Owns reading failures from pytest's output: FAILURES and ERRORS blocks, collection errors, and the short summary. Only `E` lines and locations: never test source. */
import {
  isProjectFile,
  readTraceback,
  readUnderscoreHeading,
  shortenPath,
  splitException,
} from './log-failure.js';
import type { LogFailure } from './log-failure.js';
import { splitSummary } from './test-status.js';

const SECTION = /^=+ (.{1,200}?) =+$/;
const CHAIN = /^(?:During handling of the above exception|The above exception was the direct cause)/;
const LOCATION = /^(\S[^:\n]{0,400}\.\w{1,5}):(\d{1,8}):(?: (?:in )?[\w.<>]{1,200})?\s?$/;

interface Block {
  readonly heading: string;
  readonly lines: string[];
}

function listBlocks(lines: readonly string[]): { blocks: Block[]; summary: string[] } {
  const blocks: Block[] = [];
  const summary: string[] = [];
  let section = '';
  let block: Block | undefined;
  for (const line of lines) {
    const title = line.startsWith('=') && line.endsWith('=') ? SECTION.exec(line)?.[1] : undefined;
    if (title !== undefined) {
      section = title;
      block = undefined;
    } else if (section === 'FAILURES' || section === 'ERRORS') {
      // The lines `_ _ _` between the parts of a traceback are no headings.
      const heading = readUnderscoreHeading(line);
      if (heading === '') block?.lines.push(line);
      else {
        block = { heading, lines: [] };
        blocks.push(block);
      }
    } else if (section.startsWith('short test summary')) summary.push(line);
  }
  return { blocks, summary };
}

function readBlock({ heading, lines }: Block): LogFailure | undefined {
  const captured = lines.findIndex((line) => /^-{3,} ?Captured /.test(line));
  const body = captured < 0 ? lines : lines.slice(0, captured);
  let errors: string[] = [];
  let file = '';
  let number = 0;
  for (const line of body) {
    if (CHAIN.test(line)) errors = [];
    else if (/^E {1,}/.test(line)) errors.push(line.replace(/^E\s{1,}/, ''));
    else {
      const found = LOCATION.exec(line);
      if (found !== null && isProjectFile(found[1] ?? '')) {
        file = shortenPath(found[1] ?? '');
        number = Number(found[2]);
      }
    }
  }
  const native = errors.length === 0 ? readTraceback(body) : undefined;
  const first =
    chooseError(errors) ?? (native === undefined ? undefined : `${native.type}: ${native.message}`);
  if (first === undefined) return undefined;
  const collecting = /^ERROR collecting (.+)$/.exec(heading)?.[1];
  const name = heading.replace(/^ERROR at (?:setup|teardown) of /, '');
  return {
    tests: collecting === undefined ? [name] : [],
    ...splitAssert(first),
    file: file === '' ? (native?.file ?? collecting ?? '') : file,
    line: number === 0 ? (native?.line ?? 0) : number,
    scope: collecting === undefined ? 'test' : 'run',
    quotesSource: false,
  };
}

/** The first line that names an exception or an assertion; in an import error pytest also quotes the traceback: then the last such line. */
function chooseError(errors: readonly string[]): string | undefined {
  const named = errors.filter((line) =>
    /^(?:[A-Za-z_][\w.]{0,200}(?:Error|Exception|Warning|Failed|Exit)\b|assert\b|Failed: )/.test(line),
  );
  const quoted = errors.some((line) => line.trim().startsWith('File "') || line.startsWith('Traceback'));
  return (quoted ? named.at(-1) : named[0]) ?? errors.find((line) => line.trim() !== '');
}

function splitAssert(line: string): { type: string; message: string } {
  return line.startsWith('assert') ? { type: 'AssertionError', message: line } : splitException(line);
}

/** Failures that a pytest log tells, blocks first; a test that has no block is taken from the summary, where messages are cut. */
export function readPytestFailures(lines: readonly string[]): LogFailure[] {
  const { blocks, summary } = listBlocks(lines);
  const failures = blocks.map(readBlock).filter((failure): failure is LogFailure => failure !== undefined);
  const told = new Set(failures.flatMap((failure) => failure.tests));
  for (const line of summary) {
    const found = /^(FAILED|ERROR) (\S.{0,1000})$/.exec(line);
    if (found === null) continue;
    const { id, message } = splitSummary(found[2] ?? '');
    const parts = id.split('::');
    const name = parts.slice(1).join('.');
    if (
      told.has(name) ||
      (parts.length === 1 && failures.some((failure) => failure.scope === 'run' && failure.file === id))
    )
      continue;
    failures.push({
      tests: parts.length === 1 ? [] : [id, name],
      ...splitAssert(message),
      file: '',
      line: 0,
      scope: parts.length === 1 ? 'run' : 'test',
      quotesSource: false,
    });
  }
  for (const failure of readLoadErrors(lines)) failures.push(failure);
  return failures;
}

/** Errors before any test: `ImportError while loading conftest`, `ERROR: not found: …`, `ERROR: file or directory not found`. */
function readLoadErrors(lines: readonly string[]): LogFailure[] {
  const failures: LogFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const missing = /^ERROR: (?:not found: |file or directory not found: )(\S.{0,400})$/.exec(line)?.[1];
    const conftest = /^ImportError while loading conftest '([^']{1,400})'/.exec(line)?.[1];
    if (missing !== undefined)
      failures.push({
        tests: [],
        type: 'not found',
        message: `pytest found no ${shortenPath(missing)}`,
        file: '',
        line: 0,
        scope: 'run',
        quotesSource: false,
      });
    if (conftest === undefined) continue;
    const errors = lines.slice(at + 1, at + 200).filter((next) => /^E {1,}/.test(next));
    const text = chooseError(errors.map((next) => next.replace(/^E\s{1,}/, ''))) ?? line;
    failures.push({
      tests: [],
      ...splitException(text),
      file: shortenPath(conftest),
      line: 0,
      scope: 'run',
      quotesSource: false,
    });
    break;
  }
  return failures.slice(0, 20);
}
