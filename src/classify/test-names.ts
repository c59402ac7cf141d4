/**
 * Owns what a file's own name says about tests, language by language: the conventions test runners collect by.
 * Folders are judged elsewhere; a name rule only asks for a test folder where the name alone would be too weak.
 */
import { hasFolderChain, type PathFacts } from './path-facts.js';

/** Modules of programs named `test` that run tests instead of being one: `commands/test.py`. */
const COMMAND_FOLDERS: ReadonlySet<string> = new Set(['command', 'commands', 'cmd', 'cli', 'subcommands']);

/** Test folders' own libraries, in languages where the plain prefix `test` would claim them. */
const SHARED_TEST_CODE: ReadonlySet<string> = new Set([
  'test_helper',
  'test_helpers',
  'test-helpers',
  'test-helper',
  'test_utils',
  'test-utils',
  'testutils',
  'testhelper',
  'testhelpers',
]);

/** Python by pytest and unittest names: `test_x.py`, `x_test.py`, `TestX.py`, `tests.py`. */
export function isPythonTest(facts: PathFacts): boolean {
  if (facts.extension !== 'py' && facts.extension !== 'pyx') return false;
  const { stem, lowerStem } = facts;
  if (lowerStem === 'test') return !isInCommandFolder(facts);
  if (lowerStem === 'tests') return !hasFolderChain(facts, ['jinja2']);
  if (/^(?:test|unittest)[_-]/.test(lowerStem) || /[_-]tests?$/.test(lowerStem)) return true;
  if (/^[Tt]est[A-Z]/.test(stem) || /[a-z0-9]Tests?$/.test(stem)) return true;
  return facts.testFolder >= 0 && lowerStem.startsWith('test') && !SHARED_TEST_CODE.has(lowerStem);
}

/** JavaScript, TypeScript, Vue and Svelte: `x.test.ts`, `x.spec.js`, `x-test.js`, `test.js`. */
export function isJavaScriptTest(facts: PathFacts): boolean {
  if (!['javascript', 'typescript', 'vue', 'svelte'].includes(facts.language)) return false;
  const { lowerStem } = facts;
  if (lowerStem === 'test' || lowerStem === 'tests' || lowerStem === 'spec') return !isInCommandFolder(facts);
  if (lowerStem.startsWith('karma-') || SHARED_TEST_CODE.has(lowerStem)) return false;
  if (/[._-](?:tests?|specs?|e2e|cy|test-d)$/.test(lowerStem)) return true;
  return facts.testFolder >= 0 && /[a-z0-9](?:Tests?|Spec)$/.test(facts.stem);
}

/** Java, Kotlin, Scala and Groovy: `XTest`, `XTestCase`, `XSpec`; in a test folder also `TestX` and `XIT`. */
export function isJvmTest(facts: PathFacts): boolean {
  if (!['java', 'kotlin', 'scala', 'groovy'].includes(facts.language) || facts.inMainSources) return false;
  const { stem, language } = facts;
  if (/[A-Za-z0-9](?:Tests?|TestCase|TestKt)$/.test(stem)) return true;
  if (language !== 'java' && /[a-z0-9](?:Spec|Specs|Suite)$/.test(stem)) return true;
  return facts.testFolder >= 0 && (/^Test[A-Z0-9]/.test(stem) || /[a-z0-9](?:IT|ITCase|Suite)$/.test(stem));
}

/** Go, where the name is a rule of the language: `x_test.go`. */
export function isGoTest(facts: PathFacts): boolean {
  return facts.extension === 'go' && facts.lowerStem.endsWith('_test');
}

/** Rust: `test.rs`, `tests.rs`, `x_test.rs`, `x_tests.rs`. */
export function isRustTest(facts: PathFacts): boolean {
  return (
    facts.extension === 'rs' && /^(?:tests?|.+_tests?)$/.test(facts.lowerStem) && !isInCommandFolder(facts)
  );
}

