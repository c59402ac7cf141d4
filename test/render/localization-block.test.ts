import { describe, expect, it } from 'vitest';
import type { LocalizedFile, LocalizedHunk } from '../../src/model/evidence.js';
import { renderLocalization } from '../../src/render/localization-block.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { buildShelf } from '../support/shelf.js';

const HUNK: LocalizedHunk = {
  old_start: 9,
  old_lines: 3,
  section: '',
  scope: [],
  touched: [{ start: 10, end: 10 }],
  insert_after: [],
  text: 'def lend(copy):\n    log(copy)\n    return copy\n',
  start_line: 9,
};

const FILE: LocalizedFile = {
  path: 'shelf/loans.py',
  status: 'modified',
  origin: 'fix',
  language: 'python',
  role: 'source',
  role_rule: 'source',
  binary: false,
  hunks: [HUNK],
  windows: [],
};

/** The block of one file with some fields changed, without the opening words. */
async function renderOne(file: Partial<LocalizedFile>, hunk: Partial<LocalizedHunk> = {}): Promise<string> {
  const { evidence } = await buildShelf('shelf__shelf-12');
  const files = [{ ...FILE, hunks: [{ ...HUNK, ...hunk }], ...file }];
  const block = renderLocalization({ ...evidence, localization: { files } }, DEFAULT_PROFILE);
  return block.slice(block.indexOf('###'));
}

const WITHOUT_TEXT: readonly (readonly [name: string, file: Partial<LocalizedFile>, expected: string])[] = [
  ['an added file by its path only', { status: 'added', hunks: [] }, '### shelf/loans.py (new file)\n'],
  ['a binary file by its path only', { binary: true }, '### shelf/loans.py (binary file)\n'],
  ['a deleted file by its extent', { status: 'deleted' }, '### shelf/loans.py (whole file)\nlines 1-11\n'],
  [
    'a moved file, no new path',
    { status: 'renamed', hunks: [] },
    '### shelf/loans.py (no line of it changes)\n',
  ],
  ['a change of mode', { status: 'mode', hunks: [] }, '### shelf/loans.py (file mode only)\n'],
  ['a generated file by its ranges', { role: 'generated' }, '### shelf/loans.py (generated)\nlines 9-11\n'],
];

describe('the localization block', () => {
  it('numbers lines, aligns the numbers, and marks what is replaced', async () => {
    expect(await renderOne({})).toBe(
      '### shelf/loans.py\nlines 9-11\n```\n   9 | def lend(copy):\n> 10 |     log(copy)\n  11 |     return copy\n```\n',
    );
  });

  it('marks a line after which the repair only adds, and keeps trailing white space', async () => {
    const text = await renderOne({}, { touched: [], insert_after: [10], text: 'a\n    log(copy)  \nb\n' });
    expect(text).toContain('+ 10 |     log(copy)  \n');
  });

  it('says where an insertion into nothing stands', async () => {
    const before = { old_start: 0, old_lines: 0, touched: [], insert_after: [0], text: '', start_line: 0 };
    expect(await renderOne({}, before)).toContain('before the first line\n```\n+ 0 | (start of file)\n```');
    const after = { ...before, old_start: 7, insert_after: [7] };
    expect(await renderOne({}, after)).toContain('after line 7\n```\n+ 7 | (after this line)\n```');
  });

  it('shows the line of an enclosing definition above the hunk when its number is known', async () => {
    const scope = [{ kind: 'class', name: 'Ledger', line: 3, text: 'class Ledger:' }];
    expect(await renderOne({}, { scope })).toContain(
      'lines 9-11, in class Ledger\n```\n   3 | class Ledger:\n     …\n   9 | def lend(copy):\n',
    );
  });

  it('shows a heading that names no definition as what it is', async () => {
    for (const section of ['import (', 'use std::fs;', 'where', 'MAX_WEEKS'])
      expect(await renderOne({}, { section })).not.toContain('below');
    expect(await renderOne({}, { section: 'DEFAULTS = {' })).toContain('lines 9-11, below `DEFAULTS = {`\n');
  });

  it.each(WITHOUT_TEXT)('%s', async (_name, file, expected) => {
    expect(await renderOne(file)).toBe(expected);
  });

  it('cuts a long hunk far from its changes first and says how much is missing', async () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index + 1}\n`).join('');
    const long = { old_start: 1, old_lines: 500, start_line: 1, text, touched: [{ start: 250, end: 251 }] };
    const lines = (await renderOne({}, long)).split('\n').slice(3, -2);
    expect(lines).toEqual([
      '      … 246 more lines',
      '  247 | line 247',
      '  248 | line 248',
      '  249 | line 249',
      '> 250 | line 250',
      '> 251 | line 251',
      '  252 | line 252',
      '  253 | line 253',
      '  254 | line 254',
      '      … 246 more lines',
    ]);
  });

  it('cuts the middle of a removal that is too long, keeping both ends', async () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index + 1}\n`).join('');
    const long = { old_start: 1, old_lines: 500, start_line: 1, text, touched: [{ start: 1, end: 500 }] };
    const lines = (await renderOne({}, long)).split('\n').slice(3, -2);
    expect(lines).toHaveLength(DEFAULT_PROFILE.maxHunkLines + 1);
    expect(lines[0]).toBe('>   1 | line 1');
    expect(lines[60]).toBe('      … 380 more lines');
    expect(lines.at(-1)).toBe('> 500 | line 500');
  });

  it('marks a heading that git has cut, and shows none for prose', async () => {
    const section = `static const struct shelf_operations ${'x'.repeat(43)}`;
    expect(await renderOne({}, { section })).toContain(`below \`${section}…\``);
    expect(await renderOne({ role: 'docs' }, { section })).not.toContain('below');
  });

  it('puts source first and repeats no scope line within a file', async () => {
    const { evidence } = await buildShelf('shelf__shelf-12');
    const scope = [{ kind: 'class', name: 'Ledger', line: 3, text: 'class Ledger:' }];
    const hunks = [
      { ...HUNK, scope },
      { ...HUNK, scope, old_start: 20, start_line: 20, touched: [{ start: 21, end: 21 }] },
    ];
    const files = [
      { ...FILE, path: 'CHANGES.md', role: 'docs' as const, hunks: [] },
      { ...FILE, hunks },
    ];
    const block = renderLocalization({ ...evidence, localization: { files } }, DEFAULT_PROFILE);
    expect(block.indexOf('### shelf/loans.py')).toBeLessThan(block.indexOf('### CHANGES.md'));
    expect(block.match(/ 3 \| class Ledger:/g)).toHaveLength(1);
  });

  it('chooses a fence that the text cannot close', async () => {
    const text = await renderOne({}, { text: '```sh\nrun\n````\n' });
    expect(text).toContain('`````\n   9 | ```sh\n');
    expect(text.endsWith('\n`````\n')).toBe(true);
  });

  it('leaves out source that was found in the test patch', async () => {
    const { evidence } = await buildShelf('shelf__shelf-12');
    const files = [{ ...FILE, origin: 'test_patch' as const }];
    const block = renderLocalization({ ...evidence, localization: { files } }, DEFAULT_PROFILE);
    expect(block).toBe('## Where the fault is\n\nThe repair changes no file outside of the tests.\n');
  });
});
