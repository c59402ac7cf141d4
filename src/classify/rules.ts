/**
 * Owns the table of classification rules: what is asked, in which order, and what the answer makes of a path.
 * The table decides and is printed; there is no second list. User globs and the dataset's word come before it.
 */
import {
  isBuildOutput,
  isConfigFile,
  isDocFile,
  isDocFolder,
  isGeneratedName,
  isGrammarOutput,
  isLockFile,
  isMinified,
  isNewsFolder,
  isVendored,
} from './file-kinds.js';
import { hasFolderChain, hasTestWord, type PathFacts } from './path-facts.js';
import {
  isHarnessName,
  isInTestFolder,
  isLibraryTesting,
  isSnapshot,
  isSupportInTestFolder,
  isTestByFolder,
  isTestData,
} from './test-folders.js';
import {
  isCTest,
  isCsharpTest,
  isGoTest,
  isJavaScriptTest,
  isJvmTest,
  isOtherTest,
  isPhpTest,
  isPythonTest,
  isRubyTest,
  isRustTest,
  isSwiftTest,
  isTestFormat,
} from './test-names.js';

/** What a file is to a repair. */
export type PathRole = 'test' | 'support' | 'source' | 'docs' | 'config' | 'generated';

/** `column` = support when the path stands in a test patch, else source. */
export interface PathRule {
  readonly name: string;
  readonly role: PathRole | 'column';
  readonly description: string;
  readonly applies: (facts: PathFacts) => boolean;
}

