/** Tests of the literal reader: Python's own rules, on texts as datasets hold them and on random ones. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LiteralDict, type LiteralValue, readPythonLiteral } from '../../src/ingest/python-literal.js';

/** The value with dicts as lists of pairs, or the message. */
function read(text: string): unknown {
  const result = readPythonLiteral(text);
  return result.ok ? plain(result.value) : `${result.message} @${String(result.offset)}`;
}

function plain(value: LiteralValue): unknown {
  if (value instanceof LiteralDict)
    return { dict: value.entries.map(([key, item]) => [plain(key), plain(item)]) };
  return Array.isArray(value) ? value.map(plain) : value;
}

describe('reads what Python reads', () => {
  test.each<[string, unknown]>([
    [`['a', "b"]`, ['a', 'b']],
    [`[]`, []],
    [`( )`, []],
    [`('a',)`, ['a']],
    [`('a')`, 'a'],
    [`'a', 'b'`, ['a', 'b']],
    [`{'a', 'b',}`, ['a', 'b']],
    [`{}`, { dict: [] }],
    [
      `{'a': 1, 'b': ['c'],}`,
      {
        dict: [
          ['a', 1],
          ['b', ['c']],
        ],
      },
    ],
    [`set()`, []],
    [`[True, False, None]`, [true, false, null]],
    [
      `[1, -2, +3, 0x1F, 0b101, 0o17, 1_000, 1.5, .5, 2., 1e3]`,
      [1, -2, 3, 31, 5, 15, 1000, 1.5, 0.5, 2, 1000],
    ],
    [`123456789012345678901`, 123456789012345678901n],
    [`['a' 'b'\n "c"]`, ['abc']],
    [`[r'\\d', u'x', b'y\\xff', Rb'\\z', BR'q']`, ['\\d', 'x', 'y\u00ff', '\\z', 'q']],
    [String.raw`'\x41\u00e9\U0001F600\101\0\n\'\"\\\q'`, `A\u00e9\u{1F600}A\0\n'"\\\\q`],
    ["'a\\\nb'", 'ab'],
    [`'''it's "two"\nlines'''`, `it's "two"\nlines`],
    [`["test_x[it's]", 'test_y["q"]']`, [`test_x[it's]`, `test_y["q"]`]],
    [`  [ 'a' ]\n`, ['a']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('refuses what Python refuses, with the place', () => {
  test.each<[string, string]>([
    ['', 'the text holds no value @0'],
    [`['a'`, 'the text ends where ] is due @4'],
    [`['a' 1]`, 'two values stand side by side without a comma @5'],
    [`['a',,'b']`, 'a comma follows no value @5'],
    [`[,]`, 'a comma follows no value @1'],
    [`{'a': 1, 'b'}`, 'a dict entry has no value @12'],
    [`{'a': }`, 'a dict entry has no value @6'],
    [`{'a': , 'b': 1}`, 'a comma follows no value @6'],
    [`{'a', 'b': 1}`, 'a colon stands in the wrong place @9'],
    [`['a': 1]`, 'a colon stands in the wrong place @4'],
    [`[a]`, 'the name a is not a literal @1'],
    [`__import__('os')`, 'the name __import__ is not a literal @0'],
    [`[nan]`, 'the name nan is not a literal @1'],
    [`f'x'`, 'the name f is not a literal @0'],
    [`'a' b'c'`, 'a text and bytes cannot be joined @4'],
    [`'open`, 'a text is not closed @0'],
    [`'two\nlines'`, 'a text runs over the end of a line @4'],
    [String.raw`'\x4'`, 'the escape \\x needs 2 hex digits @1'],
    [String.raw`'\U00110000'`, 'the escape \\U needs 8 hex digits @1'],
    [String.raw`'\N{BULLET}'`, 'escapes by name, \\N{…}, are not read @1'],
    [`b'é'`, 'bytes hold a character that is not ASCII @2'],
    [`[1, 007]`, 'a number has leading zeros @4'],
    [`1__0`, 'a number has a stray underscore @0'],
    [`['a']]`, 'unexpected character "]" @5'],
    [`['a')`, 'unexpected character ")" @4'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('properties', () => {
  test('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      ...`[](){},:'"\\\nrbuxN0189.eE+-_ aTrueNone#`.split(''),
      'True',
      'None',
      '\\x',
      "'''",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(typeof readPythonLiteral(text).ok).toBe('boolean');
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('reads back every value written as Python writes it', () => {
    const value = fc.letrec<{ value: LiteralValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom("'", '"', '\\', '\n', '\t', '\u0000', '\u00e9', '\u2028', 'a') }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc
          .array(fc.tuple(fc.string(), tie('value')), { minLength: 1 })
          .map((entries) => new LiteralDict(entries)),
      ),
    })).value;
    fc.assert(
      fc.property(value, (original) => {
        expect(read(writeRepr(original))).toEqual(plain(original));
      }),
      { numRuns: 1000 },
    );
  });

  test('needs no stack and no quadratic time on long and deep texts', () => {
    const depth = 300_000;
    expect(readPythonLiteral('['.repeat(depth) + ']'.repeat(depth)).ok).toBe(true);
    expect(read('['.repeat(depth))).toBe(`the text ends where ] is due @${String(depth)}`);
    const long = readPythonLiteral(`[${`'a\\n' "b", `.repeat(200_000)}]`);
    expect(long.ok && Array.isArray(long.value) && long.value.length).toBe(200_000);
    expect(read(`'${'\\'.repeat(400_000)}`)).toBe('a text is not closed @0');
    expect(read('9'.repeat(400_000))).toBe('a number is too long @0');
  });
});

/** Python's `repr`: single quotes unless the text holds some and no double ones. */
function writeRepr(value: LiteralValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return writeTextRepr(value);
  if (Array.isArray(value)) return `[${value.map(writeRepr).join(', ')}]`;
  return `{${value.entries.map(([key, item]) => `${writeRepr(key)}: ${writeRepr(item)}`).join(', ')}}`;
}

function writeTextRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapes: Record<string, string> = {
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    [quote]: `\\${quote}`,
  };
  const escape = (character: string) => {
    const known = escapes[character];
    if (known !== undefined) return known;
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || (code >= 0x7f && code <= 0xa0)) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code === 0x2028 ? '\\u2028' : character;
  };
  return quote + Array.from(text, escape).join('') + quote;
}
