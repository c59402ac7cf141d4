/**
 * Owns the search for test files that an id needs and no diff touches: the file or module that the id names, base classes,
 * files beside the changed tests, and the `conftest.py` files above them. Bounded in files and bytes.
 */
import { languageOfPath } from '../classify/language.js';
import { isConftest, type TestFile } from '../extract/material.js';
import type { Repair } from '../extract/repair.js';
import { walkBases } from '../extract/test-inheritance.js';
import { collectTestPool, type TestPool } from '../extract/test-pool.js';
import { candidateTexts, resolutionKey, resolveTest } from '../extract/test-resolution.js';
import type { Warning } from '../model/issue.js';
import { loadGrammar } from '../syntax/grammar.js';
import { candidateModulePaths, candidateTestdoxPaths } from '../testid/module-paths.js';
import { parseTestId } from '../testid/parse.js';
import type { TestId } from '../testid/testid.js';
import { type BaseTree, describeUnread } from './base-tree.js';
import { listBaseClassFiles } from './material-imports.js';
import type { Overlay } from './material-proof.js';

export interface FoundTestFiles {
  readonly testFiles: readonly TestFile[];
  readonly fixtureFiles: readonly TestFile[];
  readonly warnings: readonly Warning[];
}

/** Files and bytes read for one instance beyond those that its diffs touch. Source: own choice. */
const MAX_FILES = 400;
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** A longer test file is data. */
const MAX_FILE_CHARACTERS = 4 * 1024 * 1024;
/** Runners of one language, whatever the row is said to be written in. */
const LANGUAGE_BY_STYLE: ReadonlyMap<string, string> = new Map([
  ['go', 'go'],
  ['cargo', 'rust'],
]);
/** Rounds of following base classes from file to file. */
const MAX_BASE_ROUNDS = 6;
/** Files that are taken where only the end of a path is known. */
const MAX_TAIL_MATCHES = 3;

/**
 * Reads what the failing tests need beside `testFiles`. `overlay` holds what the diffs made of their files.
 * Throws GitError.
 */
export async function searchTestFiles(
  repair: Repair,
  base: BaseTree,
  testFiles: readonly TestFile[],
  overlay: Overlay,
): Promise<FoundTestFiles> {
  const search = new TestSearch(repair, base, testFiles, overlay);
  await search.loadGrammars();
  const { instance } = repair;
  const hint = { language: instance.language, repo: instance.repo, corpus: instance.corpus };
  const seen = new Set<string>();
  const resolved = new Set<string>();
  for (const id of instance.fail_to_pass) {
    const test = parseTestId(id, hint);
    const key = resolutionKey(test);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const path of await search.findTest(test)) resolved.add(path);
  }
  const fixtureFiles = await search.findFixtureFiles(resolved);
  return { testFiles: search.files, fixtureFiles, warnings: search.warnings };
}

class TestSearch {
  readonly files: TestFile[];
  readonly warnings: Warning[] = [];
  readonly #pool: TestPool;
  readonly #tried = new Set<string>();
  readonly #folders = new Map<string, Promise<readonly string[]>>();
  #fileCount = 0;
  #characters = 0;

  constructor(
    private readonly repair: Repair,
    private readonly base: BaseTree,
    testFiles: readonly TestFile[],
    private readonly overlay: Overlay,
  ) {
    this.files = [...testFiles];
    this.#pool = collectTestPool(repair, testFiles);
  }

