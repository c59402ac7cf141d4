// Claim: all collected legal and broken diffs are read exactly as git's own reading of them says (issue 2, item 3).
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { countChanges } from '../../src/diff/change-counts.js';
import type { FileDiff, Hunk } from '../../src/diff/diff.js';
import { readDiff } from '../../src/diff/read.js';
import { reverseDiff } from '../../src/diff/reverse.js';
import { compareWithParseDiff } from '../../src/diff/second-opinion.js';
import { writeDiff } from '../../src/diff/write.js';

interface ExpectedFile {
  readonly status: string;
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly oldMode: string;
  readonly newMode: string;
  readonly binary: boolean;
  readonly deleted: number;
  readonly added: number;
  readonly hunks: readonly object[];
}

interface Expectation {
  readonly expectError: boolean;
  readonly files: readonly ExpectedFile[];
}

const LETTER_BY_STATUS = {
  modified: 'M',
  mode: 'M',
  added: 'A',
  deleted: 'D',
  renamed: 'R',
  copied: 'C',
} as const;
const MARKER_BY_KIND = { context: ' ', removed: '-', added: '+' } as const;
const NO_NEWLINE = ['\\', '\\ No newline at end of file'];

const folder = new URL('../../../shared/hostile-diffs/', import.meta.url);
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.diff')) : [];

describe.skipIf(names.length === 0)('collected hostile diffs (../shared/hostile-diffs)', () => {
  it('holds the 64 cases', () => {
    expect(names).toHaveLength(64);
  });

  it.each(names)('%s is read as its .json says', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const expected = readExpectation(name);
    const result = readDiff(text);
    expect(result.ok).toBe(!expected.expectError);
    if (!result.ok) return;
    const { files } = result.diff;
    expect(files.map(describeFile)).toEqual(expected.files.map((file, i) => normaliseModes(file, files[i])));
    for (const file of files) {
      expect(compareWithParseDiff(file)).toBeNull();
      expect(text).toContain(file.text);
      if (!/\r$/m.test(file.header))
        expect(writeDiff({ files: [{ ...file, text: '' }] })).toBe(terminated(file.text));
    }
    expect(parsedForm(reverseDiff(reverseDiff(result.diff)).files)).toEqual(parsedForm(files));
  });
});

function readExpectation(name: string): Expectation {
  return JSON.parse(readFileSync(new URL(name.replace(/diff$/, 'json'), folder), 'utf8')) as Expectation;
}

function describeFile(file: FileDiff): ExpectedFile {
  const { additions, deletions } = countChanges(file);
  return {
    status: LETTER_BY_STATUS[file.status],
    oldPath: file.oldPath === '' ? null : file.oldPath,
    newPath: file.newPath === '' ? null : file.newPath,
    oldMode: file.oldMode,
    newMode: file.newMode,
    binary: file.binary !== 'none',
    deleted: deletions,
    added: additions,
    hunks: file.hunks.map(describeHunk),
  };
}

function describeHunk(hunk: Hunk): object {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  const lines = hunk.lines.flatMap((line) => [
    [MARKER_BY_KIND[line.kind], line.text],
    ...(line.newline ? [] : [NO_NEWLINE]),
  ]);
  return { oldStart, oldLines, newStart, newLines, lines };
}

/** git's raw listing knows modes that a pure rename or copy does not print; 000000 is the mode of no file. */
function normaliseModes(file: ExpectedFile, read: FileDiff | undefined): ExpectedFile {
  const isPureMove =
    (file.status === 'R' || file.status === 'C') &&
    file.hunks.length === 0 &&
    read?.header.includes('\nindex ') === false;
  const mode = (text: string): string => (text === '000000' || isPureMove ? '' : text);
  return { ...file, oldMode: mode(file.oldMode), newMode: mode(file.newMode) };
}

function terminated(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function parsedForm(files: readonly FileDiff[]): object[] {
  return files.map(({ header: _header, text: _text, lineStart: _lineStart, ...parsed }) => parsed);
}
