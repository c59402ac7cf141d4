import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { measureOptionEffects } from '../../src/trajectory/option-effect.js';
import {
  DEFAULT_ROUTER_OPTIONS,
  readRouterOptions,
  ROUTER_OPTIONS,
  routerOptionsSchema,
} from '../../src/trajectory/router-option.js';
import type { RouterOptions } from '../../src/trajectory/router-option.js';
import { routeTrajectory } from '../../src/trajectory/router.js';
import { makeBrokenCall, makeCall } from '../../src/trajectory/trajectory.js';
import type { Call } from '../../src/trajectory/trajectory.js';
import { create, finish, makeRun, replace, shell, view } from './runs.js';

const LETTER = { localization: 'L', reproduction: 'R', patch: 'P' } as const;
const label = (
  calls: Parameters<typeof makeRun>[0],
  options: Partial<RouterOptions> = {},
  workdir = '/testbed',
): string =>
  routeTrajectory(makeRun(calls, workdir), { ...DEFAULT_ROUTER_OPTIONS, ...options })
    .map((step) => LETTER[step.label])
    .join('');

const source = '/testbed/kiln/schedule.py';
const repro = '/testbed/reproduce_overlap.py';
const runRepro = shell('cd /testbed && python reproduce_overlap.py');

const inPatch = (call: Call, options: Partial<RouterOptions> = {}): string =>
  label([replace(source), call], options).slice(1);

const fresh = (call: Call, options: Partial<RouterOptions> = {}): string => label([call], options);

describe('the state machine of the paper', () => {
  it('a 21-step run shows the two facts of Table 7: the script re-run at 12 is REP, the third inspection at 15 is LOC', () => {
    const run = makeRun([
      view('/testbed'),
      shell('cd /testbed && grep -rn "overlap" kiln | head -20'),
      view(source),
      view('/testbed/kiln/firing.py'),
      create(repro),
      runRepro,
      view(source),
      shell('sed -n 1,40p kiln/firing.py'),
      replace(source),
      replace(source),
      replace('/testbed/kiln/firing.py'),
      runRepro,
      view(source),
      shell('git diff'),
      shell('grep -n "def fire" kiln/firing.py'),
      replace('/testbed/kiln/firing.py'),
      runRepro,
      create('/testbed/edge_case_check.py'),
      shell('python -m pytest tests/test_schedule.py'),
      shell('rm reproduce_overlap.py'),
      finish(),
    ]);
    const steps = routeTrajectory(run);
    expect(steps.map((step) => LETTER[step.label]).join('')).toBe('LLLLRRRRPPPRRRLPRRRRR');
    expect(steps[11]).toMatchObject({
      label: 'reproduction',
      transition: 'run_in_patch',
      proposal: { rule: 'run_reproduction' },
    });
    expect(steps[14]).toMatchObject({
      label: 'localization',
      transition: 'three_explorations',
      explorations: 3,
    });
  });

  it('proposals move forward only, and LOC may go straight to PATCH', () => {
    expect(label([view(source), replace(source), create('/testbed/tests/test_kiln.py'), create(repro)])).toBe(
      'LPPP',
    );
  });
  it('in PATCH one exploration returns to LOC', () => {
    expect(label([replace(source), shell('git status'), replace(source)])).toBe('PLP');
  });
  it('in PATCH one test run demotes to REP, and the step itself is REP', () => {
    expect(label([replace(source), shell('pytest'), finish()])).toBe('PRR');
  });
  it('three explorations in a row leave REP; a step between them starts the count anew', () => {
    expect(label([create(repro), view('a'), view('b'), view('c')])).toBe('RRRL');
    expect(label([create(repro), view('a'), view('b'), finish(), view('c'), view('d'), view('e')])).toBe(
      'RRRRRRL',
    );
    expect(label([create(repro), view('a'), view('b'), finish(), view('c')], { idle_steps: 'keep' })).toBe(
      'RRRRL',
    );
  });
  it('a run without any readable call is LOC', () => {
    const steps = routeTrajectory(makeRun([null, makeBrokenCall('file_editor', 'bad JSON')]));
    expect(steps.map((step) => [step.label, step.proposal.rule])).toEqual([
      ['localization', 'no_call'],
      ['localization', 'no_call'],
    ]);
  });
});

