/**
 * Owns the outline of a source text: its definitions, the statements beside them, and questions about lines.
 * Reading a text into an outline is the work of the scanners; finding a test by name is `find.ts`.
 */
import { lineOffsets, sliceLines } from './lines.js';

/** One class, function, module or titled test. All lines are 1-based and inclusive. */
export interface Definition {
  /**
   * class, function, method, constructor, module, interface, enum, struct, trait, impl, property, type, macro;
   * `suite` and `test` where a call or a macro with a title stands for a definition (describe / it, t.Run, TEST).
   */
  kind: string;
  /** The name as written; qualified when the source qualifies it (`Ledger::renew`, `Ledger.renew`); a title as is. */
  name: string;
  /** First line, decorators, attributes and annotations included. */
  lineStart: number;
  /** The line that holds the `def` / `class` / … keyword or, without one, the name. */
  headerLine: number;
  /** Last line of the header, multi-line signatures included. */
  headerEnd: number;
  lineEnd: number;
  /** Number of enclosing definitions. */
  depth: number;
  /** Index of the enclosing definition in `Outline.definitions`, or -1. */
  parent: number;
  /** Base classes by their last name (`unittest.TestCase` → `TestCase`); empty for everything but classes. */
  bases: string[];
  /** The title has parts that are only known at run time (`${x}`, `%s` in `.each`). */
  dynamic: boolean;
  /** False when the text ended before the definition did: it may go on outside a fragment. */
  closed: boolean;
}

/** A statement that is no definition, directly in the file or in the body of a class, module or suite. */
export interface Statement {
  kind: 'import' | 'setup' | 'value' | 'other';
  lineStart: number;
  lineEnd: number;
  /** Index of the definition whose body holds it, or -1. */
  parent: number;
}

export interface Outline {
  language: string;
  /** In file order; a parent stands before its children. */
  definitions: Definition[];
  statements: Statement[];
  /** False when the text had errors or is a fragment: "not found" is then no proof of absence. */
  complete: boolean;
}

/**
 * The definitions whose lines (decorators included) contain `line`, outermost first.
 * @param line 1-based; a line outside of the file gives an empty list
 */
export function enclosingDefinitions(outline: Outline, line: number): Definition[] {
  const { definitions } = outline;
  let low = 0;
  let high = definitions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((definitions[middle]?.lineStart ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  // The last definition that starts at or before the line is inside every definition that encloses the line,
  // or beside the line: walking up from it visits all of them.
  const chain: Definition[] = [];
  for (let index = low - 1; index >= 0;) {
    const definition = definitions[index];
    if (definition === undefined) break;
    if (definition.lineEnd >= line) chain.push(definition);
    index = definition.parent;
  }
  return chain.toReversed();
}

/** The definition and its ancestors, outermost first. */
export function definitionChain(outline: Outline, definition: Definition): Definition[] {
  const chain = [definition];
  for (let index = definition.parent; index >= 0;) {
    const parent = outline.definitions[index];
    if (parent === undefined) break;
    chain.push(parent);
    index = parent.parent;
  }
  return chain.toReversed();
}

/** The header line of a definition verbatim, with its terminator. */
export function definitionText(text: string, definition: Definition): string {
  return sliceLines(text, lineOffsets(text), definition.headerLine, definition.headerLine);
}

/** What an identifier looks like in the languages read here (`$` for PHP and JavaScript). */
export function collectIdentifiers(text: string): Set<string> {
  return new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
}
