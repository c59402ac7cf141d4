/**
 * Owns the cutting out of one test: its own lines verbatim, and the lines of the same file it needs to be understood.
 * Which test is meant was decided before (`find-symbol.ts`, `find-title.ts`).
 */
import { Context, type ContextOptions, type ContextPart, type OmittedPart } from './context.js';
import { collectIdentifiers, definitionChain, type Definition, type Outline } from './outline.js';
import { OutlinedText } from './outlined-text.js';
import { requestedFixtures } from './setup.js';
import { addImports, addStatements } from './test-statements.js';
import { commentStart, testStart } from './test-start.js';

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
  const source = OutlinedText.of(outline, text);
  const context = new Context(source, options);
  const test = outermostFunction(outline, definition);
  const lineStart = testStart(source, test);
  const code = source.slice(lineStart, test.lineEnd);
  const scopes = definitionChain(outline, test).slice(0, -1);
  const owners = new Set<number>([-1, ...scopes.map((scope) => source.indexOf(scope))]);
  const used = collectIdentifiers(code);
  const addWords = (lines: { readonly lineStart: number; readonly lineEnd: number }): void => {
    for (const name of collectIdentifiers(source.slice(lines.lineStart, lines.lineEnd))) used.add(name);
  };

  context.add(commentStart(source, lineStart), lineStart - 1);
  for (const scope of scopes) {
    context.add(scope.lineStart, scope.headerEnd);
    addWords({ lineStart: scope.lineStart, lineEnd: scope.headerEnd });
  }
  const bases = baseClasses(source, scopes);
  for (const index of bases) {
    const base = outline.definitions[index];
    if (base !== undefined) context.add(base.lineStart, base.headerEnd);
  }
  const parents = new Set([...owners, ...bases].toSorted((left, right) => left - right));
  const members = [...parents].map((parent) => source.membersOf(parent));
  for (const setup of inFileOrder(members.flatMap(({ setups }) => setups))) {
    if (setup === test || scopes.includes(setup) || !hasSameReceiver(setup, test)) continue;
    context.add(setup.lineStart, setup.lineEnd);
    addWords(setup);
  }
  const fixtures = members
    .flatMap((member) => member.fixtures)
    .filter((fixture) => fixture.definition !== test);
  for (const { definition: fixture } of requestedFixtures(source, fixtures, used)) {
    if (context.addUsed(fixture.name, fixture.lineStart, fixture.lineEnd)) addWords(fixture);
  }
  for (const statement of members.flatMap(({ statements }) => statements))
    if (statement.kind === 'setup') addWords(statement);
  for (const helper of addHelpers(context, parents, used, [
    test,
    ...scopes,
    ...[...bases].map((index) => outline.definitions[index]),
  ]))
    addWords(helper);
  addStatements(context, parents, used, scopes);
  addImports(context, parents, shownNames(context, code));
  return {
    lineStart,
    lineEnd: test.lineEnd,
    code,
    context: context.parts(lineStart, test.lineEnd),
    omitted: context.omitted,
  };
}

/** Words of all that is shown. */
const shownNames = (context: Context, code: string): Set<string> =>
  collectIdentifiers([code, ...context.parts(0, 0).map(({ text }) => text)].join('\n'));

const inFileOrder = (definitions: readonly Definition[]): Definition[] =>
  definitions.toSorted((left, right) => left.lineStart - right.lineStart);

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
  const source = OutlinedText.of(outline, text);
  const context = new Context(source, options);
  const fixtures = requestedFixtures(source, source.membersOf(-1).fixtures, names);
  if (!fixtures.some(({ name }) => names.has(name))) return [];
  const used = new Set<string>();
  for (const { definition } of fixtures) {
    if (!context.addUsed(definition.name, definition.lineStart, definition.lineEnd)) continue;
    for (const name of collectIdentifiers(source.slice(definition.lineStart, definition.lineEnd)))
      used.add(name);
  }
  const top = new Set([-1]);
  for (const helper of addHelpers(context, top, used, []))
    for (const name of collectIdentifiers(source.slice(helper.lineStart, helper.lineEnd))) used.add(name);
  addStatements(context, top, used, []);
  addImports(context, top, shownNames(context, ''));
  return context.parts(0, 0);
}

/** What a class sets for its tests: assignments in its body and set-up methods, without the tests. */
export function cutClassSettings(outline: Outline, text: string, owner: Definition): ContextPart[] {
  const source = OutlinedText.of(outline, text);
  const context = new Context(source, {});
  const { setups, statements } = source.membersOf(source.indexOf(owner));
  const values = statements.filter(({ kind }) => kind === 'value');
  for (const { lineStart, lineEnd } of [...setups, ...values])
    context.addUsed(owner.name, lineStart, lineEnd);
  return context.parts(0, 0);
}

/** For a subtest inside a test function: that function, unless it is long. */
function outermostFunction(outline: Outline, definition: Definition): Definition {
  const outer = definitionChain(outline, definition).find(
    ({ kind }) => kind === 'function' || kind === 'method',
  );
  return outer !== undefined && outer.lineEnd - outer.lineStart < MAX_OUTER_LINES ? outer : definition;
}

/** A testify suite's methods stand beside each other: set-up counts when it has the test's receiver. */
const hasSameReceiver = (setup: Definition, test: Definition): boolean =>
  !setup.name.includes('.') || receiverOf(setup.name) === receiverOf(test.name);

const receiverOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** Indexes of classes of this file that the enclosing classes extend, directly or not. */
function baseClasses(source: OutlinedText, scopes: readonly Definition[]): Set<number> {
  const found = new Set<number>();
  const names = scopes.flatMap(({ bases }) => bases);
  for (let at = 0; at < names.length && found.size < MAX_BASES; at++) {
    const index = source.indexOfClass(names[at] ?? '');
    const base = source.outline.definitions[index];
    if (base === undefined || found.has(index) || scopes.includes(base)) continue;
    found.add(index);
    for (const name of base.bases) names.push(name);
  }
  return found;
}

/** What marks a function as a test of its own, in Rust, on the JVM, in C#. */
const TEST_MARK =
  /#\[(?:\w+::)*(?:test|test_case|rstest)\b|@(?:\w+)?Test\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b/;

/** Adds functions, classes and types beside the test that it mentions: one level, not those that they use in turn. */
function addHelpers(
  context: Context,
  parents: ReadonlySet<number>,
  used: ReadonlySet<string>,
  shown: readonly (Definition | undefined)[],
): Definition[] {
  const { source } = context;
  const named = [...parents].flatMap((parent) => {
    const { byName } = source.membersOf(parent);
    return [...used].flatMap((name) => byName.get(name) ?? []);
  });
  return inFileOrder(named).filter((helper) => {
    const { kind, name, lineStart, lineEnd, headerLine } = helper;
    if (kind === 'test' || kind === 'suite' || kind === 'module' || shown.includes(helper)) return false;
    // `Ledger.renew` is meant when both words stand in the test.
    const words = name.split(/::|\./);
    // Tests mention each other's names in no way that matters.
    if (/^test/i.test(words.at(-1) ?? '') && kind !== 'class') return false;
    if (TEST_MARK.test(source.slice(lineStart, headerLine - 1))) return false;
    return words.every((word) => used.has(word)) && context.addUsed(name, lineStart, lineEnd);
  });
}
