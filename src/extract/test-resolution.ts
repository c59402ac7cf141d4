/**
 * Owns the way from a fail-to-pass id to the place of its test. Nothing is invented: what the material does not
 * show is reported as `none`.
 */
import type { FailToPass, Scope } from '../model/evidence.js';
import { hasLineWithin, type LineRange } from '../model/range.js';
import { findSymbol } from '../syntax/find-symbol.js';
import { findDocstring, findTitle } from '../syntax/find-title.js';
import { type Definition, type Outline, definitionChain } from '../syntax/outline.js';
import { candidateModulePaths } from '../testid/module-paths.js';
import type { TestId } from '../testid/testid.js';
import { countLines, indentOf } from '../syntax/lines.js';
import { walkBases } from './test-inheritance.js';
import type { TestPool, TestText } from './test-pool.js';
import { findTitledLines } from './title-search.js';

/** One place where a test was found. */
export interface TestPlace {
  readonly text: TestText;
  /** Null where the text has no outline that covers it. */
  readonly definition: Definition | null;
  /** The heading of a hunk that opens the test out of sight, "" when the test is in sight. */
  readonly opening: string;
  readonly symbol: string;
  /** Lines of the file after the test patch. */
  readonly lines: LineRange;
  /** The class that the id names, where the test stands in a base class of it. */
  readonly heir?: { readonly text: TestText; readonly definition: Definition };
}

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