/** C, C++ and Objective-C, never headers: `test_x.c`, `x_test.cc`, `x-unittest.c`, `XTests.m`. */
export function isCTest(facts: PathFacts): boolean {
  if (!['c', 'cpp', 'objectivec'].includes(facts.language) || facts.extension.startsWith('h')) return false;
  const { stem, lowerStem } = facts;
  if (/^(?:test|tst)[_-]/.test(lowerStem) || /(?:^|[_-])(?:unit)?tests?$/.test(lowerStem)) return true;
  if (/[a-z0-9]Tests?$/.test(stem)) return true;
  return facts.testFolder >= 0 && /^(?:unit|unittest|spec)[_-]/.test(lowerStem);
}

/** Ruby by RSpec and minitest names: `x_spec.rb`, `x_test.rb`; never `spec_helper.rb` and its kin. */
export function isRubyTest(facts: PathFacts): boolean {
  if (facts.extension !== 'rb') return false;
  const { lowerStem } = facts;
  if (/^(?:test|spec|rails)_helpers?$/.test(lowerStem)) return false;
  if (/_(?:spec|test)$/.test(lowerStem)) return true;
  return facts.testFolder >= 0 && /^(?:test|tc)_/.test(lowerStem);
}

/** PHP by PHPUnit and Codeception names: `XTest.php`, `XCest.php`, `x_test.php`, and `.phpt` files. */
export function isPhpTest(facts: PathFacts): boolean {
  if (facts.extension === 'phpt') return true;
  if (facts.extension !== 'php') return false;
  return /[A-Za-z0-9](?:Test|Tests|Cest|Cept)$/.test(facts.stem) || facts.lowerStem.endsWith('_test');
}

/** C# and F#: `XTests.cs`, `XTestCase.cs`; in a test folder also `XSpecs`, `XFixture`, `XFacts`. */
export function isCsharpTest(facts: PathFacts): boolean {
  if (facts.language !== 'csharp' && facts.language !== 'fsharp') return false;
  if (/[A-Za-z0-9](?:Tests?|TestCase)$/.test(facts.stem)) return true;
  return facts.testFolder >= 0 && /[a-z0-9](?:Specs?|Fixture|Facts?)$/.test(facts.stem);
}

/** Swift: `XTests.swift`, `XSpec.swift`, `XTestCase.swift`. */
export function isSwiftTest(facts: PathFacts): boolean {
  return facts.language === 'swift' && /[A-Za-z0-9](?:Tests?|Spec|TestCase)$/.test(facts.stem);
}

/** Conventions of further languages and of shell scripts. */
export function isOtherTest(facts: PathFacts): boolean {
  const { lowerStem, extension, language } = facts;
  if (language === 'shell') return /^(?:test|tst)[_-]/.test(lowerStem) || /[_-]tests?$/.test(lowerStem);
  if (extension === 'exs' || extension === 'dart') return lowerStem.endsWith('_test');
  if (extension === 'lua') return /_(?:spec|test)$/.test(lowerStem);
  if (extension === 'hs') return /[a-z0-9](?:Spec|Test|Tests)$/.test(facts.stem);
  if (extension === 'jl') return lowerStem === 'runtests';
  return false;
}

/** File types that only tests have: data-driven cases, cucumber features, bats, Perl's `t/*.t`. */
export function isTestFormat(facts: PathFacts): boolean {
  const { extension } = facts;
  if (extension === 'feature' || extension === 'bats') return true;
  if (extension === 't') return facts.lowerFolders.includes('t') || facts.testFolder >= 0;
  // `functions.test`, `check-expressions.test`, `expr.caddyfiletest`; never a word such as `.latest`.
  return extension === 'test' || (/^[a-z]+filetest$/.test(extension) && facts.language === '');
}

function isInCommandFolder(facts: PathFacts): boolean {
  return facts.testFolder < 0 && COMMAND_FOLDERS.has(facts.lowerFolders.at(-1) ?? '');
}
