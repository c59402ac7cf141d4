import { describe, expect, it } from 'vitest';
import { cutPartialTest } from '../../src/extract/partial-test.js';

const TEXT = ['', 'def test_a():', '    x = 1', '    assert x', '', '', '@mark(', '    1,', ''].join('\n');

describe('what a hunk shows of a test', () => {
  it('leaves out blank ends and the torn decorator of the next test; the lines are those of the code', () => {
    const cut = cutPartialTest(TEXT, 40, { start: 40, end: 47 }, new Set([43]));
    expect(cut).toEqual({ lines: { start: 41, end: 43 }, code: 'def test_a():\n    x = 1\n    assert x\n' });
  });

  it('keeps the decorators of the test itself', () => {
    const text = '@mark(\n    1,\n)\ndef test_a():\n    assert x\n';
    expect(cutPartialTest(text, 7, { start: 7, end: 11 }, new Set([11]))?.code).toBe(text);
  });

  it('is nothing when no line of it is added: the diff says as much', () => {
    expect(cutPartialTest(TEXT, 40, { start: 40, end: 47 }, new Set([46]))).toBeNull();
  });

  it('is nothing when only a header is in sight', () => {
    expect(cutPartialTest('def test_a():\n    x = 1\n', 5, { start: 5, end: 6 }, new Set([5, 6]))).toBeNull();
  });

  it('a last line without terminator stays without one', () => {
    const cut = cutPartialTest('def a():\n    b\n    c', 1, { start: 1, end: 3 }, new Set([3]));
    expect(cut?.code).toBe('def a():\n    b\n    c');
  });
});
