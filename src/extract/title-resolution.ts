/** Owns the search for a test by what its runner prints: titles, scenarios, docstrings, PHPUnit's prose. */
import { findDocstring, findTitle, squash } from '../syntax/find-title.js';
import type { Definition, Outline } from '../syntax/outline.js';
import type { TestId } from '../testid/testid.js';
import { placeOf, type TestPlace } from './test-place.js';
import type { TestText } from './test-pool.js';
import { findTitledLines } from './title-search.js';

/** Places of the test with this title: definitions first, else the one line that quotes it. */
export function findByTitle(test: TestId, text: TestText): readonly TestPlace[] {
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

const toWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