/** The rules that read the path, first match wins. The last one always applies. */
export const PATH_RULES = [
  {
    name: 'python:pytest_package',
    role: 'source',
    description: 'pytest itself: below a folder named _pytest',
    applies: (facts) => facts.language === 'python' && hasFolderChain(facts, ['_pytest']),
  },
  {
    name: 'generated:lock_file',
    role: 'generated',
    description: 'lock file of a package manager',
    applies: isLockFile,
  },
  {
    name: 'generated:minified',
    role: 'generated',
    description: '*.min.js, bundles, source maps',
    applies: isMinified,
  },
  {
    name: 'generated:vendored',
    role: 'generated',
    description: 'below vendor/, node_modules/, third_party/ and the like',
    applies: isVendored,
  },
  {
    name: 'generated:name',
    role: 'generated',
    description: 'name a code generator gives: *_pb2.py, *.pb.go, *.generated.ts, generated_*',
    applies: isGeneratedName,
  },
  {
    name: 'generated:grammar_output',
    role: 'generated',
    description:
      'parser or lexer in C whose grammar the same diff changes, or parser.c of a tree-sitter grammar',
    applies: isGrammarOutput,
  },
  {
    name: 'support:harness_name',
    role: 'support',
    description: 'conftest.py, spec_helper.rb, rails_helper.rb',
    applies: isHarnessName,
  },
  {
    name: 'support:snapshot',
    role: 'support',
    description: 'recorded expectations: *.snap, *.ambr, *.golden, *.approved.*',
    applies: isSnapshot,
  },
  {
    name: 'any:test_format',
    role: 'test',
    description: 'file type only tests have: *.test data, *.feature, *.bats, t/*.t',
    applies: isTestFormat,
  },
  {
    name: 'support:test_data',
    role: 'support',
    description:
      'below testdata/, test-data/, __fixtures__/, __mocks__/, __snapshots__/; data below fixtures/',
    applies: isTestData,
  },
  {
    name: 'python:test_name',
    role: 'test',
    description: 'test_*.py, *_test.py, tests.py, unittest_*.py',
    applies: isPythonTest,
  },
  {
    name: 'javascript:test_name',
    role: 'test',
    description: '*.test.*, *.spec.*, *-test.*, *-spec.*, *.cy.*, *.e2e.* in JavaScript or TypeScript',
    applies: isJavaScriptTest,
  },
  {
    name: 'jvm:test_name',
    role: 'test',
    description:
      '*Test, *Tests, *TestCase (Kotlin, Scala, Groovy also *Spec, *Suite) outside src/main; Test*, *IT in test folders',
    applies: isJvmTest,
  },
  { name: 'go:test_name', role: 'test', description: '*_test.go', applies: isGoTest },
  {
    name: 'rust:test_name',
    role: 'test',
    description: 'tests.rs, test.rs, *_test.rs, *_tests.rs',
    applies: isRustTest,
  },
  {
    name: 'c:test_name',
    role: 'test',
    description: '*_test, *-test, *Test, test_*, tst_* in C, C++, Objective-C sources',
    applies: isCTest,
  },
  {
    name: 'ruby:test_name',
    role: 'test',
    description: '*_spec.rb, *_test.rb; test_*.rb in test folders',
    applies: isRubyTest,
  },
  { name: 'php:test_name', role: 'test', description: '*Test.php, *Cest.php, *.phpt', applies: isPhpTest },
  {
    name: 'csharp:test_name',
    role: 'test',
    description: '*Test.cs, *Tests.cs; *Spec.cs, *Fixture.cs, *Facts.cs in test folders',
    applies: isCsharpTest,
  },
  {
    name: 'swift:test_name',
    role: 'test',
    description: '*Tests.swift, *Test.swift, *Spec.swift',
    applies: isSwiftTest,
  },
  {
    name: 'other:test_name',
    role: 'test',
    description: 'conventions of shell, Elixir, Dart, Lua, Haskell and Julia',
    applies: isOtherTest,
  },
  {
    name: 'column:library_testing',
    role: 'column',
    description:
      'library code that looks like tests: django/test/, a testing/ folder below the root, testing.py',
    applies: isLibraryTesting,
  },
  {
    name: 'docs:root_folder',
    role: 'docs',
    description: 'prose below docs/ at the root',
    applies: (facts) => facts.lowerFolders[0] === 'docs' && isDocFile(facts),
  },
  {
    name: 'folder:test_support',
    role: 'support',
    description: 'data, helpers, fixtures, mocks in a test folder',
    applies: isSupportInTestFolder,
  },
  {
    name: 'folder:tests',
    role: 'test',
    description:
      'code in a test folder of a language whose runners need no naming (JavaScript, Rust, C, Tcl, …); testing/ of pytest',
    applies: isTestByFolder,
  },
  {
    name: 'folder:tests_other',
    role: 'support',
    description: 'any other file in a test folder',
    applies: isInTestFolder,
  },
  {
    name: 'generated:build_output',
    role: 'generated',
    description: 'below dist/, __generated__/, single_include/',
    applies: isBuildOutput,
  },
  {
    name: 'config:name',
    role: 'config',
    description: 'build, packaging, CI and tool settings; dot files; data below config/ at the root',
    applies: isConfigFile,
  },
  {
    name: 'docs:news',
    role: 'docs',
    description: 'below changelog/, CHANGES/, newsfragments/, .changeset/',
    applies: isNewsFolder,
  },
  {
    name: 'docs:name',
    role: 'docs',
    description: '*.md, *.rst, README, CHANGELOG, LICENSE, man pages',
    applies: isDocFile,
  },
  {
    name: 'docs:folder',
    role: 'docs',
    description: 'below docs/ or doc/ at the root, or no code below such a folder anywhere',
    applies: isDocFolder,
  },
  {
    name: 'column:test_word',
    role: 'column',
    description: 'a word of the path speaks of tests, mocks or fixtures (not latest, contest, pytest)',
    applies: hasTestWord,
  },
  {
    name: 'column:data',
    role: 'column',
    description: 'neither code nor anything above',
    applies: (facts) => facts.language === '',
  },
  {
    name: 'source:code',
    role: 'source',
    description: 'code without a sign of tests in its path',
    applies: () => true,
  },
] as const satisfies readonly PathRule[];
