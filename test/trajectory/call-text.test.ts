import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { readTextCalls, writeTextCall } from '../../src/trajectory/call-text.js';
import { repairCall } from '../../src/trajectory/call-repair.js';
import { readTrajectory } from '../../src/trajectory/dialect.js';
import { routeTrajectory } from '../../src/trajectory/router.js';
import { makeCall } from '../../src/trajectory/trajectory.js';

const only = (text: string) => {
  const { calls } = readTextCalls(text);
  expect(calls).toHaveLength(1);
  return calls[0] ?? makeCall('', {});
};
const tag = (key: string, value: string): string => `<parameter=${key}>${value}</parameter>`;
const editor = (inner: string): string => `<function=file_editor>\n${inner}\n</function>`;

describe('the 17 malformed forms are read and named', () => {
  const cases: [string, string, Record<string, string>, string[]][] = [
    [
      'F1',
      editor('<parameter=command=view>\n<parameter=path>/testbed/kiln.py</parameter>'),
      { command: 'view', path: '/testbed/kiln.py' },
      ['F1'],
    ],
    [
      'F2',
      editor('<parameter=command>view</parameter>\n<parameter=path=./a/kiln.py>\n</parameter>'),
      { command: 'view', path: './a/kiln.py' },
      ['F2'],
    ],
    [
      'F3',
      editor('<parameter=command=str_replace</parameter>\n<parameter=path>a.py</parameter>'),
      { command: 'str_replace', path: 'a.py' },
      ['F3'],
    ],
    [
      'F4',
      editor(
        '<parameter=command>view</parameter><parameter=path>a.py</parameter><parameter=view_range=[1, 100]>',
      ),
      { command: 'view', path: 'a.py', view_range: '[1, 100]' },
      ['F4'],
    ],
    [
      'F5',
      '<function=execute_bash>\n<parameter=cmd=python repro.py</parameter>\n</function>',
      { cmd: 'python repro.py' },
      ['F5'],
    ],
    [
      'F6',
      editor('<parameter=command>view</parameter>\n<parameter=parameter=path>a.py</parameter>'),
      { command: 'view', path: 'a.py' },
      ['F6'],
    ],
    [
      'F7',
      editor('<parameter=str_replace>\n<parameter=path>a.py</parameter>'),
      { command: 'str_replace', path: 'a.py' },
      ['F7', 'F13'],
    ],
    [
      'F8',
      '<function=view>\n<parameter=path>a.py</parameter>\n</function>',
      { path: 'a.py', command: 'view' },
      ['F8'],
    ],
    [
      'F9',
      editor('<parameter>command=view</parameter>\n<parameter>path="/a.py"</parameter>'),
      { command: 'view', path: '/a.py' },
      ['F9'],
    ],
    [
      'F10',
      editor('<parameter=command>view</parameter>\n<parameter>path>/testbed/x.py</parameter>'),
      { command: 'view', path: '/testbed/x.py' },
      ['F10'],
    ],
    [
      'F11',
      editor('<parameters><command>view</command><path>/a.py</path></parameters>'),
      { command: 'view', path: '/a.py' },
      ['F11'],
    ],
    [
      'F12',
      editor('<parameter>command=insert, path=/a.py, insert_line=3</parameter>'),
      { command: 'insert', path: '/a.py', insert_line: '3' },
      ['F12'],
    ],
    [
      'F13',
      editor('<parameter=command>view\n<parameter=path>a.py</parameter>'),
      { command: 'view', path: 'a.py' },
      ['F13'],
    ],
    ['F14', '<function=execute_bash>\n<parameter=cmd>ls -la</parameter>\n</', { cmd: 'ls -la' }, ['F14']],
    [
      'F15',
      editor('<parameter=command>view</parameter><parameter=path>/testbed/a.py:227-240</parameter>'),
      { command: 'view', path: '/testbed/a.py', view_range: '[227, 240]' },
      ['F15'],
    ],
    [
      'F16',
      '<function=execute_bash>\n<parameter=cmd>file_editor view /testbed/a.py --view_range 1 20</parameter>\n</function>',
      { view_range: '[1, 20]', command: 'view', path: '/testbed/a.py' },
      ['F16'],
    ],
    [
      'F17',
      'Let me look.\n{"name": "execute_bash", "arguments": {"cmd": "ls {a,b}"}}',
      { cmd: 'ls {a,b}' },
      ['F17'],
    ],
  ];
  it.each(cases)('%s', (_name, text, args, repaired) => {
    const call = only(text);
    expect(call.args).toEqual(args);
    expect(call.repaired).toEqual(repaired);
    expect(call.problem).toBe('');
  });

  it('a repaired call, written out, reads as itself without repairs', () => {
    for (const [, text] of cases) {
      const call = only(text);
      const again = only(writeTextCall(call));
      expect(again).toEqual({ ...call, repaired: [] });
    }
  });
});

describe('bodies are safe', () => {
  it('tags inside file_text belong to the file', () => {
    const file = 'a = "<parameter=path>x</parameter> and </function>"\nb = 1\n';
    const call = only(
      editor(
        `<parameter=command>create</parameter>\n<parameter=path>/t/a.py</parameter>\n<parameter=file_text>\n${file}\n</parameter>`,
      ),
    );
    expect(call.args).toEqual({ command: 'create', path: '/t/a.py', file_text: file });
    expect(call.repaired).toEqual([]);
  });
  it('old_str keeps its inner white space and loses one newline at each end', () => {
    const call = only(
      editor(
        '<parameter=command>str_replace</parameter><parameter=path>a</parameter><parameter=old_str>\n    x = 1\n\n</parameter>',
      ),
    );
    expect(call.args['old_str']).toBe('    x = 1\n');
  });
  it('an inline command that holds "<" is left alone and named as unread', () => {
    const call = only('<function=execute_bash>\n<parameter=cmd=python - <<EOF>\n</function>');
    expect(call.args).toEqual({});
    expect(call.problem).not.toBe('');
  });
  it('an inline command ends at the last > of its line', () => {
    expect(only('<function=bash>\n<parameter=command=python a.py 2>&1 | head>\n</function>').args).toEqual({
      command: 'python a.py 2>&1 | head',
    });
  });
});

