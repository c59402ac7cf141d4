/**
 * Owns what the rules ask of a path: its whole components, the name without its extension, the words it is made of.
 * It decides nothing.
 */
import { extensionOfName, languageOfPath } from './language.js';

/** Which diff a path stands in. `combined` = one diff holds fix and tests, or nobody knows. */
export type PathColumn = 'fix' | 'test_patch' | 'combined';

/** A path taken apart once, for all rules. */
export interface PathFacts {
  readonly path: string;
  /** Folders as written, outermost first. */
  readonly folders: readonly string[];
  /** The same, lower-case. */
  readonly lowerFolders: readonly string[];
  /** File name as written, and lower-case. */
  readonly name: string;
  readonly lowerName: string;
  /** Name without its last extension, as written, and lower-case. */
  readonly stem: string;
  readonly lowerStem: string;
  /** Lower-case, without the dot. */
  readonly extension: string;
  /** Language of the file itself; '' = data, markup or unknown. */
  readonly language: string;
  /** Language of the repository as the caller knows it; '' = unknown. */
  readonly repositoryLanguage: string;
  /** Index of the outermost folder that belongs to tests, -1 when there is none. */
  readonly testFolder: number;
  /** Below `src/main/`: the production source set of JVM builds. */
  readonly inMainSources: boolean;
  /** Other paths of the same diff. */
  readonly siblings: ReadonlySet<string>;
}

const TEST_FOLDERS: ReadonlySet<string> = new Set([
  'test',
  'tests',
  '__tests__',
  '__test__',
  '_tests',
  'unittest',
  'unittests',
  'e2e',
  'e2e_test',
  'testdata',
  'test-data',
  'test_data',
  'testsuite',
  'testsuites',
  '__mocks__',
  '__fixtures__',
  '__snapshots__',
  'cypress',
]);

/** `unit-tests`, `integration_test`: a kind of tests, and not a product with "test" in its name. */
const QUALIFIED_TEST_FOLDER =
  /^(?:unit|integration|functional|acceptance|system|browser|api|regression|smoke|ui|visual|e2e|end-to-end|end2end|compile)[-_]?tests?$/;

/** Languages in which a folder named `spec` holds tests; in Java or Go it is a word of the domain. */
const SPEC_LANGUAGES: ReadonlySet<string> = new Set([
  'ruby',
  'javascript',
  'typescript',
  'php',
  'lua',
  'vue',
  'svelte',
]);

/** Languages whose test projects are named `Shelf.Tests` or `ShelfTests`. */
const TEST_PROJECT_LANGUAGES: ReadonlySet<string> = new Set(['csharp', 'fsharp', 'swift', 'objectivec']);

const TEST_PROJECT = /(?:^|[._-]|[a-z0-9])(?:Unit|Integration|Functional|Acceptance|UI)?Tests?$/;

/** Take a path apart. Both `/` and a leading `./` are understood; an absolute path keeps no empty component. */
export function readPathFacts(
  path: string,
  repositoryLanguage = '',
  siblings: ReadonlySet<string> = new Set(),
): PathFacts {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const name = parts.pop() ?? '';
  const lowerFolders = parts.map((part) => part.toLowerCase());
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const language = languageOfPath(name);
  const inMainSources = lowerFolders.some(
    (folder, at) => folder === 'main' && lowerFolders[at - 1] === 'src',
  );
  return {
    path,
    folders: parts,
    lowerFolders,
    name,
    lowerName: name.toLowerCase(),
    stem,
    lowerStem: stem.toLowerCase(),
    extension: extensionOfName(name),
    language,
    repositoryLanguage,
    testFolder: inMainSources ? -1 : findTestFolder(parts, lowerFolders, language),
    inMainSources,
    siblings,
  };
}

function findTestFolder(folders: readonly string[], lower: readonly string[], language: string): number {
  return lower.findIndex((folder, at) => {
    if (TEST_FOLDERS.has(folder) || QUALIFIED_TEST_FOLDER.test(folder)) return true;
    const written = folders[at] ?? '';
    // Gradle and Kotlin source sets: src/testFixtures, src/jvmTest, src/integrationTest.
    if (lower[at - 1] === 'src' && (/^test[A-Z]/.test(written) || /[a-z]Test$/.test(written))) return true;
    if (folder === 'spec' || folder === 'specs')
      return SPEC_LANGUAGES.has(language) || (language === '' && at === 0);
    return TEST_PROJECT_LANGUAGES.has(language) && TEST_PROJECT.test(written);
  });
}

/** English words, and names of tools, that only end or begin like "test". */
const NO_TEST_WORDS: ReadonlySet<string> = new Set(
  (
    'latest contest contests contested attest attests protest protests detest fastest greatest shortest lightest brightest ' +
    'tightest strictest softest hottest cutest neatest sweetest quietest smartest flattest fittest ' +
    'testament testify testimony testimonial testimonials testate pytest doctest doctests'
  ).split(' '),
);

const TEST_WORDS: ReadonlySet<string> = new Set('e2e fixture fixtures mock mocks mocked tst'.split(' '));

/**
 * Whether a word of the path speaks of tests: `caddytest`, `test4`, `TestKit`, `mock_client.go`. Never `latest`, `contest`
 * or `_pytest`. Words end at anything but a letter or digit and at a capital after a small letter.
 */
export function hasTestWord(facts: PathFacts): boolean {
  return [...facts.folders, facts.stem].some((part) =>
    part.split(/[^\p{L}\p{N}]+|(?<=[a-z0-9])(?=[A-Z])/u).some((word) => isTestWord(word.toLowerCase())),
  );
}

function isTestWord(written: string): boolean {
  if (TEST_WORDS.has(written)) return true;
  const word = /^[a-z]+\d{1,4}$/.test(written) ? written.replace(/\d{1,4}$/, '') : written;
  if (NO_TEST_WORDS.has(word)) return false;
  return (
    word.startsWith('test') || word.endsWith('test') || word.endsWith('tests') || word.endsWith('testing')
  );
}

/** Whether `inner` consecutive folders stand in the path, e.g. `['django', 'test']`. */
export function hasFolderChain(facts: PathFacts, chain: readonly string[]): boolean {
  const { lowerFolders } = facts;
  for (let at = 0; at + chain.length <= lowerFolders.length; at += 1) {
    if (chain.every((folder, step) => lowerFolders[at + step] === folder)) return true;
  }
  return false;
}
