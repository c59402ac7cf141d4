/**
 * Owns the judgement whether a block gives away the next one. It looks at the values that the renderer puts into
 * its template, not at the finished text, so that line numbers and headings of the template cannot hide anything.
 */
import type { Evidence } from '../model/evidence.js';
import { type Issue, shortenText } from '../model/issue.js';
import { type GuardVocabulary, identifiersOf } from './vocabulary.js';
import { type ShownValue, localizationValues, reproductionValues } from './shown.js';

/** One thing a block shows that it must not. */
export interface Leak {
  readonly block: 'localization' | 'reproduction';
  readonly kind: 'added_line' | 'new_identifier' | 'new_path';
  /** The line, name or path. */
  readonly value: string;
  /** Where in the record the value stands, e.g. `localization.files[0].hunks[1].text`. */
  readonly where: string;
}

/** Everything the localization and reproduction blocks of this record show that only the repair brings in. */
export function findLeaks(evidence: Evidence, vocabulary: GuardVocabulary): Leak[] {
  return [...findLocalizationLeaks(evidence, vocabulary), ...findReproductionLeaks(evidence, vocabulary)];
}

function findLocalizationLeaks(evidence: Evidence, vocabulary: GuardVocabulary): Leak[] {
  const leaks: Leak[] = [];
  for (const shown of localizationValues(evidence)) {
    if (shown.kind === 'path' && vocabulary.addedPaths.has(shown.value)) continue;
    for (const path of vocabulary.newPaths) {
      if (shown.value.includes(path)) leaks.push(leak('localization', 'new_path', path, shown));
    }
    const line = shown.value.trim();
    if (shown.kind !== 'name' && vocabulary.addedLines.has(line) && !vocabulary.oldLines.has(line)) {
      leaks.push(leak('localization', 'added_line', line, shown));
    }
    for (const name of identifiersOf(shown.value)) {
      if (vocabulary.newIdentifiers.has(name))
        leaks.push(leak('localization', 'new_identifier', name, shown));
    }
  }
  return leaks;
}

function findReproductionLeaks(evidence: Evidence, vocabulary: GuardVocabulary): Leak[] {
  const { addedLines, oldLines, testLines } = vocabulary;
  const secrets = new Set([...addedLines].filter((line) => !oldLines.has(line) && !testLines.has(line)));
  if (secrets.size === 0) return [];
  const leaks: Leak[] = [];
  for (const shown of reproductionValues(evidence)) {
    // A line may stand behind the marker of a diff; an id or a path may hold one among other text.
    const line = shown.value.trim();
    const bare = line.replace(/^[-+> ]+/, '');
    const found = secrets.has(line) ? line : secrets.has(bare) ? bare : findWithin(shown, secrets);
    if (found !== undefined) leaks.push(leak('reproduction', 'added_line', found, shown));
  }
  return leaks;
}

/** Shorter lines stand in ids by accident, and a line that is one name is often what a test is named after. */
const MIN_PART_CHARACTERS = 12;
const ONE_NAME = /^[\w.,]*$/;

function findWithin({ kind, value }: ShownValue, secrets: ReadonlySet<string>): string | undefined {
  if (kind === 'line') return undefined;
  for (const line of secrets) {
    if (line.length >= MIN_PART_CHARACTERS && !ONE_NAME.test(line) && value.includes(line)) return line;
  }
  return undefined;
}

/** The reject that a leak leads to. */
export function leakIssue(found: Leak): Issue {
  const what = { added_line: 'a line', new_identifier: 'a name', new_path: 'a path' }[found.kind];
  return {
    code: `leak_${found.block}`,
    message: `the ${found.block} block would show ${what} that only the repair brings in`,
    expected: 'only what stands on the old side or on the test side',
    got: shortenText(found.value),
    path: found.where,
  };
}

const leak = (block: Leak['block'], kind: Leak['kind'], value: string, shown: ShownValue): Leak => ({
  block,
  kind,
  value,
  where: shown.where,
});
