/**
 * Owns the texts in which failing tests are looked for: whole test files where they are at hand, otherwise the new
 * side of the test patch's hunks.
 */
import { languageOfPath } from '../classify/language.js';
import { newSideText } from '../diff/hunk-sides.js';
import type { Scope } from '../model/evidence.js';
import { outlineFile, outlineFragment } from '../syntax/outline-text.js';
import type { Outline } from '../syntax/outline.js';
import { readHeading } from './heading.js';
import type { Material, TestFile } from './material.js';
import type { Repair } from './repair.js';

/** A whole test file, or one hunk's new side of it. */
export class TestText {
  readonly language: string;
  #outline: Outline | null | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
    readonly origin: TestFile['origin'],
    /** False for a hunk: code around it is not at hand. */
    readonly whole: boolean,
    /** 1-based line of the file (after the test patch) on which the text starts. */
    readonly startLine: number,
    /** The definition that the hunk's heading names, null for whole files and unreadable headings. */
    readonly heading: Scope | null,
  ) {
    this.language = languageOfPath(path);
  }

  /** The outline, read when first asked for; null when the language has no reader. */
  get outline(): Outline | null {
    if (this.#outline === undefined) {
      this.#outline = this.whole
        ? outlineFile(this.language, this.text)
        : outlineFragment(this.language, this.text);
    }
    return this.#outline;
  }
}

/** The texts of one instance, those most likely to hold tests first. */
export interface TestPool {
  readonly texts: readonly TestText[];
  readonly byPath: ReadonlyMap<string, readonly TestText[]>;
}

/** Collects whole files first, then the hunks of test files that are not at hand as a whole. */
export function collectTestPool(repair: Repair, material: Material): TestPool {
  const texts: TestText[] = material.testFiles.map(
    (file) => new TestText(file.path, file.text, file.origin, true, 1, null),
  );
  const whole = new Set(material.testFiles.map((file) => file.path));
  for (const { file, role } of repair.tests) {
    const path = file.newPath;
    if (path === '' || whole.has(path) || (role !== 'test' && role !== 'support')) continue;
    for (const hunk of file.hunks) {
      const text = newSideText(hunk);
      if (text === '') continue;
      texts.push(new TestText(path, text, 'test_patch', false, hunk.newStart, readHeading(hunk.section)));
    }
  }
  const byPath = new Map<string, TestText[]>();
  for (const text of texts) {
    const known = byPath.get(text.path);
    if (known) known.push(text);
    else byPath.set(text.path, [text]);
  }
  return { texts, byPath };
}