/** Of several places: those that were read as definitions rather than found in the text; of these, what the test patch wrote. */
function settlePlaces(places: readonly TestPlace[]): readonly TestPlace[] {
  if (places.length < 2) return places;
  const defined = places.filter(({ definition, opening }) => definition !== null || opening !== '');
  const better = defined.length > 0 ? defined : places;
  const written = better.filter(({ text, lines }) => hasLineWithin(text.added, lines));
  return written.length > 0 ? written : better;
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

function findByTitle(test: TestId, text: TestText): readonly TestPlace[] {
  const { outline } = text;
  if (outline) {
    const found = findTitled(test, text, outline);
    if (found.length > 0) return found.map((definition) => placeOf(text, definition));
  }
  const lines = text.language === 'python' ? null : findTitledLines(text.text, test.title);
  if (!lines) return [];
  const named = outline?.definitions.findLast(
    ({ lineStart, headerLine }) => lineStart <= lines.start && lines.start < headerLine,
  );
  // An annotation that holds the title: `@DisplayName("renews a loan")`.
  if (named) return [placeOf(text, named)];
  const offset = text.startLine - 1;
  const range = { start: lines.start + offset, end: lines.end + offset };
  return [{ text, definition: null, opening: '', symbol: test.title, lines: range }];
}

function findTitled(test: TestId, text: TestText, outline: Outline): Definition[] {
  if (text.language === 'python') return findDocstring(outline, text.text, test.title);
  if (test.style === 'cucumber') return findScenario(outline, test);
  const found = findTitle(outline, test.title);
  return found.length > 0 || test.style !== 'testdox' ? found : findTestdox(outline, test.title, text.path);
}

/** Of several scenarios with one title the line tells, and that of an outline too short to be told by what is fixed in it. */
function findScenario(outline: Outline, { title, position }: TestId): Definition[] {
  const found = findTitle(outline, title.replace(/^(?:Scenario(?: Outline| Template)?|Example):\s*/, ''));
  const line = Number(position);
  const candidates = found.length > 0 ? found : outline.definitions.filter(({ dynamic }) => dynamic);
  const here = candidates.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  return here.length > 0 ? here : found;
}

/**
 * PHPUnit prints `testRenewsForAWeek` as `Renews for a week`, behind the words of its class. `findTitle` reads that too, but needs
 * the class, which a hunk seldom holds: then the file is named like it.
 */
function findTestdox(outline: Outline, title: string, path: string): Definition[] {
  const titles = title.split(' > ');
  const wanted = toWords(titles.at(-1) ?? '');
  const owner = titles.length < 2 ? '' : squash(titles.at(-2) ?? '');
  const fileName = path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? '';
  return outline.definitions.filter(({ name, kind, parent }) => {
    if (kind === 'class' || toWords(name.replace(/^test_?/, '')) !== wanted) return false;
    const className = outline.definitions[parent]?.name ?? fileName;
    return owner === '' || squash(className.replace(/Tests?$/, '')) === owner;
  });
}

/** PHPUnit drops `Test` from the class and the namespace from its front. */
const squash = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const toWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

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

/** A function by its own name, a googletest case by that of its suite and its own. */
const opensTest = ({ kind, name }: Scope, symbols: readonly string[]): boolean =>
  (kind === 'function' && name === symbols.at(-1)) || (kind === 'test' && name === symbols.join('.'));

/** Lines at the left margin that open the next definition; in Rust tests stand in a module, and carry attributes. */
const NEXT_DEFINITIONS: ReadonlyMap<string, RegExp> = new Map([
  ['go', /^(?:func|type|var|const|import)\b/],
  ['c', /^[A-Za-z_][^;]*\(|^(?:struct|static|class|namespace|template|typedef)\b/],
  ['cpp', /^[A-Za-z_][^;]*\(|^(?:struct|static|class|namespace|template|typedef)\b/],
  [
    'rust',
    /^\s*(?:#\[|(?:pub(?:\([^)]*\))? )?(?:async |unsafe |const )?(?:fn|mod|impl|struct|enum|trait)\b)/,
  ],
]);

/** Up to the brace at the left margin that closes the block, or the last line with text before the next definition. */
function blockExtent(lines: readonly string[], next: RegExp): number {
  let last = 0;
  for (const [index, line] of lines.entries()) {
    if (next.test(line)) return last;
    if (line.startsWith('}')) return index + 1;
    if (line.trim() !== '' && !/^\s*\/\//.test(line)) last = index + 1;
  }
  return last;
}

/** Number of lines at the start of a hunk that still belong to the definition its heading names. */
function headingExtent(text: TestText): number {
  const lines = text.text.split('\n');
  const next = NEXT_DEFINITIONS.get(text.language);
  if (next) return blockExtent(lines, next);
  const total = countLines(text.text);
  const isMethod = /\(\s*(?:self|cls)\b/.test(text.heading?.text ?? '');
  const margin = text.language === 'python' && isMethod ? 4 : 0;
  const isDeeper = (line: number): boolean => {
    const source = lines[line - 1] ?? '';
    return source.length - source.trimStart().length > margin || /^[)\]}#]/.test(source.trimStart());
  };
  if (text.language === 'python' && startsInsideBrackets(lines, margin)) return 0;
  const { outline } = text;
  // Statements, not lines: the inside of a long string may stand at the left margin.
  const starts = outline
    ? [...outline.statements, ...outline.definitions].flatMap((entry) =>
        entry.parent === -1 ? [entry.lineStart] : [],
      )
    : lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  const end = starts.reduce((first, line) => (line < first && !isDeeper(line) ? line : first), total + 1);
  return end - 1;
}

/**
 * True when the hunk starts in brackets that opened at the margin: behind the test that the heading names, in the decorator of the
 * next one, as a rule. Brackets that a signature ends with are closed by a line that ends with a colon.
 */
function startsInsideBrackets(lines: readonly string[], margin: number): boolean {
  const first = lines.find((line) => line.trim() !== '' && indentOf(line) <= margin && !/^\s*#/.test(line));
  return first !== undefined && /^\s*[)\]}]/.test(first) && !/:\s*(?:#.*)?$/.test(first);
}

function placeOf(text: TestText, definition: Definition): TestPlace {
  const { outline } = text;
  const symbol = outline
    ? definitionChain(outline, definition)
        .map((entry) => entry.name)
        .join('.')
    : definition.name;
  const offset = text.startLine - 1;
  return {
    text,
    definition,
    opening: '',
    symbol,
    lines: { start: definition.lineStart + offset, end: definition.lineEnd + offset },
  };
}

/**
 * Hunks of one file that show parts of the same test are one place: the longest part stands for it. A hunk may show the test
 * without its class, so `test_x` and `Class.test_x` are the same.
 */
function mergePlaces(places: readonly TestPlace[]): TestPlace[] {
  const merged = new Map<string, TestPlace>();
  for (const place of places) {
    const key = place.text.whole
      ? `${place.text.path}:${place.lines.start}`
      : `${place.text.path}:${fullSymbol(place, places)}`;
    const known = merged.get(key);
    if (!known || known.lines.end - known.lines.start < place.lines.end - place.lines.start)
      merged.set(key, place);
  }
  return [...merged.values()];
}

/** The longest symbol among the hunks of the file that ends with this one. */
function fullSymbol({ symbol, text }: TestPlace, places: readonly TestPlace[]): string {
  if (symbol.includes('.')) return symbol;
  const longer = places.find((other) => other.text.path === text.path && other.symbol.endsWith(`.${symbol}`));
  return longer?.symbol ?? symbol;
}
