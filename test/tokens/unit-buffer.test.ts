import { describe, expect, it } from 'vitest';
import { sortLongMarkRuns } from '../../src/tokens/canonical-order.js';
import { UnitBuffer, writeUtf8 } from '../../src/tokens/unit-buffer.js';
import { adversarialTexts, makeRandom, wildTexts } from './samples.js';

function load(text: string, nfc: boolean): string {
  const buffer = new UnitBuffer();
  buffer.load('something longer that stood here before', nfc);
  buffer.load(text, nfc);
  expect(String(buffer)).toBe(String.fromCharCode(...buffer.units.subarray(0, buffer.length)));
  return String(buffer);
}

describe('the text to be counted', () => {
  const texts = [...adversarialTexts(31, 500), ...wildTexts(32, 500), '', 'plain', '\u00e9', 'e\u0301'];

  it('is well-formed, and composed when the vocabulary asks for it', () => {
    for (const text of texts) {
      expect(load(text, false)).toBe(text.toWellFormed());
      expect(load(text, true)).toBe(text.toWellFormed().normalize('NFC'));
    }
  });

  it('becomes the bytes that TextEncoder gives', () => {
    for (const text of texts) {
      const buffer = new UnitBuffer();
      buffer.load(text, false);
      const bytes = new Uint8Array(text.length * 3);
      const length = writeUtf8(buffer.units, 0, buffer.length, bytes);
      expect(Buffer.from(bytes.subarray(0, length))).toEqual(Buffer.from(new TextEncoder().encode(text)));
    }
  });
});

describe('long runs of combining marks', () => {
  /** Marks of many combining classes, starters among marks (U+034F), marks that decompose, one beyond the BMP. */
  const MARKS =
    '\u0301\u0323\u0345\u0334\u05b0\u0e38\u0f71\u3099\u094d\u031b\u0315\u035c\u034f\u0344\u0341\u0f73\u{1d165}\u{1e8d0}\u20dd\u0903';

  it('are equivalent after sorting, and cost the engine no sorting of its own', () => {
    const marks = Array.from(MARKS);
    const random = makeRandom(33);
    for (const length of [255, 256, 300, 1000]) {
      const run = Array.from({ length }, () => marks[Math.floor(random() * marks.length)] ?? '').join('');
      const text = `shelf e${run} o${run}`;
      const sorted = sortLongMarkRuns(text);
      expect(sorted.normalize('NFC')).toBe(text.normalize('NFC'));
      if (length >= 256) expect(sorted).toBe(sorted.normalize('NFD'));
    }
  });

  it('are put in order before a text is composed', () => {
    const run = '\u0301\u0323'.repeat(500);
    expect(load(`a${run}`, true)).toBe(`\u1ea1${'\u0323'.repeat(499)}${'\u0301'.repeat(500)}`);
    expect(load(`a${run}`, false)).toBe(`a${run}`);
  });
});
