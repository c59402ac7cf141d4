// Claim: the counts of a hunk header decide what a line is, names come from the best source, and what is not a legal
// two-way diff is a problem with line, expectation and finding (DESIGN §6, issue 2 item 3).
import { describe, expect, it } from 'vitest';

import { countChanges } from '../../src/diff/change-counts.js';
import type { DiffProblem, FileDiff } from '../../src/diff/diff.js';
import { readDiff } from '../../src/diff/read.js';
import { writeDiff } from '../../src/diff/write.js';
import { mustRead } from './parsed-form.js';

const EDIT =
  '@@ -3,3 +3,3 @@ class Shelf:\n     books = []\n-    limit = 3\n+    limit = 5\n     open = True\n';

function readOne(text: string): FileDiff {
  const { files } = mustRead(text);
  expect(files).toHaveLength(1);
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  return file;
}

function readProblem(text: string): DiffProblem {
  const result = readDiff(text);
  if (result.ok) throw new Error('the text was accepted');
  return result.problem;
}

describe('lines inside a hunk', () => {
  it('are what their first character says, however much they look like headers', () => {
    const body = ['--- a/old.sql', '+++ b/new.sql', ' diff --git a/x b/x', '-@@ -1 +1 @@', '+-- '];
    const file = readOne(`--- a/q.sql\n+++ b/q.sql\n@@ -1,3 +1,3 @@\n${body.join('\n')}\n-- \n2.39.5\n`);
    expect(file.hunks[0]?.lines.map((line) => [line.kind, line.text])).toEqual([
      ['removed', '-- a/old.sql'],
      ['added', '++ b/new.sql'],
      ['context', 'diff --git a/x b/x'],
      ['removed', '@@ -1 +1 @@'],
      ['added', '-- '],
    ]);
    expect(file.text.endsWith('+-- \n')).toBe(true);
  });

  it('end at line feeds only', () => {
    const odd = 'form\ffeed vertical\vtab nel\u0085 ls\u2028 ps\u2029 cr\rfs\u001c end';
    const file = readOne(`--- a/w.txt\n+++ b/w.txt\n@@ -1,2 +1,2 @@\n ${odd}\n-x\r\n+y\r\n`);
    expect(file.hunks[0]?.lines.map((line) => line.text)).toEqual([odd, 'x\r', 'y\r']);
    expect(file.crlf).toBeUndefined();
  });

  it('may be empty where an editor took the blank of a context line', () => {
    const file = readOne('--- a/w.txt\n+++ b/w.txt\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n');
    expect(file.hunks[0]?.lines[1]).toEqual({ kind: 'context', text: '', newline: true });
  });

  it('lose their terminator to a note in any language, on the side the note follows', () => {
    const file = readOne('--- a/w\n+++ b/w\n@@ -1 +1 @@\n-a\n\\ Kein Zeilenumbruch am Dateiende.\n+a\n');
    expect(file.hunks[0]?.lines.map((line) => line.newline)).toEqual([false, true]);
  });

  it('lose no carriage return unless every line of the section has one', () => {
    const section = `diff --git a/s.py b/s.py\n--- a/s.py\n+++ b/s.py\n${EDIT}`;
    const converted = readOne(section.replaceAll('\n', '\r\n'));
    expect(converted.crlf).toBe(true);
    expect(converted.newPath).toBe('s.py');
    expect(converted.hunks).toEqual(readOne(section).hunks);
    expect(writeDiff({ files: [{ ...converted, text: '' }] })).toBe(section.replaceAll('\n', '\r\n'));
    const mixed = readOne(section.replaceAll('\n', '\r\n').replace('limit = 3\r', 'limit = 3'));
    expect(mixed.crlf).toBeUndefined();
    expect(mixed.hunks[0]?.lines.map((line) => line.text.endsWith('\r'))).toEqual([true, false, true, true]);
  });
});

