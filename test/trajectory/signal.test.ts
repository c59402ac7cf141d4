import { describe, expect, it } from 'vitest';
import { chooseSignals, readLogFailures } from '../../src/trajectory/signal.js';
import { readTestLog } from '../../src/trajectory/test-log.js';
import { findTestStatus, readTestStatuses } from '../../src/trajectory/test-status.js';

const rule = '='.repeat(70);
const line = '-'.repeat(70);
const first = (log: string) => readLogFailures(readTestLog(log).lines)[0];
const PYTEST = `\u001b[1m=================================== FAILURES ===================================\u001b[0m
________________________________ TestKiln.test_heat ________________________________

    def test_heat(self):
        secret_test_line = 1
>       assert heat(3) == 4
E       assert 5 == 4
E        +  where 5 = heat(3)

tests/test_kiln.py:12: AssertionError
_____________________________ test_cool[12] _____________________________
    def cool(x):
>       return table[x]
E       KeyError: 12

During handling of the above exception, another exception occurred:

>       raise KilnError("no entry")
E       kiln.errors.KilnError: no entry

/testbed/kiln/cooling.py:31: KilnError
/opt/env/lib/python3.9/site-packages/pluggy/x.py:9: Other
=========================== short test summary info ============================
FAILED tests/test_kiln.py::TestKiln::test_heat - assert 5 == 4
FAILED tests/test_kiln.py::test_cool[12] - kiln.errors.KilnError: no entry
FAILED tests/test_kiln.py::test_lost - RuntimeError: cut mess...
PASSED tests/test_kiln.py::test_warm
========================= 3 failed, 1 passed in 0.11s ==========================`;

const block = (number: number): string =>
  `${rule}\nERROR: test_${number} (kiln.tests.T)\n${line}\nTraceback (most recent call last):\n  File "/testbed/kiln/db.py", line ${number}, in x\n    y\nOSError: [Errno ${number}] No such file: '/tmp/kiln${number}'\n`;

