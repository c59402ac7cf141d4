import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { readTrajectory } from '../../src/trajectory/dialect.js';
import { DIALECTS } from '../../src/trajectory/dialect-name.js';
import { trajectorySchema } from '../../src/trajectory/trajectory.js';
import type { Trajectory } from '../../src/trajectory/trajectory.js';
import {
  makeRouteRows,
  listStageSpans,
  countStages,
  routeRowSchema,
} from '../../src/trajectory/route-row.js';
import { routeTrajectory } from '../../src/trajectory/router.js';

const read = (value: unknown): Trajectory => {
  const result = readTrajectory(value);
  if (!result.ok) throw new Error(result.problem.message);
  expect(trajectorySchema.safeParse(result.trajectory).success).toBe(true);
  return result.trajectory;
};
const xml = (name: string, parameters: Record<string, string>): string =>
  `<function=${name}>\n${Object.entries(parameters)
    .map(([key, value]) => `  <parameter=${key}>${value}</parameter>`)
    .join('\n')}\n</function>`;

const data = new URL('../../../shared/data/trajectories/', import.meta.url).pathname;

const metadata = (id: string, name: string) => ({
  function_name: name,
  model_response: { id },
  total_calls_in_response: 2,
});

const state = (file: string) => JSON.stringify({ open_file: file, working_dir: '/kiln' });

const load = (folder: string): Trajectory[] =>
  readdirSync(data + folder)
    .sort()
    .map((name) => read(JSON.parse(readFileSync(`${data}${folder}/${name}`, 'utf8'))));

const lines = (file: string): Trajectory[] =>
  readFileSync(data + file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => read(JSON.parse(line)));

const labels = (run: Trajectory): string =>
  routeTrajectory(run)
    .map((step) => ({ localization: 'L', reproduction: 'R', patch: 'P' })[step.label])
    .join('');

const steps = (runs: Trajectory[]): number => runs.reduce((sum, run) => sum + run.steps.length, 0);