describe('hunk headers', () => {
  it('take a missing count for 1, keep ,0 as an insertion point and the heading verbatim', () => {
    const file = readOne(
      '--- a/f\n+++ b/f\n@@ -9,0 +10 @@ def f(): # @@ -1,2 +3,4 @@\n+new\n@@ -12 +12,0 @@\n-gone\n',
    );
    expect(file.hunks.map(({ lines: _lines, ...ranges }) => ranges)).toEqual([
      { oldStart: 9, oldLines: 0, newStart: 10, newLines: 1, section: 'def f(): # @@ -1,2 +3,4 @@' },
      { oldStart: 12, oldLines: 1, newStart: 12, newLines: 0, section: '' },
    ]);
    expect(countChanges(file)).toEqual({ additions: 1, deletions: 1 });
  });
});

describe('names', () => {
  it.each([
    [
      'a blank and a TAB after it',
      'diff --git a/my shelf.py b/my shelf.py\n--- a/my shelf.py\t\n+++ b/my shelf.py\t\n',
      'my shelf.py',
    ],
    [
      'C quotes with octal bytes',
      'diff --git "a/b\\303\\274cher.py" "b/b\\303\\274cher.py"\n--- "a/b\\303\\274cher.py"\n+++ "b/b\\303\\274cher.py"\n',
      'bücher.py',
    ],
    ['no prefix', 'diff --git src/x.py src/x.py\n--- src/x.py\n+++ src/x.py\n', 'src/x.py'],
    ['mnemonic prefixes', 'diff --git i/src/x.py w/src/x.py\n--- i/src/x.py\n+++ w/src/x.py\n', 'src/x.py'],
    ['the prefixes of git diff -R', 'diff --git b/x.py a/x.py\n--- b/x.py\n+++ a/x.py\n', 'x.py'],
    [
      'prefixes of its own',
      'diff --git broken/x.py repaired/x.py\n--- broken/x.py\n+++ repaired/x.py\n',
      'x.py',
    ],
    ['a folder called a', 'diff --git a/a/a/m.py b/a/a/m.py\n--- a/a/a/m.py\n+++ b/a/a/m.py\n', 'a/a/m.py'],
    ['a folder called dev', 'diff --git a/dev/null b/dev/null\n--- a/dev/null\n+++ b/dev/null\n', 'dev/null'],
    [
      'a plain diff with time stamps',
      'diff -ru a/x.py b/x.py\n--- a/x.py\t2024-03-01 10:00:00.5 +0100\n+++ b/x.py\t2024-03-02 10:00:00.5 +0100\n',
      'x.py',
    ],
    [
      'time stamps after blanks',
      '--- a/x y.py 2024-03-01 10:00:00\n+++ b/x y.py 2024-03-02 10:00:00\n',
      'x y.py',
    ],
    ['a backup beside it', '--- x.py.orig\n+++ x.py\n', 'x.py'],
  ])('are read from %s', (_case, header, path) => {
    const file = readOne(header + EDIT);
    expect([file.oldPath, file.newPath, file.status]).toEqual([path, path, 'modified']);
    expect(file.header).toBe(header);
  });

  it.each([
    ['a/dir b/x b/y.py b/dir b/x b/y.py', 'dir b/x b/y.py'],
    ['"a/tab\\there.sh" "b/tab\\there.sh"', 'tab\there.sh'],
    ['bin/run bin/run', 'bin/run'],
    ['old/my run.sh repaired/my run.sh', 'my run.sh'],
  ])('are read from `diff --git %s` when nothing else names the file', (gitLine, path) => {
    const file = readOne(`diff --git ${gitLine}\nold mode 100644\nnew mode 100755\n`);
    expect(file).toMatchObject({
      status: 'mode',
      oldPath: path,
      newPath: path,
      oldMode: '100644',
      newMode: '100755',
    });
  });

  it('of a rename come from its own lines before any other', () => {
    const file = readOne(
      `diff --git a/x b/y\nsimilarity index 90%\nrename from old name.py\nrename to "n\\nw.py"\nindex 123456..654321 100644\n--- a/p\n+++ b/q\n${EDIT}`,
    );
    expect(file).toMatchObject({
      status: 'renamed',
      oldPath: 'old name.py',
      newPath: 'n\nw.py',
      oldMode: '100644',
    });
  });

  it('tell an added and a deleted file, also by the time stamp of diff -N', () => {
    const added = readOne('--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n');
    expect([added.status, added.oldPath, added.newPath]).toEqual(['added', '', 'n.py']);
    const deleted = readOne(
      'diff -N a/n.py b/n.py\n--- a/n.py\t2024-03-01 10:00:00 +0100\n+++ b/n.py\t1970-01-01 01:00:00 +0100\n@@ -1 +0,0 @@\n-x\n',
    );
    expect([deleted.status, deleted.oldPath, deleted.newPath]).toEqual(['deleted', 'n.py', '']);
    const emptied = readOne(
      'diff --git a/n b/n\nindex 587be6b..e69de29 100644\n--- a/n\n+++ b/n\n@@ -1 +0,0 @@\n-x\n',
    );
    expect(emptied.status).toBe('modified');
  });
});

