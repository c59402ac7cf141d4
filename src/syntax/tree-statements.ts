/** Owns the statements beside definitions in a syntax tree: what kind they are, and which of them only wrap one. */
import type { Outline, Statement } from './outline.js';
import type { GrammarRules } from './tree-rules.js';

const SETUP_CALL =
  /(?:before|after|setup|teardown|suiteSetup|suiteTeardown|beforeEach|afterEach|beforeAll|afterAll|BeforeEach|AfterEach|BeforeAll|AfterAll|let!?|subject!?|given|around|include|include_context|include_examples|extend|helper|uses|(?:jest|vi)\.\w+)(?=[\s(]|$)/y;
const REQUIRE = /(?:(?:const|let|var)\s+[^=\n]{1,300}=\s*require\s*\(|require(?:_relative)?\b|load\b)/y;

/** Node types that a call with a title, as of a test, may have. */
export function isCall(type: string): boolean {
  return type.includes('call') || type === 'expression_statement';
}

/** The kind of the statement of a node type that starts at an offset. */
export function statementKind(
  type: string,
  rules: GrammarRules,
  text: string,
  start: number,
): Statement['kind'] {
  if (rules.imports.includes(type)) return 'import';
  REQUIRE.lastIndex = start;
  if (REQUIRE.test(text)) return 'import';
  SETUP_CALL.lastIndex = start;
  if (isCall(type) && SETUP_CALL.test(text)) return 'setup';
  return rules.values.includes(type) ? 'value' : 'other';
}

/** Takes out the statements that only wrap a definition (`export class …`, `describe(…);`). */
export function dropWrappers(outline: Outline): void {
  const ends = new Map<string, number>();
  for (const definition of outline.definitions) {
    const key = `${definition.parent}:${definition.lineStart}`;
    ends.set(key, Math.max(definition.lineEnd, ends.get(key) ?? 0));
  }
  outline.statements = outline.statements.filter(
    (statement) => (ends.get(`${statement.parent}:${statement.lineStart}`) ?? 0) < statement.lineEnd,
  );
}
