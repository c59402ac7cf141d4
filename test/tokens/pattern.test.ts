import { describe, expect, it } from 'vitest';
import { literalPattern, translatePattern } from '../../src/tokens/pattern.js';
import { TokenizerError } from '../../src/tokens/tokenizer-error.js';

const matches = (pattern: string, text: string): string[] => [
  ...(text.match(translatePattern(pattern)) ?? []),
];

describe('a pattern in the flavour of Rust or Oniguruma', () => {
  it.each([
    ['\\s+', 'a\u0085\u2003b\ufeffc', ['\u0085\u2003']],
    ['[^\\s]+', 'a\u0085b\ufeffc', ['a', 'b\ufeffc']],
    ['\\S+', 'a\u0085b\ufeffc', ['a', 'b\ufeffc']],
    ['.', 'a\rb\n\u2028', ['a', '\r', 'b', '\u2028']],
    // Possessive: what was taken is not given back.
    ['a++a', 'aaa', []],
    ['a?+a', 'a', []],
    ['(?:ab)*+ab|x', 'ababx', ['x']],
    ['\\p{L}++\\d|.', 'ab1c', ['ab1', 'c']],
    ['(?>a|ab)c|.', 'abc', ['a', 'b', 'c']],
    ["(?i:'s|'ll)", "'S 'lL '\u017f 's", ["'S", "'lL", "'\u017f", "'s"]],
    ['(?i:k)', 'kK\u212a', ['k', 'K', '\u212a']],
    ["(?i:'d)x", "'Dx 'DX", ["'Dx"]],
    ['(?i)ab|c', 'AB aB C', ['AB', 'aB', 'C']],
    ['[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~]', 'a-]\\[^b', ['-', ']', '\\', '[', '^']],
    ['[\u4e00-\u9fa5\u3040-\u309f]+', '\u4e2d\u3042a', ['\u4e2d\u3042']],
    ['\\p{Han}|\\p{^L}', '\u4e2d1a', ['\u4e2d', '1']],
    ['\\x{4E2D}|\\u0041|\\x42', '\u4e2dABC', ['\u4e2d', 'A', 'B']],
    ['a{,2}b', 'aaab', ['aab']],
    ['(x)(?<y>z)', 'xz', ['xz']],
    ['(?<=a)b(?!c)', 'abc ab', ['b']],
    ['\\"\\ #-', '" #-', ['" #-']],
    ['[a-]+', 'a-b', ['a-']],
    ['[\\p{L}-z]+', 'a-1', ['a-']],
  ] as const)('%j cuts %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toEqual(expected);
  });

  it.each([
    ['\\w+', 'the escape \\w'],
    ['\\bx', 'the escape \\b'],
    ['(a)\\1', 'the escape \\1'],
    ['a$', 'the anchor $'],
    ['^a', 'the anchor ^'],
    ['[[:alpha:]]', 'inside a class'],
    ['[a&&b]', 'inside a class'],
    ['\\p{N}{1,3}+', 'which engines read differently'],
    ['a{3}?', 'which engines read differently'],
    ['a**', 'a quantifier after a quantifier'],
    ['(?m:a)', 'the group (?m'],
    ['(?i:ss)', 'under (?i)'],
    ['(?i:\u00e9)', 'under (?i)'],
    ['(?i:\\p{Lu})', 'under (?i)'],
    ['(?i:[a-f])', 'a range under (?i)'],
    ['\\p{Alpha}', 'the property'],
    ['(a', 'an unclosed group'],
    ['a)', 'an unopened )'],
    ['[a', 'an unclosed ['],
    ['*a', 'after nothing that repeats'],
    ['a\\', 'the escape'],
  ])('%j is refused: %s', (pattern, reason) => {
    expect(() => translatePattern(pattern)).toThrow(TokenizerError);
    expect(() => translatePattern(pattern)).toThrow(reason);
  });

  it('takes a literal by the letter', () => {
    expect('a.b|(a.b|'.match(literalPattern('a.b|'))).toEqual(['a.b|', 'a.b|']);
  });
});
