/** Owns the texts that counters are compared on: seeded, so that a difference can be had again. */
import type { ByteTable } from '../../src/tokens/byte-table.js';

/** Numbers in [0, 1). Source: mulberry32. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

/** Ranges whose characters have had their class for many Unicode versions. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0x61, 0x7a],
  [0x41, 0x5a],
  [0x30, 0x39],
  [0x09, 0x0d],
  [0x85, 0xff],
  [0x100, 0x24f],
  [0x300, 0x36f],
  [0x391, 0x3a1],
  [0x400, 0x4ff],
  [0x5d0, 0x5ea],
  [0x620, 0x669],
  [0x904, 0x96f],
  [0xe01, 0xe3a],
  [0x1100, 0x11ff],
  [0x1e00, 0x1eff],
  [0x2000, 0x2064],
  [0x2150, 0x218b],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0xf900, 0xfa6d],
  [0xff01, 0xff9d],
  [0x1d400, 0x1d454],
  [0x1f300, 0x1f64f],
  [0x20000, 0x2a6d6],
];
const SPACES = [
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  ' ',
  '\u0085',
  '\u00a0',
  '\u1680',
  '\u2003',
  '\u2028',
  '\u2029',
];
const MARKERS = [
  '<|endoftext|>',
  '<|im_start|>',
  '<|fim_prefix|>',
  '<|endofprompt|>',
  '<think>',
  '</tool_call>',
  '[INST]',
];
const ODD_SPACES = [
  ...SPACES,
  '\u202f',
  '\u205f',
  '\u3000',
  '\ufeff',
  '\u180e',
  '\u200b',
  '\u200d',
  '\r\n',
  '\n\n',
];
const CONTRACTIONS = ["'s", "'S", "'\u017f", "'ll", "'Re", "'vE", "'", '\u2019s', '/', '//'];
const MARKS = [
  '\u0301',
  '\u0323',
  '\u0345',
  'e\u0301',
  '\u1100\u1161\u11a8',
  '\u212b',
  '\u01c5',
  '\u02b0',
  '\u00aa',
];
const BROKEN = ['\ud800', '\udc00', '\udfff\ud800', '\ufffd', '\uffff', '\0', '\u007f'];
const EMOJI = ['\u{1f469}\u200d\u{1f4bb}', '\u{1f1e9}\u{1f1ea}', '\u{10ffff}'];
const NUMBERS = ['0', '12', '\u{1d7d8}', '\u0663', '\u2167', '\u00bd'];
const LETTERS = ['a', 'A', 'aB', 'Ab', '_', '=', '.', '\u4e2d', '\u6587', '\u3042', '\ud55c'];
const ODD = [ODD_SPACES, CONTRACTIONS, MARKS, BROKEN, EMOJI, NUMBERS, LETTERS, MARKERS].flat();

/** `count` texts of 1 to 40 characters out of one to four blocks each; half of them composed (NFC), half as they fall. */
export function randomTexts(seed: number, count: number): string[] {
  const random = makeRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    const blocks = Array.from({ length: 1 + below(4) }, () => BLOCKS[below(BLOCKS.length)] ?? [0x61, 0x7a]);
    let text = '';
    for (let left = 1 + below(40); left > 0; left--) {
      const [first, last] = blocks[below(blocks.length)] ?? [0x61, 0x7a];
      text += String.fromCodePoint(first + below(last - first + 1));
    }
    return index % 2 === 0 ? text.normalize('NFC') : text;
  });
}

/** `count` texts of any code points at all, unassigned ones and lone surrogates too. */
export function wildTexts(seed: number, count: number): string[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, () => {
    let text = '';
    for (let left = 1 + Math.floor(random() * 20); left > 0; left--) {
      text += String.fromCodePoint(Math.floor(random() * (random() < 0.5 ? 0x10000 : 0x110000)));
    }
    return text;
  });
}

/** `count` texts of what pre-tokenizers stumble over, now and then in runs of up to 200. */
export function adversarialTexts(seed: number, count: number): string[] {
  const random = makeRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, () => {
    let text = '';
    for (let left = 1 + below(12); left > 0; left--) {
      const part = ODD[below(ODD.length)] ?? '';
      text += below(8) === 0 ? part.repeat(1 + below(Math.ceil(200 / part.length))) : part;
    }
    return text;
  });
}

/** Every token of a vocabulary as text (broken UTF-8 as U+FFFD), from `from` on each `step`-th. */
export function vocabularyTexts(tokens: ByteTable, from = 0, step = 1): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts: string[] = [];
  for (let id = from; id < tokens.size; id += step) texts.push(decoder.decode(tokens.token(id)));
  return texts;
}
