// Claim: names are quoted and unquoted as git does it with core.quotePath on.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { quotePath, readQuotedPath, unquotePath } from '../../src/diff/quote.js';

describe('quotePath', () => {
  it('leaves blanks and plain names alone and escapes the rest', () => {
    expect(quotePath('my shelf.py')).toBe('my shelf.py');
    expect(quotePath('a"b\\c')).toBe('"a\\"b\\\\c"');
    expect(quotePath('\u0001\u0007\b\t\n\v\f\r\u007f')).toBe('"\\001\\a\\b\\t\\n\\v\\f\\r\\177"');
    expect(quotePath('dócs/日')).toBe('"d\\303\\263cs/\\346\\227\\245"');
  });

  it('is undone by unquotePath for every well-formed name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        // A raw name that begins with a quote is always quoted, so the two cannot be mixed up.
        expect(unquotePath(quotePath(name))).toBe(name);
      }),
    );
  });
});

describe('readQuotedPath', () => {
  it('says where the name ends and takes raw characters beside octal ones', () => {
    expect(readQuotedPath('x "bü\\303\\274" y', 2)).toEqual({ path: 'büü', end: 14 });
  });

  it.each(['"open', '"bad \\9"', '"cut \\30"', '"high \\777"', '"end \\'])('refuses %s', (text) => {
    expect(readQuotedPath(text, 0)).toBeNull();
  });

  it('refuses text behind the closing quote', () => {
    expect(unquotePath('"a" b')).toBeNull();
  });
});
