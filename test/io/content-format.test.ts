/** Claim: the bytes decide what an input is; the extension only where they do not. */
import { describe, expect, it } from 'vitest';
import { readExtension, sniffContainer, sniffText } from '../../src/io/content-format.js';

function sniff(text: string, extension: string): string {
  return sniffText(Buffer.from(text), extension, true, false).kind;
}

describe('containers', () => {
  it.each([
    ['PAR1\x15', 'parquet'],
    ['\x1f\x8b\x08', 'gzip'],
    ['\x28\xb5\x2f\xfd', 'zstd'],
    ['\x51\x2a\x4d\x18\x04', 'zstd'],
    ['{"a":1}', 'text'],
    ['', 'text'],
  ])('knows %j as %s', (head, kind) => {
    expect(sniffContainer(Buffer.from(head, 'latin1')).kind).toBe(kind);
  });

  it.each([
    ['PK\x03\x04', 'a zip archive'],
    ['\xff\xfe{\x00', 'UTF-16 text'],
    ['version https://git-lfs.github.com/spec/v1\n', 'a Git LFS pointer (run "git lfs pull" first)'],
  ])('names what it refuses: %j', (head, found) => {
    expect(sniffContainer(Buffer.from(head, 'latin1'))).toEqual({ kind: 'named', found });
  });
});

describe('text', () => {
  it.each([
    ['rows in a .json file', '{"a":1}\n{"a":2}\n', 'json', 'jsonl'],
    ['an array in a .jsonl file', '[{"a":1},\n{"a":2}]', 'jsonl', 'json'],
    ['an array on one line in a .jsonl file', '[{"a":1},{"a":2}]\n', 'jsonl', 'json'],
    ['a pretty array in a .jsonl file', '[\n  {\n    "a": 1\n  }\n]\n', 'jsonl', 'json'],
    ['a pretty object in a .jsonl file', '{\n  "a": 1\n}\n', 'jsonl', 'json'],
    ['one row in a .jsonl file', '{"a":1}\n', 'jsonl', 'jsonl'],
    ['one row without extension', '{"a":1}\n', '', 'json'],
    ['an array row before rows', '[1,2]\n{"a":1}\n', 'jsonl', 'jsonl'],
    ['a first row cut in a string', '{"a":"x\n{"a":1}\n', 'json', 'jsonl'],
    ['a first row cut after a comma', '{"a":1,\n{"a":1}\n', 'json', 'jsonl'],
    ['a first row cut after a value', '{"a":[1]\n{"a":1}\n', 'json', 'jsonl'],
    ['a broken first row "[" before rows', '[\n{"a":1}\n{"a":2}\n', 'jsonl', 'jsonl'],
    ['null before rows, no extension', 'null\n{"a":1}\n', '', 'jsonl'],
    ['a table without extension', 'a,b\n1,2\n', '', 'csv'],
    ['a quoted header', '"a","b"\n1,2\n', 'csv', 'csv'],
    ['rows in a .csv file', '{"a":1}\n{"a":2}\n', 'csv', 'jsonl'],
    ['an empty .jsonl file', '\n\n', 'jsonl', 'jsonl'],
    ['an empty .json file', ' ', 'json', 'empty'],
    ['a web page in a .json file', '<!DOCTYPE html>\n<p>, </p>\n', 'json', 'unknown'],
    ['prose', 'Dear all\nnothing here\n', '', 'unknown'],
  ])('takes %s for what it is', (_, text, extension, kind) => {
    expect(sniff(text, extension)).toBe(kind);
  });

  it('asks for more instead of guessing', () => {
    for (const text of ['', '  ', '{"a":', '{"a":1}', '{"a":1}\n', '[\n', 'a,b']) {
      expect(sniffText(Buffer.from(text), '', false, false).kind).toBe('more');
      expect(sniffText(Buffer.from(text), '', false, true).kind).not.toBe('more');
    }
  });
});

describe('extensions', () => {
  it.each([
    ['a/rows.JSONL.gz', 'jsonl'],
    ['rows.json', 'json'],
    ['a.b/rows', ''],
    ['rows.csv.zst', 'csv'],
    ['-', ''],
  ])('of %s is %j', (path, extension) => {
    expect(readExtension(path)).toBe(extension);
  });
});
