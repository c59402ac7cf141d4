/** Owns the choice among statements beside a test: imports, set-up, values it uses; never what makes other tests. */
import type { Context } from './context.js';
import { collectIdentifiers, type Definition, type Statement } from './outline.js';
import type { OutlinedText } from './outlined-text.js';
import { boundNames } from './python-outline.js';
import { DATA_ROWS } from './test-start.js';

const MAX_IMPORT_BLOCK_LINES = 12;

/**
 * Adds the statements that stand directly in the scopes of a test, or in base classes of these, and that it needs.
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
  const statements = [...parents]
    .flatMap((parent) => source.membersOf(parent).statements)
    .toSorted((left, right) => left.lineStart - right.lineStart);
  const constants = usedConstants(source, statements, used);
  for (const statement of statements) {
    const { kind, lineStart, lineEnd } = statement;
    if (kind === 'import' || kind === 'setup') {
      context.add(attributesStart(source, lineStart), lineEnd);
      continue;
    }
    const code = source.slice(lineStart, lineEnd);
    if (statement.parent === -1) {
      if (isPython && isModuleSetup(code, statement)) context.add(lineStart, lineEnd);
      else if (isPython || !source.holdsHeader(lineStart, lineEnd))
        addBound(context, statement, code, used, isPython);
    } else if (kind === 'value' && isConstant(code) && !constants.has(firstName(code))) {
      continue;
    } else if (kind === 'value' || (mayShowOther && !isOtherTest(source, code, statement, scopes))) {
      context.addUsed(firstName(code), lineStart, lineEnd);
    }
  }
}

/** `MAX_WEEKS = 3` in the body of a class or suite: of no use to a test that does not name it. */
const isConstant = (code: string): boolean =>
  /^\s*(?:(?:public|private|protected|static|final|const|readonly)\s+)*[A-Z][A-Z0-9_]+\s*=/.test(code);

/** Names that the test uses, and what the constants among them are made of. */
function usedConstants(
  source: OutlinedText,
  statements: readonly Statement[],
  used: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set(used);
  // A constant stands below those it is made of.
  for (const { kind, lineStart, lineEnd } of statements.toReversed()) {
    if (kind === 'import') continue;
    const code = source.slice(lineStart, lineEnd);
    if (kind === 'setup' || !isConstant(code) || names.has(firstName(code)))
      for (const name of collectIdentifiers(code)) names.add(name);
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
