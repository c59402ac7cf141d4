/**
 * Owns what stands inside a test folder: which files there hold tests and which only serve them.
 * Also the library packages that look like tests, and the file types that only serve tests.
 */
import { hasFolderChain, type PathFacts } from './path-facts.js';

/** Below a test folder: inputs, expected outputs and shared code. */
const SUPPORT_FOLDERS: ReadonlySet<string> = new Set(
  (
    'fixture fixtures data testdata test-data test_data resource resources asset assets mock mocks stub stubs snapshots sample ' +
    'samples golden goldens baseline baselines helper helpers support common testutils test-utils test_utils roots static ' +
    'templates cassettes step_definitions __mocks__ __fixtures__ __snapshots__'
  ).split(' '),
);

/** Folders of test data wherever they stand. */
const DATA_FOLDERS: ReadonlySet<string> = new Set(
  'testdata test-data test_data __mocks__ __fixtures__ __snapshots__ testfixtures test-fixtures test_fixtures'.split(
    ' ',
  ),
);

/** Languages whose runners take every file of a test folder, whatever its name. */
const WHOLE_FOLDER_LANGUAGES: ReadonlySet<string> = new Set(
  'javascript typescript vue svelte rust c cpp tcl lua perl haskell julia r zig ocaml clojure elixir dart shell'.split(
    ' ',
  ),
);

/** Names of shared code. `utils.js` is none of them: in mirrored trees it tests the module of that name. */
const SHARED_STEMS =
  /^(?:helpers?|setup|teardown|bootstrap|globals?|conf|fixtures?|mocks?|stubs?|common|constants|(?:jest|vitest|mocha)[._-]setup|setup[._-]?tests?|tests?[_-]?(?:utils?|helpers?))$/;

const SHARED_STEMS_OUTSIDE_JAVASCRIPT: ReadonlySet<string> = new Set(['util', 'utils']);

/** Packages shipped to users of the library, though their names say test. */
const LIBRARY_PACKAGES: readonly (readonly string[])[] = [
  ['django', 'test'],
  ['illuminate', 'testing'],
];

const LIBRARY_FOLDERS: ReadonlySet<string> = new Set(
  'testing _testing testutil testutils test_util test_utils test-utils testlib test-framework testkit'.split(
    ' ',
  ),
);

const LIBRARY_STEMS: ReadonlySet<string> = new Set(
  'testing _testing testutil testutils testclient'.split(' '),
);

/** `django/test/client.py`, `numpy/testing/utils.py`, `flask/testing.py`: library code with a name like tests. */
export function isLibraryTesting(facts: PathFacts): boolean {
  if (facts.language === '') return false;
  if (LIBRARY_PACKAGES.some((chain) => hasFolderChain(facts, chain))) return true;
  if (facts.language === 'python' && facts.lowerName === 'tests.py' && hasFolderChain(facts, ['jinja2']))
    return true;
  if (facts.testFolder >= 0) return false;
  if (facts.lowerFolders.some((folder, at) => at > 0 && LIBRARY_FOLDERS.has(folder))) return true;
  return facts.folders.length > 0 && LIBRARY_STEMS.has(facts.lowerStem);
}

/** `conftest.py` and its like: the harness by name, wherever it stands. */
export function isHarnessName(facts: PathFacts): boolean {
  return (
    facts.lowerName === 'conftest.py' ||
    facts.lowerName === 'spec_helper.rb' ||
    facts.lowerName === 'rails_helper.rb'
  );
}

/** Recorded expectations: jest and insta snapshots, syrupy, approvals, golden files. */
export function isSnapshot(facts: PathFacts): boolean {
  return (
    facts.extension === 'snap' ||
    facts.extension === 'ambr' ||
    facts.extension === 'golden' ||
    /\.(?:approved|received|verified)\.[a-z0-9]+$/.test(facts.lowerName)
  );
}

/** In a folder of test data, or data in a folder of fixtures. */
export function isTestData(facts: PathFacts): boolean {
  const { lowerFolders } = facts;
  if (lowerFolders.some((folder) => DATA_FOLDERS.has(folder))) return true;
  // `core/data/tests/` holds cases of a Rust or C project; a Python package named `data` has its tests there.
  if (
    facts.language !== 'python' &&
    lowerFolders.some((folder, at) => folder === 'data' && lowerFolders[at + 1] === 'tests')
  ) {
    return true;
  }
  return facts.language === '' && lowerFolders.includes('fixtures');
}

/** Below `testing/` at the root of the repository (pytest): everything Python there is collected or started by name. */
export function isRootTestingFolder(facts: PathFacts): boolean {
  return facts.lowerFolders[0] === 'testing' && facts.testFolder < 0;
}

/** Data, or shared code by its folder or name, inside a test folder. */
export function isSupportInTestFolder(facts: PathFacts): boolean {
  const from = isRootTestingFolder(facts) ? 0 : facts.testFolder;
  if (from < 0) return false;
  if (facts.lowerFolders.some((folder, at) => at > from && isSupportFolder(folder, at - from))) return true;
  if (facts.language === '') return facts.extension !== '' || !/test/.test(facts.lowerName);
  return false;
}

function isSupportFolder(folder: string, depth: number): boolean {
  if (SUPPORT_FOLDERS.has(folder) || /(?:_data|_scripts|-examples)$/.test(folder)) return true;
  // `test/utils/` serves the tests; `test/unit/utils/` mirrors the sources.
  return depth === 1 && (folder === 'utils' || folder === 'util');
}

/** Code in a test folder that its runner takes as a test without asking for a name. */
export function isTestByFolder(facts: PathFacts): boolean {
  if (isRootTestingFolder(facts)) return facts.language === 'python';
  if (facts.testFolder < 0) return false;
  // A script without extension that says test, as autotools projects have: `tests/shtest`.
  if (facts.language === '') return true;
  if (facts.extension.startsWith('h')) return false;
  if (facts.language === 'python') {
    return (
      facts.repositoryLanguage === 'c' ||
      facts.repositoryLanguage === 'cpp' ||
      facts.repositoryLanguage === 'rust'
    );
  }
  if (!WHOLE_FOLDER_LANGUAGES.has(facts.language) || SHARED_STEMS.test(facts.lowerStem)) return false;
  const isJavaScript = facts.language === 'javascript' || facts.language === 'typescript';
  return isJavaScript || !SHARED_STEMS_OUTSIDE_JAVASCRIPT.has(facts.lowerStem);
}

/** Anything else in a test folder. */
export function isInTestFolder(facts: PathFacts): boolean {
  return facts.testFolder >= 0 || isRootTestingFolder(facts);
}
