/** Claim: languages have one name here, whatever a dataset or an extension calls them. */
import { describe, expect, it } from 'vitest';
import { canonicalLanguage, dominantLanguage, languageOfPath } from '../../src/classify/language.js';

describe('languages', () => {
  it.each([
    ['shelf/loan.py', 'python'],
    ['shelf/loan.d.ts', 'typescript'],
    ['shelf/loan.jsx', 'javascript'],
    ['Loan.KT', 'kotlin'],
    ['loan.hpp', 'cpp'],
    ['loan.h', 'c'],
    ['Rakefile', 'ruby'],
    ['loan.cs', 'csharp'],
    ['README.md', ''],
    ['.py', ''],
    ['shelf.py/README', ''],
    ['', ''],
  ])('%s is %j', (path, language) => expect(languageOfPath(path)).toBe(language));

  it.each([
    ['js', 'javascript'],
    ['C++', 'cpp'],
    [' Ts ', 'typescript'],
    ['Java', 'java'],
    ['golang', 'go'],
    ['C#', 'csharp'],
    ['COBOL', 'cobol'],
    ['', ''],
  ])('%j is called %j', (name, language) => expect(canonicalLanguage(name)).toBe(language));

  it('takes the language of most files, the first on a tie, and gives C headers to C++', () => {
    expect(dominantLanguage(['a.go', 'b.ts', 'c.ts', 'd.json', 'e.json', 'f.json'])).toBe('typescript');
    expect(dominantLanguage(['a.rs', 'b.py'])).toBe('rust');
    expect(dominantLanguage(['a.h', 'b.h', 'c.cc'])).toBe('cpp');
    expect(dominantLanguage(['a.h', 'b.h', 'c.c'])).toBe('c');
    expect(dominantLanguage(['README.md'])).toBe('');
  });
});