describe('every dialect becomes the same normal form', () => {
  it('R2E-Gym rows: the first call counts, exit codes are strings, time-outs are unknown', () => {
    const run = read({
      trajectory_steps: [
        {
          thought: 'Look.',
          action: xml('file_editor', { command: 'view', path: '/testbed/kiln.py' }),
          observation: 'Execution output of [file_editor]:\n1 x',
        },
        {
          thought: 'Run.',
          action: xml('execute_bash', { cmd: 'pytest' }),
          observation: 'Exit code: Error: Exit code 4\nExecution output of [execute_bash]:\nno tests',
        },
        {
          thought: 'Run.',
          action: xml('execute_bash', { cmd: 'pytest' }),
          observation:
            'Exit code: -1\nExecution output of [execute_bash]:\nThe command took too long to execute (>90s)',
        },
        {
          thought: 'I am done, <parameter=command=view>',
          action: '<function=>\n</function>',
          observation: 'continue',
        },
      ],
      exit_reason: 'max_step_limit',
      output_patch: 'diff --git a/a b/a\n',
      reward: 0,
      test_output: 'log',
      ds: { repo_name: 'kiln', commit_hash: '0123456789abcdef0123' },
    });
    expect(run).toMatchObject({
      dialect: 'r2e-gym',
      instance_id: 'kiln__0123456789ab',
      workdir: '/testbed',
      verdict: 'unresolved',
      submitted: false,
    });
    expect(run.steps.map((step) => step.observations[0]?.exit_code)).toEqual([-1, 4, -1, undefined]);
    expect(run.steps[2]?.observations[0]?.state).toBe('timed_out');
    expect(run.steps[3]?.calls).toEqual([]);
  });

  it('the R2E-Gym text log: a log quoted in an observation starts no step', () => {
    const rule = '='.repeat(80);
    const step = (number: number, action: string, observation: string): string =>
      `\n\n${rule}\nSTEP ${number}\n${rule}\n\n--- Model response ---\nThinking.\n\n--- Action ---\n${action}\n\n--- Observation ---\n${observation}\n\nreward: 0.0  done: False\nstep_info: {'total_time': 1}\n`;
    const text = `--- ENTRY ---\nrepo_name: kiln\ndocker_image: studio/kiln_final:0123456789abcdef${step(1, xml('execute_bash', { cmd: 'cat log.txt' }), `Exit code: 0\nExecution output of [execute_bash]:\n${rule}\nSTEP 7\n${rule}\n--- Action ---\nfake`)}${step(2, xml('finish', { command: 'submit' }), '<<< Finished >>>')}\n${rule}\nEVALUATION RESULT (from runtime)\n${rule}\n{"resolved": true, "test_details": "1 passed"}\n`;
    const run = read(text);
    expect(run).toMatchObject({
      dialect: 'r2e-gym-log',
      instance_id: 'kiln__0123456789ab',
      verdict: 'resolved',
      test_output: '1 passed',
    });
    expect(run.steps).toHaveLength(2);
    expect(run.steps[0]?.observations[0]?.text.endsWith('fake')).toBe(true);
    expect(run.steps[0]?.observations[0]?.exit_code).toBe(0);
  });

  it('OpenHands output: calls of one response are one step, pairs go by cause, a rejected call stands as a broken one', () => {
    const history = [
      { id: 0, source: 'agent', action: 'system', args: {} },
      { id: 1, source: 'user', action: 'message', args: { content: 'fix it' } },
      {
        id: 2,
        source: 'agent',
        action: 'run',
        args: { command: 'cd /workspace/kiln && ls', thought: 'Look.' },
        tool_call_metadata: metadata('r1', 'execute_bash'),
      },
      {
        id: 3,
        source: 'agent',
        action: 'read',
        args: { path: '/workspace/kiln/a.py', view_range: null },
        tool_call_metadata: metadata('r1', 'str_replace_editor'),
      },
      { id: 5, source: 'agent', observation: 'read', content: 'text', extras: {}, cause: 3 },
      {
        id: 4,
        source: 'agent',
        observation: 'run',
        content: 'a.py',
        extras: { metadata: { exit_code: 0, working_dir: '/workspace/kiln' } },
        cause: 2,
      },
      {
        id: 6,
        source: 'agent',
        observation: 'error',
        content: "Parameter 'command' is expected to be one of [...]",
        extras: {},
      },
      {
        id: 7,
        source: 'agent',
        action: 'edit',
        args: { path: 'a.py', command: 'str_replace', old_str: 'x', new_str: '', file_text: null },
        tool_call_metadata: metadata('r2', 'str_replace_editor'),
      },
      {
        id: 8,
        source: 'agent',
        observation: 'edit',
        content: 'ERROR:\nNo replacement was performed',
        extras: {},
        cause: 7,
      },
      { id: 9, source: 'agent', action: 'finish', args: {} },
    ];
    const run = read({
      instance_id: 'kiln-1',
      test_result: { git_patch: 'diff', report: { resolved: false } },
      metadata: {},
      instruction: '/workspace/kiln\n',
      history,
      error: 'RuntimeError: Agent reached maximum iteration in headless mode',
    });
    expect(run).toMatchObject({
      dialect: 'openhands',
      verdict: 'unresolved',
      final_patch: 'diff',
      error: '',
      exit_reason: 'max_iterations',
      submitted: true,
    });
    expect(run.steps).toHaveLength(4);
    expect(run.steps[0]?.observations.map((observation) => observation.text)).toEqual(['a.py', 'text']);
    expect(run.steps[1]?.calls[0]?.problem).toContain('expected to be one of');
    expect(run.steps[2]).toMatchObject({
      cwd: '/workspace/kiln',
      calls: [{ args: { command: 'str_replace', path: 'a.py', old_str: 'x', new_str: '' } }],
    });
    expect(run.steps[2]?.observations[0]?.failed).toBe(true);
    const paired = read({
      instance_id: 'kiln-1',
      metadata: {},
      history: [
        [history[2], history[5]],
        [history[3], history[4]],
      ],
    });
    expect(paired.steps[0]?.observations.map((observation) => observation.text)).toEqual(['a.py', 'text']);
  });

  it('OpenHands SDK events: old and new shapes, a null action is a broken call', () => {
    const run = read([
      { kind: 'SystemPromptEvent' },
      {
        kind: 'ActionEvent',
        thought: [{ type: 'text', text: 'Look.' }],
        action: { kind: 'X' },
        tool_name: 'terminal',
        tool_call_id: 'c1',
        tool_call: { name: 'terminal', arguments: '{"command": "ls", "security_risk": "LOW"}' },
        llm_response_id: 'r1',
      },
      {
        kind: 'ObservationEvent',
        tool_call_id: 'c1',
        observation: { content: [{ type: 'text', text: 'a.py' }], exit_code: 0 },
      },
      {
        kind: 'ActionEvent',
        thought: [],
        action: null,
        tool_name: 'file_editor',
        tool_call_id: 'c2',
        tool_call: { function: { name: 'file_editor', arguments: '{"command": "look"}' } },
        llm_response_id: 'r2',
      },
      { kind: 'AgentErrorEvent', tool_call_id: 'c2', error: 'bad command' },
      { kind: 'Condensation', forgotten_event_ids: [] },
    ]);
    expect(run.dialect).toBe('openhands-sdk');
    expect(run.steps.map((step) => step.calls[0]?.args)).toEqual([{ command: 'ls' }, { command: 'look' }]);
    expect(run.steps[0]?.observations[0]).toMatchObject({ text: 'a.py', exit_code: 0 });
    expect(run.steps[1]?.calls[0]?.problem).not.toBe('');
    expect(run.steps[1]?.observations[0]).toMatchObject({ text: 'bad command', failed: true });
  });

  it('SWE-agent: a windowed edit goes to the open file of its own step', () => {
    const run = read({
      info: { exit_status: 'submitted (exit_cost)', submission: 'diff' },
      trajectory: [
        { action: 'create reproduce.py\n', observation: '', state: state('n/a') },
        { action: 'edit 1:1\nprint(1)\nend_of_edit', observation: '', state: state('/kiln/reproduce.py') },
        {
          action: "str_replace_editor str_replace /kiln/a.py --old_str 'x = 1' --new_str 'x = 2'",
          observation: '',
          state: {},
        },
        { action: 'python reproduce.py', observation: '1', state: {} },
        { action: '', observation: 'format error', response: 'I', state: {} },
        { action: 'submit', observation: '', state: {} },
      ],
    });
    expect(run).toMatchObject({
      dialect: 'swe-agent',
      workdir: '/kiln',
      submitted: true,
      exit_reason: 'submitted (exit_cost)',
    });
    expect(run.steps[1]?.calls[0]).toMatchObject({ name: 'edit', args: { path: '/kiln/reproduce.py' } });
    expect(run.steps[2]?.calls[0]?.args).toEqual({
      command: 'str_replace',
      path: '/kiln/a.py',
      old_str: 'x = 1',
      new_str: 'x = 2',
    });
    expect(run.steps[4]?.calls).toEqual([]);
    expect(routeTrajectory(run).map((step) => step.label)).toEqual([
      'reproduction',
      'reproduction',
      'patch',
      'reproduction',
      'reproduction',
      'reproduction',
    ]);
  });

  it('mini-swe-agent v2 reads return codes and full output, v1 reads fenced blocks', () => {
    const run = read({
      info: {
        exit_status: 'Submitted',
        submission: 'diff',
        mini_version: '2',
        config: { environment: { cwd: '/testbed' } },
      },
      trajectory_format: 'mini-swe-agent-1.1',
      instance_id: 'kiln-2',
      messages: [
        { role: 'system', content: 's' },
        {
          role: 'assistant',
          content: 'Look.',
          tool_calls: [
            { id: 'a', function: { name: 'bash', arguments: '{"command": "ls"}' } },
            { id: 'b', function: { name: 'bash', arguments: '{"command": "false"}' } },
          ],
        },
        {
          role: 'tool',
          tool_call_id: 'b',
          content: '<returncode>1</returncode>\n<output>\n</output>',
          extra: { returncode: 1, raw_output: 'whole' },
        },
        { role: 'tool', tool_call_id: 'a', content: '<returncode>0</returncode>\n<output>\nx\n</output>' },
        { role: 'exit', content: 'diff' },
      ],
    });
    expect(run).toMatchObject({
      dialect: 'mini-swe-agent',
      workdir: '/testbed',
      submitted: true,
      final_patch: 'diff',
    });
    expect(run.steps[0]?.observations.map(({ text, exit_code }) => [text.slice(0, 6), exit_code])).toEqual([
      ['<retur', 0],
      ['whole', 1],
    ]);
    expect(run.steps[0]).toMatchObject({ message_index: 1, observation_messages: [2, 3] });
    const old = read([
      { role: 'user', content: 'fix' },
      { role: 'assistant', content: 'THOUGHT\n```bash\ncat > a.py <<EOF\nx\nEOF\n```' },
      { role: 'user', content: '<returncode>0</returncode>' },
    ]);
    expect(old.dialect).toBe('mini-swe-agent');
    expect(old.steps[0]?.calls[0]?.args).toEqual({ command: 'cat > a.py <<EOF\nx\nEOF' });
  });

  it('chat with tool_calls: content parts, arguments as text or object, unreadable arguments, answers without ids', () => {
    const run = read({
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'Look.' }],
          tool_calls: [{ function: { name: 'bash', arguments: { command: 'ls' } } }],
        },
        { role: 'tool', content: 'a.py' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'x', function: { name: 'bash', arguments: '{"command": ' } }],
        },
        { role: 'assistant', content: 'Done.' },
      ],
      reward: 1,
    });
    expect(run).toMatchObject({ dialect: 'chat-tools', verdict: 'resolved' });
    expect(run.steps.map((step) => step.calls[0]?.problem)).toEqual([
      '',
      'the arguments are not a JSON object',
      undefined,
    ]);
    expect(run.steps[0]?.observations[0]?.text).toBe('a.py');
    expect(run.steps[1]?.observations[0]?.state).toBe('missing');
  });

  it('XML calls in chat: the next user message is the answer, without its heading', () => {
    const run = read({
      messages: [
        { role: 'user', content: 'fix' },
        { role: 'assistant', content: xml('bash', { command: 'ls' }) },
        { role: 'user', content: 'OBSERVATION:\r\na.py' },
        { role: 'user', content: 'more' },
      ],
      instance_id: 'kiln-3',
    });
    expect(run).toMatchObject({ dialect: 'chat-xml', instance_id: 'kiln-3' });
    expect(run.steps[0]?.observations[0]?.text).toBe('a.py');
  });

  it('Responses items: messages and their calls are one step, JSON answers are opened', () => {
    const run = read({
      response: {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Look.' }] },
          { type: 'function_call', name: 'terminal', arguments: '{"command": "ls"}', call_id: 'c1' },
          {
            type: 'function_call_output',
            call_id: 'c1',
            output: '{"output": "a.py", "exit_code": 0, "error": ""}',
          },
          { type: 'function_call', name: 'Read', arguments: '{"file_path": "/testbed/a.py"}', call_id: 'c2' },
        ],
      },
      resolved: 0.0,
      model_patch: 'diff',
      mask_sample: true,
    });
    const silent = read({
      response: { object: 'response', output: [] },
      metadata: { instance_id: 'kiln-4' },
      reward: 0,
    });
    expect(silent).toMatchObject({
      dialect: 'responses',
      instance_id: 'kiln-4',
      steps: [],
      verdict: 'unresolved',
    });
    expect(run).toMatchObject({
      dialect: 'responses',
      verdict: 'unresolved',
      final_patch: 'diff',
      error: 'mask_sample',
    });
    expect(
      run.steps.map((step) => [step.text, step.calls[0]?.name, step.observations[0]?.exit_code]),
    ).toEqual([
      ['Look.', 'terminal', 0],
      ['', 'Read', -1],
    ]);
  });
});

