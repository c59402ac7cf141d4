// Claim: writing, reversing, applying and the line numbers of a hunk keep to the exact lines of both sides.
import { describe, expect, it } from 'vitest';

import { applyFileDiff } from '../../src/diff/apply.js';
import { changedLines } from '../../src/diff/changed-lines.js';
import type { FileDiff, Hunk } from '../../src/diff/diff.js';
import { newSideText, oldSideText } from '../../src/diff/hunk-sides.js';
import { reverseDiff } from '../../src/diff/reverse.js';
import { compareWithParseDiff } from '../../src/diff/second-opinion.js';
import { writeDiff } from '../../src/diff/write.js';
import { mustRead, parsedForm } from './parsed-form.js';

function readFile(text: string): FileDiff {
  const [file] = mustRead(text).files;
  if (file === undefined) throw new Error('no file');
  return file;
}

function readHunk(header: string, ...lines: string[]): Hunk {
  const [hunk] = readFile(`--- a/f\n+++ b/f\n${[header, ...lines].join('\n')}\n`).hunks;
  if (hunk === undefined) throw new Error('no hunk');
  return hunk;
}

describe('changedLines', () => {
  it('tells replaced from inserted lines, in old line numbers', () => {
    const hunk = readHunk(
      '@@ -10,6 +10,9 @@',
      '+top',
      ' a',
      '-b',
      '-c',
      '+B',
      ' d',
      '+e',
      '+f',
      ' g',
      '-h',
      '+H',
      '+i',
    );
    expect(changedLines(hunk)).toEqual({
      touched: [
        { start: 11, end: 12 },
        { start: 15, end: 15 },
      ],
      insertAfter: [9, 13],
    });
  });

  it('places an insertion without context after the line of its header, and at 0 before the first', () => {
    expect(changedLines(readHunk('@@ -9,0 +10,2 @@', '+x', '+y'))).toEqual({ touched: [], insertAfter: [9] });
    expect(changedLines(readHunk('@@ -0,0 +1 @@', '+x'))).toEqual({ touched: [], insertAfter: [0] });
    expect(changedLines(readHunk('@@ -1 +1,2 @@', '+x', ' a'))).toEqual({ touched: [], insertAfter: [0] });
    expect(changedLines(readHunk('@@ -4,2 +3,0 @@', '-x', '-y'))).toEqual({
      touched: [{ start: 4, end: 5 }],
      insertAfter: [],
    });
  });
});

describe('the two sides of a hunk', () => {
  it('keep every terminator, and none where the file has none', () => {
    const hunk = readHunk('@@ -1,2 +1,2 @@', ' a\r', '-b', '\\ No newline at end of file', '+c');
    expect(oldSideText(hunk)).toBe('a\r\nb');
    expect(newSideText(hunk)).toBe('a\r\nc\n');
  });
});

describe('writeDiff', () => {
  const lines = [{ kind: 'added', text: 'x = 1', newline: false }] as const;
  const made: FileDiff = {
    status: 'added',
    oldPath: '',
    newPath: 'my bücher.py',
    oldMode: '',
    newMode: '100755',
    binary: 'none',
    hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, section: '', lines }],
    lineStart: 1,
    header: '',
    text: '',
  };

  it('gives a file made in memory the header git would write', () => {
    expect(writeDiff({ files: [made] })).toBe(
      [
        'diff --git "a/my b\\303\\274cher.py" "b/my b\\303\\274cher.py"',
        'new file mode 100755',
        '--- /dev/null',
        '+++ "b/my b\\303\\274cher.py"\t',
        '@@ -0,0 +1 @@',
        '+x = 1',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
    );
  });

  it('parts two sections when the first lost its last line feed', () => {
    const cut = readFile('--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b');
    expect(mustRead(writeDiff({ files: [cut, cut] })).files.map((file) => file.lineStart)).toEqual([1, 6]);
    expect(writeDiff({ files: [cut] }).endsWith('+b')).toBe(true);
  });
});

