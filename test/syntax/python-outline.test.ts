import { describe, expect, it } from 'vitest';
import { definitionText, enclosingDefinitions } from '../../src/syntax/outline.js';
import { outlineFragment } from '../../src/syntax/outline-text.js';
import { outlinePython } from '../../src/syntax/python-outline.js';
import { outlineLines } from './outline-lines.js';

const LEDGER = `"""Loans.

def not_code():
"""
import datetime


@final
@register(
    name="ledger",
)
class Ledger(
    base.Book, Generic[T],
    metaclass=Meta,
):
    WEEK = 7

    @property
    def due(self): return {
        "a": 1,
    }

    async def renew(
        self,
        loan: Dict[str, int] = lambda: None,
    ) -> None:
        def step():
            return '''
class Fake:
'''
        # a comment at the end


if True:
    def late(x): pass
\tdef tabbed():
\t\treturn 1
`;

describe('outline of Python text', () => {
  it('finds classes, methods and functions with decorators, long headers and one-line bodies', () => {
    const outline = outlinePython(LEDGER);
    expect(outlineLines(outline)).toEqual([
      'class Ledger 8/12/15-30 < Book, Generic',
      '  method due 18/19/19-21',
      '  method renew 23/23/26-30',
      '    function step 27/27/27-30',
      'function late 35/35/35-35',
      'function tabbed 36/36/36-37',
    ]);
    expect(outline.complete).toBe(true);
  });

  it('tells the scopes of a line, outermost first, and their header text', () => {
    const outline = outlinePython(LEDGER);
    const names = (line: number): string[] => enclosingDefinitions(outline, line).map(({ name }) => name);
    expect(names(28)).toEqual(['Ledger', 'renew', 'step']);
    expect(names(9)).toEqual(['Ledger']);
    expect(names(22)).toEqual(['Ledger']);
    expect(names(3)).toEqual([]);
    expect(names(32)).toEqual([]);
    expect(names(99)).toEqual([]);
    const renew = outline.definitions[2];
    expect(renew && definitionText(LEDGER, renew)).toBe('    async def renew(\n');
  });

  it.each([
    [
      'Python 2',
      'def old():\n    print "x", `y`\n    exec "z" in w\n    raise E, "m"\n',
      'function old 1/1/1-4',
    ],
    ['CRLF', 'def a(\r\n  b):\r\n  pass\r\n\r\nx = 1\r\n', 'function a 1/1/2-3'],
    [
      'a form feed',
      '\f\ndef a():\n  pass\n\f\n\fdef b():\n  pass\n',
      'function a 2/2/2-3|function b 5/5/5-6',
    ],
    ['a byte order mark', '\ufeffdef a(): pass', 'function a 1/1/1-1'],
    ['continuations', 'x = 1 + \\\n  def_\ndef \\\n a(): pass\n', 'function a 3/3/4-4'],
    [
      'keywords as parts of names',
      'class_ = 1\ndefault = 2\nclassify(x)\ndef f(): pass\n',
      'function f 4/4/4-4',
    ],
    ['raw strings', "a = r'\\'\ndef b'\ndef f(): pass\n", 'function f 3/3/3-3'],
    [
      'nested brackets in defaults',
      'def f(a={"x": [1, (2)]}, *, b: int = 3) -> "C":\n  pass\n',
      'function f 1/1/1-2',
    ],
    [
      'a class without brackets',
      'class A: x = 1; y = 2\nclass B:\n  pass\n',
      'class A 1/1/1-1|class B 2/2/2-3',
    ],
    ['comments at any column', 'def f():\n# note\n  x\n# note\n  y\n# end\n', 'function f 1/1/1-5'],
  ])('reads %s', (_, text, expected) => {
    expect(outlineLines(outlinePython(text)).join('|').replace(/ {2}/g, '')).toBe(expected);
  });

  it('goes on behind an unclosed bracket or string and says that the outline is incomplete', () => {
    for (const broken of ['x = f(1,\n', 'x = "open\n', 'x = """open\n', 'x = 1)\n']) {
      const outline = outlinePython(`${broken}def after():\n    pass\n`);
      expect(outlineLines(outline)).toEqual(['function after 2/2/2-3']);
      expect(outline.complete).toBe(false);
    }
  });

  it('keeps the statements beside definitions, blocks as one', () => {
    const text =
      'import os\ntry:\n    import json\nexcept ImportError:\n    json = None\nX = [\n  1,\n]\nclass A:\n    y: int = 1\n    def f(self):\n        z = 1\n    pass\nrun()\n';
    const { statements } = outlinePython(text);
    expect(
      statements.map(({ kind, lineStart, lineEnd, parent }) => [kind, lineStart, lineEnd, parent]),
    ).toEqual([
      ['import', 1, 1, -1],
      ['other', 2, 5, -1],
      ['value', 6, 8, -1],
      ['value', 10, 10, 0],
      ['other', 13, 13, 0],
      ['other', 14, 14, -1],
    ]);
  });
});

describe('outline of a fragment of Python text', () => {
  it('finds methods whose class is above the fragment, and says what is cut off', () => {
    const outline = outlineFragment(
      'python',
      '        self.assertEqual(a, b)\n\n    @mark\n    def test_renew(self):\n        pass\n\n    def test_late(self):\n        x = """\n',
    );
    expect(outlineLines(outline)).toEqual(['function test_renew 3/4/4-5', 'function test_late 7/7/7-8 open']);
    expect(outline?.complete).toBe(false);
  });

  it.each([
    ['prose', '    are renewed, don\'t they.\n    """\n    x = 1\n\ndef test_b():\n    """Doc."""\n'],
    [
      'code',
      '        def inner():\n            pass\n        """)\n\ndef test_b():\n    run("""\n    def no():\n    """)\n',
    ],
    ['nothing', '"""\n\ndef test_b():\n    """Doc."""\n    x = """\n'],
  ])('recognises a fragment that starts inside a string of %s', (_, text) => {
    expect(outlineFragment('python', text)?.definitions.map(({ name }) => name)).toEqual(['test_b']);
  });

  it('recognises an opener by what stands before it', () => {
    const text = '    write(\n        """\n    def no(): pass\n    """\n    )\ndef yes():\n    """Doc."""\n';
    expect(outlineFragment('python', text)?.definitions.map(({ name }) => name)).toEqual(['yes']);
  });
});