describe('one failure per framework', () => {
  it('pytest: E lines and places, the last of chained exceptions, the summary for tests without a block', () => {
    expect(readLogFailures(readTestLog(PYTEST).lines)).toMatchObject([
      {
        tests: ['TestKiln.test_heat'],
        type: 'AssertionError',
        message: 'assert 5 == 4',
        file: 'tests/test_kiln.py',
        line: 12,
      },
      {
        tests: ['test_cool[12]'],
        type: 'kiln.errors.KilnError',
        message: 'no entry',
        file: 'kiln/cooling.py',
        line: 31,
      },
      { tests: ['tests/test_kiln.py::test_lost', 'test_lost'], type: 'RuntimeError', message: 'cut mess...' },
    ]);
  });
  it('pytest: a collection error is of the whole run', () => {
    const log = `==================================== ERRORS ====================================
______________________ ERROR collecting tests/test_kiln.py ______________________
ImportError while importing test module '/testbed/tests/test_kiln.py'.
Traceback:
tests/test_kiln.py:3: in <module>
    from kiln import glaze
E   ImportError: cannot import name 'glaze' from 'kiln' (/testbed/kiln/__init__.py)
=========================== short test summary info ============================
ERROR tests/test_kiln.py
=============================== 1 error in 0.10s ===============================`;
    const failures = readLogFailures(readTestLog(log).lines);
    expect(failures[0]).toMatchObject({
      tests: [],
      scope: 'run',
      type: 'ImportError',
      file: 'tests/test_kiln.py',
      line: 3,
    });
  });
  it('unittest: the last traceback of the block, the deepest frame in the project', () => {
    const log = `test_heat (kiln.tests.HeatTests) ... FAIL\n\n${rule}\nFAIL: test_heat (kiln.tests.HeatTests) (degree=3)\n${line}\nTraceback (most recent call last):\n  File "/testbed/kiln/heat.py", line 3, in heat\n    raise KeyError(1)\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/testbed/kiln/tests.py", line 9, in test_heat\n    self.assertEqual(a, b)\n  File "/opt/lib/python3.9/unittest/case.py", line 5, in fail\n    raise self.failureException(msg)\nAssertionError: 'warm' != 'hot'\n\n${line}\nRan 1 test in 0.1s\n\nFAILED (failures=1)\n`;
    expect(first(log)).toMatchObject({
      tests: ['test_heat (kiln.tests.HeatTests)'],
      type: 'AssertionError',
      message: "'warm' != 'hot'",
      file: 'kiln/tests.py',
      line: 9,
    });
  });
  it('a crash before the summary is of the whole run', () => {
    const log =
      'Testing against Django installed\nTraceback (most recent call last):\n  File "./tests/runtests.py", line 5, in <module>\n    run()\n  File "/testbed/kiln/db.py", line 7, in run\n    raise DatabaseError("x")\nkiln.db.DatabaseError: no such table: firing\n';
    expect(first(log)).toMatchObject({
      scope: 'run',
      type: 'kiln.db.DatabaseError',
      message: 'no such table: firing',
      file: 'kiln/db.py',
      line: 7,
    });
  });
  it('sympy: an assertion without words is told by its source line, and says so', () => {
    const log = `test_heat F\n________________________________________________________________________________\n____________________ kiln/tests/test_heat.py:test_heat ____________________\nTraceback (most recent call last):\n  File "/testbed/kiln/tests/test_heat.py", line 4, in test_heat\n    assert heat(3) == 4\nAssertionError\n============= tests finished: 1 passed, 1 failed, in 0.1 seconds ==============\nDO *NOT* COMMIT!\n`;
    expect(first(log)).toMatchObject({
      tests: ['test_heat'],
      message: 'assert heat(3) == 4',
      quotesSource: true,
    });
  });
  it('go: testify, plain errors, build errors, panics', () => {
    const log =
      '=== RUN   TestHeat\n    heat_test.go:12: \n        \tError Trace:\t/testbed/heat_test.go:12\n        \tError:      \tNot equal: \n        \t            \texpected: 4\n        \t            \tactual  : 5\n--- FAIL: TestHeat (0.00s)\n=== RUN   TestCool\n    cool_test.go:7: got 3, want 4\n--- FAIL: TestCool (0.00s)\nFAIL\n./kiln.go:3:5: undefined: glaze\n';
    expect(readLogFailures(readTestLog(log).lines)).toMatchObject([
      { tests: ['TestHeat'], message: 'Not equal: expected: 4 actual  : 5', file: 'heat_test.go', line: 12 },
      { tests: ['TestCool'], message: 'got 3, want 4', line: 7 },
      { tests: [], scope: 'run', type: 'build error', message: 'undefined: glaze', file: 'kiln.go', line: 3 },
    ]);
  });
  it('cargo: panics in both forms, compile errors', () => {
    const log =
      "error[E0425]: cannot find value `glaze` in this scope\n --> src/kiln.rs:4:9\n---- heat::warm stdout ----\nthread 'heat::warm' panicked at src/heat.rs:9:5:\nassertion `left == right` failed\n  left: 1\n right: 2\n---- cool::cold stdout ----\nthread 'x' panicked at 'boom', src/cool.rs:3:1\n";
    expect(readLogFailures(readTestLog(log).lines)).toMatchObject([
      { scope: 'run', type: 'compile error', file: 'src/kiln.rs', line: 4 },
      {
        tests: ['heat::warm'],
        message: 'assertion `left == right` failed left: 1 right: 2',
        file: 'src/heat.rs',
        line: 9,
      },
      { tests: ['cool::cold'], message: 'boom', line: 3 },
    ]);
  });
  it('jest, vitest and mocha', () => {
    const jest =
      'FAIL test/kiln.test.js\n  ● Kiln › heats\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 5\n\n      3 | test\n    > 4 |   expect(heat()).toBe(4);\n\n      at Object.<anonymous> (test/kiln.test.js:4:18)\n\nTests: 1 failed\n';
    expect(first(jest)).toMatchObject({
      tests: ['Kiln heats', 'heats', 'Kiln › heats'],
      message: 'expect(received).toBe(expected) // Object.is equality Expected: 4 Received: 5',
      file: 'test/kiln.test.js',
      line: 4,
    });
    const vitest =
      ' FAIL  test/kiln.test.ts > Kiln > heats\nTypeError: kiln.heat is not a function\n ❯ src/kiln.ts:3:9\n\n⎯⎯⎯\n';
    expect(first(vitest)).toMatchObject({
      type: 'TypeError',
      message: 'kiln.heat is not a function',
      file: 'src/kiln.ts',
      line: 3,
    });
    const mocha =
      '  1 passing (3ms)\n  1 failing\n\n  1) Kiln\n       heats:\n     AssertionError: expected 5 to equal 4\n      at Context.<anonymous> (test/kiln.js:8:20)\n';
    expect(first(mocha)).toMatchObject({
      tests: ['Kiln heats', 'heats'],
      type: 'AssertionError',
      message: 'expected 5 to equal 4',
      file: 'test/kiln.js',
      line: 8,
    });
    const suite =
      "FAIL test/kiln.test.js\n  ● Test suite failed to run\n\n    Cannot find module '../kiln' from 'test/kiln.test.js'\n\nTests: 0 total\n";
    expect(first(suite)).toMatchObject({
      tests: [],
      scope: 'run',
      message: "Cannot find module '../kiln' from 'test/kiln.test.js'",
    });
  });
  it('maven: assertions and compile errors', () => {
    const log =
      '[ERROR]   KilnTest.heats:12 expected: <4> but was: <5>\n[ERROR]   KilnTest.cools:20 » NullPointer no table\n[ERROR] /testbed/src/Kiln.java:[3,9] cannot find symbol\n';
    expect(readLogFailures(readTestLog(log).lines)).toMatchObject([
      {
        tests: ['KilnTest.heats', 'heats'],
        message: 'expected: <4> but was: <5>',
        file: 'KilnTest.java',
        line: 12,
      },
      { tests: ['KilnTest.cools', 'cools'], message: 'NullPointer no table' },
      { scope: 'run', message: 'cannot find symbol', file: 'src/Kiln.java', line: 3 },
    ]);
  });
});

