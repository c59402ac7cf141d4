/**
 * Owns the files an extractor may look at besides the two diffs. Extractors do not care whether a file
 * came from the row or from a clone; whoever gathers the material does the reading.
 */
import { newSideText } from '../diff/hunk-sides.js';
import type { Evidence } from '../model/evidence.js';
import type { Instance } from '../model/instance.js';
import type { Warning } from '../model/issue.js';
import type { Repair } from './repair.js';

/** A whole test file as it stands after the test patch. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
  readonly origin: 'test_patch' | 'row' | 'repository';
  /** Read only because an id did not stand in the other files: looked at last. */
  readonly searched?: boolean;
}

export interface Material {
  /** Whole files before the fix, by old path. */
  readonly oldFiles: ReadonlyMap<string, string>;
  /** Whole test files after the test patch. */
  readonly testFiles: readonly TestFile[];
  /** `conftest.py` files above the test files after the test patch: where pytest looks for fixtures. */
  readonly fixtureFiles: readonly TestFile[];
  /** What git confirmed. */
  readonly repository: Evidence['repository'];
  /** What could not be read. */
  readonly warnings: readonly Warning[];
}

/** What a record says of the repository when there was no clone. */
export const UNVERIFIED: Evidence['repository'] = { verified: false, revision: '', tree: '' };

/** The material that the row alone carries: its file contents, its reference tests, files the test patch adds. */
export function gatherRowMaterial(repair: Repair): Material {
  const { instance } = repair;
  const testFiles = testFilesOf(repair);
  return {
    oldFiles: oldFilesOf(instance),
    testFiles,
    fixtureFiles: testFiles.filter(({ path }) => isConftest(path)),
    repository: UNVERIFIED,
    warnings: [],
  };
}

/** Whether a file is one of those in which pytest looks for fixtures by itself. */
export const isConftest = (path: string): boolean => path === 'conftest.py' || path.endsWith('/conftest.py');

function oldFilesOf(instance: Instance): Map<string, string> {
  const files = new Map<string, string>();
  for (const file of instance.file_contents) if (file.exists_old) files.set(file.path, file.old);
  return files;
}

function testFilesOf(repair: Repair): TestFile[] {
  const { instance } = repair;
  const files: TestFile[] = [];
  const seen = new Set<string>();
  const add = (file: TestFile): void => {
    if (seen.has(file.path)) return;
    seen.add(file.path);
    files.push(file);
  };
  const contents = new Map(instance.file_contents.map((file) => [file.path, file]));
  for (const { file, path } of repair.tests) {
    const content = contents.get(path);
    if (content?.exists_new) add({ path: file.newPath, text: content.new, origin: 'row' });
    else if (file.status === 'added' && file.binary === 'none') {
      add({ path: file.newPath, text: wholeNewText(file), origin: 'test_patch' });
    }
  }
  for (const test of instance.reference_tests) add({ path: test.path, text: test.code, origin: 'row' });
  return files;
}

function wholeNewText(file: Repair['tests'][number]['file']): string {
  return file.hunks.map((hunk) => newSideText(hunk)).join('');
}