describe('the ambiguous cases, one by one', () => {
  it('an own test script that is run proposes nothing, unless asked', () => {
    expect(inPatch(shell('python test_kiln.py'))).toBe('P');
    expect(inPatch(shell('python test_kiln.py'), { test_scripts: 'run' })).toBe('R');
  });
  it('a here-document into a reproduction script is REP, not the exploration of `cat`', () => {
    expect(fresh(shell("cat > repro.py <<'EOF'\nx\nEOF"))).toBe('R');
    expect(fresh(shell("cat > repro.py <<'EOF'\nx\nEOF"), { shell_writes: 'ignore' })).toBe('L');
  });
  it('shell edits of source are PATCH', () => {
    for (const command of [
      "sed -i 's/a/b/' kiln/schedule.py",
      'git apply fix.diff',
      'patch -p1 < fix.diff',
      'cp a.py.bak kiln/a.py',
      'echo x >> kiln/a.py',
    ]) {
      expect(fresh(shell(command))).toBe('P');
    }
  });
  it('git restore and rm neither explore nor propose', () => {
    expect(inPatch(shell('git checkout kiln/schedule.py'))).toBe('P');
    expect(inPatch(shell('rm reproduce_overlap.py'))).toBe('P');
  });
  it('inline Python proposes nothing; the option makes it a reproduction', () => {
    expect(inPatch(shell('python -c "import kiln"'))).toBe('P');
    expect(inPatch(shell('python -c "import kiln"'), { inline_code: 'reproduction' })).toBe('R');
  });
  it('files outside the repository, backup copies and kept output are no source; the letter counts them', () => {
    for (const call of [
      shell('cp kiln/a.py kiln/a.py.backup'),
      create('/tmp/notes.py'),
      shell('git log > history.txt'),
    ]) {
      expect(fresh(call)).toBe('L');
      expect(fresh(call, { other_writes: 'letter' })).toBe('P');
    }
  });
  it('a reproduction script outside the repository still is one', () => {
    expect(fresh(create('/tmp/repro.py'))).toBe('R');
  });
  it('debug scripts are any other file; the option counts them as reproduction', () => {
    expect(fresh(create('/testbed/debug_kiln.py'))).toBe('P');
    expect(fresh(create('/testbed/debug_kiln.py'), { scratch_scripts: 'reproduction' })).toBe('R');
  });
  it('the path rule makes django/test/client.py a test and src/_pytest/x.py a source', () => {
    expect(fresh(replace('/testbed/django/test/client.py'))).toBe('R');
    expect(fresh(replace('/testbed/src/_pytest/x.py'))).toBe('P');
    expect(fresh(replace('tests/data.txt'))).toBe('R');
    expect(fresh(replace('tests/data.txt'), { test_folders: 'inner' })).toBe('P');
  });
  it('an edit that failed is labelled by the call; the option looks at the answer', () => {
    const failed: Parameters<typeof makeRun>[0] = [
      [replace(source), { text: 'ERROR: No replacement was performed', failed: true }],
    ];
    expect(label(failed)).toBe('P');
    expect(label(failed, { failed_calls: 'ignore' })).toBe('L');
  });
  it('a step that edits source and runs tests stays in PATCH', () => {
    expect(label([replace(source), shell("sed -i 's/a/b/' kiln/a.py && pytest")])).toBe('PP');
    expect(
      label([replace(source), shell("sed -i 's/a/b/' kiln/a.py && pytest")], { edit_and_run: 'demote' }),
    ).toBe('PR');
  });
  it('only Python runs a reproduction script, and only .py', () => {
    expect(label([replace(source), shell('node repro.js'), shell('sqlfluff lint repro.sql')])).toBe('PPP');
    expect(label([replace(source), shell('node repro.js')], { repro_interpreters: 'any' })).toBe('PR');
    expect(label([replace(source), shell('./reproduce.py')])).toBe('PR');
  });
});

describe('options', () => {
  it('settings are checked against the table', () => {
    expect(readRouterOptions(['test_scripts=run'])).toMatchObject({
      ok: true,
      options: { test_scripts: 'run', leading_cd: 'skip' },
    });
    const wrong = readRouterOptions(['test_scripts=maybe']);
    expect(wrong.ok ? '' : wrong.problem.message).toContain('none, run');
    expect(readRouterOptions(['no_such=1']).ok).toBe(false);
    expect(routerOptionsSchema.safeParse(DEFAULT_ROUTER_OPTIONS).success).toBe(true);
  });
  it('the effect of every value but the default is counted', () => {
    const run = makeRun([
      create('/testbed/test_a.py'),
      replace(source),
      shell('cd /testbed && python test_a.py'),
      shell('cd x && ls'),
    ]);
    const effects = measureOptionEffects([run]);
    const values = Object.values(ROUTER_OPTIONS).reduce(
      (sum, option) => sum + Object.keys(option.values).length - 1,
      0,
    );
    expect(effects).toHaveLength(values);
    expect(effects.find((effect) => effect.option === 'test_scripts')).toMatchObject({
      moved: 2,
      steps: 4,
      runs: 1,
    });
    expect(
      effects.find((effect) => effect.option === 'leading_cd' && effect.value === 'other'),
    ).toMatchObject({ moved: 1 });
  });
});

describe('properties', () => {
  const name = fc.constantFrom(
    'file_editor',
    'execute_bash',
    'search',
    'finish',
    '',
    'mystery',
    'write',
    'edit',
  );
  const args = fc.dictionary(
    fc.constantFrom('command', 'cmd', 'path', 'old_str', 'patch'),
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.integer(),
      fc.constant(null),
      fc.constant('pytest'),
      fc.constant(['ls', '-l']),
    ),
  );
  it('the router never throws and labels every step', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, args), { maxLength: 12 }), (calls) => {
        const run = makeRun(calls.map(([tool, given]) => makeCall(tool, given)));
        expect(routeTrajectory(run)).toHaveLength(calls.length);
      }),
    );
  });
  it('labels do not depend on how a command is spaced', () => {
    const command = fc.constantFrom(
      'cd lib && grep -n x a.py',
      'cat a.py | head',
      'python repro.py',
      "sed -i 's/a/b/' a.py",
      'pytest -q ; ls',
      'timeout 60 pytest',
      'git diff',
    );
    const gap = fc.constantFrom(' ', '  ', '\t', ' \\\n ');
    fc.assert(
      fc.property(fc.array(fc.tuple(command, gap), { maxLength: 10 }), (commands) => {
        const tight = label(commands.map(([text]) => shell(text)));
        const wide = label(
          commands.map(([text, space]) =>
            shell(`${space}${text.replaceAll(/ (?![^']*'[^']*$)/g, space)}${space}`),
          ),
        );
        expect(wide).toBe(tight);
      }),
    );
  });
});
