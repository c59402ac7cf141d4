/** Windows hold their hunks whole, never overlap, and stop at the limits. */
import { describe, expect, it } from 'vitest';
import { readDiff } from '../../src/diff/read.js';
import type { RoledFile } from '../../src/extract/repair.js';
import { scopesFromFile } from '../../src/extract/scope.js';
import { cutWindows, MAX_SCOPE_LINES, type WindowContext } from '../../src/extract/windows.js';
import { outlineFile } from '../../src/syntax/outline-text.js';

const number = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index + 1));

function cut(lines: readonly string[], hunks: readonly string[], context: WindowContext, role = 'source') {
  const text = lines.map((line) => `${line}\n`).join('');
  const read = readDiff(`--- a/shelf.py\n+++ b/shelf.py\n${hunks.join('\n')}\n`);
  const file = read.ok ? read.diff.files[0] : undefined;
  if (!file) throw new Error('the diff must be read');
  const outline = outlineFile('python', text);
  if (!outline) throw new Error('Python can be outlined');
  const entry: RoledFile = {
    file,
    path: 'shelf.py',
    role: role as RoledFile['role'],
    rule: '',
    language: 'python',
  };
  const { windows, isLimited } = cutWindows(entry, text, context, (line) =>
    scopesFromFile(outline, lines, line),
  );
  const ranges = windows.map(({ start_line: start, text: shown }) => [
    start,
    start + shown.split('\n').length - 2,
  ]);
  return { ranges, isLimited };
}

const replace = (line: number, text: string): string => `@@ -${line} +${line} @@\n-${text}\n+changed`;

describe('lines', () => {
  const lines = number(40, (index) => `x${index} = 1`);

  it('reach that far on each side, within the file', () => {
    expect(cut(lines, [replace(20, 'x20 = 1')], { kind: 'lines', count: 4 }).ranges).toEqual([[16, 24]]);
    expect(cut(lines, [replace(2, 'x2 = 1')], { kind: 'lines', count: 4 }).ranges).toEqual([[1, 6]]);
    expect(cut(lines, [replace(39, 'x39 = 1')], { kind: 'lines', count: 4 }).ranges).toEqual([[35, 40]]);
  });

  it('are merged where they meet, and only there', () => {
    const hunks = [replace(10, 'x10 = 1'), replace(17, 'x17 = 1'), replace(25, 'x25 = 1')];
    expect(cut(lines, hunks, { kind: 'lines', count: 3 }).ranges).toEqual([
      [7, 20],
      [22, 28],
    ]);
  });

  it('count from both neighbours of an insertion, also at the start of the file', () => {
    expect(cut(lines, ['@@ -20,0 +21 @@\n+new'], { kind: 'lines', count: 2 }).ranges).toEqual([[19, 22]]);
    expect(cut(lines, ['@@ -0,0 +1 @@\n+new'], { kind: 'lines', count: 2 }).ranges).toEqual([[1, 2]]);
    expect(cut(lines, ['@@ -0,0 +1 @@\n+new'], { kind: 'lines', count: 0 }).ranges).toEqual([]);
  });
});

describe('scope', () => {
  const lines = [
    'class Ledger:', // 1
    '    limit = 3',
    '',
    '    @property',
    '    def due(self):', // 5
    '        def inner():',
    '            return 7',
    '        return inner()',
    '',
    'def renew(loan):', // 10
    '    loan.due = 7',
    '    return loan',
    '',
    'WEEK = 7', // 14
  ];

  it('is the outermost function with its decorators, for a class attribute the class', () => {
    expect(cut(lines, [replace(7, '            return 7')], { kind: 'scope' }).ranges).toEqual([[4, 8]]);
    expect(cut(lines, [replace(2, '    limit = 3')], { kind: 'scope' }).ranges).toEqual([[1, 8]]);
  });

  it('outside of any definition is the hunk itself', () => {
    expect(cut(lines, [replace(14, 'WEEK = 7')], { kind: 'scope' })).toEqual({
      ranges: [[14, 14]],
      isLimited: false,
    });
  });

  it('of an insertion behind a function is the function only if the new line is indented', () => {
    expect(cut(lines, ['@@ -12,0 +13 @@\n+    # done'], { kind: 'scope' }).ranges).toEqual([[10, 12]]);
    expect(cut(lines, ['@@ -12,0 +13 @@\n+DAY = 1'], { kind: 'scope' }).ranges).toEqual([[12, 12]]);
  });

  it('longer than the limit is cut to lines around the change, and said', () => {
    const long = ['def renew(loan):', ...number(MAX_SCOPE_LINES, (index) => `    step(${index})`)];
    expect(cut(long, [replace(201, '    step(200)')], { kind: 'scope' })).toEqual({
      ranges: [[181, 221]],
      isLimited: true,
    });
    expect(cut(long.slice(0, MAX_SCOPE_LINES), [replace(201, '    step(200)')], { kind: 'scope' })).toEqual({
      ranges: [[1, MAX_SCOPE_LINES]],
      isLimited: false,
    });
  });
});

it('generated files get no window', () => {
  expect(cut(['x = 1'], [replace(1, 'x = 1')], { kind: 'file' }, 'generated').ranges).toEqual([]);
});
