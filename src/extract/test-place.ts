/** Owns the places where a test was found: how one is made of a definition, which are the same, and which of several is meant. */
import { hasLineWithin, type LineRange } from '../model/range.js';
import { type Definition, definitionChain } from '../syntax/outline.js';
import type { TestText } from './test-pool.js';

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

/** The place of a definition in a text. */
export function placeOf(text: TestText, definition: Definition): TestPlace {
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
export function mergePlaces(places: readonly TestPlace[]): TestPlace[] {
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

/** Of several places: those that were read as definitions rather than found in the text; of these, what the test patch wrote. */
export function settlePlaces(places: readonly TestPlace[]): readonly TestPlace[] {
  if (places.length < 2) return places;
  const defined = places.filter(({ definition, opening }) => definition !== null || opening !== '');
  const better = defined.length > 0 ? defined : places;
  const written = better.filter(({ text, lines }) => hasLineWithin(text.added, lines));
  return written.length > 0 ? written : better;
}
