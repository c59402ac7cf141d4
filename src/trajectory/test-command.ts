/**
 * Owns recognising a run of a project's test suite by its command words. The program decides: `pip install pytest` and
 * `grep pytest` are no runs. Source: paper §3.1 ("run the project's test suite"); the list of runners is our own.
 */

const NO_RUN = new Set([
  '--collect-only',
  '--co',
  '--version',
  '--help',
  '-h',
  '-V',
  '--fixtures',
  '--markers',
  '--list-tests',
  '--no-run',
]);
const PYTHON_MODULES = new Set([
  'pytest',
  'py.test',
  'unittest',
  'nose',
  'nose2',
  'trial',
  'twisted.trial',
  'doctest',
  'tox',
  'nox',
  'xdist',
]);
const ALWAYS = new Set(
  (
    'pytest py.test tox nox nosetests nose2 trial bin/test jest mocha vitest ava karma tap ctest rspec phpunit pest stestr ' +
    'runtests.py runtests.sh run_tests.py run_tests.sh runtests'
  ).split(' '),
);
/** Programs whose sub-command says that tests are run. */
const SUB_COMMANDS: Record<string, RegExp> = {
  go: /^test$/,
  cargo: /^(?:test|t|nextest)$/,
  npm: /^(?:test|t|tst|test[:-]\S+)$/,
  yarn: /^(?:test|test[:-]\S+|jest|mocha|vitest)$/,
  pnpm: /^(?:test|t|test[:-]\S+|jest|mocha|vitest)$/,
  npx: /^(?:jest|mocha|vitest|karma|ava|tap|playwright)$/,
  bunx: /^(?:jest|mocha|vitest)$/,
  mvn: /^(?:test|verify|surefire:test|integration-test)$/,
  mvnw: /^(?:test|verify|surefire:test|integration-test)$/,
  gradle: /^(?:\S{0,80}:)?(?:test|check)$/,
  gradlew: /^(?:\S{0,80}:)?(?:test|check)$/,
  ant: /^test$/,
  make: /^(?:test|tests|check)(?:[-_:]\S{0,80})?$/,
  gmake: /^(?:test|tests|check)$/,
  ninja: /^(?:test|check)$/,
  dotnet: /^test$/,
  bundle: /^(?:rspec|test|spec)$/,
  rake: /^(?:test|spec)(?::\S{1,80})?$/,
  composer: /^test$/,
  swift: /^test$/,
  mix: /^test$/,
  sbt: /^(?:test|testOnly)\b/,
  bazel: /^test$/,
  meson: /^test$/,
  deno: /^test$/,
  bun: /^test$/,
  rails: /^test$/,
  lein: /^test$/,
};
/** Programs that allow goals and tasks before the one that tests: `mvn clean test`. */
const ANY_ARGUMENT = new Set(['mvn', 'mvnw', 'gradle', 'gradlew', 'make', 'gmake', 'ninja', 'sbt', 'ant']);

const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** True for an interpreter of Python, also by its path or with a version: `/usr/bin/python3.11`. */
export const isPython = (program: string): boolean => /^(?:python|pypy|ipython)[\d.]*w?$/.test(base(program));

/** True when the command (program and arguments, unwrapped) runs tests. */
export function isTestRun(words: readonly string[]): boolean {
  const program = base(words[0] ?? '');
  const rest = words.slice(1);
  if (rest.some((word) => NO_RUN.has(word) && !(word === '-V' && program === 'ctest'))) return false;
  if (words[0] === 'bin/test' || ALWAYS.has(program)) return true;
  if (isPython(program)) return isPythonTestRun(rest);
  if (program === 'coverage') return isCoverageTestRun(rest);
  if (program === 'manage.py' || program === 'django-admin') return rest[0] === 'test';
  if (program === 'php' || program === 'ruby') return ALWAYS.has(base(firstOperand(rest)));
  const pattern = SUB_COMMANDS[program];
  if (pattern === undefined) return false;
  const operands = rest.filter((word) => !word.startsWith('-') && word !== 'run' && word !== 'exec');
  return ANY_ARGUMENT.has(program)
    ? operands.some((word) => pattern.test(word))
    : pattern.test(operands[0] ?? '');
}

/** `coverage run -m pytest`, `coverage run manage.py test`; a coverage run inside a coverage run is none. */
function isCoverageTestRun(args: readonly string[]): boolean {
  return (
    args[0] === 'run' && readPythonRun(args.slice(1)).module !== 'coverage' && isPythonTestRun(args.slice(1))
  );
}

const firstOperand = (words: readonly string[]): string => words.find((word) => !word.startsWith('-')) ?? '';

function isPythonTestRun(args: readonly string[]): boolean {
  const run = readPythonRun(args);
  if (run.module !== '') {
    if (PYTHON_MODULES.has(run.module) || run.module.startsWith('unittest.')) return true;
    if (run.module === 'coverage') return isCoverageTestRun(run.rest);
    return run.module === 'django' && run.rest[0] === 'test';
  }
  const script = base(run.script);
  if (script === 'setup.py' || script === 'manage.py') return run.rest[0] === 'test';
  return ALWAYS.has(script) || /(?:^|\/)bin\/test$/.test(run.script);
}

/** What a Python command line runs. */
export interface PythonRun {
  readonly module: string;
  /** Text after -c. */
  readonly code: string;
  readonly script: string;
  /** Words after the module or script. */
  readonly rest: readonly string[];
}

/** Reads Python's own options: `-m mod`, `-c code`, `-W x`, `-X x`, then a script; `-m pdb script` counts as the script. Source: python(1). */
export function readPythonRun(args: readonly string[]): PythonRun {
  const none: PythonRun = { module: '', code: '', script: '', rest: [] };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (/^-[A-Za-z]*c$/.test(word)) return { ...none, code: args[at + 1] ?? '' };
    if (/^-[A-Za-z]*m$/.test(word)) {
      const module = args[at + 1] ?? '';
      if (module === 'pdb' || module === 'trace' || module === 'cProfile') {
        at += 1;
        continue;
      }
      return { ...none, module, rest: args.slice(at + 2) };
    }
    if (word === '-W' || word === '-X' || word === '-o' || word === '-s') at += word === '-s' ? 0 : 1;
    else if (word === '-' || !word.startsWith('-'))
      return { ...none, script: word === '-' ? '' : word, rest: args.slice(at + 1) };
  }
  return none;
}
