import { describe, expect, it } from 'vitest';
import { diagnoseRun, diagnosisSchema, listEditedFiles } from '../../src/trajectory/diagnosis.js';
import {
  compareDiagnoses,
  diagnosisSummarySchema,
  summarizeDiagnoses,
} from '../../src/trajectory/diagnosis-summary.js';
import { hasFailureText, judgeRun } from '../../src/trajectory/failure-signal.js';
import { readExitReason, shapeReward } from '../../src/trajectory/reward.js';
import { makeObservation } from '../../src/trajectory/trajectory.js';
import type { Call, Trajectory } from '../../src/trajectory/trajectory.js';
import { create, makeRun, replace, shell, view } from './runs.js';

const source = '/testbed/kiln/schedule.py';
const repro = '/testbed/reproduce_overlap.py';
const run = (text: string, exit_code = 0) =>
  [shell('cd /testbed && python reproduce_overlap.py'), { text, exit_code }] as const;
const FAILING = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: two firings overlap';
const patch = (...paths: string[]): string =>
  paths
    .map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`)
    .join('');
const diagnose = (trajectory: Trajectory, referenceFiles = ['kiln/schedule.py']) =>
  diagnoseRun(trajectory, { referenceFiles });

const make = (id: string, verdict: Trajectory['verdict'], paths: string[], reference: string[]) =>
  diagnoseRun(
    { ...makeRun([create(repro), run(FAILING)]), instance_id: id, verdict, final_patch: patch(...paths) },
    { referenceFiles: reference },
  );

describe('failure signals', () => {
  it.each([
    ['Traceback (most recent call last):', true],
    ['  pkg.errors.KilnError: too hot', true],
    ['FAILED tests/test_kiln.py::test_x - assert 1', true],
    ['1 failed, 3 passed in 0.1s', true],
    ['0 failed, 12 passed', false],
    ['no errors found', false],
    ['E       assert 1 == 2', true],
    ['Exception occurred: ServerError: gone', true],
    ['raised the expected error: ValueError: x', false],
    ["thread 'main' panicked at src/kiln.rs:3:5:", true],
    ['BUG: the kiln is cold', false],
  ])('%s → %s', (text, expected) => {
    expect(hasFailureText(text)).toBe(expected);
  });
  it('the exit code counts when it is that of the program, not behind a pipe', () => {
    expect(judgeRun(makeObservation('', 1), 'cd /t && python repro.py')).toBe('failed');
    expect(judgeRun(makeObservation('', 1), 'python repro.py | grep x')).toBe('passed');
    expect(judgeRun(makeObservation('', 1), "cat > r.py <<'E'\nx\nE\npython r.py")).toBe('failed');
    expect(judgeRun({ ...makeObservation('', -1), state: 'timed_out' }, 'python repro.py')).toBe('unknown');
    expect(judgeRun(makeObservation("python: can't open file 'repro.py'", 2), 'python repro.py')).toBe(
      'unknown',
    );
  });
});

describe('the four measures', () => {
  it('reproduction needs a created script that fails; verification a passing run after the last source edit', () => {
    const good = diagnose(makeRun([view(source), create(repro), run(FAILING), replace(source), run('ok')]));
    expect(good.reproduction).toEqual({ created: true, failed: true, step: 3 });
    expect(good.verification).toEqual({ last_edit: 4, passed: true, step: 5 });
    expect(diagnosisSchema.safeParse(good).success).toBe(true);
  });
  it('an edit after the passing run takes the verification back', () => {
    expect(
      diagnose(makeRun([create(repro), replace(source), run('ok'), replace(source)])).verification,
    ).toEqual({ last_edit: 4, passed: false, step: 0 });
  });
  it('a script that was not created in the run reproduces nothing', () => {
    expect(diagnose(makeRun([run(FAILING)])).reproduction).toEqual({
      created: false,
      failed: false,
      step: 0,
    });
  });
  it('create and run in one command counts', () => {
    const both = shell("cat > reproduce_overlap.py <<'E'\nx\nE\npython reproduce_overlap.py");
    expect(diagnose(makeRun([[both, { text: FAILING, exit_code: 1 }]])).reproduction).toMatchObject({
      failed: true,
      step: 1,
    });
  });
  it('a failed edit, a scratch script and a repaired call without success are no source edits', () => {
    const failed = [replace(source), { text: 'ERROR: No replacement was performed', failed: true }] as const;
    const call: Call = { ...replace(source), repaired: ['F1'] };
    const repaired = [call, { text: 'usage: file_editor [-h]' }] as const;
    const none = diagnose(
      makeRun([create(repro), failed, repaired, create('/testbed/debug_kiln.py'), run('ok')]),
    );
    expect(none.verification).toEqual({ last_edit: 0, passed: false, step: 0 });
  });
  it('localization is the share of reference files that the final patch touches', () => {
    const half = { ...makeRun([]), final_patch: patch('kiln/schedule.py', 'kiln/log.py') };
    expect(diagnose(half, ['kiln/schedule.py', './kiln/firing.py']).localization).toMatchObject({
      score: 0.5,
      found_files: ['kiln/schedule.py'],
      counted: true,
    });
    expect(diagnose(half, []).localization).toMatchObject({ score: 0, counted: false });
    expect(diagnose(makeRun([])).localization).toMatchObject({
      score: 0,
      counted: true,
      patch_present: false,
    });
  });
  it('files that the steps edited are listed, unless an edit does not name them', () => {
    expect(
      listEditedFiles(makeRun([replace(source), create('/testbed/a.py'), view('/testbed/b.py')])),
    ).toEqual(new Set(['kiln/schedule.py', 'a.py']));
    expect(listEditedFiles(makeRun([shell('git apply fix.diff')]))).toBeUndefined();
  });
});

describe('the shaped reward of A.5', () => {
  it.each([
    ['resolved', 'agent', true, 1, 'verdict'],
    ['resolved', 'max_step_limit', true, 0.5, 'half'],
    ['unresolved', 'token_limit', false, 0, 'half'],
    ['unresolved', 'agent', false, -0.2, 'penalty'],
    ['unresolved', '', false, -0.2, 'penalty'],
    ['unresolved', 'agent', true, 0, 'verdict'],
    ['unresolved', 'something new', false, 0, 'verdict'],
    ['resolved', 'NO_CONTAINER', true, 1, 'masked'],
  ] as const)('%s, %s, edited %s → %s', (verdict, exit, edited, value, rule) => {
    expect(shapeReward(verdict, exit, edited)).toMatchObject({
      known: true,
      value,
      rule,
      masked: rule === 'masked',
    });
  });
  it('gives none without a verdict, and reads forced submissions as what forced them', () => {
    expect(shapeReward('unknown', 'agent', true)).toMatchObject({ known: false, value: 0 });
    expect(readExitReason('submitted (exit_cost)')).toBe('MAX_STEPS');
    expect(readExitReason('Submitted')).toBe('ENV_DONE');
    expect(readExitReason('llm_query_error')).toBe('OTHER');
  });
});

describe('averages', () => {
  const before = [
    make('a', 'resolved', ['x.py'], ['x.py']),
    make('a', 'unresolved', [], ['x.py']),
    make('b', 'unknown', ['y.py'], ['y.py']),
    make('c', 'unresolved', ['z.py'], []),
  ];
  it('localization is a macro average over tasks with a source file, solve a share of judged runs', () => {
    const summary = summarizeDiagnoses(before);
    expect(summary).toMatchObject({
      runs: 4,
      tasks: 3,
      localization: 0.75,
      localization_tasks: 2,
      without_patch: 1,
      reproduction: 1,
      verification: 0,
      solve_runs: 3,
    });
    expect(summary.solve).toBeCloseTo(1 / 3);
    expect(diagnosisSummarySchema.safeParse(summary).success).toBe(true);
  });
  it('two sets are compared task by task', () => {
    const after = [make('a', 'resolved', ['x.py'], ['x.py']), make('b', 'resolved', [], ['y.py'])];
    const rows = compareDiagnoses(before, after);
    expect(rows[0]).toMatchObject({
      measure: 'localization',
      before: 0.75,
      after: 0.5,
      difference: -0.25,
      tasks: 2,
      better: 1,
      worse: 1,
    });
    expect(rows[3]).toMatchObject({ measure: 'solve', tasks: 1, better: 1, worse: 0 });
  });
});
