/**
 * Owns the reproduction facts: which tests fail, where they stand, their code, and the test patch file by file.
 * Source: paper §3.2 (REP).
 */
import type { FailToPass, Reproduction, TestCode } from '../model/evidence.js';
import type { Warning } from '../model/issue.js';
import { UNKNOWN_RANGE } from '../model/range.js';
import { cutClassSettings, cutTest, type TestCut } from '../syntax/cut-test.js';
import { type Definition, collectIdentifiers, definitionChain } from '../syntax/outline.js';
import { parametrizeRow } from '../syntax/parametrize.js';
import { parseTestId } from '../testid/parse.js';
import type { TestId } from '../testid/testid.js';
import { lineOffsets, sliceLines } from '../syntax/lines.js';
import { fillBlankGaps } from './blank-gaps.js';
import { collectFixtures } from './fixtures.js';
import type { Material } from './material.js';
import { findOpeners } from './openers.js';
import { cutPartialTest } from './partial-test.js';
import type { Repair } from './repair.js';
import { collectTestPool, type TestText } from './test-pool.js';
import type { TestPlace } from './test-place.js';
import { type Resolution, resolutionKey, resolveTest } from './test-resolution.js';

/** Places of an ambiguous test that are shown; more would drown the reader. */
const MAX_AMBIGUOUS_PLACES = 3;

/** How the failure shows. Plain source in the test patch is withheld: kept, but never rendered. */
export function extractReproduction(
  repair: Repair,
  material: Material,
): { reproduction: Reproduction; warnings: Warning[] } {
  const { failToPass, tests } = findTests(repair, material);
  const fixtures = collectFixtures(tests.map(toFixtureUser), material.fixtureFiles);
  const wholeTexts = new Map(
    [...material.fixtureFiles, ...material.testFiles].map(({ path, text }) => [path, text]),
  );
  const reproduction: Reproduction = {
    fail_to_pass: failToPass,
    pass_to_pass_count: repair.instance.pass_to_pass.length,
    tests: fillBlankGaps([...fixtures, ...tests], (path) => wholeTexts.get(path)),
    candidate_changes: repair.tests.map(({ file, path, role, rule }) => ({
      path,
      status: file.status,
      role,
      role_rule: rule,
      diff: file.text,
    })),
    withheld: repair.withheld.map(({ file, path, rule }) => ({
      path,
      reason: `source in the test patch (${rule})`,
      diff: file.text,
    })),
  };
  return { reproduction, warnings: collectWarnings(repair, reproduction) };
}

/** Every failing test with its place, in the order of the row, and the code of each place once. */
function findTests(
  repair: Repair,
  material: Material,
): { readonly failToPass: FailToPass[]; readonly tests: readonly TestCode[] } {
  const { instance } = repair;
  const pool = collectTestPool(repair, material.testFiles);
  const failToPass: FailToPass[] = [];
  const tests = new Map<string, TestCode>();
  const cuts = new Map<string, TestCode | null>();
  const resolutions = new Map<string, Resolution>();
  const rowCounts = new Map<Definition, number>();
  const cutOnce = (place: TestPlace): TestCode | null => {
    const key = `${place.text.path}:${place.lines.start}-${place.lines.end}`;
    const known = cuts.get(key);
    if (known !== undefined) return known;
    const cut = cutPlace(place);
    cuts.set(key, cut);
    if (cut) tests.set(keyOf(cut), cut);
    const heir = cut && place.heir ? cutHeir(place.heir) : null;
    if (heir && !tests.has(keyOf(heir))) tests.set(keyOf(heir), heir);
    return cut;
  };
  const hint = { language: instance.language, repo: instance.repo, corpus: instance.corpus };
  for (const id of instance.fail_to_pass) {
    const test = parseTestId(id, hint);
    const known = resolutionKey(test);
    const resolution = resolutions.get(known) ?? resolveTest(test, pool);
    resolutions.set(known, resolution);
    const [first] = resolution.places;
    const [cut] = resolution.places.slice(0, MAX_AMBIGUOUS_PLACES).map(cutOnce);
    const isWhole = first?.text.whole === true;
    failToPass.push({
      id,
      style: test.style,
      granularity: test.granularity,
      path: resolution.path,
      symbol: first?.symbol ?? test.symbols.join('.'),
      // Of a part, what is left of it without its blank ends and the decorators of the next test.
      lines: (isWhole ? null : cut?.lines) ?? first?.lines ?? UNKNOWN_RANGE,
      complete: isWhole,
      match: resolution.match,
      rows: first ? rowsOf(test, first, rowCounts) : [],
    });
  }
  return { failToPass, tests: [...tests.values()] };
}

const keyOf = ({ path, lines }: TestCode): string => `${path}:${lines.start}-${lines.end}`;

/** Runs of one test of which the rows are looked up: of many, each says little. */
const MAX_RUNS_WITH_ROWS = 20;

/** The rows of `parametrize` that make the run which the id names. */
function rowsOf(
  test: TestId,
  { text, definition }: TestPlace,
  counts: Map<Definition, number>,
): FailToPass['rows'] {
  const { style, parameter, truncated } = test;
  if (style !== 'pytest' || parameter === '' || truncated || !definition || !text.outline) return [];
  const count = (counts.get(definition) ?? 0) + 1;
  counts.set(definition, count);
  if (count > MAX_RUNS_WITH_ROWS) return [];
  return parametrizeRow(text.outline, text.text, definition, parameter)
    .filter((row) => !parameter.includes(asParameter(row.text)))
    .map((row) => ({ start_line: row.lineStart + text.startLine - 1, text: row.text }));
}

