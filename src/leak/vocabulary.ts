/**
 * Owns what the leak guard compares with: which lines and names the repair brings in, and which the reader may know
 * without it. Decided by origin: while building from the two diffs and the files, on a finished record from its fix and from
 * what agrees with it.
 */
import type { Diff, FileDiff } from '../diff/diff.js';
import { ADDED_LINE_MIN_CHARACTERS, addedLines } from '../extract/added-lines.js';

/** What a vocabulary is made of. */
export interface GuardSources {
  /** The fix, all files. */
  readonly fix: Diff;
  /** Source files of the fix, and source found in the test patch: only what these add is a secret. */
  readonly secretFiles: readonly FileDiff[];
  /** Test side: files of the test patch, and test files of the fix. */
  readonly testFiles: readonly FileDiff[];
  /** True when the fix was stored in the other direction, so that its headings stem from the repaired side. */
  readonly isReversed: boolean;
  /** Whole files or windows before the fix, as far as at hand. */
  readonly oldTexts: readonly string[];
  /** Lines that were read from the old file and cannot be read again: their names count as old, the lines do not. */
  readonly oldHeaders: readonly string[];
  /** Whole test files, as far as at hand. */
  readonly testTexts: readonly string[];
  /** The texts are whole files: kept of them is only what the repair adds elsewhere. Everything is kept when absent. */
  readonly areWholeFiles?: boolean;
  /** All that the student is shown. */
  readonly studentTexts: readonly string[];
}

export interface GuardVocabulary {
  /** Lines that the repair adds to source files, trimmed, 8 or more characters. */
  readonly addedLines: ReadonlySet<string>;
  /** Identifiers that stand in added source lines and nowhere on the old side. */
  readonly newIdentifiers: ReadonlySet<string>;
  /** New paths of renamed and copied files. */
  readonly newPaths: ReadonlySet<string>;
  /** Paths of files that the repair adds; LOC may show them as `(new file)`. */
  readonly addedPaths: ReadonlySet<string>;
  /** Lines of the old side and of the student's task, trimmed. */
  readonly oldLines: ReadonlySet<string>;
  /** Lines of the test side, trimmed. */
  readonly testLines: ReadonlySet<string>;
}

const IDENTIFIER = /[\p{ID_Start}_$][\p{ID_Continue}$]{2,}/gu;

/** The identifiers of a text, three or more characters each. */
export const identifiersOf = (text: string): string[] => text.match(IDENTIFIER) ?? [];

/** Collects the vocabulary of one repair. */
export function collectVocabulary(sources: GuardSources): GuardVocabulary {
  const oldLines = new Set<string>();
  const oldIdentifiers = new Set<string>();
  const addOld = (text: string): void => {
    for (const line of text.split('\n')) {
      oldLines.add(line.trim());
      for (const name of identifiersOf(line)) oldIdentifiers.add(name);
    }
  };
  for (const file of sources.fix.files) {
    if (file.oldPath !== '') addOld(file.oldPath);
    for (const hunk of file.hunks) {
      if (!sources.isReversed) addOld(hunk.section);
      for (const line of hunk.lines) if (line.kind !== 'added') addOld(line.text);
    }
  }
  if (sources.areWholeFiles !== true) for (const text of sources.oldTexts) addOld(text);
  for (const text of sources.studentTexts) addOld(text);
  for (const text of sources.oldHeaders) for (const name of identifiersOf(text)) oldIdentifiers.add(name);

  const added = new Set<string>();
  const newIdentifiers = new Set<string>();
  for (const file of sources.secretFiles) {
    for (const line of addedLines(file)) added.add(line);
    for (const hunk of file.hunks) {
      for (const line of hunk.lines) {
        if (line.kind !== 'added') continue;
        for (const name of identifiersOf(line.text)) if (!oldIdentifiers.has(name)) newIdentifiers.add(name);
      }
    }
  }
  if (sources.areWholeFiles === true) {
    for (const text of sources.oldTexts) {
      for (const line of linesAmong(text, added)) oldLines.add(line);
      dropPresent(newIdentifiers, text);
    }
  }
  const moved = sources.fix.files.filter((file) => file.status === 'renamed' || file.status === 'copied');
  const newPaths = moved
    .map((file) => file.newPath)
    .filter((path) => ![...oldLines, ...sources.oldTexts].some((text) => text.includes(path)));
  for (const path of newPaths) {
    for (const name of identifiersOf(path)) if (!oldIdentifiers.has(name)) newIdentifiers.add(name);
  }
  return {
    addedLines: added,
    newIdentifiers,
    newPaths: new Set(newPaths),
    addedPaths: new Set(
      sources.fix.files.filter((file) => file.status === 'added').map((file) => file.newPath),
    ),
    oldLines,
    testLines: collectTestLines(sources, added),
  };
}

/** The trimmed lines of a text that are in the set. */
function* linesAmong(text: string, wanted: ReadonlySet<string>): Generator<string> {
  if (wanted.size === 0) return;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (wanted.has(trimmed)) yield trimmed;
  }
}

/** More names than this are looked up word by word: searching the text for each would cost their product. */
const MAX_SEARCHED_NAMES = 64;

/** Takes the names that stand in the text out of the set. */
function dropPresent(names: Set<string>, text: string): void {
  if (names.size > MAX_SEARCHED_NAMES) {
    for (const name of identifiersOf(text)) names.delete(name);
    return;
  }
  for (const name of names) if (holdsName(text, name)) names.delete(name);
}

function holdsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = text.slice(Math.max(0, at - 2), at + name.length + 2);
    if (identifiersOf(around).includes(name)) return true;
  }
  return false;
}

function collectTestLines(sources: GuardSources, added: ReadonlySet<string>): Set<string> {
  const lines = new Set<string>();
  const add = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed.length >= ADDED_LINE_MIN_CHARACTERS) lines.add(trimmed);
  };
  for (const file of sources.testFiles) {
    for (const line of file.header.split('\n')) add(line);
    for (const hunk of file.hunks) {
      add(hunk.section);
      for (const line of hunk.lines) add(line.text);
    }
  }
  for (const text of sources.testTexts) {
    if (sources.areWholeFiles === true) for (const line of linesAmong(text, added)) add(line);
    else for (const line of text.split('\n')) add(line);
  }
  return lines;
}