describe('text around the sections', () => {
  it('is skipped before, between and after them, and a list of + and - in it is no hunk', () => {
    const mail =
      'From 0123 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] shelf\n\n--- it was broken\n+++ now it works\n---\n s.py | 2 +-\n\n';
    const section = `--- a/s.py\n+++ b/s.py\n${EDIT}`;
    const { files } = mustRead(
      `${mail}${section}-- \n2.39.5\n\n- one\n+ two\n${section.replaceAll('s.py', 't.py')}\nThanks\n`,
    );
    expect(files.map((file) => [file.newPath, file.lineStart])).toEqual([
      ['s.py', 9],
      ['t.py', 21],
    ]);
    expect(files[0]?.text).toBe(section);
  });

  it('of zero bytes is a diff without files, any other text without a section is a problem', () => {
    expect(readDiff('')).toEqual({ ok: true, diff: { files: [] } });
    expect(readProblem('\n')).toMatchObject({ code: 'diff_not_found', line: 1 });
    expect(readProblem('diff --git is a command\n')).toMatchObject({
      code: 'diff_not_found',
      got: 'diff --git is a command',
    });
  });

  it('may begin with a byte order mark and may lack its last line feed', () => {
    const text =
      `\uFEFFdiff --git a/s.py b/s.py\nold mode 100644\nnew mode 100755\n--- a/s.py\n+++ b/s.py\n${EDIT}`.slice(
        0,
        -1,
      );
    const file = readOne(text);
    expect(file.newMode).toBe('100755');
    expect(`\uFEFF${file.text}`).toBe(text);
  });
});

describe('binary sections', () => {
  const data = 'literal 5\nMcmYdfNJ>rt00cS#ivR!s\n';

  it('are described by one line, in a git section or alone', () => {
    const file = readOne(
      'diff --git a/i.png b/i.png\nnew file mode 100644\nindex 0000000..6aba267\nBinary files /dev/null and b/i.png differ\n',
    );
    expect(file).toMatchObject({ status: 'added', newPath: 'i.png', binary: 'described', hunks: [] });
    expect(readOne('Binary files a/i.png and b/i.png differ\n')).toMatchObject({
      oldPath: 'i.png',
      binary: 'described',
    });
    expect(readProblem('Binary files of both teams differ\n').code).toBe('diff_not_found');
  });

  it('may miss their last empty line only when the data are whole', () => {
    const head = 'diff --git a/b.bin b/b.bin\nindex 1111111..2222222 100644\nGIT binary patch\n';
    expect(readOne(`${head}${data}`)).toMatchObject({
      binary: 'patch',
      binaryData: { forward: data, reverse: '' },
    });
    expect(readOne(`${head}${data}\n`).binaryData).toEqual({ forward: data, reverse: '' });
    expect(readProblem(`${head}${data.replace('literal 5', 'literal 6')}`).code).toBe('diff_truncated');
    expect(readProblem(`${head}${data.slice(0, -4)}\n\n`)).toMatchObject({
      code: 'diff_malformed',
      line: 5,
      path: 'b.bin',
    });
    expect(readProblem(head)).toMatchObject({ code: 'diff_truncated', line: 4, got: 'end of text' });
  });
});

