/**
 * Owns the cutting out of one test: its own lines verbatim, and the lines of the same file it needs to be understood.
 * Which test is meant was decided before (`find-symbol.ts`, `find-title.ts`).
 */
import { Context, type ContextOptions, type ContextPart, type OmittedPart } from './context.js';
import {
  collectIdentifiers,
  definitionChain,
  type Definition,
  type Outline,
  type Statement,
} from './outline.js';
import { indentOf } from './lines.js';
import { boundNames } from './python-outline.js';
import { isSetup, readFixture, requestedFixtures } from './setup.js';

/** A test and what it needs; all text is verbatim, lines are 1-based and inclusive. */
export interface TestCut {
  lineStart: number;
  lineEnd: number;
  code: string;
  /** Imports, class headers, set-up, fixtures, used helpers and constants: in file order, without the test's lines. */
  context: ContextPart[];
  /** What the test uses and the limits left out. */
  omitted: OmittedPart[];
}

/** Subtests are cut with the function around them when it is not longer than this: its rows and set-up stand there. */
const MAX_OUTER_LINES = 120;
const MAX_IMPORT_BLOCK_LINES = 12;
const MAX_BASES = 8;

/**
 * Cuts out a test.
 * @param outline of `text`; `definition` is one of its definitions
 */
export function cutTest(
  outline: Outline,
  text: string,
  definition: Definition,
  options: ContextOptions = {},
): TestCut {
  const context = new Context(outline, text, options);
  const test = outermostFunction(outline, definition);
  const lineStart = testStart(context, test);
  const code = context.slice(lineStart, test.lineEnd);
  const scopes = definitionChain(outline, test).slice(0, -1);
  const owners = new Set<number>([-1, ...scopes.map((scope) => outline.definitions.indexOf(scope))]);
  const used = collectIdentifiers(code);

  context.add(commentStart(context, lineStart), lineStart - 1);
  for (const scope of scopes) {
    context.add(scope.lineStart, scope.headerEnd);
    for (const name of collectIdentifiers(context.slice(scope.lineStart, scope.headerEnd))) used.add(name);
  }
  const bases = baseClasses(outline, scopes);
  for (const index of bases) {
    const base = outline.definitions[index];
    if (base !== undefined) context.add(base.lineStart, base.headerEnd);
  }
  const visible = outline.definitions.filter(
    (other) =>
      other !== test && (owners.has(other.parent) || bases.has(other.parent)) && !scopes.includes(other),
  );
  for (const prepared of visible.filter((other) => isSetupOf(context, other, test))) {
    context.add(prepared.lineStart, prepared.lineEnd);
    for (const name of collectIdentifiers(context.slice(prepared.lineStart, prepared.lineEnd)))
      used.add(name);
  }
  for (const { definition: fixture } of requestedFixtures(context, visible, used)) {
    if (!context.addUsed(fixture.name, fixture.lineStart, fixture.lineEnd)) continue;
    for (const name of collectIdentifiers(context.slice(fixture.lineStart, fixture.lineEnd))) used.add(name);
  }
  addStatements(context, owners, bases, used, scopes);
  addHelpers(
    context,
    visible.filter((other) => !bases.has(outline.definitions.indexOf(other))),
    used,
  );
  return {
    lineStart,
    lineEnd: test.lineEnd,
    code,
    context: context.parts(lineStart, test.lineEnd),
    omitted: context.omitted,
  };
}

/**
 * The fixtures of a `conftest.py` that a test asks for (or that run on their own), with what they need in that file.
 * @param names identifiers of the test's cut, e.g. `collectIdentifiers(cut.code)`
 * @returns an empty list when it has none of them
 */
export function cutFixtures(
  outline: Outline,
  text: string,
  names: ReadonlySet<string>,
  options: ContextOptions = {},
): ContextPart[] {
  const context = new Context(outline, text, options);
  const top = outline.definitions.filter(({ parent }) => parent === -1);
  const fixtures = requestedFixtures(context, top, names);
  if (!fixtures.some(({ name }) => names.has(name))) return [];
  const used = new Set<string>();
  for (const { definition } of fixtures) {
    if (!context.addUsed(definition.name, definition.lineStart, definition.lineEnd)) continue;
    for (const name of collectIdentifiers(context.slice(definition.lineStart, definition.lineEnd)))
      used.add(name);
  }
  addStatements(context, new Set([-1]), new Set(), used, []);
  addHelpers(context, top, used);
  return context.parts(0, 0);
}

/** For a subtest inside a test function: that function, unless it is long. */
function outermostFunction(outline: Outline, definition: Definition): Definition {
  const outer = definitionChain(outline, definition).find(
    ({ kind }) => kind === 'function' || kind === 'method',
  );
  return outer !== undefined && outer.lineEnd - outer.lineStart < MAX_OUTER_LINES ? outer : definition;
}