describe('what is no run is refused with what was seen', () => {
  it.each([
    [{ prompt: 'x', answer: 'y' }, 'answer, prompt'],
    [[{ question: 1 }], 'question'],
    ['just text', 'text without STEP banners'],
    [null, 'null'],
    [{ messages: [{ role: 'user', content: 'hello' }] }, 'messages'],
  ])('%j', (value, seen) => {
    const result = readTrajectory(value);
    expect(result.ok ? '' : result.problem.message).toContain(seen);
  });
  it('a dialect that was named is the only one tried', () => {
    expect(
      readTrajectory(
        { messages: [{ role: 'assistant', content: xml('bash', { command: 'ls' }) }] },
        'swe-agent',
      ).ok,
    ).toBe(false);
  });
  it('no JSON value makes the readers throw', () => {
    const key = fc.constantFrom(
      'trajectory_steps',
      'exit_reason',
      'history',
      'metadata',
      'trajectory',
      'info',
      'messages',
      'role',
      'content',
      'action',
      'observation',
      'response',
      'output',
      'type',
      'tool_calls',
      'function',
      'name',
      'arguments',
      'kind',
      'trajectory_format',
      'state',
      'extra',
    );
    const leaf = fc.oneof(
      fc.constantFrom(
        'assistant',
        'user',
        'tool',
        'run',
        'function_call',
        'ActionEvent',
        'mini-swe-agent',
        '<function=bash>',
        '',
      ),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, ...DIALECTS), (json, hint) => {
        const result = readTrajectory(json, hint);
        if (result.ok) routeTrajectory(result.trajectory);
      }),
      { numRuns: 500 },
    );
  });
});

