import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/repository/text.js';

describe('decodeText', () => {
  it('keeps a byte order mark and line ends of UTF-8', () => {
    const bytes = Buffer.from('\u{feff}loan\r\nfällig\u2028\rx');
    expect(decodeText(bytes)).toEqual({
      text: '\u{feff}loan\r\nfällig\u2028\rx',
      encoding: 'utf-8',
      binary: false,
    });
  });

  it('says so when the bytes are not UTF-8, and loses none of them', () => {
    const bytes = Buffer.from([0x66, 0xe4, 0x6c, 0x80, 0xff]);
    expect(decodeText(bytes)).toEqual({ text: 'fäl\u0080ÿ', encoding: 'latin1', binary: false });
  });

  it('calls a file binary as git does: a NUL among the first 8,000 bytes', () => {
    expect(decodeText(nulAt(7999)).binary).toBe(true);
    expect(decodeText(nulAt(8000)).binary).toBe(false);
    expect(decodeText(Buffer.alloc(0))).toEqual({ text: '', encoding: 'utf-8', binary: false });
  });

  it('can be undone for all bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const { text, encoding } = decodeText(bytes);
        expect(Buffer.from(text, encoding === 'latin1' ? 'latin1' : 'utf8')).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

function nulAt(index: number): Buffer {
  return Buffer.alloc(9000, 'a').fill(0, index, index + 1);
}