describe('what counts as a call', () => {
  it('a call drafted inside <think> does not', () => {
    const text =
      '<think>maybe <function=bash><parameter=command>rm x</parameter></function></think>\n<function=bash><parameter=command>ls</parameter></function>';
    expect(only(text).args).toEqual({ command: 'ls' });
  });
  it('the empty function of R2E-Gym does not', () => {
    expect(readTextCalls('<function=>\n</function>').calls).toEqual([]);
  });
  it('only the first of two functions does', () => {
    const text =
      '<function=bash><parameter=command>ls</parameter></function><function=bash><parameter=command>pwd</parameter></function>';
    expect(only(text).args).toEqual({ command: 'ls' });
  });
  it('all <tool_call> blocks do, JSON or tags, and a broken one says so', () => {
    const text =
      'Both.<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call><tool_call><function=bash><parameter=command>pwd</parameter></function></tool_call><tool_call>{oops</tool_call>';
    const { before, calls } = readTextCalls(text);
    expect(before).toBe('Both.');
    expect(calls.map((call) => call.args)).toEqual([{ command: 'ls' }, { command: 'pwd' }, {}]);
    expect(calls[2]?.problem).not.toBe('');
  });
  it('a JSON object that names no known tool does not', () => {
    expect(readTextCalls('package.json holds {"name": "kiln", "version": "1"}').calls).toEqual([]);
  });
});

describe('a malformed run is labelled like the well-formed one', () => {
  const standard: [string, Record<string, string>][] = [
    ['file_editor', { command: 'view', path: '/testbed/kiln/heat.py' }],
    [
      'file_editor',
      { command: 'create', path: '/testbed/reproduce_heat.py', file_text: 'print("<parameter=path>")' },
    ],
    ['execute_bash', { cmd: 'cd /testbed && python reproduce_heat.py' }],
    ['file_editor', { command: 'str_replace', path: '/testbed/kiln/heat.py', old_str: 'a', new_str: 'b' }],
    ['execute_bash', { cmd: 'python reproduce_heat.py' }],
    ['search', { search_term: 'heat', path: '/testbed' }],
  ];
  const short = new Set(['command', 'path', 'cmd', 'search_term']);
  const manglers: Record<string, (key: string, value: string) => string> = {
    standard: tag,
    'inline value': (key, value) => (short.has(key) ? `<parameter=${key}=${value}>` : tag(key, value)),
    'inline value with a stray closing tag': (key, value) =>
      short.has(key) ? `<parameter=${key}=${value}>\n</parameter>` : tag(key, value),
    'missing >': (key, value) =>
      short.has(key) ? `<parameter=${key}=${value}</parameter>` : tag(key, value),
    'doubled key word': (key, value) => `<parameter=parameter=${key}>${value}</parameter>`,
    'missing closing tags': (key, value) => `<parameter=${key}>${value}`,
    'key=value in the body': (key, value) =>
      short.has(key) && key !== 'search_term' ? `<parameter>${key}=${value}</parameter>` : tag(key, value),
  };
  it.each(Object.entries(manglers))('%s', (_name, mangle) => {
    for (const end of ['</function>', '', '</']) {
      const messages = standard.map(([name, args]) => ({
        role: 'assistant',
        content: `Text.\n<function=${name}>\n${Object.entries(args)
          .map(([key, value]) => mangle(key, value))
          .join('\n')}\n${end}`,
      }));
      const result = readTrajectory({ messages });
      const labels = result.ok ? routeTrajectory(result.trajectory).map((step) => step.label) : [];
      expect(labels).toEqual([
        'localization',
        'reproduction',
        'reproduction',
        'patch',
        'reproduction',
        'reproduction',
      ]);
    }
  });
});

describe('properties', () => {
  const value = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
  it('any arguments written out are read back', () => {
    fc.assert(
      fc.property(value, value, value, (path, oldStr, newStr) => {
        fc.pre(!/<|:\d/.test(path) && !/<\/?(?:parameter|function)/.test(oldStr + newStr));
        const call = makeCall('file_editor', {
          command: 'str_replace',
          path: path.trim(),
          old_str: oldStr,
          new_str: newStr,
        });
        expect(only(writeTextCall(call))).toEqual(call);
      }),
    );
  });
  it('reading never throws, and repairing twice changes nothing', () => {
    const piece = fc.constantFrom(
      '<parameter',
      '=',
      'command',
      '>',
      'view',
      '\n',
      '</parameter>',
      '<function=file_editor>',
      '</function>',
      '<',
      ' ',
      'path',
      '<think>',
      '{"name": ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const call of readTextCalls(pieces.join('')).calls) {
          const repaired = repairCall(call);
          expect(repairCall(repaired)).toEqual(repaired);
        }
      }),
    );
  });
  // A super-linear path would run into the time limit.
  it('hostile repetitions are read in linear time', { timeout: 10_000 }, () => {
    const many = 20_000;
    for (const piece of [
      '<parameter=old_str>a</parameter>',
      '<parameter=a>',
      '<parameter=a=b',
      '</parameter>x',
      '<parameter=old_str>\n',
      '<function=a>',
    ]) {
      readTextCalls(`<function=file_editor>${piece.repeat(many)}`);
    }
  });
});
