/** Owns the choice among statements beside a test: imports, set-up, values it uses; never what makes other tests. */
import type { Context } from './context.js';
import { collectIdentifiers, type Definition, type Statement } from './outline.js';
import type { OutlinedText } from './outlined-text.js';
import { bindsAnything } from './python-bindings.js';
import { DATA_ROWS } from './test-start.js';

const MAX_IMPORT_BLOCK_LINES = 12;

/**
 * Adds the statements that stand directly in the scopes of a test, or in base classes of these, and that it needs; not imports.
 * @param parents indexes of these scopes, -1 for the file
 * @param used identifiers of the test and of what is shown already
 */
export function addStatements(
  context: Context,
  parents: ReadonlySet<number>,
  used: ReadonlySet<string>,
  scopes: readonly Definition[],
): void {
  const { source } = context;
  const isPython = /^py/i.test(source.outline.language);
  // In a text with errors a statement may be the torn rest of anything.
  const mayShowOther = !isPython && source.outline.complete;
  const statements = statementsOf(source, parents);
  const needed = usedNames(source, statements, used);
  for (const statement of statements) {
    const { kind, parent, lineStart, lineEnd } = statement;
    if (kind === 'import') continue;
    const code = source.slice(lineStart, lineEnd);
    if (kind === 'setup') context.add(lineStart, lineEnd);
    else if (parent === -1) {
      if (isPython && MODULE_SETUP.test(code)) context.add(lineStart, lineEnd);
      else if (isPython ? !isImportBlock(code, statement) : !source.holdsHeader(lineStart, lineEnd))
        addBound(context, statement, code, needed, isPython);
    } else if (kind === 'value' && isConstant(code) && !needed.has(firstName(code))) {
      continue;
    } else if (kind === 'value' || (mayShowOther && !isOtherTest(source, code, statement, scopes))) {
      context.addUsed(firstName(code), lineStart, lineEnd);
    }
  }
}

/** Adds the imports: of Python those that bind a name of what is shown, of other languages all. */
export function addImports(context: Context, parents: ReadonlySet<number>, shown: ReadonlySet<string>): void {
  const { source } = context;
  const isPython = /^py/i.test(source.outline.language);
  for (const statement of statementsOf(source, parents)) {
    const { kind, lineStart, lineEnd } = statement;
    if (kind !== 'import' && !isPython) continue;
    const code = source.slice(lineStart, lineEnd);
    if (kind !== 'import' && !isImportBlock(code, statement)) continue;
    const isNeeded =
      !isPython || bindsAnything(code) || [...source.boundBy(statement)].some((name) => shown.has(name));
    if (isNeeded) context.add(attributesStart(source, lineStart), lineEnd);
  }
}

const statementsOf = (source: OutlinedText, parents: ReadonlySet<number>): Statement[] =>
  [...parents]
    .flatMap((parent) => source.membersOf(parent).statements)
    .toSorted((left, right) => left.lineStart - right.lineStart);

/** `MAX_WEEKS = 3` in the body of a class or suite: of no use to a test that does not name it. */
const isConstant = (code: string): boolean =>
  /^\s*(?:(?:public|private|protected|static|final|const|readonly)\s+)*[A-Z][A-Z0-9_]+\s*=/.test(code);

/** Names that the test uses, and what the values among them are made of. */
function usedNames(
  source: OutlinedText,
  statements: readonly Statement[],
  used: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set(used);
  // What a declaration of a brace language binds is told too roughly to go on from there.
  const isPython = /^py/i.test(source.outline.language);
  // A value stands below those it is made of.
  for (const statement of statements.toReversed()) {
    const { kind, parent, lineStart, lineEnd } = statement;
    if (kind === 'import') continue;
    const code = source.slice(lineStart, lineEnd);
    const isShown =
      parent === -1
        ? isPython && kind === 'value' && [...source.boundBy(statement)].some((name) => names.has(name))
        : kind === 'setup' || !isConstant(code) || names.has(firstName(code));
    if (isShown) for (const name of collectIdentifiers(code)) names.add(name);
  }
  return names;
}

/** Rust's `#[cfg(…)]` above a `use` says when it counts. */
function attributesStart(source: OutlinedText, lineStart: number): number {
  if (!/^rust$/i.test(source.outline.language)) return lineStart;
  let start = lineStart;
  while (/^\s*#!?\[/.test(source.slice(start - 1, start - 1))) start--;
  return start;
}

/** A test without a title, rows or shared examples of one, or a loop that makes tests: beside the test in question, no part of it. */
function isOtherTest(
  source: OutlinedText,
  code: string,
  { lineStart, lineEnd }: Statement,
  scopes: readonly Definition[],
): boolean {
  if (/^\s*(?:\w+\.)?(?:its?|specify|test|example)\b/.test(code)) return true;
  if (/^ruby$/i.test(source.outline.language)) {
    if (DATA_ROWS.test(code) || /^\s*define_method\b/.test(code)) return true;
    const shared = SHARED_EXAMPLES.exec(code);
    if (shared) return !scopes.some(({ name }) => name === shared[1]);
  }
  return source.holdsHeader(lineStart, lineEnd);
}

const SHARED_EXAMPLES = /^\s*(?:it_(?:behaves_like|should_behave_like)|include_examples)\b\W*([^'",)]*)/;

/** Marks for all tests of the file, and skips of the whole file. */
const MODULE_SETUP = /^(?:pytestmark|pytest_plugins)\b|^[\w.]*importorskip\(/;

/** Imports under a condition. */
const isImportBlock = (code: string, { lineStart, lineEnd }: Statement): boolean =>
  lineEnd - lineStart < MAX_IMPORT_BLOCK_LINES &&
  /^(?:try|if|with)\b/.test(code) &&
  !/^if\s+__name__/.test(code) &&
  /^[ \t]+(?:import|from)\b/m.test(code);

function addBound(
  context: Context,
  statement: Statement,
  code: string,
  used: ReadonlySet<string>,
  isPython: boolean,
): void {
  if (isPython && /^if\s+__name__/.test(code)) return;
  const name = [...context.source.boundBy(statement)].find((bound) => used.has(bound));
  if (name !== undefined) context.addUsed(name, statement.lineStart, statement.lineEnd);
}

function firstName(code: string): string {
  return /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(code)?.[0] ?? '';
}