/** First line of what a runner reads as part of a test, above the definition itself. */
function testStart(context: Context, test: Definition): number {
  if (/^php$/i.test(context.outline.language)) return docCommentStart(context, test.lineStart);
  return /^ruby$/i.test(context.outline.language) ? dataRowsStart(context, test.lineStart) : test.lineStart;
}

/** Longer comments are no note on one test. */
const MAX_COMMENT_LINES = 8;

/** First line of the comment right above a test, which often says what it is for; `line` when there is none. */
function commentStart(context: Context, line: number): number {
  const isHash = /^(?:python|ruby|php)$/i.test(context.outline.language);
  let start = line;
  while (
    line - start <= MAX_COMMENT_LINES &&
    /^\s*(?:\/\/|\/\*|\*|#)/.test(context.slice(start - 1, start - 1))
  ) {
    if (!isHash && /^\s*#/.test(context.slice(start - 1, start - 1))) break;
    start--;
  }
  return line - start > MAX_COMMENT_LINES ? line : start;
}

/** The calls of `data` above a test of Ruby's test-unit: its rows. They may go over several lines, each deeper than the first. */
function dataRowsStart(context: Context, testLine: number): number {
  const margin = indentOf(context.slice(testLine, testLine));
  let lineStart = testLine;
  for (let line = testLine - 1; line > 0; line--) {
    const source = context.slice(line, line);
    if (source.trim() === '') break;
    const isRest = indentOf(source) > margin || /^\s*[)\]}]/.test(source);
    if (indentOf(source) < margin || (!isRest && !DATA_ROWS.test(source))) break;
    if (!isRest) lineStart = line;
  }
  return lineStart;
}

