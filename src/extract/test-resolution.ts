/**
 * Owns the way from a fail-to-pass id to the place of its test. Nothing is invented: what the material does not
 * show is reported as `none`.
 */
import type { FailToPass } from '../model/evidence.js';
import { findSymbol } from '../syntax/find-symbol.js';
import { countLines } from '../syntax/lines.js';
import type { Definition, Outline } from '../syntax/outline.js';
import { candidateModulePaths } from '../testid/module-paths.js';
import type { TestId } from '../testid/testid.js';
import { headingExtent, opensTest } from './heading-extent.js';
import { walkBases } from './test-inheritance.js';
import { mergePlaces, placeOf, settlePlaces, type TestPlace } from './test-place.js';
import type { TestPool, TestText } from './test-pool.js';
import { findByTitle } from './title-resolution.js';

/** What became of an id. */
export interface Resolution {
  readonly match: FailToPass['match'];
  /** File of the test: where it was found, else what the id itself says. */
  readonly path: string;
  readonly places: readonly TestPlace[];
}

/** Ids with the same key have the same resolution: runs of one test with other parameters. */
export const resolutionKey = (test: TestId): string =>
  JSON.stringify([
    test.granularity === 'file' || test.granularity === 'class',
    test.style,
    test.path,
    test.module,
    test.symbols,
    test.title,
    test.position,
    test.truncated,
    test.style === 'go' ? test.parameter : test.truncated && test.parameter === '',
  ]);

/** Looks a test up in the pool. Several places give `ambiguous`, in pool order. */
export function resolveTest(test: TestId, pool: TestPool): Resolution {
  const { texts, path } = candidateTexts(test, pool);
  if (test.granularity === 'file') return resolveFile(test, texts, path);
  const places = findPlaces(test, texts, pool);
  const first = places[0];
  // A class of the JVM names its file; when the test patch touches the file, its hunks are what there is to see.
  if (!first && test.granularity === 'class' && texts.length > 0 && path !== '') {
    return { match: 'exact', path, places };
  }
  if (!first) return { match: 'none', path, places };
  if (places.length > 1) return { match: 'ambiguous', path: first.text.path, places };
  const byTitle = test.title !== '';
  return { match: test.truncated ? 'truncated' : byTitle ? 'title' : 'exact', path: first.text.path, places };
}

/** What is known from the row and its diffs first, then what was read because an id was not found, then base classes. */
function findPlaces(test: TestId, texts: readonly TestText[], pool: TestPool): readonly TestPlace[] {
  for (const isSearched of [false, true]) {
    const looked = texts.filter((text) => text.isSearched === isSearched);
    const places = mergePlaces(looked.flatMap((text) => findInText(test, text)));
    if (places.length > 0) return settlePlaces(places);
  }
  const makers = mergePlaces(texts.flatMap((text) => findMakersOfCases(test, text)));
  if (makers.length > 0) return makers;
  const { found } = walkBases(test, texts, pool);
  if (!found) return findByNameAlone(test, texts);
  const place = placeOf(found.text, found.definition);
  return [{ ...place, symbol: test.symbols.join('.'), heir: found.heir }];
}

/**
 * In the hunks of the file that the id names, the one definition of the name, whatever class the heading names: git takes the
 * last line that looks like a class, and that may be one inside of another test.
 */
function findByNameAlone(test: TestId, texts: readonly TestText[]): readonly TestPlace[] {
  const name = test.symbols.at(-1);
  if (name === undefined || test.symbols.length < 2 || (test.path === '' && test.module === '')) return [];
  const places = texts.flatMap((text) => {
    if (text.whole || !text.outline || !text.text.includes(name)) return [];
    const found = findSymbol(text.outline, [name]).filter(({ parent }) => parent === -1);
    return found.map((definition) => placeOf(text, definition));
  });
  const merged = mergePlaces(places);
  return merged.length === 1 ? merged : [];
}