describe('reverseDiff', () => {
  it('turns statuses, modes, hashes and ranges, puts removed before added, keeps the heading', () => {
    const text = [
      'diff --git a/old.py b/new.py',
      'old mode 100644',
      'new mode 100755',
      'similarity index 80%',
      'rename from old.py',
      'rename to new.py',
      'index 1111111..2222222',
      '--- a/old.py',
      '+++ b/new.py',
      '@@ -7,2 +7,3 @@ def lend():',
      '-a',
      '+b',
      '+c',
      ' d',
      '',
    ].join('\n');
    expect(writeDiff(reverseDiff(mustRead(text)))).toBe(
      [
        'diff --git a/new.py b/old.py',
        'old mode 100755',
        'new mode 100644',
        'similarity index 80%',
        'rename from new.py',
        'rename to old.py',
        'index 2222222..1111111',
        '--- a/new.py',
        '+++ b/old.py',
        '@@ -7,3 +7,2 @@ def lend():',
        '-b',
        '-c',
        '+a',
        ' d',
        '',
      ].join('\n'),
    );
  });

  it('keeps the deletion before the addition where a file became a link', () => {
    const text =
      'diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' +
      'diff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n\\ No newline at end of file\n';
    const reversed = reverseDiff(mustRead(text));
    expect(reversed.files.map((file) => [file.status, file.oldMode || file.newMode, file.lineStart])).toEqual(
      [
        ['deleted', '120000', 1],
        ['added', '100644', 8],
      ],
    );
    expect(parsedForm(reverseDiff(reversed))).toEqual(parsedForm(mustRead(text)));
  });

  it('swaps the halves of a binary patch, and only describes one that has a single half', () => {
    const [forward, reverse] = ['literal 5\nMcmYdfNJ>rt00cS#ivR!s\n', 'literal 3\nKcmYdfNCE%>hycU@\n'];
    const head = 'diff --git a/b b/b\nindex 1111111..2222222 100644\nGIT binary patch\n';
    const reversed = reverseDiff(mustRead(`${head}${forward}\n${reverse}\n`));
    expect(writeDiff(reversed)).toBe(
      `diff --git a/b b/b\nindex 2222222..1111111 100644\nGIT binary patch\n${reverse}\n${forward}\n`,
    );
    expect(writeDiff(reverseDiff(mustRead(`${head}${forward}\n`)))).toContain(
      'Binary files a/b and b/b differ\n',
    );
  });
});

describe('applyFileDiff', () => {
  const file = readFile('--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n@@ -5,0 +6 @@\n+f\n');

  it('changes exactly the lines the headers name', () => {
    expect(applyFileDiff(file, 'a\nb\nc\nd\ne\n')).toEqual({ ok: true, text: 'a\nb\nC\nd\ne\nf\n' });
  });

  it.each([
    ['a shifted file', 'zero\na\nb\nc\nd\n', { hunk: 0, line: 2, expected: 'b', got: 'a' }],
    ['a file that ends early', 'a\nb\n', { hunk: 0, line: 3, expected: 'c', got: 'end of file' }],
    ['other line ends', 'a\nb\r\nc\nd\ne\n', { hunk: 0, line: 2, expected: 'b', got: 'b\r' }],
    [
      'a missing last line feed',
      'a\nb\nc',
      { hunk: 0, line: 3, expected: 'c', got: 'c (without line feed)' },
    ],
    ['an insertion point behind the end', 'a\nb\nc\nd\n', { hunk: 1, line: 5 }],
    ['text that would run on in an open line', 'a\nb\nc\nd\ne', { hunk: 1, got: 'd\ne' }],
  ])('refuses %s', (_case, oldText, mismatch) => {
    expect(applyFileDiff(file, oldText)).toMatchObject({ ok: false, mismatch });
  });

  it('refuses to add a file that is there, to leave text of a deleted one, and binary data', () => {
    const added = readFile('--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n');
    const deleted = readFile('--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n');
    expect(applyFileDiff(added, '')).toEqual({ ok: true, text: 'x\n' });
    expect(applyFileDiff(added, 'y\n').ok).toBe(false);
    expect(applyFileDiff(deleted, 'x\n')).toEqual({ ok: true, text: '' });
    expect(applyFileDiff(deleted, 'x\ny\n').ok).toBe(false);
    expect(applyFileDiff({ ...added, hunks: [], binary: 'described' }, '').ok).toBe(false);
  });
});

describe('compareWithParseDiff', () => {
  const text =
    '--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@ x\n a\n--- b\n+++ c\n\n@@ -9 +9 @@\n-y\n\\ Kein Zeilenumbruch\n+z\n';

  it('agrees on headers in hunks, stripped context, notes in another language and converted line ends', () => {
    expect(compareWithParseDiff(readFile(text))).toBeNull();
    expect(compareWithParseDiff(readFile(text.replaceAll('\n', '\r\n')))).toBeNull();
    expect(compareWithParseDiff({ ...readFile(text), text: '', header: '' })).toBeNull();
  });

  it('reports a range, a line or a terminator that our reading has otherwise', () => {
    const file = readFile(text);
    const [first, second] = file.hunks;
    if (first === undefined || second === undefined) throw new Error('no hunks');
    const doctored: Hunk[][] = [
      [{ ...first, oldStart: 2 }, second],
      [first],
      [{ ...first, lines: first.lines.map((line) => ({ ...line, text: line.text.toUpperCase() })) }, second],
      [first, { ...second, lines: second.lines.map((line) => ({ ...line, newline: true })) }],
      [first, { ...second, lines: second.lines.slice(0, 1) }],
    ];
    for (const hunks of doctored) {
      expect(compareWithParseDiff({ ...file, hunks })).toMatchObject({
        code: 'diff_readers_disagree',
        path: 'f',
        line: 1,
      });
    }
  });
});