const DATA_ROWS = /^\s*data\b\s*[('"[{\w]/;

/** PHPUnit reads annotations (`@dataProvider`) from the comment above a method. */
function docCommentStart(context: Context, lineStart: number): number {
  if (!/\*\/\s*$/.test(context.slice(lineStart - 1, lineStart - 1))) return lineStart;
  for (let line = lineStart - 1; line > 0; line--) {
    if (context.slice(line, line).includes('/*')) return line;
  }
  return lineStart;
}

/** A testify suite's methods stand beside each other: set-up counts when it has the test's receiver. */
function isSetupOf(context: Context, definition: Definition, test: Definition): boolean {
  if (!isSetup(context, definition)) return false;
  const dot = definition.name.lastIndexOf('.');
  return (
    dot === -1 ||
    definition.name.slice(0, dot) === test.name.slice(0, Math.max(0, test.name.lastIndexOf('.')))
  );
}

/** Indexes of classes of this file that the enclosing classes extend, directly or not. */
function baseClasses(outline: Outline, scopes: readonly Definition[]): Set<number> {
  const found = new Set<number>();
  const names = scopes.flatMap(({ bases }) => bases);
  for (let at = 0; at < names.length && found.size < MAX_BASES; at++) {
    const index = outline.definitions.findIndex(({ name, kind }) => kind === 'class' && name === names[at]);
    const base = outline.definitions[index];
    if (base === undefined || found.has(index) || scopes.includes(base)) continue;
    found.add(index);
    for (const name of base.bases) names.push(name);
  }
  return found;
}

function addStatements(
  context: Context,
  owners: ReadonlySet<number>,
  bases: ReadonlySet<number>,
  used: ReadonlySet<string>,
  scopes: readonly Definition[],
): void {
  const isPython = /^py/i.test(context.outline.language);
  // In a text with errors a statement may be the torn rest of anything.
  const mayShowOther = !isPython && context.outline.complete;
  const headers = new Set(context.outline.definitions.map(({ headerLine }) => headerLine));
  const constants = usedConstants(context, owners, bases, used);
  for (const statement of context.outline.statements) {
    const inScope = owners.has(statement.parent);
    if (!inScope && !bases.has(statement.parent)) continue;
    const { kind, lineStart, lineEnd } = statement;
    if (kind === 'import' || kind === 'setup') {
      context.add(attributesStart(context, lineStart), lineEnd);
      continue;
    }
    const code = context.slice(lineStart, lineEnd);
    if (statement.parent === -1) {
      if (isPython && isModuleSetup(code, statement)) context.add(lineStart, lineEnd);
      else if (isPython || !holdsLine(headers, statement)) addBound(context, statement, code, used, isPython);
    } else if (kind === 'value' && isConstant(code) && !constants.has(firstName(code))) {
      continue;
    } else if (
      kind === 'value' ||
      (mayShowOther && !isOtherTest(context, code, statement, headers, scopes))
    ) {
      context.addUsed(firstName(code), lineStart, lineEnd);
    }
  }
}

/** `MAX_WEEKS = 3` in the body of a class or suite: of no use to a test that does not name it. */
const isConstant = (code: string): boolean =>
  /^\s*(?:(?:public|private|protected|static|final|const|readonly)\s+)*[A-Z][A-Z0-9_]+\s*=/.test(code);

/** Names that the test uses, and what the constants among them are made of. */
function usedConstants(
  context: Context,
  owners: ReadonlySet<number>,
  bases: ReadonlySet<number>,
  used: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set(used);
  // A constant stands below those it is made of.
  for (const { kind, parent, lineStart, lineEnd } of context.outline.statements.toReversed()) {
    if (!owners.has(parent) && !bases.has(parent)) continue;
    const code = context.slice(lineStart, lineEnd);
    if (kind === 'setup' || !isConstant(code) || names.has(firstName(code)))
      for (const name of collectIdentifiers(code)) names.add(name);
  }
  return names;
}

/** Rust's `#[cfg(…)]` above a `use` says when it counts. */
function attributesStart(context: Context, lineStart: number): number {
  if (!/^rust$/i.test(context.outline.language)) return lineStart;
  let start = lineStart;
  while (/^\s*#!?\[/.test(context.slice(start - 1, start - 1))) start--;
  return start;
}

/** A test without a title, rows or shared examples of one, or a loop that makes tests: beside the test in question, no part of it. */
function isOtherTest(
  { outline }: Context,
  code: string,
  statement: Statement,
  headers: ReadonlySet<number>,
  scopes: readonly Definition[],
): boolean {
  if (/^\s*(?:\w+\.)?(?:its?|specify|test|example)\b/.test(code)) return true;
  if (/^ruby$/i.test(outline.language)) {
    if (DATA_ROWS.test(code) || /^\s*define_method\b/.test(code)) return true;
    const shared = /^\s*(?:it_(?:behaves_like|should_behave_like)|include_examples)\b\W*([^'",)]*)/.exec(
      code,
    );
    if (shared) return !scopes.some(({ name }) => name === shared[1]);
  }
  return holdsLine(headers, statement);
}

function holdsLine(lines: ReadonlySet<number>, { lineStart, lineEnd }: Statement): boolean {
  for (let line = lineStart; line <= lineEnd; line++) if (lines.has(line)) return true;
  return false;
}

/** Imports under a condition, marks for all tests of the file, and skips of the whole file. */
function isModuleSetup(code: string, { lineStart, lineEnd }: Statement): boolean {
  if (/^(?:pytestmark|pytest_plugins)\b|^[\w.]*importorskip\(/.test(code)) return true;
  if (/^if\s+__name__/.test(code) || lineEnd - lineStart >= MAX_IMPORT_BLOCK_LINES) return false;
  return /^(?:try|if|with)\b/.test(code) && /^[ \t]+(?:import|from)\b/m.test(code);
}

function addBound(
  context: Context,
  { lineStart, lineEnd }: Statement,
  code: string,
  used: ReadonlySet<string>,
  isPython: boolean,
): void {
  if (isPython && /^if\s+__name__/.test(code)) return;
  const names = isPython ? boundNames(code) : declaredNames(code);
  for (const name of names) {
    if (!used.has(name)) continue;
    context.addUsed(name, lineStart, lineEnd);
    return;
  }
}

/** Names that a declaration of a brace language may bind: what stands left of `=`, and what starts a line of a block. */
function declaredNames(code: string): Set<string> {
  const names = collectIdentifiers(code.slice(0, 4000).split(/=|\{\s*$/m, 1)[0] ?? '');
  if (/^(?:var|const)\s*\(/.test(code)) {
    for (const line of code.split('\n')) {
      const name = /^\s*([\p{L}_]\w*)/u.exec(line)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

function firstName(code: string): string {
  return /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(code)?.[0] ?? '';
}

/** What marks a function as a test of its own, in Rust, on the JVM, in C#. */
const TEST_MARK =
  /#\[(?:\w+::)*(?:test|test_case|rstest)\b|@(?:\w+)?Test\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b/;

/** Functions, classes and types beside the test that it mentions: one level, not what they use in turn. */
function addHelpers(context: Context, visible: readonly Definition[], used: ReadonlySet<string>): void {
  for (const helper of visible) {
    if (helper.kind === 'test' || helper.kind === 'suite' || helper.kind === 'module') continue;
    // `Ledger.renew` is meant when both words stand in the test.
    const words = helper.name.split(/::|\./);
    const own = words.at(-1) ?? '';
    // Tests mention each other's names in no way that matters; fixtures were dealt with.
    if (/^test/i.test(own) && helper.kind !== 'class') continue;
    if (TEST_MARK.test(context.slice(helper.lineStart, helper.headerLine - 1))) continue;
    if (!words.every((word) => used.has(word)) || readFixture(context, helper) !== undefined) continue;
    context.addUsed(helper.name, helper.lineStart, helper.lineEnd);
  }
}
