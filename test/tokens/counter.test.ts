import { describe, expect, it } from 'vitest';
import { loadCounter, TOKENIZER_NAMES } from '../../src/tokens/vocabularies.js';
import { makeReference } from './reference.js';
import { adversarialTexts, randomTexts, vocabularyTexts, wildTexts } from './samples.js';

describe.each(TOKENIZER_NAMES)('the %s counter', (name) => {
  const counter = loadCounter(name);
  const reference = makeReference(name);

  function expectEqual(texts: readonly string[]): void {
    const differences = texts.filter((text) => {
      const expected = reference.encode(text);
      const got = counter.encode(text);
      return counter.count(text) !== expected.length || got.join() !== expected.join();
    });
    expect(differences).toEqual([]);
  }

  it('equals js-tiktoken on random texts, composed and not', () => {
    expectEqual(randomTexts(1, 1500));
  });

  it('equals js-tiktoken on texts of any code points', () => {
    expectEqual(wildTexts(2, 1000));
  });

  it('equals js-tiktoken on white space, contractions, marks, emoji, lone surrogates and special-token text', () => {
    expectEqual(adversarialTexts(3, 300));
  });

  it('equals js-tiktoken on every 17th entry of the vocabulary', () => {
    expectEqual(vocabularyTexts(reference.tokens, 5, 17));
  });

  it('gives back one token for each entry that is one pre-token', () => {
    const words = vocabularyTexts(reference.tokens, 300, 41).filter((text) => /^ ?[a-z]+$/.test(text));
    expect(words.length).toBeGreaterThan(500);
    expect(words.filter((word) => counter.count(word) !== 1)).toEqual([]);
  });

  it('counts a text the second time, from memory, as the first time', () => {
    const texts = adversarialTexts(4, 500);
    const first = texts.map((text) => counter.count(text));
    expect(texts.map((text) => counter.count(text))).toEqual(first);
    expect(texts.map((text) => counter.encode(text).length)).toEqual(first);
  });

  it('counts special-token text as plain text', () => {
    expect(counter.count('<|endoftext|>')).toBeGreaterThan(3);
    expect(counter.policy).toBe('special tokens counted as text');
  });

  it('counts a lone surrogate as U+FFFD', () => {
    for (const lone of ['\ud800', '\udc00', 'a\udfffb', '\ud83d', 'x\ud83d\ud83d\ude00']) {
      expect(counter.encode(lone)).toEqual(counter.encode(lone.toWellFormed()));
      expect(counter.count(lone)).toBe(counter.count(lone.toWellFormed()));
    }
  });

  it('counts nothing in an empty text', () => {
    expect(counter.count('')).toBe(0);
    expect(counter.encode('')).toEqual([]);
  });
});

describe('known token ids', () => {
  // Ids as the tokenizers' own documentation and model cards show them.
  it.each([
    ['cl100k_base', 'hello world', [15339, 1917]],
    ['cl100k_base', 'tiktoken is great!', [83, 1609, 5963, 374, 2294, 0]],
    ['o200k_base', 'hello world', [24912, 2375]],
    ['qwen3', 'Hello world', [9707, 1879]],
    ['qwen3', '2024', [17, 15, 17, 19]],
  ] as const)('%s reads %j', (name, text, ids) => {
    expect(loadCounter(name).encode(text)).toEqual(ids);
  });

  it('the white space of U+0085 and the letterless U+FEFF are as in Rust, not as in JavaScript', () => {
    const counter = loadCounter('cl100k_base');
    // U+0085 is white space: it joins the run, and the last of the run goes to the word.
    expect(counter.encode('\u0085\u0085!')).toEqual([
      ...counter.encode('\u0085'),
      ...counter.encode('\u0085'),
      0,
    ]);
    // U+FEFF is no white space: before a line break it makes a piece of its own, which takes the break along.
    expect(counter.encode(' \ufeff\n')).not.toEqual([...counter.encode(' \ufeff'), ...counter.encode('\n')]);
  });
});

describe('what the record says about a counter', () => {
  // The checksums that tiktoken's own openai_public.py pins for its files.
  it.each([
    ['cl100k_base', '223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7'],
    ['o200k_base', '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d'],
    ['qwen3', 'b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186'],
  ] as const)('%s has the sha256 of its vocabulary in the tiktoken format', (name, sha256) => {
    const counter = loadCounter(name);
    expect(counter).toMatchObject({ name, vocabularySha256: sha256, version: '1' });
  });
});
