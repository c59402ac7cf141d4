import { describe, expect, it } from 'vitest';
import { translatePattern } from '../../src/tokens/pattern.js';
import { CL100K_PATTERN, GPT2_PATTERN, O200K_PATTERN, QWEN_PATTERN } from '../../src/tokens/pre-tokenizer.js';
import { scanCl100k, scanGpt2, type Scanner, scanO200k, scanQwen } from '../../src/tokens/scanner.js';
import { adversarialTexts, randomTexts, wildTexts } from './samples.js';

/** One or more of each class of characters that any of the patterns tells apart. */
const LETTERS = [
  'a',
  's',
  'l',
  'r',
  'e',
  'A',
  'S',
  'L',
  '\u017f',
  '\u01c5',
  '\u02b0',
  '\u4e2d',
  '\u{10400}',
  '\u{20000}',
];
const OTHERS = ['1', '\u0663', '\u{1d7d8}', "'", '/', '!', '\u{1f600}', '\u0301', '\u{1d165}', '\ufeff'];
const SPACES = [' ', '\t', '\n', '\r', '\u0085', '\u00a0'];
const ALPHABET = [LETTERS, OTHERS, SPACES].flat();

const SCANNERS: readonly (readonly [string, Scanner, string])[] = [
  ['cl100k', scanCl100k, CL100K_PATTERN],
  ['qwen', scanQwen, QWEN_PATTERN],
  ['o200k', scanO200k, O200K_PATTERN],
  ['gpt2', scanGpt2, GPT2_PATTERN],
];

function cutByScanner(scan: Scanner, text: string): string[] {
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = scan(units, start, text.length);
    if (end <= start) throw new Error(`no progress at ${start} in ${JSON.stringify(text)}`);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function findDifferences(scan: Scanner, pattern: string, texts: Iterable<string>): string[] {
  const regex = translatePattern(pattern);
  const differences: string[] = [];
  for (const text of texts) {
    if (cutByScanner(scan, text).join('|') !== (text.match(regex) ?? []).join('|')) differences.push(text);
  }
  return differences;
}

function* allTexts(length: number, alphabet: readonly string[]): Generator<string> {
  if (length === 0) {
    yield '';
    return;
  }
  for (const rest of allTexts(length - 1, alphabet)) for (const first of alphabet) yield first + rest;
}

describe.each(SCANNERS)('the %s scanner', (_name, scan, pattern) => {
  it('cuts every text of up to three characters of all classes as its regex does', () => {
    for (const length of [1, 2, 3])
      expect(findDifferences(scan, pattern, allTexts(length, ALPHABET))).toEqual([]);
  });

  it('cuts every text of five of the characters that decide how words, numbers and space end', () => {
    const few = ['a', 'A', '\u0301', '1', '!', ' ', '\n', '/'];
    expect(findDifferences(scan, pattern, allTexts(5, few))).toEqual([]);
  });

  it('cuts every text of four characters around contractions', () => {
    const few = ["'", 's', 'L', 'l', 'R', 'e', ' ', '\u4e2d'];
    expect(findDifferences(scan, pattern, allTexts(4, few))).toEqual([]);
  });

  it('cuts random texts as its regex does', () => {
    const texts = [...randomTexts(11, 3000), ...wildTexts(12, 2000), ...adversarialTexts(13, 1000)];
    expect(
      findDifferences(
        scan,
        pattern,
        texts.map((text) => text.toWellFormed()),
      ),
    ).toEqual([]);
  });
});