describe('route rows', () => {
  it('carry label, rule, call and repairs; spans cover every step once', () => {
    const run = read({
      messages: [
        {
          role: 'assistant',
          content:
            '<function=file_editor>\n<parameter=command=view>\n<parameter=path>/testbed/a.py</parameter>\n</function>',
        },
        { role: 'assistant', content: xml('bash', { command: "sed -i 's/a/b/' a.py\nls" }) },
      ],
    });
    const routed = routeTrajectory(run);
    const rows = makeRouteRows(run, routed);
    for (const row of rows) expect(routeRowSchema.safeParse(row).success).toBe(true);
    expect(rows[0]).toMatchObject({
      step: 1,
      message_index: 0,
      label: 'localization',
      rule: 'explore',
      transition: 'start',
      calls: [{ summary: 'view /testbed/a.py', repaired: ['F1'] }],
    });
    expect(rows[1]).toMatchObject({
      label: 'patch',
      rule: 'edit_source',
      calls: [{ summary: "sed -i 's/a/b/' a.py ls" }],
    });
    expect(listStageSpans(routed)).toEqual([
      { stage: 'localization', first_step: 1, last_step: 1 },
      { stage: 'patch', first_step: 2, last_step: 2 },
    ]);
    expect(countStages(routed)).toEqual({ localization: 1, reproduction: 0, patch: 1 });
  });
});