describe('problems', () => {
  const head = 'diff --git a/s.py b/s.py\n--- a/s.py\n+++ b/s.py\n';

  it.each([
    [
      'a hunk cut short',
      `${head}@@ -1,3 +1,3 @@\n a\n-b\n`,
      {
        code: 'diff_truncated',
        line: 7,
        path: 's.py',
        got: 'end of text',
        expected: '1 more old and 2 more new lines',
      },
    ],
    [
      'counts too large before another file',
      `${head}@@ -1,2 +1,2 @@\n-b\n+c\ndiff --git a/t b/t\n`,
      { code: 'diff_counts', line: 7, path: 's.py', got: 'diff --git a/t b/t' },
    ],
    [
      'counts too small',
      `${head}@@ -1 +1 @@\n-b\n+c\n d\n`,
      { code: 'diff_counts', line: 7, path: 's.py', got: ' d' },
    ],
    [
      'one side running over',
      `${head}@@ -1 +1,2 @@\n-b\n-c\n+d\n`,
      { code: 'diff_counts', line: 6, path: 's.py', got: '-c' },
    ],
    [
      'a hunk header without numbers',
      `${head}@@ ... @@\n-b\n+c\n`,
      { code: 'diff_malformed', line: 4, path: 's.py' },
    ],
    ['no hunk after the names', `${head}text\n`, { code: 'diff_malformed', line: 4, got: 'text' }],
    [
      'a hunk that changes nothing',
      `${head}@@ -1 +1 @@\n b\n`,
      { code: 'diff_malformed', line: 4, path: 's.py' },
    ],
    ['a hunk with lines at line 0', `${head}@@ -0,1 +0,1 @@\n-b\n+c\n`, { code: 'diff_malformed', line: 4 }],
    ['a hunk without a file', 'text\n@@ -1 +1 @@\n-b\n+c\n', { code: 'diff_malformed', line: 2 }],
    [
      'a line after the last of its side',
      `${head}@@ -1,2 +1 @@\n-b\n\\ No newline at end of file\n-c\n+d\n`,
      { code: 'diff_malformed', line: 7 },
    ],
    [
      'two notes for one line',
      `${head}@@ -1 +1 @@\n-b\n\\ No newline\n\\ No newline\n+d\n`,
      { code: 'diff_malformed', line: 7 },
    ],
    [
      'a mode that is none',
      'diff --git a/s b/s\nold mode 644\nnew mode 755\n',
      { code: 'diff_malformed', line: 2, got: 'old mode 644' },
    ],
    ['half a rename', 'diff --git a/s b/t\nrename from s\n', { code: 'diff_malformed', line: 1 }],
    ['a broken quote', '--- "a/s\\9"\n+++ b/s\n@@ -1 +1 @@\n-b\n+c\n', { code: 'diff_malformed', line: 1 }],
    [
      'two names without a rename',
      `diff --git a/s b/s\n--- a/s\n+++ b/t\n${EDIT}`,
      { code: 'diff_malformed', line: 1 },
    ],
    [
      'a section that says nothing',
      'diff --git a/s b/s\nindex 1111111..2222222 100644\n',
      { code: 'diff_malformed', line: 3, path: 's' },
    ],
    [
      'an added file with old lines',
      `diff --git a/s b/s\nnew file mode 100644\n--- /dev/null\n+++ b/s\n${EDIT}`,
      { code: 'diff_malformed', path: 's' },
    ],
    [
      'a combined diff',
      'diff --cc s\nindex 1,2..3\n--- a/s\n+++ b/s\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n',
      { code: 'diff_combined', line: 1 },
    ],
    [
      'a combined hunk',
      '--- a/s\n+++ b/s\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n',
      { code: 'diff_combined', line: 3 },
    ],
  ])('%s', (_case, text, expected) => {
    expect(readProblem(text)).toMatchObject(expected);
  });

  it('carry a clipped piece of a long line', () => {
    expect(readProblem(`${head}@@ -1 +1 @@\n-b\n${'x'.repeat(5000)}\n`).got.length).toBeLessThan(200);
  });
});
