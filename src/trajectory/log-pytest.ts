/** Owns reading failures from pytest's output: FAILURES and ERRORS blocks, collection errors, and the short summary. Only `E` lines and locations: never test source. */
import {
  isProjectFile,
  readTraceback,
  readUnderscoreHeading,
  shortenPath,
  splitException,
} from './log-failure.js';
import type { LogFailure } from './log-failure.js';
import { splitSummary, splitTestId } from './test-status.js';

const SECTION = /^=+ (.{1,200}?) =+$/;
const CHAIN = /^(?:During handling of the above exception|The above exception was the direct cause)/;
const LOCATION = /^(\S[^:\n]{0,400}\.\w{1,5}):(\d{1,8}):(?: (?:in )?[\w.<>]{1,200})?\s?$/;

/** A file that holds tests by its name. A test may also stand in a base class elsewhere: other files say nothing about it. */
const TEST_FILE = /(?:^|\/)(?:test_[^/]{0,200}|[^/]{1,200}_tests?|tests?)\.py$/;

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
  const testFiles = new Set<string>();
  for (const line of body) {
    if (CHAIN.test(line)) errors = [];
    else if (/^E {1,}/.test(line)) errors.push(line.replace(/^E\s{1,}/, ''));
    else {
      const found = LOCATION.exec(line);
      if (found !== null && isProjectFile(found[1] ?? '')) {
        file = shortenPath(found[1] ?? '');
        number = Number(found[2]);
        if (TEST_FILE.test(file)) testFiles.add(file);
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
    ...(testFiles.size === 0 ? {} : { testFiles: [...testFiles] }),
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

interface SummaryLine {
  /** FAILED or ERROR. */
  readonly word: string;
  readonly id: string;
  readonly message: string;
}

function readSummary(summary: readonly string[]): SummaryLine[] {
  const found: SummaryLine[] = [];
  for (const line of summary) {
    const [, word = '', rest = ''] = /^(FAILED|ERROR) (\S.{0,1000})$/.exec(line) ?? [];
    if (rest !== '') found.push({ word, ...splitSummary(rest) });
  }
  return found;
}

/** What a heading and a line of the summary have in common: the name without the file, and whether the test itself failed. */
const keyOfHeading = (heading: string): string =>
  heading.startsWith('ERROR at ')
    ? `ERROR ${heading.replace(/^ERROR at (?:setup|teardown) of /, '')}`
    : `FAILED ${heading}`;

/**
 * Blocks as failures. Only the summary names the file of a heading's test. Tests of one name in several files stand there in the order of
 * their blocks; where the numbers differ, the files that the block itself names decide.
 */
function readBlocks(blocks: readonly Block[], summary: readonly SummaryLine[]): LogFailure[] {
  const headings = new Map<string, number>();
  for (const { heading } of blocks) {
    const key = keyOfHeading(heading);
    headings.set(key, (headings.get(key) ?? 0) + 1);
  }
  const files = new Map<string, string[]>();
  for (const { word, id } of summary) {
    const { file, name } = splitTestId(id);
    const known = files.get(`${word} ${name}`);
    if (known === undefined) files.set(`${word} ${name}`, [file]);
    else known.push(file);
  }
  const seen = new Map<string, number>();
  const failures: LogFailure[] = [];
  for (const block of blocks) {
    const key = keyOfHeading(block.heading);
    const order = seen.get(key) ?? 0;
    seen.set(key, order + 1);
    const failure = readBlock(block);
    if (failure === undefined) continue;
    const named = files.get(key) ?? [];
    const own = named.length === headings.get(key) ? named[order] : undefined;
    if (own !== undefined) failures.push({ ...failure, testFiles: [own] });
    else if (failure.testFiles === undefined && named.length > 0)
      failures.push({ ...failure, testFiles: [...new Set(named)] });
    else failures.push(failure);
  }
  return failures;
}

/** Failures that a pytest log tells, blocks first; a test that has no block is taken from the summary, where messages are cut. */
export function readPytestFailures(lines: readonly string[]): LogFailure[] {
  const { blocks, summary } = listBlocks(lines);
  const named = readSummary(summary);
  const failures = readBlocks(blocks, named);
  const told = new Set<string>();
  for (const { tests, testFiles = [''] } of failures)
    for (const name of tests) for (const file of testFiles) told.add(`${file}\n${name}`);
  for (const { id, message } of named) {
    const { file, name } = splitTestId(id);
    const whole = file === '';
    const isTold = whole
      ? failures.some((failure) => failure.scope === 'run' && failure.file === id)
      : told.has(`${file}\n${name}`) || told.has(`\n${name}`);
    if (isTold) continue;
    failures.push({
      tests: whole ? [] : [id, name],
      ...splitAssert(message),
      file: '',
      line: 0,
      scope: whole ? 'run' : 'test',
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
