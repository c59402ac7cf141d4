/**
 * Owns the texts in which failing tests are looked for: whole test files where they are at hand, otherwise the new
 * side of the test patch's hunks.
 */
import { languageOfPath } from '../classify/language.js';
import type { Hunk } from '../diff/diff.js';
import { newSideText } from '../diff/hunk-sides.js';
import type { Scope } from '../model/evidence.js';
import { outlineFile, outlineFragment } from '../syntax/outline-text.js';
import type { Outline } from '../syntax/outline.js';
import { readHeading } from './heading.js';
import type { TestFile } from './material.js';
import type { Repair } from './repair.js';

/** Outlines of whole files: the search for more files and the extraction look at the same ones. */
const outlines = new WeakMap<TestFile, Outline | { readonly none: true }>();

/** A whole test file, or one hunk's new side of it. */
export class TestText {
  readonly language: string;
  readonly path: string;
  readonly text: string;
  readonly origin: TestFile['origin'];
  readonly isSearched: boolean;
  #outline: Outline | null | undefined;

  constructor(
    private readonly file: TestFile,
    /** False for a hunk: code around it is not at hand. */
    readonly whole: boolean,
    /** 1-based line of the file (after the test patch) on which the text starts. */
    readonly startLine: number,
    /** The definition that the hunk's heading names, null for whole files and unreadable headings. */
    readonly heading: Scope | null,
    /** Lines of the file (after the test patch) that the test patch adds: the hunk's, or those of all of the file's hunks. */
    readonly added: ReadonlySet<number>,
  ) {
    this.path = file.path;
    this.text = file.text;
    this.origin = file.origin;
    this.isSearched = file.searched === true;
    this.language = languageOfPath(file.path);
  }

  /**
   * Whether it is worth looking for a word in the outline: reading a file into one is the expensive part, and a text that does
   * not hold the word needs none.
   */
  mayHold(word: string): boolean {
    return this.#outline !== undefined || this.text.includes(word);
  }

  /** The outline, read when first asked for; null when the language has no reader. */
  get outline(): Outline | null {
    if (this.#outline === undefined) {
      this.#outline = this.whole
        ? outlineOnce(this.file, this.language)
        : outlineFragment(this.language, this.text);
    }
    return this.#outline;
  }
}

function outlineOnce(file: TestFile, language: string): Outline | null {
  let known = outlines.get(file);
  if (known === undefined) {
    known = outlineFile(language, file.text) ?? { none: true };
    outlines.set(file, known);
  }
  return 'none' in known ? null : known;
}

/** The texts of one instance, those most likely to hold tests first. */
export class TestPool {
  readonly #texts: TestText[] = [];
  readonly #byPath = new Map<string, TestText[]>();

  get texts(): readonly TestText[] {
    return this.#texts;
  }

  at(path: string): readonly TestText[] | undefined {
    return this.#byPath.get(path);
  }

  addFile(file: TestFile, hunks: readonly Hunk[] = []): void {
    const added = new Set(hunks.flatMap((hunk) => [...addedLineNumbers(hunk, startLineOf(hunk))]));
    this.#add(new TestText(file, true, 1, null, added));
  }

  addHunk(file: TestFile, hunk: Hunk): void {
    const startLine = startLineOf(hunk);
    this.#add(
      new TestText(file, false, startLine, readHeading(hunk.section), addedLineNumbers(hunk, startLine)),
    );
  }

  #add(text: TestText): void {
    this.#texts.push(text);
    const known = this.#byPath.get(text.path);
    if (known) known.push(text);
    else this.#byPath.set(text.path, [text]);
  }
}

const startLineOf = ({ newStart, newLines }: Hunk): number => (newLines === 0 ? newStart + 1 : newStart);

function addedLineNumbers(hunk: Hunk, startLine: number): Set<number> {
  const added = new Set<number>();
  let line = startLine;
  for (const { kind } of hunk.lines) {
    if (kind === 'added') added.add(line);
    if (kind !== 'removed') line += 1;
  }
  return added;
}

/** Collects whole files first, then the hunks of test files that are not at hand as a whole. */
export function collectTestPool(repair: Repair, testFiles: readonly TestFile[]): TestPool {
  const pool = new TestPool();
  const hunks = new Map(repair.tests.map(({ file }) => [file.newPath, file.hunks]));
  for (const file of testFiles) pool.addFile(file, hunks.get(file.path));
  for (const { file, role } of repair.tests) {
    const path = file.newPath;
    if (path === '' || pool.at(path)?.[0]?.whole === true || (role !== 'test' && role !== 'support'))
      continue;
    for (const hunk of file.hunks) {
      const text = newSideText(hunk);
      if (text === '') continue;
      pool.addHunk({ path, text, origin: 'test_patch' }, hunk);
    }
  }
  return pool;
}
