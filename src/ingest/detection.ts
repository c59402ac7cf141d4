/** Owns finding the format of a row, and saying why when none fits. */
import { hasField } from './field-reader.js';
import type { Detection, Ingester, Row } from './ingester.js';
import { INGESTERS } from './registry.js';

/** How many of the nearest formats a message names. */
const NEAREST = 3;

/** The most specific ingester that recognises the row, with its reason; null when none does. */
export function detectFormat(row: Row, ingesters: readonly Ingester[] = INGESTERS): Detection | null {
  for (const ingester of ingesters) {
    const reason = ingester.detect(row);
    if (reason !== null) return { ingester, reason };
  }
  return null;
}

/**
 * For the reject `format_unknown`: `expected` says what the row lacks for the formats nearest to it, `got` which
 * fields it has.
 */
export function explainUnknown(
  row: Row,
  ingesters: readonly Ingester[] = INGESTERS,
): { expected: string; got: string } {
  // The most general format comes first among equals; formats that lack the same are named once.
  const ranked = ingesters
    .map((ingester) => {
      const lacking = ingester.needs.filter((names) => !holdsAny(row, names));
      const share = 1 - lacking.length / Math.max(1, ingester.needs.length);
      return { name: ingester.name, lacking: describeLacking(lacking), share };
    })
    .toReversed()
    .sort((first, second) => second.share - first.share);
  const near = ranked.filter(
    ({ share, lacking }, index) =>
      share > 0 && ranked.findIndex((other) => other.lacking === lacking) === index,
  );
  const expected = near.slice(0, NEAREST).map(({ name, lacking }) => `${name} (lacking ${lacking})`);
  const keys = Object.keys(row);
  return {
    expected:
      expected.length > 0
        ? `one of ${expected.join(', ')}; or a mapping file (--map)`
        : `a row of one of the formats ${ingesters.map(({ name }) => name).join(', ')}; or a mapping file (--map)`,
    got:
      keys.length === 0
        ? 'no fields'
        : `the fields ${keys.slice(0, 20).join(', ')}${keys.length > 20 ? `, … (${String(keys.length)} in all)` : ''}`,
  };
}

function holdsAny(row: Row, names: readonly string[]): boolean {
  return names.some((name) => hasField(row, name));
}

function describeLacking(lacking: readonly (readonly string[])[]): string {
  if (lacking.length === 0) return 'nothing, but the values do not fit';
  return lacking.map((names) => names[0] ?? '').join(' and ');
}