/** A row of plain literals as pytest writes it into the id: then it tells nothing that the id does not. */
const asParameter = (row: string): string => row.replaceAll(/[\s"'()[\],]+/g, '-').replaceAll(/^-|-$/g, '');

/** Fixtures are asked for in signatures and decorators, of the test and of what stands around it; not in bodies. */
const toFixtureUser = ({ path, code, context }: TestCode): { path: string; names: Set<string> } => ({
  path,
  names: collectIdentifiers([headOf(code), ...context.flatMap(({ text }) => requestsIn(text))].join('\n')),
});

const requestsIn = (text: string): string[] =>
  text.match(/^[ \t]*@[^\n]*$|\bdef\s+\w+\s*\([^)]*\)|\busefixtures\s*\([^)]*\)/gm) ?? [];

/** Decorators and signature of a Python function; all of anything else. */
function headOf(code: string): string {
  const start = /^[ \t]*(?:async[ \t]+)?def\b/m.exec(code)?.index;
  if (start === undefined || /^[ \t]*class\b/m.test(code.slice(0, start))) return code;
  const end = /:[ \t]*(?:#[^\n]*)?$/m.exec(code.slice(start));
  return end ? code.slice(0, start + end.index) : code;
}

/** Longest class that is shown whole because a test of it stands in a base class. */
const MAX_HEIR_LINES = 60;

/** The class through which an inherited test runs: what it overrides, at least what it sets, decides how the test fails. */
function cutHeir({ text, definition }: NonNullable<TestPlace['heir']>): TestCode {
  const { name, lineStart, lineEnd, headerEnd } = definition;
  const isShort = lineEnd - lineStart < MAX_HEIR_LINES;
  const lines = { start: lineStart, end: isShort ? lineEnd : headerEnd };
  const code = sliceLines(text.text, lineOffsets(text.text), lines.start, lines.end);
  const context = isShort || !text.outline ? [] : cutClassSettings(text.outline, text.text, definition);
  return {
    path: text.path,
    symbol: name,
    lines,
    origin: text.origin,
    complete: true,
    code,
    context: context.map((part) => ({ start_line: part.lineStart, text: part.text })),
  };
}

/** The code of a found test; null when a hunk shows too little of it. */
function cutPlace(place: TestPlace): TestCode | null {
  const { text, definition, symbol, lines } = place;
  const base = { path: text.path, symbol, lines, origin: text.origin, complete: text.whole };
  if (!text.whole) {
    const part = cutPartialTest(text.text, text.startLine, lines, text.added);
    // Where only the heading of the hunk names the test, it stands for the line that opens it, wherever that is.
    const opening = place.opening === '' ? [] : [{ start_line: 0, text: `${place.opening}\n` }];
    return part && { ...base, ...part, context: opening };
  }
  if (!text.outline || !definition) {
    const code = sliceLines(text.text, lineOffsets(text.text), lines.start, lines.end);
    return { ...base, code, context: findOpeners(text.text, lines.start) };
  }
  const cut = cutTest(text.outline, text.text, definition);
  return {
    ...base,
    // A subtest is cut with the function around it, a PHP method with the comment above it.
    lines: { start: cut.lineStart, end: cut.lineEnd },
    code: cut.code,
    context: [
      ...cut.context.map((part) => ({ start_line: part.lineStart, text: part.text })),
      ...findLoops(text, cut, definitionChain(text.outline, definition)),
    ].toSorted((left, right) => left.start_line - right.start_line),
  };
}

/** What a title with run-time parts gets them from: the loops around it, which no outline knows. */
function findLoops(
  { text }: TestText,
  cut: TestCut,
  chain: readonly Definition[],
): { start_line: number; text: string }[] {
  if (!chain.some(({ dynamic }) => dynamic)) return [];
  return findOpeners(text, cut.lineStart).filter(
    ({ start_line: line }) =>
      !cut.context.some(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd),
  );
}

function collectWarnings(repair: Repair, reproduction: Reproduction): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: Warning['code'], message: string, path = ''): void => {
    warnings.push({ code, message, path });
  };
  const { fail_to_pass: tests } = reproduction;
  warnMatch(tests, 'none', (count) =>
    warn(
      'fail_to_pass_unresolved',
      `${count} of ${tests.length} failing tests were not found in the material at hand`,
    ),
  );
  warnMatch(tests, 'ambiguous', (count) =>
    warn('fail_to_pass_ambiguous', `${count} of ${tests.length} failing tests fit several places`),
  );
  warnMatch(tests, 'truncated', (count) =>
    warn('fail_to_pass_truncated', `${count} of ${tests.length} test ids are cut off`),
  );
  const partial = reproduction.tests.filter((test) => !test.complete).length;
  if (partial > 0)
    warn(
      'test_code_partial',
      `${partial} of ${reproduction.tests.length} tests are shown as far as the test patch holds them`,
    );
  for (const { path } of repair.withheld)
    warn('source_in_test_patch', 'source in the test patch is withheld', path);
  for (const entry of repair.tests) {
    if (!repair.testPatch.files.includes(entry.file))
      warn('tests_in_fix', 'the fix changes this test file', entry.path);
    if (entry.file.binary !== 'none') warn('binary_change', 'binary content is not shown', entry.path);
  }
  return warnings;
}

function warnMatch(
  tests: readonly FailToPass[],
  match: Resolution['match'],
  warn: (count: number) => void,
): void {
  const count = tests.filter((test) => test.match === match).length;
  if (count > 0) warn(count);
}