describe.skipIf(!existsSync(data))('real runs (skipped when ../shared/data is absent)', () => {
  it('labels equal the hand reading of four runs, step by step', () => {
    expect(labels(read(readFileSync(`${data}r2e-gym_run_29_steps.txt`, 'utf8')))).toBe(
      'LLLLLLRRRRPRRRRRRRRRLLRRRRRRR',
    );
    expect(labels(lines('openhands_output_3.jsonl')[1] as Trajectory)).toBe(
      'LLLLLLLLLLLLLLLLLLLPLPPPLPPLPPPPPP',
    );
    expect(labels(load('swe-agent')[0] as Trajectory)).toBe('LLLRRRRRLPPRRR');
    const mini = load('mini-swe-agent').find(
      (run) => run.instance_id === 'pydicom__pydicom-1256',
    ) as Trajectory;
    expect(labels(mini)).toBe(`${'L'.repeat(14)}RRRRLRRRLLRRRRPLPPLL${'R'.repeat(15)}`);
  });
  it('every run is read, with as many steps as its reference count', () => {
    expect(steps(lines('openhands_output_3.jsonl'))).toBe(107);
    expect(steps(lines('swe-smith_xml_3.jsonl'))).toBe(103);
    expect(steps(load('swe-agent'))).toBe(95);
    expect(steps(load('mini-swe-agent'))).toBe(389);
    expect(lines('r2e-gym_3.jsonl').map((run) => [run.steps.length, run.exit_reason])).toEqual(
      Array.from({ length: 3 }, () => [0, 'llm_query_error']),
    );
  });
});
