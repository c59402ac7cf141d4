/**
 * Owns the parsed form of a test id and the closed list of id styles.
 * An id is what a dataset's log parser printed; nothing here is looked up, so a path may be no path of the repository.
 */

/** How the id is written, with what each style looks like. The order is of no meaning. */
export const TEST_ID_STYLES = {
  pytest: 'pytest node id: tests/test_loans.py::TestRenew::test_due[week], also with single colons',
  unittest:
    'unittest: test_due (loans.tests.RenewTests), with or without the method repeated and a subtest suffix',
  docstring: 'first line of the docstring of a Python test, printed by unittest in place of the name',
  dotted: 'names joined by dots without a path: TestRenew.test_due, shelf.LoanTest.due',
  bare: 'one name without a place: test_due',
  maven: 'surefire: org.shelf.LoanTest#due',
  gradle: 'Gradle: org.shelf.LoanTest > due',
  'java-class': 'a test class of the JVM: org.shelf.LoanTest or LoanTest',
  'gradle-task': 'a task of the build instead of a test: shelf-core:test, compileTestJava',
  ant: 'case file and test class: javac-Loan.java(org.shelf.TestRenew)',
  go: 'go test: TestRenew/sub_test',
  cargo: 'cargo test: loans::tests::renews, or one name; documentation tests with their file and line',
  jest: 'title of a JavaScript test, suites and test joined by spaces',
  'title-path': 'suites and test joined by " > ": render() > sets the value',
  'file-title': 'file and title: test/loans.js | renews, loans.spec.ts > renews, loans.spec.ts->renews',
  file: 'a test file: tests/borders.test.js',
  rspec: 'title and place: renews a loan - ./spec/loan_spec.rb[1:2:1]',
  'test-unit': 'test-unit or minitest: TestLoan#test_: renews, test_due[week]',
  cucumber: 'feature file, line and scenario: features/loan.feature:30  Scenario: renew',
  testdox: 'PHPUnit testdox: Loan > Renews for a week, perhaps with data set "…"',
  phpunit: 'PHPUnit: Shelf\\LoanTest::testDue with data set #1',
  googletest: 'googletest: LoanTest.Renews, Weeks/LoanTest.Renews/0',
  ctest: 'name of a ctest, automake or shell test: tst_filter.sh, unit-loan',
  title: 'free text in none of the forms above',
} as const;

export type TestIdStyle = keyof typeof TEST_ID_STYLES;

/** The smallest thing the id names. `file` also stands for what is larger than a class, such as a build task. */
export type TestIdGranularity = 'parameter' | 'test' | 'class' | 'file';

export interface TestId {
  /** As in the dataset, not trimmed. */
  readonly id: string;
  readonly style: TestIdStyle;
  readonly granularity: TestIdGranularity;
  /** Path in the id, without a container's root (`/app/`, `/testbed/`); '' when the id holds none. May be only a path's tail. */
  readonly path: string;
  /** Classes and function, outermost first, without the module and without a parameter. */
  readonly symbols: readonly string[];
  /** Dotted Python module, Java package, PHP namespace or Rust module path; '' when the id holds none. */
  readonly module: string;
  /** Text that tells parametrised runs of one test apart, without its brackets; '' when there is none or the id is cut before it. */
  readonly parameter: string;
  /** Free text: a docstring's first line or the title of a test; '' when the id is made of names. */
  readonly title: string;
  /** Place inside the file: an rspec index (`1:2:1`) or a line number; '' when the id holds none. */
  readonly position: string;
  /** The id is cut in the middle of its parameter: it has more `[` than `]`. Compare it by prefix. */
  readonly truncated: boolean;
}

/** What is known of the row an id comes from; empty strings where it is not. */
export interface TestIdHint {
  /** Canonical language, see canonicalLanguage. */
  readonly language: string;
  readonly repo: string;
  readonly corpus: string;
}

/** Fill in the fields a style does not have. */
export function makeTestId(fields: Pick<TestId, 'id' | 'style' | 'granularity'> & Partial<TestId>): TestId {
  return {
    path: '',
    symbols: [],
    module: '',
    parameter: '',
    title: '',
    position: '',
    truncated: false,
    ...fields,
  };
}