  async loadGrammars(): Promise<void> {
    for (const { language } of this.#pool.texts) await loadGrammar(language);
  }

  /** Reads files until the test is found or there is nowhere left to look; paths of the files it stands in. */
  async findTest(test: TestId): Promise<string[]> {
    const steps = [
      () => this.#addNamed(test),
      () => this.#addBaseClasses(test),
      () => this.#addNeighbours(test),
      () => this.#addAbove(test),
    ];
    for (const step of [null, ...steps]) {
      if (step !== null && !(await step())) continue;
      const { match, places, path } = resolveTest(test, this.#pool);
      if (match === 'none' || (places.length === 0 && !this.#isWhole(path))) continue;
      return places.flatMap(({ text, heir }) => [text.path, ...(heir ? [heir.text.path] : [])]);
    }
    return [];
  }

  #isWhole(path: string): boolean {
    return this.#pool.at(path)?.[0]?.whole === true;
  }

  /** The `conftest.py` files on the way from the test files up, the nearest first. */
  async findFixtureFiles(paths: ReadonlySet<string>): Promise<TestFile[]> {
    const wanted = new Set<string>();
    for (const path of paths) {
      if (languageOfPath(path) !== 'python') continue;
      for (const folder of foldersAbove(path)) wanted.add(joinPath(folder, 'conftest.py'));
    }
    const found: TestFile[] = [];
    for (const path of [...wanted].toSorted((left, right) => depthOf(right) - depthOf(left))) {
      const known = this.files.find((file) => file.path === path);
      const file = known ?? (await this.#read(path));
      if (file) found.push(file);
    }
    for (const file of this.files) if (isConftest(file.path) && !found.includes(file)) found.push(file);
    return found;
  }

  /** The file that the id names, or the files its module may be. */
  async #addNamed(test: TestId): Promise<boolean> {
    const candidates =
      test.path === '' ? [...candidateModulePaths(test), ...candidateTestdoxPaths(test)] : [test.path];
    for (const candidate of candidates) {
      if (this.#isWhole(candidate)) return false;
      if (await this.#add(candidate)) return true;
    }
    for (const candidate of candidates) {
      let isAdded = false;
      for (const path of (await this.base.findByTail(candidate)).slice(0, MAX_TAIL_MATCHES))
        isAdded = (await this.#add(path)) || isAdded;
      if (isAdded) return true;
    }
    return false;
  }

  /** The files that define the base classes of the test's class, from import to import. */
  async #addBaseClasses(test: TestId): Promise<boolean> {
    let isAdded = false;
    for (let round = 0; round < MAX_BASE_ROUNDS; round += 1) {
      const { texts } = candidateTexts(test, this.#pool);
      const { found, unknown } = walkBases(test, texts, this.#pool);
      if (found) return isAdded;
      let grew = false;
      for (const { text, owner, name } of unknown) {
        for (const path of await listBaseClassFiles(text, owner, name, this.base))
          grew = (await this.#add(path)) || grew;
      }
      if (!grew) break;
      isAdded = true;
    }
    return isAdded;
  }

  /** For an id without a place: files beside the changed tests that hold its name. */
  async #addNeighbours(test: TestId): Promise<boolean> {
    const origins = this.repair.tests.filter(({ role }) => role === 'test').map(({ path }) => path);
    let isAdded = false;
    for (const folder of new Set(origins.map(folderOf))) {
      const languages = new Set(
        origins.filter((path) => folderOf(path) === folder).map((path) => languageOfPath(path)),
      );
      isAdded = (await this.#addFromFolder(test, folder, languages)) || isAdded;
    }
    return isAdded;
  }

  /** Data of a test, such as golden files, stands in folders below the test that reads it: the nearest folder above decides. */
  async #addAbove(test: TestId): Promise<boolean> {
    const languages = new Set([this.repair.instance.language, LANGUAGE_BY_STYLE.get(test.style) ?? '']);
    const above = new Set(this.repair.tests.flatMap(({ path }) => foldersAbove(path)));
    for (const folder of [...above].toSorted((left, right) => depthOf(right) - depthOf(left))) {
      if (await this.#addFromFolder(test, folder, languages)) return true;
    }
    return false;
  }

  /** Files right in a folder, of these languages, that hold the name of the test. */
  async #addFromFolder(test: TestId, folder: string, languages: ReadonlySet<string>): Promise<boolean> {
    const word = searchWord(test);
    if (test.path !== '' || word === '') return false;
    let isAdded = false;
    for (const path of await this.#listFolder(folder)) {
      if (!languages.has(languageOfPath(path)) || this.#isWhole(path)) continue;
      const file = await this.#read(path);
      if (file?.text.includes(word) !== true) continue;
      await this.#keep(file);
      isAdded = true;
    }
    return isAdded;
  }

  #listFolder(folder: string): Promise<readonly string[]> {
    let paths = this.#folders.get(folder);
    if (paths === undefined) {
      paths = this.base.listFolder(folder);
      this.#folders.set(folder, paths);
    }
    return paths;
  }

  async #add(path: string): Promise<boolean> {
    if (this.#tried.has(path) || this.#isWhole(path)) return false;
    this.#tried.add(path);
    const file = await this.#read(path);
    if (!file) return false;
    await this.#keep(file);
    return true;
  }

  async #keep(file: TestFile): Promise<void> {
    this.#tried.add(file.path);
    this.files.push(file);
    await loadGrammar(languageOfPath(file.path));
    this.#pool.addFile(file);
  }

  /** A file of the base that the diffs left alone, within the limits. */
  async #read(path: string): Promise<TestFile | null> {
    if (this.overlay.get(path) === null || this.#fileCount >= MAX_FILES) return null;
    if (this.#characters >= MAX_CHARACTERS) return null;
    const file = await this.base.read(path);
    if (file.kind === 'absent' || file.kind === 'folder') return null;
    this.#fileCount += 1;
    if (file.kind !== 'text') {
      if (this.#tried.has(path)) this.#warnUnread(path, describeUnread(file));
      return null;
    }
    this.#characters += file.text.length;
    if (file.text.length > MAX_FILE_CHARACTERS) return null;
    return { path, text: file.text, origin: 'repository', searched: true };
  }

  #warnUnread(path: string, reason: string): void {
    this.warnings.push({ code: 'file_not_read', message: `not read from the clone: ${reason}`, path });
  }
}

/** A word that must stand in a text for the test to be found there. */
function searchWord(test: TestId): string {
  const name = test.symbols.at(-1);
  if (name !== undefined) return name;
  // A title may be joined from those of suites: the words of the innermost one stand together.
  const inner = test.title.split(/ [>|›] /).at(-1) ?? '';
  return inner.split(/["'`[\n]/, 1)[0]?.trim() ?? '';
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length);

/** The folder of a path and all folders above it, the nearest first; "" is the root. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ''];
}
