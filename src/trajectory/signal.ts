/**
 * Owns choosing the signals of a failed attempt: at most five, each once, causes of many failures first. Failures are read from logs
 * in log-*.ts; nothing here is invented: every word of a message stands in the log.
 * Source: OPRD C.2 (up to five deduplicated signals, root causes first); the ranks are our own.
 */
import { z } from 'zod';
import { readCargoFailures, readGoFailures, readMavenFailures } from './log-compiled.js';
import { shortenPath } from './log-failure.js';
import type { LogFailure } from './log-failure.js';
import { readJestFailures, readMochaFailures, readVitestFailures } from './log-javascript.js';
import { readPytestFailures } from './log-pytest.js';
import { readCrash, readSympyFailures, readUnittestFailures } from './log-unittest.js';
import { findOwner, indexOwners } from './test-owner.js';
import type { Owner } from './test-owner.js';

/** What a signal says about its failures; the order is that of the ranks. */
const CAUSES = {
  run: 'nothing, or not everything, could be run: collection, import, syntax, build, crash',
  touched: 'an exception in a file that the attempt touches',
  project: 'an exception in other project code',
  assertion: 'an assertion of a test that the repair must turn',
  regression: 'an assertion of a test that passed before',
  unexplained: 'a failure without a message',
} as const;
export type Cause = keyof typeof CAUSES;

const ORDER = Object.keys(CAUSES) as Cause[];

export const signalSchema = z
  .strictObject({
    cause: z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]]),
    test: z.string().describe('The first listed test that shows it; "" = the whole run.'),
    tests: z.int().min(0).describe('Listed tests that show it; 0 = the whole run.'),
    type: z.string().describe('Exception or error type, "" unknown.'),
    message: z.string().describe('From the log, at most 300 characters, "" = the log has none.'),
    file: z.string().describe('Deepest place in the project, "" unknown.'),
    line: z.int().min(0).describe('1-based, 0 unknown.'),
    quotes_source: z.boolean().describe('The message is a line of the test: an assertion without words.'),
  })
  .describe('One thing that the log says went wrong.');
export type Signal = z.infer<typeof signalSchema>;

const MESSAGE_LENGTH = 300;
const MAX_SIGNALS = 5;

/** All failures of a log, whatever the framework. */
export function readLogFailures(lines: readonly string[]): LogFailure[] {
  const readers = [
    readPytestFailures,
    readUnittestFailures,
    readGoFailures,
    readCargoFailures,
    readMavenFailures,
    readJestFailures,
    readVitestFailures,
    readMochaFailures,
  ];
  const failures = readers.flatMap((read) => read(lines));
  if (!failures.some((failure) => failure.tests.length > 0)) failures.push(...readSympyFailures(lines));
  if (failures.length > 0) return failures;
  const crash = readCrash(lines);
  return crash === undefined ? [] : [crash];
}

export interface SignalInput {
  readonly lines: readonly string[];
  /** Listed tests that fail and should pass after the repair, and those that passed before it. Both empty = every test of the log counts. */
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  /** Listed tests without a result in the log. */
  readonly pending: readonly string[];
  /** Paths that the attempt touches, relative to the repository. */
  readonly touched: readonly string[];
}

interface Candidate {
  readonly signal: Signal;
  readonly order: number;
  readonly failToPass: boolean;
}

/** The signals of a log, at most five. Only listed tests give signals, and what stopped the whole run. */
export function chooseSignals(input: SignalInput): Signal[] {
  const owners = indexOwners([
    ['fail_to_pass', input.failToPass],
    ['fail_to_pass', input.pending],
    ['pass_to_pass', input.passToPass],
  ]);
  const listed = input.failToPass.length + input.passToPass.length + input.pending.length > 0;
  const merged = new Map<string, Candidate>();
  const shown = new Set<string>();
  for (const [order, failure] of readLogFailures(input.lines).entries()) {
    const owner = findOwner(failure, owners);
    if (failure.scope === 'test' && listed && owner === undefined) continue;
    const test = owner?.id ?? failure.tests[0] ?? '';
    if (owner !== undefined && shown.has(owner.id) && failure.message === '') continue;
    const signal = makeSignal(failure, test, owner?.kind ?? 'fail_to_pass', input.touched);
    const key = signatureOf(signal);
    const before = merged.get(key);
    const counted = test === '' || shown.has(`${key}\n${test}`) ? 0 : 1;
    shown.add(`${key}\n${test}`).add(test);
    if (before === undefined) merged.set(key, { signal, order, failToPass: owner?.kind !== 'pass_to_pass' });
    else merged.set(key, { ...before, signal: { ...before.signal, tests: before.signal.tests + counted } });
  }
  const chosen = [...merged.values()].sort(compareCandidates).map((candidate) => candidate.signal);
  if (chosen.length > 0) return chosen.slice(0, MAX_SIGNALS);
  // Pending tests have no result: they are counted, and never told as failing.
  return [...input.failToPass, ...input.passToPass].slice(0, MAX_SIGNALS).map((id) => ({
    cause: 'unexplained',
    test: id,
    tests: 1,
    type: '',
    message: '',
    file: '',
    line: 0,
    quotes_source: false,
  }));
}

const STOPS_RUN =
  /(?:^|\.)(?:ImportError|ModuleNotFoundError|SyntaxError|IndentationError|TabError|NameError|CollectError|build error|compile error)$/;

function isTouched(file: string, touched: readonly string[]): boolean {
  return (
    file !== '' &&
    touched.some((path) => path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`))
  );
}

function judgeCause(failure: LogFailure, kind: Owner['kind'], touched: readonly string[]): Cause {
  if (failure.scope === 'run' || STOPS_RUN.test(failure.type)) return 'run';
  const assertion =
    /(?:AssertionError|^Failed|Failed)$/.test(failure.type) ||
    failure.type === '' ||
    failure.type === 'panic';
  if (!assertion) return isTouched(failure.file, touched) ? 'touched' : 'project';
  if (failure.message === '' || /^assert (?:False|None)$/.test(failure.message)) return 'unexplained';
  return kind === 'fail_to_pass' ? 'assertion' : 'regression';
}

function makeSignal(
  failure: LogFailure,
  test: string,
  kind: Owner['kind'],
  touched: readonly string[],
): Signal {
  const text = failure.message.replace(/\s+/g, ' ').trim();
  return {
    cause: judgeCause(failure, kind, touched),
    test,
    tests: test === '' ? 0 : 1,
    type: failure.type,
    message: text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH - 1)}…` : text,
    file: shortenPath(failure.file),
    line: failure.line,
    quotes_source: failure.quotesSource,
  };
}

/** Failures with one signature are one signal: numbers, addresses, long quotes and temporary paths do not tell them apart. */
function signatureOf(signal: Signal): string {
  const message = signal.message
    .replace(/0x[0-9a-f]{1,16}/gi, '0x')
    .replace(/\/tmp\/\S{1,300}/g, '/tmp')
    .replace(/'[^']{40,300}'|"[^"]{40,300}"/g, '"…"')
    .replace(/\d{1,30}/g, '0');
  return `${signal.cause}\n${signal.type}\n${message}\n${signal.file}`;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  const rank = ORDER.indexOf(a.signal.cause) - ORDER.indexOf(b.signal.cause);
  if (rank !== 0) return rank;
  if (a.signal.tests !== b.signal.tests) return b.signal.tests - a.signal.tests;
  if (a.failToPass !== b.failToPass) return a.failToPass ? -1 : 1;
  return a.order - b.order;
}