describe('statuses', () => {
  it('are read per framework; markers cut the log and traced commands are no results', () => {
    const log = `+ : '>>>>> Start Test Output'\n+ pytest\nPASSED tests/a.py::test_x[a - b]\nFAILED tests/a.py::test_y - boom\ntests/a.py::test_z SKIPPED (slow) [ 50%]\ntest_d (m.C)\nFires twice. ... ok\ntest_a (m.C) ... test_b (m.C) ... ok\n--- SKIP: TestGo\n+ : '>>>>> End Test Output'\nFAILED tests/a.py::test_after\n`;
    const statuses = readTestStatuses(readTestLog(log).lines);
    expect(Object.fromEntries(statuses)).toEqual({
      'tests/a.py::test_x[a - b]': 'passed',
      'tests/a.py::test_y': 'failed',
      'tests/a.py::test_z': 'skipped',
      'Fires twice.': 'passed',
      'test_d (m.C)': 'passed',
      'test_b (m.C)': 'passed',
      TestGo: 'skipped',
    });
    expect(findTestStatus('tests/a.py::test_x[a -', statuses)).toBe('passed');
    expect(findTestStatus('tests/a.py::test_after', statuses)).toBeUndefined();
  });
});

describe('choosing signals', () => {
  const base = {
    failToPass: ['tests/test_kiln.py::TestKiln::test_heat', 'tests/test_kiln.py::test_cool[12]'],
    passToPass: [],
    pending: [],
    touched: ['kiln/cooling.py'],
  };
  it('an exception in a touched file comes before an assertion; unlisted tests give none', () => {
    const signals = chooseSignals({ ...base, lines: readTestLog(PYTEST).lines });
    expect(signals.map((signal) => [signal.cause, signal.test, signal.message])).toEqual([
      ['touched', 'tests/test_kiln.py::test_cool[12]', 'no entry'],
      ['assertion', 'tests/test_kiln.py::TestKiln::test_heat', 'assert 5 == 4'],
    ]);
  });
  it('failures with one signature are one signal that counts its tests', () => {
    const ids = [1, 2, 3].map((number) => `test_${number} (kiln.tests.T)`);
    const signals = chooseSignals({
      lines: readTestLog(`${[1, 2, 3].map(block).join('\n')}\nRan 3 tests in 1s\n`).lines,
      failToPass: ids,
      passToPass: [],
      pending: [],
      touched: [],
    });
    expect(signals).toHaveLength(1);
    expect(signals[0]).toMatchObject({ cause: 'project', tests: 3, test: ids[0] });
  });
  it('what stopped the run comes first and needs no listed test', () => {
    const log = `${rule}\nERROR: kiln.tests (unittest.loader._FailedTest)\n${line}\nTraceback (most recent call last):\n  File "/testbed/kiln/tests.py", line 2, in <module>\n    import glaze\nModuleNotFoundError: No module named 'glaze'\n\nRan 1 test in 0s\n`;
    expect(chooseSignals({ ...base, lines: readTestLog(log).lines })[0]).toMatchObject({
      cause: 'run',
      test: '',
      tests: 0,
      type: 'ModuleNotFoundError',
    });
  });
  it('without a message the failing tests are named, five at most, and nothing is invented', () => {
    const ids = Array.from({ length: 9 }, (_item, number) => `tests/a.py::test_${number}`);
    const signals = chooseSignals({ lines: [], failToPass: ids, passToPass: [], pending: [], touched: [] });
    expect(signals).toHaveLength(5);
    expect(new Set(signals.map((signal) => signal.cause + signal.message))).toEqual(new Set(['unexplained']));
  });

  describe('a failure of another test is none of a listed test', () => {
    const head = `${'='.repeat(35)} FAILURES ${'='.repeat(35)}`;
    const foot = `${'='.repeat(27)} short test summary info ${'='.repeat(27)}`;
    const fail = (name: string, message: string, place: string): string =>
      `${'_'.repeat(20)} ${name} ${'_'.repeat(20)}\n>       glaze()\nE       ${message}\n\n${place}: KeyError`;
    const choose = (failToPass: readonly string[], ...parts: readonly string[]) =>
      chooseSignals({ ...base, failToPass, lines: [head, ...parts].join('\n').split('\n') }).map((signal) => [
        signal.test,
        signal.message,
      ]);
    const dip = 'tests/test_kiln.py::TestGlaze::test_dip[3]';
    const own = fail('TestGlaze.test_dip[3]', 'KeyError: own', 'tests/test_kiln.py:8');

    it('another class, with a summary or without', () => {
      const other = fail('TestSlip.test_dip[3]', 'KeyError: other', 'tests/test_kiln.py:30');
      const summary = `FAILED tests/test_kiln.py::TestSlip::test_dip[3] - KeyError: other\nFAILED ${dip} - KeyError: own`;
      expect(choose([dip], other, own, foot, summary)).toEqual([[dip, 'own']]);
      expect(choose([dip], other, own)).toEqual([[dip, 'own']]);
      expect(choose([dip], fail('test_dip[3]', 'KeyError: none', 'tests/test_kiln.py:2'), own)).toEqual([
        [dip, 'own'],
      ]);
    });
    it('another file: the summary says which, else the places in the block', () => {
      const other = fail('TestGlaze.test_dip[3]', 'KeyError: other', 'tests/test_slip.py:9');
      const summary = `FAILED tests/test_slip.py::TestGlaze::test_dip[3] - KeyError: other\nFAILED ${dip} - KeyError: own`;
      expect(choose([dip], other, own, foot, summary)).toEqual([[dip, 'own']]);
      expect(choose([dip], other, own)).toEqual([[dip, 'own']]);
    });
    it('a test that a base class in another file holds keeps its failure', () => {
      const inherited = fail('TestGlaze.test_dip[3]', 'KeyError: base', 'tests/test_base.py:4');
      expect(choose([dip], inherited, foot, `FAILED ${dip} - KeyError: base`)).toEqual([[dip, 'base']]);
    });
    it('a test without a block is told by its own line of the summary, not by a block of its name', () => {
      const other = fail('TestGlaze.test_dip[3]', 'KeyError: other', 'tests/test_slip.py:9');
      const summary = `FAILED ${dip} - KeyError: own\nFAILED tests/test_slip.py::TestGlaze::test_dip[3] - KeyError: other`;
      expect(choose([dip], other, foot, summary)).toEqual([[dip, 'own']]);
    });
    it('another file alone leaves the listed test without a message', () => {
      const other = fail('TestGlaze.test_dip[3]', 'KeyError: other', 'tests/test_slip.py:9');
      expect(choose([dip], other)).toEqual([[dip, '']]);
    });
    it('a result of a name without its class is none of a test in a class', () => {
      const statuses = readTestStatuses(['PASSED test_dip', '--- PASS: TestFire (0.00s)']);
      expect(findTestStatus('tests/test_kiln.py::TestGlaze::test_dip', statuses)).toBeUndefined();
      expect(findTestStatus('tests/test_kiln.py::test_dip', statuses)).toBe('passed');
      expect(findTestStatus('kiln/fire::TestFire', statuses)).toBe('passed');
    });
  });
});
