import { describe, expect, it } from 'vitest';
import { Merger } from '../../src/tokens/merger.js';
import { ByteTable } from '../../src/tokens/byte-table.js';
import { PairTable, RankTable } from '../../src/tokens/merge-table.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { readQwen3 } from '../../src/tokens/qwen3.js';
import { makeRandom } from './samples.js';

const tokens = readQwen3();
const table = new RankTable(tokens);

/** Plain byte-pair merging, straight from its definition. */
function mergePlainly(bytes: Uint8Array): number[] {
  const ends = Array.from(bytes, (_, at) => at + 1);
  for (;;) {
    let lowest = Infinity;
    let place = -1;
    for (let at = 0; at + 1 < ends.length; at++) {
      const rank = tokens.find(bytes, at === 0 ? 0 : (ends[at - 1] ?? 0), ends[at + 1] ?? 0);
      if (rank >= 0 && rank < lowest) {
        lowest = rank;
        place = at;
      }
    }
    if (place < 0) return ends.map((end, at) => tokens.find(bytes, at === 0 ? 0 : (ends[at - 1] ?? 0), end));
    ends.splice(place, 1);
  }
}

const KINDS: Readonly<Record<string, (random: () => number) => number>> = {
  'one letter': () => 0x61,
  'two letters': (random) => (random() < 0.5 ? 0x61 : 0x62),
  letters: (random) => 0x61 + Math.floor(random() * 26),
  base64: (random) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(random() * 64),
  'any bytes': (random) => Math.floor(random() * 256),
  spaces: () => 0x20,
};

describe('merging a piece', () => {
  it.each(Object.entries(KINDS))('%s: long and short pieces merge as the definition says', (_name, make) => {
    const random = makeRandom(21);
    const merger = new Merger(table);
    for (const length of [1, 2, 3, 17, 63, 64, 65, 66, 100, 257, 700]) {
      const bytes = Uint8Array.from({ length }, () => make(random));
      const ids: number[] = [];
      merger.encode(bytes, length, ids);
      expect(ids).toEqual(mergePlainly(bytes));
      expect(merger.count(bytes, length)).toBe(ids.length);
    }
  });

  it('a text of 2 million equal characters is counted, and comes out in tokens of the longest kind', () => {
    const counter = loadCounter('qwen3');
    // 64 equal signs are the longest such token.
    expect(counter.count('='.repeat(2_000_000))).toBe(counter.count('='.repeat(64)) * 31_250);
    expect(counter.count('='.repeat(64))).toBe(1);
  });
});

function mergePlainlyByPairs(
  bytes: Uint8Array,
  merges: readonly (readonly [number, number, number])[],
): number[] {
  const ids = Array.from(bytes);
  const ranks = new Map(merges.map(([left, right], rank) => [`${left} ${right}`, rank]));
  for (;;) {
    let lowest = Infinity;
    let place = -1;
    for (let at = 0; at + 1 < ids.length; at++) {
      const rank = ranks.get(`${ids[at]} ${ids[at + 1]}`) ?? Infinity;
      if (rank < lowest) {
        lowest = rank;
        place = at;
      }
    }
    if (place < 0) return ids;
    ids.splice(place, 2, merges[lowest]?.[2] ?? -1);
  }
}

describe('merging by a list of pairs in any order', () => {
  const ALPHABET = [0x61, 0x62, 0x63];

  /** All bytes, then all words of two to four letters; of their ways to be joined every second, shuffled. */
  function makeVocabulary(seed: number) {
    const random = makeRandom(seed);
    const words = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
    let longest = ALPHABET.map((unit) => String.fromCharCode(unit));
    for (let length = 2; length <= 4; length++) {
      longest = longest.flatMap((word) => ALPHABET.map((unit) => word + String.fromCharCode(unit)));
      for (const word of longest) words.push(word);
    }
    const ids = new Map(words.map((word, id) => [word, id]));
    const pairs: [number, number, number][] = [];
    for (const [word, id] of ids) {
      for (let cut = 1; cut < word.length; cut++) {
        if (random() < 0.5) pairs.push([ids.get(word.slice(0, cut)) ?? 0, ids.get(word.slice(cut)) ?? 0, id]);
      }
    }
    const order = pairs.map((pair) => [random(), pair] as const).sort(([a], [b]) => a - b);
    const merges = order.map(([, pair]) => pair);
    const starts = [0];
    for (const word of words) starts.push((starts.at(-1) ?? 0) + word.length);
    const vocabulary = new ByteTable(Buffer.from(words.join(''), 'latin1'), Int32Array.from(starts));
    const column = (index: number): Int32Array => Int32Array.from(merges, (merge) => merge[index] ?? 0);
    const list = { lefts: column(0), rights: column(1), merged: column(2) };
    return { merges, table: new PairTable(vocabulary, list, { ignoreMerges: false }) };
  }

  it('merges long and short pieces as the definition says, later merges with lower rank included', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { merges, table: pairs } = makeVocabulary(seed);
      const random = makeRandom(seed + 1000);
      for (const length of [5, 30, 64, 65, 200, 400]) {
        const bytes = Uint8Array.from({ length }, () => 0x61 + Math.floor(random() * 3));
        const ids: number[] = [];
        new Merger(pairs).encode(bytes, length, ids);
        expect(ids).toEqual(mergePlainlyByPairs(bytes, merges));
      }
    }
  });
});
