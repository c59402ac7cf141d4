/**
 * Owns the search for a test in the base classes of its class, over all files at hand. Base classes are known by the last
 * part of their name; a file nearer in the walk wins.
 */
import { findSymbol } from '../syntax/find-symbol.js';
import type { Definition } from '../syntax/outline.js';
import type { TestId } from '../testid/testid.js';
import type { TestPool, TestText } from './test-pool.js';

/** A class of the hierarchy above a test's class, with the text that holds it. */
interface ClassPlace {
  readonly text: TestText;
  readonly definition: Definition;
}

export interface InheritedTest extends ClassPlace {
  /** The class that the id names. */
  readonly heir: ClassPlace;
}

export interface InheritanceWalk {
  readonly found: InheritedTest | null;
  /** Base classes that no file at hand defines, with the text whose class extends them. */
  readonly unknown: readonly { readonly text: TestText; readonly owner: Definition; readonly name: string }[];
}

/** Classes that are looked at; deeper hierarchies are not worth it. */
const MAX_CLASSES = 64;

/** Bases that hold no tests of a project. */
const LIBRARY_BASES = new Set([
  'object',
  'TestCase',
  'IsolatedAsyncioTestCase',
  'ABC',
  'Generic',
  'Protocol',
]);

/** Looks for the method in the bases of the class that the id names, breadth first. */
export function walkBases(test: TestId, texts: readonly TestText[], pool: TestPool): InheritanceWalk {
  const method = test.symbols.at(-1) ?? '';
  const unknown: InheritanceWalk['unknown'][number][] = [];
  if (test.symbols.length < 2) return { found: null, unknown };
  const owner = test.symbols.slice(0, -1);
  const queue: (ClassPlace & { readonly heir: ClassPlace })[] = texts.flatMap((text) =>
    text.whole && text.outline && text.text.includes(owner.at(-1) ?? '')
      ? findSymbol(text.outline, owner).map((definition) => {
          const place = { text, definition };
          return { ...place, heir: place };
        })
      : [],
  );
  const seen = new Set(queue.map(({ definition }) => definition));
  for (let at = 0; at < queue.length && at < MAX_CLASSES; at += 1) {
    const entry = queue[at];
    if (!entry) break;
    const { text, definition, heir } = entry;
    for (const name of definition.bases) {
      const bases = findClass(name, text, pool);
      if (bases.length === 0 && !LIBRARY_BASES.has(name)) unknown.push({ text, owner: definition, name });
      for (const base of bases) {
        if (seen.has(base.definition)) continue;
        seen.add(base.definition);
        const methods = methodsOf(base, method);
        if (methods) return { found: { text: base.text, definition: methods, heir }, unknown };
        queue.push({ ...base, heir });
      }
    }
  }
  return { found: null, unknown };
}

/** Classes of this name: in the same file, else in any other one. */
function findClass(name: string, near: TestText, pool: TestPool): ClassPlace[] {
  const own = classesIn(near, name);
  if (own.length > 0) return own;
  return pool.texts.flatMap((text) => (text === near ? [] : classesIn(text, name)));
}

function classesIn(text: TestText, name: string): ClassPlace[] {
  if (!text.whole || !text.text.includes(name) || !text.outline) return [];
  return text.outline.definitions
    .filter((definition) => definition.kind === 'class' && definition.name === name)
    .map((definition) => ({ text, definition }));
}

function methodsOf({ text, definition }: ClassPlace, method: string): Definition | undefined {
  const index = text.outline?.definitions.indexOf(definition) ?? -1;
  return text.outline?.definitions.find(({ parent, name }) => parent === index && name === method);
}
