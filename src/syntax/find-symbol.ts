/** Owns the search for a definition by its chain of names. Titles of suites and tests: `find-title.ts`. */
import type { Definition, Outline } from './outline.js';

export interface FindSymbolOptions {
  /** Also look for a method in the base classes that the same file defines. */
  inherit?: boolean;
  /** The last name may be cut at its end. */
  prefix?: boolean;
  /** Leading names may be missing in the file (packages, modules that are files). */
  loose?: boolean;
}

const MAX_ANCESTORS = 64;

/**
 * Definitions whose chain of names ends with `symbols`, in file order; several = ambiguous (Python runs the last of
 * equals in one class). Of different quality only the best are given: the whole chain, then consecutive ancestors,
 * then ancestors with others between them; exact names before cut ones.
 * @param symbols outermost first, e.g. `['TestRenew', 'test_overdue']`
 */
export function findSymbol(
  outline: Outline,
  symbols: readonly string[],
  options: FindSymbolOptions = {},
): Definition[] {
  const exact = bestMatches(outline, symbols, false, options.loose === true);
  if (exact.length > 0) return exact;
  if (options.inherit === true) {
    const inherited = findInherited(outline, symbols, false);
    if (inherited.length > 0) return inherited;
  }
  if (options.prefix !== true) return [];
  const cut = bestMatches(outline, symbols, true, options.loose === true);
  return cut.length > 0 || options.inherit !== true ? cut : findInherited(outline, symbols, true);
}

function bestMatches(
  outline: Outline,
  symbols: readonly string[],
  prefix: boolean,
  loose: boolean,
): Definition[] {
  let best: Definition[] = [];
  let bestRank = 0;
  const last = symbols.at(-1);
  const candidates = prefix || last === undefined ? outline.definitions : namedLike(outline, last);
  for (const definition of candidates) {
    const rank = rankMatch(outline, definition, symbols, prefix, loose);
    if (rank === 0 || rank < bestRank) continue;
    if (rank > bestRank) best = [];
    bestRank = rank;
    best.push(definition);
  }
  return best;
}

/** Each definition under every word that `matchTail` may take for its name. */
function groupByName({ definitions }: Outline): ReadonlyMap<string, readonly Definition[]> {
  const groups = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const { name, kind } = definition;
    const names = new Set([name, name.split(/::|\./).at(-1) ?? '']);
    if (kind === 'test' || kind === 'suite') {
      const underscored = name.replace(/\s+/g, '_');
      names.add(underscored).add(`test_${underscored}`);
    }
    for (const key of names) {
      const known = groups.get(key);
      if (known) known.push(definition);
      else groups.set(key, [definition]);
    }
  }
  return groups;
}

const nameIndexes = new WeakMap<Outline, ReadonlyMap<string, readonly Definition[]>>();

/** Definitions whose own name may be the symbol, in file order: a file may be asked for thousands of tests. */
function namedLike(outline: Outline, symbol: string): readonly Definition[] {
  let index = nameIndexes.get(outline);
  if (index === undefined) {
    index = groupByName(outline);
    nameIndexes.set(outline, index);
  }
  return index.get(symbol) ?? [];
}

/** 0 = no match; higher is better. */
function rankMatch(
  outline: Outline,
  definition: Definition,
  symbols: readonly string[],
  prefix: boolean,
  loose: boolean,
): number {
  let left = symbols.length - matchTail(definition, symbols, symbols.length, prefix);
  if (left === symbols.length) return 0;
  let skipped = false;
  let index = definition.parent;
  for (let step = 0; index >= 0 && left > 0 && step < MAX_ANCESTORS; step++) {
    const ancestor = outline.definitions[index];
    if (ancestor === undefined) break;
    const matched = matchTail(ancestor, symbols, left, false);
    if (matched === 0) skipped = true;
    left -= matched;
    index = ancestor.parent;
  }
  const gap = skipped ? 0 : 1;
  if (left === 0) return symbols.length * 10 + gap + (gap === 1 && index === -1 ? 1 : 0) + 1;
  return loose ? (symbols.length - left) * 10 + gap : 0;
}

/** How many of `symbols[..end]`, counted from their end, the definition's own (maybe qualified) name stands for. */
function matchTail(definition: Definition, symbols: readonly string[], end: number, prefix: boolean): number {
  const symbol = symbols[end - 1];
  const { name, kind } = definition;
  if (symbol === undefined) return 0;
  if (name === symbol || (prefix && symbol !== '' && name.startsWith(symbol))) return 1;
  const isTitle = kind === 'test' || kind === 'suite';
  if (isTitle) {
    // go test and minitest print `renews_a_loan` for "renews a loan".
    const underscored = name.replace(/\s+/g, '_');
    if (underscored === symbol || `test_${underscored}` === symbol) return 1;
  }
  if (isTitle && !/^\w+\.\w+$/.test(name)) return 0;
  if (!/[.:]/.test(name)) return 0;
  const segments = name.split(/::|\./);
  let matched = 0;
  while (matched < segments.length && matched < end) {
    const segment = segments[segments.length - 1 - matched] ?? '';
    const wanted = symbols[end - 1 - matched] ?? '';
    const equal =
      segment === wanted || (prefix && matched === 0 && wanted !== '' && segment.startsWith(wanted));
    if (!equal) break;
    matched++;
  }
  // The qualifier contradicts the chain: `Shelf.add` is not what ['Ledger', 'add'] asks for.
  return matched < segments.length && matched < end ? 0 : matched;
}

/** The method of the nearest base class (breadth first, in the order of the header) that this file defines. */
function findInherited(outline: Outline, symbols: readonly string[], prefix: boolean): Definition[] {
  const method = symbols.at(-1);
  if (method === undefined || symbols.length < 2) return [];
  const queue = bestMatches(outline, symbols.slice(0, -1), false, false).filter(
    (definition) => definition.bases.length > 0,
  );
  const seen = new Set(queue);
  for (let at = 0; at < queue.length; at++) {
    for (const base of queue[at]?.bases ?? []) {
      for (const candidate of bestMatches(outline, [base], false, false)) {
        if (seen.has(candidate)) continue;
        seen.add(candidate);
        const index = outline.definitions.indexOf(candidate);
        const methods = (prefix ? outline.definitions : namedLike(outline, method)).filter(
          (definition) =>
            definition.parent === index &&
            (definition.name === method || (prefix && definition.name.startsWith(method))),
        );
        if (methods.length > 0) return methods;
        queue.push(candidate);
      }
    }
  }
  return [];
}
