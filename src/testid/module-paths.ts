/**
 * Owns the paths a module name may stand for. It proposes; whoever knows which files exist decides.
 */
import type { TestId } from './testid.js';

/** Longest chain of module parts that is followed: ids are data, and a made-up one must not cost more than its length. */
const MAX_PARTS = 64;

/**
 * Paths that may hold the test, likeliest first; [] when the id names no module and no class.
 * Each is a whole path or the tail of one: compare at a path separator (`path === c || path.endsWith('/' + c)`).
 * Python `admin.tests` → tests/admin/tests.py (Django's tree), admin/tests.py, tests/admin/tests/__init__.py, admin/tests/__init__.py;
 * Java `org.shelf` + `LoanTest` → org/shelf/LoanTest.java, .kt, .scala, .groovy, also without the package;
 * Rust `loans::tests` → loans/tests.rs, loans/tests/mod.rs, then loans.rs, loans/mod.rs for an inline module;
 * PHP `Shelf\LoanTest` → Shelf/LoanTest.php, LoanTest.php.
 */
export function candidateModulePaths(testId: Pick<TestId, 'style' | 'module' | 'symbols'>): string[] {
  const { style, module, symbols } = testId;
  const [owner = ''] = symbols;
  switch (style) {
    case 'unittest':
      return pythonPaths(splitModule(module, '.'));
    case 'maven':
    case 'gradle':
    case 'ant':
    case 'java-class':
      return jvmPaths(splitModule(module, '.'), owner);
    case 'dotted':
      // Python's `TestRenew.test_due` has no module; with one, it is a JVM name.
      return module === '' ? [] : jvmPaths(splitModule(module, '.'), owner);
    case 'cargo':
      return rustPaths(splitModule(module, '::'));
    case 'phpunit':
      return /^[A-Z]/.test(owner) ? phpPaths(splitModule(module, '\\'), owner) : [];
    default:
      return [];
  }
}

function splitModule(module: string, separator: string): string[] {
  const parts = module.split(separator).filter((part) => part !== '');
  return parts.length > MAX_PARTS ? [] : parts;
}

function pythonPaths(parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  const path = parts.join('/');
  const files = [`${path}.py`, `${path}/__init__.py`];
  if (parts[0] === 'tests') return files;
  return files.flatMap((file) => [`tests/${file}`, file]);
}

function jvmPaths(parts: readonly string[], owner: string): string[] {
  if (owner === '') return [];
  const names = ['java', 'kt', 'scala', 'groovy'].map((extension) => `${owner}.${extension}`);
  if (parts.length === 0) return names;
  const folder = parts.join('/');
  return [...names.map((name) => `${folder}/${name}`), ...names];
}

function rustPaths(parts: readonly string[]): string[] {
  const paths: string[] = [];
  // A module may be a file, a folder, or stand inline in the file of an outer module.
  for (let length = parts.length; length > 0; length -= 1) {
    const path = parts.slice(0, length).join('/');
    paths.push(`${path}.rs`, `${path}/mod.rs`);
  }
  // An integration test is a crate: its first part is the file, the rest modules in it.
  for (let from = 1; from < parts.length; from += 1) paths.push(`${parts.slice(from).join('/')}.rs`);
  return paths;
}

function phpPaths(parts: readonly string[], owner: string): string[] {
  const paths: string[] = [];
  // PSR-4 drops a prefix of the namespace; how long it is stands in composer.json.
  for (let from = 0; from <= parts.length; from += 1)
    paths.push([...parts.slice(from), `${owner}.php`].join('/'));
  return paths;
}

/** Files that may hold the class of a testdox title: `Loan ledger > Renews` → LoanLedgerTest.php. PHPUnit writes words for it. */
export function candidateTestdoxPaths({ style, title }: Pick<TestId, 'style' | 'title'>): string[] {
  const owner = style === 'testdox' ? title.split(' > ').at(-2) : undefined;
  const words = owner?.match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_PARTS) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return name === '' ? [] : [`${name}Test.php`, `${name}Tests.php`];
}
