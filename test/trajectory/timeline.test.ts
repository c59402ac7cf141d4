import { expect, it } from 'vitest';
import { routeTrajectory } from '../../src/trajectory/router.js';
import { PLAIN_COLORS, renderTimeline } from '../../src/trajectory/timeline.js';
import { makeCall } from '../../src/trajectory/trajectory.js';
import { create, makeRun, replace, shell, view } from './runs.js';

const run = {
  ...makeRun([
    view('/testbed/kiln.py'),
    create('/testbed/repro.py'),
    replace('/testbed/kiln.py'),
    shell('python repro.py'),
    null,
    { ...makeCall('bash', { command: 'ls \u001b[31m' }), repaired: ['F5'] },
  ]),
  instance_id: 'kiln-1',
};

it('one line per step: stage where it changes, rule, call, and why the state went back', () => {
  expect(renderTimeline(run, routeTrajectory(run), 90)).toBe(`kiln-1 · r2e-gym · 6 steps
LRPRRR

   1  LOC    explore            file_editor view /testbed/kiln.py
   2  REP    edit_reproduction  file_editor create /testbed/repro.py  ← moves on
   3  PATCH  edit_source        file_editor str_replace /testbed/kiln.py  ← moves on
   4  REP    run_reproduction   execute_bash python repro.py  ← run in PATCH: back to REP
   5  │      no_call            (no call)
   6  │      explore            bash ls [31m  ← repaired F5

LOC 1   REP 4   PATCH 1
`);
});

it('no plain line is wider than the terminal, and control characters never come through', () => {
  const wide = {
    ...run,
    steps: run.steps.map((step) => ({
      ...step,
      calls: step.calls.map((call) => ({ ...call, args: { ...call.args, command: 'x'.repeat(500) } })),
    })),
  };
  for (const line of renderTimeline(wide, routeTrajectory(wide), 70).split('\n'))
    expect(line.length).toBeLessThanOrEqual(70);
  expect(renderTimeline(run, routeTrajectory(run), 90)).not.toContain('\u001b');
});

it('colours are handed in and change nothing but the colours', () => {
  const colors = { ...PLAIN_COLORS, stage: (_stage: string, text: string) => `<${text}>` };
  expect(renderTimeline(run, routeTrajectory(run), 90, colors).replaceAll(/[<>]/g, '')).toBe(
    renderTimeline(run, routeTrajectory(run), 90),
  );
});
