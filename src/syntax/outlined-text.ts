/**
 * Owns what is known of a text and its outline at once: members of each scope by what tests need of them, lines, indexes.
 * Everything is worked out when first asked for, once per outline: a file may hold thousands of tests.
 */
import { lineOffsets, sliceLines } from './lines.js';
import { collectIdentifiers, type Definition, type Outline, type Statement } from './outline.js';
import { boundNames } from './python-bindings.js';
import { type Fixture, isSetup, readFixture } from './setup.js';

/** What stands directly in one scope, in file order. */
export interface ScopeMembers {
  readonly setups: readonly Definition[];
  readonly fixtures: readonly Fixture[];
  readonly statements: readonly Statement[];
  /** Definitions that a test may use, by the last word of their name. */
  readonly byName: ReadonlyMap<string, readonly Definition[]>;
}

interface GrowingMembers {
  readonly setups: Definition[];
  readonly fixtures: Fixture[];
  readonly statements: Statement[];
  readonly byName: Map<string, Definition[]>;
}

const NO_MEMBERS: ScopeMembers = { setups: [], fixtures: [], statements: [], byName: new Map() };
const known = new WeakMap<Outline, OutlinedText>();

export class OutlinedText {
  readonly #offsets: readonly number[];
  readonly #indexes: ReadonlyMap<Definition, number>;
  readonly #classes = new Map<string, number>();
  #members: ReadonlyMap<number, ScopeMembers> | null = null;
  #headerLines: ReadonlySet<number> | null = null;
  readonly #bound = new WeakMap<Statement, ReadonlySet<string>>();

  private constructor(
    readonly outline: Outline,
    readonly text: string,
  ) {
    this.#offsets = lineOffsets(text);
    this.#indexes = new Map(outline.definitions.map((definition, index) => [definition, index]));
    for (const [index, { kind, name }] of outline.definitions.entries())
      if (kind === 'class' && !this.#classes.has(name)) this.#classes.set(name, index);
  }

  /** @param outline of `text` */
  static of(outline: Outline, text: string): OutlinedText {
    const found = known.get(outline);
    if (found?.text === text) return found;
    const made = new OutlinedText(outline, text);
    known.set(outline, made);
    return made;
  }

  /** Lines verbatim, 1-based and inclusive. */
  slice(lineStart: number, lineEnd: number): string {
    return sliceLines(this.text, this.#offsets, lineStart, lineEnd);
  }

  /** Place in `outline.definitions`; -1 for what is none of them. */
  indexOf(definition: Definition): number {
    return this.#indexes.get(definition) ?? -1;
  }

  /** Index of the first class of this name, -1 when there is none. */
  indexOfClass(name: string): number {
    return this.#classes.get(name) ?? -1;
  }

  /** What stands directly in the definition with this index, or at the top of the file for -1. */
  membersOf(parent: number): ScopeMembers {
    this.#members ??= this.#collectMembers();
    return this.#members.get(parent) ?? NO_MEMBERS;
  }

  /** Names that a statement binds, or may bind. */
  boundBy(statement: Statement): ReadonlySet<string> {
    let names = this.#bound.get(statement);
    if (names === undefined) {
      const code = this.slice(statement.lineStart, statement.lineEnd);
      names = /^py/i.test(this.outline.language) ? boundNames(code) : declaredNames(code);
      this.#bound.set(statement, names);
    }
    return names;
  }

  /** True when one of the lines is the header of a definition. */
  holdsHeader(lineStart: number, lineEnd: number): boolean {
    this.#headerLines ??= new Set(this.outline.definitions.map(({ headerLine }) => headerLine));
    for (let line = lineStart; line <= lineEnd; line++) if (this.#headerLines.has(line)) return true;
    return false;
  }

  #collectMembers(): Map<number, ScopeMembers> {
    const all = new Map<number, GrowingMembers>();
    const of = (parent: number): GrowingMembers => {
      const members = all.get(parent) ?? { setups: [], fixtures: [], statements: [], byName: new Map() };
      all.set(parent, members);
      return members;
    };
    for (const definition of this.outline.definitions) {
      const members = of(definition.parent);
      if (isSetup(this, definition)) members.setups.push(definition);
      const fixture = readFixture(this, definition);
      if (fixture) members.fixtures.push(fixture);
      else {
        const name = definition.name.split(/::|\./).at(-1) ?? '';
        const named = members.byName.get(name);
        if (named) named.push(definition);
        else members.byName.set(name, [definition]);
      }
    }
    for (const statement of this.outline.statements) of(statement.parent).statements.push(statement);
    return all;
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
