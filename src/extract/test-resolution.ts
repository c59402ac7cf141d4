/**
 * Owns the way from a fail-to-pass id to the place of its test. Nothing is invented: what the material does not
 * show is reported as `none`.
 */
import type { FailToPass } from '../model/evidence.js';
import type { LineRange } from '../model/range.js';
import { findSymbol } from '../syntax/find-symbol.js';
import { findDocstring, findTitle } from '../syntax/find-title.js';
import { type Definition, type Outline, definitionChain } from '../syntax/outline.js';
import { candidateModulePaths } from '../testid/module-paths.js';
import type { TestId } from '../testid/testid.js';
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
}

export interface Resolution {
  readonly match: FailToPass['match'];
  /** File of the test: where it was found, else what the id itself says. */
  readonly path: string;
  readonly places: readonly TestPlace[];
}

/** Looks a test up in the pool. Several places give `ambiguous`, in pool order. */
export function resolveTest(test: TestId, pool: TestPool): Resolution {
  const { texts, path } = candidateTexts(test, pool);
  if (test.granularity === 'file') return resolveFile(test, texts, path);
  const places = mergePlaces(texts.flatMap((text) => findInText(test, text)));
  const first = places[0];
  // A class of the JVM names its file; when the test patch touches the file, its hunks are what there is to see.
  if (!first && test.granularity === 'class' && texts.length > 0 && path !== '') {
    return { match: 'exact', path, places };
  }
  if (!first) return { match: 'none', path, places };
  if (places.length > 1) return { match: 'ambiguous', path: first.text.path, places };
  const byTitle = test.symbols.length === 0;
  return { match: test.truncated ? 'truncated' : byTitle ? 'title' : 'exact', path: first.text.path, places };
}

/** The texts the id points to; all of them when it names neither a file nor a module. */
function candidateTexts(test: TestId, pool: TestPool): { texts: readonly TestText[]; path: string } {
  if (test.path !== '') {
    const exact = pool.byPath.get(test.path);
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

function findInText(test: TestId, text: TestText): TestPlace[] {
  if (test.symbols.length > 0) return findBySymbols(test, text);
  const { outline } = text;
  if (test.title === '') return [];
  if (outline) {
    const found = findTitled(test, text, outline);
    if (found.length > 0) return found.map((definition) => placeOf(text, definition));
  }
  const lines = text.language === 'python' ? null : findTitledLines(text.text, test.title);
  if (!lines) return [];
  const offset = text.startLine - 1;
  const range = { start: lines.start + offset, end: lines.end + offset };
  return [{ text, definition: null, opening: '', symbol: test.title, lines: range }];
}

function findTitled(test: TestId, text: TestText, outline: Outline): Definition[] {
  if (text.language === 'python') return findDocstring(outline, text.text, test.title);
  const found = findTitle(outline, test.title);
  return found.length > 0 || test.style !== 'testdox' ? found : findTestdox(outline, test.title);
}

/** PHPUnit prints `testRenewsForAWeek` as `Renews for a week`, behind the words of its class. */
function findTestdox(outline: Outline, title: string): Definition[] {
  const wanted = toWords(title.split(' > ').at(-1) ?? '');
  return outline.definitions.filter(
    ({ name, kind }) => kind !== 'class' && toWords(name.replace(/^test_?/, '')) === wanted,
  );
}

const toWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

function findBySymbols(test: TestId, text: TestText): TestPlace[] {
  const { outline } = text;
  const name = test.symbols.at(-1) ?? '';
  // Reading a file into an outline is the expensive part; a text that does not hold the name needs none.
  if (outline && text.text.includes(name)) {
    const found = findSymbol(outline, test.symbols, {
      prefix: test.truncated && test.parameter === '',
      inherit: text.whole,
    });
    if (found.length > 0) return found.map((definition) => placeOf(text, definition));
    if (!text.whole) {
      const loose = findSymbol(outline, [name], { prefix: false, inherit: false }).filter((definition) =>
        mayStandIn(test, text, definition),
      );
      if (loose.length > 0) return loose.map((definition) => placeOf(text, definition));
    }
  }
  const { heading } = text;
  const extent = heading && heading.kind === 'function' && heading.name === name ? headingExtent(text) : 0;
  if (extent > 0) {
    const lines = { start: text.startLine, end: text.startLine + extent - 1 };
    return [{ text, definition: null, opening: heading?.text ?? '', symbol: test.symbols.join('.'), lines }];
  }
  return [];
}

/** In a hunk the class of a method is often out of sight: then the heading must not speak against it. */
function mayStandIn(test: TestId, text: TestText, definition: Definition): boolean {
  const wanted = test.symbols.at(-2);
  if (wanted === undefined || definition.parent !== -1) return false;
  const header = text.text.split('\n', definition.headerLine).at(-1) ?? '';
  if (!/^\s/.test(header)) return false;
  return text.heading?.kind !== 'class' || text.heading.name === wanted;
}

/** Number of lines at the start of a hunk that still belong to the definition its heading names. */
function headingExtent(text: TestText): number {
  const lines = text.text.split('\n');
  const total = countLines(text.text);
  const isMethod = /\(\s*(?:self|cls)\b/.test(text.heading?.text ?? '');
  const margin = text.language === 'python' && isMethod ? 4 : 0;
  const isDeeper = (line: number): boolean => {
    const source = lines[line - 1] ?? '';
    return source.length - source.trimStart().length > margin || /^[)\]}#]/.test(source.trimStart());
  };
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

/** Hunks of one file that show parts of the same test are one place: the longest part stands for it. */
function mergePlaces(places: readonly TestPlace[]): TestPlace[] {
  const merged = new Map<string, TestPlace>();
  for (const place of places) {
    const key = place.text.whole
      ? `${place.text.path}:${place.lines.start}`
      : `${place.text.path}:${place.symbol}`;
    const known = merged.get(key);
    if (!known || known.lines.end - known.lines.start < place.lines.end - place.lines.start)
      merged.set(key, place);
  }
  return [...merged.values()];
}

/** Lines of a text; a last line without terminator counts. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}
