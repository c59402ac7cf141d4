/** Claim: input files are named below their common folder and never by an absolute path. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameFilesRelative } from '../../src/io/common-folder.js';

describe('names of input files', () => {
  it.each([
    ['a single file', ['/data/lite/test.parquet'], { '/data/lite/test.parquet': 'test.parquet' }],
    ['a relative file', ['sub/rows.jsonl'], { 'sub/rows.jsonl': 'rows.jsonl' }],
    [
      'two files of one folder',
      ['/d/a.jsonl', '/d/b.jsonl'],
      { '/d/a.jsonl': 'a.jsonl', '/d/b.jsonl': 'b.jsonl' },
    ],
    [
      'files of two folders',
      ['/d/lite/x.parquet', '/d/full/x.parquet'],
      { '/d/lite/x.parquet': 'lite/x.parquet', '/d/full/x.parquet': 'full/x.parquet' },
    ],
    ['a folder', ['/d/smith/'], { '/d/smith/a.json': 'smith/a.json' }],
    ['folders that share the start of a name', ['/d/ab/x', '/d/a/x'], { '/d/ab/x': 'ab/x', '/d/a/x': 'a/x' }],
    ['nothing in common but the root', ['/a/x', '/b/y'], { '/a/x': 'a/x', '/b/y': 'b/y' }],
    ['a name that starts with dots', ['/d/..rows.jsonl'], { '/d/..rows.jsonl': '..rows.jsonl' }],
    ['a path with dots', ['/d/x/../a.jsonl'], { '/d/x/../a.jsonl': 'a.jsonl' }],
    ['stdin beside a file', ['-', '/d/a.jsonl'], { '-': '-', '/d/a.jsonl': 'a.jsonl' }],
    ['stdin alone', ['-'], { '-': '-' }],
    ['a file that is no input', ['/d/e/a.jsonl'], { '/d/other.jsonl': 'other.jsonl' }],
  ])('of %s', (_, inputs, names) => {
    const name = nameFilesRelative(inputs);
    for (const [file, expected] of Object.entries(names)) expect(name(file)).toBe(expected);
  });

  it('of the working folder by its own name', () => {
    const folder = resolve('.').split('/').at(-1);
    expect(nameFilesRelative(['.'])('./a.json')).toBe(`${folder}/a.json`);
  });
});
