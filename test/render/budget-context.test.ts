import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDiff } from '../../src/diff/read.js';
import { writeDiff } from '../../src/diff/write.js';
import { narrowHunk } from '../../src/render/budget-context.js';
import type { DiffLine, Hunk } from '../../src/diff/diff.js';

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, text, newline: true });

const HUNK: Hunk = {
  oldStart: 10,
  oldLines: 7,
  newStart: 12,
  newLines: 8,
  section: 'def shelve():',
  lines: [
    line('context', 'a'),
    line('context', 'b'),
    line('removed', 'c'),
    line('added', 'C'),
    line('context', 'd'),
    line('context', 'e'),
    line('context', 'f'),
    line('added', 'F'),
    line('context', 'g'),
  ],
};

describe('narrowHunk', () => {
  it('splits a hunk where the context between changes is longer, as git diff -U1 does', () => {
    expect(
      narrowHunk(HUNK, 1).map(({ lines, ...ranges }) => [ranges, lines.map(({ text }) => text)]),
    ).toEqual([
      [
        { oldStart: 11, oldLines: 3, newStart: 13, newLines: 3, section: 'def shelve():' },
        ['b', 'c', 'C', 'd'],
      ],
      [{ oldStart: 15, oldLines: 2, newStart: 17, newLines: 3, section: '' }, ['f', 'F', 'g']],
    ]);
  });

  it('puts a pure insertion after the line before it', () => {
    const [, insertion] = narrowHunk(HUNK, 0);
    expect(insertion).toMatchObject({ oldStart: 15, oldLines: 0, newStart: 18, newLines: 1 });
  });

  it('changes nothing when the context is short already', () => {
    expect(narrowHunk(HUNK, 3)).toEqual([HUNK]);
  });

  it('keeps the changed lines with their line numbers, and makes diffs that can be read', () => {
    const kinds = fc.array(fc.constantFrom<DiffLine['kind']>('context', 'removed', 'added'), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(kinds, fc.nat(4), (list, context) => {
        if (list.every((kind) => kind === 'context')) return;
        const lines = list.map((kind, index) => line(kind, `line ${index}`));
        const oldLines = lines.filter(({ kind }) => kind !== 'added').length;
        const newLines = lines.filter(({ kind }) => kind !== 'removed').length;
        const start = (count: number): number => (count === 0 ? 4 : 5);
        const hunk = {
          oldStart: start(oldLines),
          oldLines,
          newStart: start(newLines),
          newLines,
          section: '',
          lines,
        };
        const parts = narrowHunk(hunk, context);
        expect(parts.flatMap(numberChanges)).toEqual(numberChanges(hunk));
        const header = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n';
        const file = { status: 'modified', oldPath: 'x', newPath: 'x', oldMode: '', newMode: '' } as const;
        const text = writeDiff({
          files: [{ ...file, binary: 'none', hunks: parts, lineStart: 1, header, text: '' }],
        });
        const read = readDiff(text);
        expect(read.ok && read.diff.files[0]?.hunks).toEqual(parts);
      }),
    );
  });
});

/** `-12 text` for a removed old line 12, `+13 text` for an added new line 13. */
function numberChanges(hunk: Hunk): string[] {
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let next = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  return hunk.lines.flatMap(({ kind, text }) => {
    if (kind === 'removed') return [`-${old++} ${text}`];
    if (kind === 'added') return [`+${next++} ${text}`];
    old += 1;
    next += 1;
    return [];
  });
}