/** Rust's test_case and rstest make a test of each row of attributes, and a module of the function's name around them. */
function findMakersOfCases(test: TestId, text: TestText): readonly TestPlace[] {
  const module = test.module.split('::');
  const name = module.pop();
  if (test.style !== 'cargo' || name === undefined || name === '') return [];
  // With its module first: a module of the function's name may stand beside it.
  const chains = [[...module.slice(-1), name], [name]];
  return chains
    .flatMap((symbols) => findBySymbols({ ...test, symbols }, text))
    .filter(({ definition }) => {
      if (definition?.kind !== 'function') return false;
      const attributes = text.text.split('\n').slice(definition.lineStart - 1, definition.headerLine - 1);
      return attributes.some((line) => /^\s*#\[(?:\w+::)*(?:test_case|rstest|case|test_matrix)\b/.test(line));
    });
}

/** The texts the id points to; all of them when it names neither a file nor a module. */
export function candidateTexts(test: TestId, pool: TestPool): { texts: readonly TestText[]; path: string } {
  if (test.path !== '') {
    const exact = pool.at(test.path);
    if (exact) return { texts: exact, path: test.path };
    const texts = pool.texts.filter(
      (text) => endsWithPath(text.path, test.path) || endsWithPath(test.path, text.path),
    );
    return { texts, path: texts[0]?.path ?? test.path };
  }
  const candidates = candidateModulePaths(test);
  if (candidates.length > 0) {
    for (const candidate of candidates) {
      const texts = pool.texts.filter(
        (text) => text.path === candidate || endsWithPath(text.path, candidate),
      );
      if (texts.length > 0) return { texts, path: texts[0]?.path ?? '' };
    }
    return { texts: [], path: '' };
  }
  return { texts: pool.texts, path: '' };
}

const endsWithPath = (path: string, end: string): boolean => path.endsWith(`/${end}`);

function resolveFile(test: TestId, texts: readonly TestText[], path: string): Resolution {
  const first = texts[0];
  if (!first || test.path === '') return { match: 'none', path, places: [] };
  const lines = { start: 1, end: countLines(first.text) };
  const places = first.whole ? [{ text: first, definition: null, opening: '', symbol: '', lines }] : [];
  return { match: 'exact', path: first.path, places };
}

function findInText(test: TestId, text: TestText): readonly TestPlace[] {
  if (test.title === '') return test.symbols.length > 0 ? findBySymbols(test, text) : [];
  const found = findByTitle(test, text);
  if (found.length > 0) return found;
  if (text.language === 'ruby') {
    // test-unit prints the label of a data row behind the title: `renews a loan[week]`.
    const title = test.title.replace(/\[[^[\]]*\]$/, '');
    return title === test.title ? [] : findByTitle({ ...test, title }, text);
  }
  // A display name of JUnit that stands nowhere may be computed: then its class is what is known.
  return test.symbols.length > 0 ? findBySymbols(test, text) : [];
}

function findBySymbols(test: TestId, text: TestText): TestPlace[] {
  const name = test.symbols.at(-1) ?? '';
  const outline = text.mayHold(name) ? text.outline : null;
  if (outline) {
    const found = findSymbol(outline, test.symbols, {
      prefix: test.truncated && test.parameter === '',
      inherit: text.whole,
    });
    if (found.length > 0) return placesOf(test, text, outline, found);
    if (!text.whole) {
      const loose = findSymbol(outline, [name], { prefix: false, inherit: false }).filter((definition) =>
        mayStandIn(test, text, definition),
      );
      if (loose.length > 0) return loose.map((definition) => placeOf(text, definition));
    }
  }
  const { heading } = text;
  const extent = heading && opensTest(heading, test.symbols) ? headingExtent(text) : 0;
  if (extent > 0) {
    const lines = { start: text.startLine, end: text.startLine + extent - 1 };
    return [{ text, definition: null, opening: heading?.text ?? '', symbol: test.symbols.join('.'), lines }];
  }
  return [];
}

/** Of Python functions with one name in one scope only the last one runs. */
function placesOf(test: TestId, text: TestText, outline: Outline, found: readonly Definition[]): TestPlace[] {
  const [first] = found;
  const last = found.at(-1);
  const isRedefined = text.language === 'python' && found.every(({ parent }) => parent === first?.parent);
  const chosen = isRedefined && last ? [last] : found;
  return chosen.map((definition) => {
    const place = placeOf(text, definition);
    const owner = outline.definitions[definition.parent];
    const wanted = test.symbols.at(-2);
    if (!text.whole || !owner || wanted === undefined || owner.name === wanted) return place;
    // The method of a base class in the same file.
    const heir = findSymbol(outline, test.symbols.slice(0, -1)).find(({ kind }) => kind === 'class');
    return heir ? { ...place, symbol: test.symbols.join('.'), heir: { text, definition: heir } } : place;
  });
}

/** In a hunk the class of a method is often out of sight: then the heading must not speak against it. */
function mayStandIn(test: TestId, text: TestText, definition: Definition): boolean {
  const wanted = test.symbols.at(-2);
  if (wanted === undefined || definition.parent !== -1) return false;
  const header = text.text.split('\n', definition.headerLine).at(-1) ?? '';
  if (!/^\s/.test(header)) return false;
  return text.heading?.kind !== 'class' || text.heading.name === wanted;
}
