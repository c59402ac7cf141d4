import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutTest } from '../../src/syntax/cut-test.js';
import { findSymbol } from '../../src/syntax/find-symbol.js';
import { findDocstring, findTitle } from '../../src/syntax/find-title.js';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { lineOffsets, sliceLines } from '../../src/syntax/lines.js';
import { enclosingDefinitions, type Outline } from '../../src/syntax/outline.js';
import { outlineFile, outlineFragment } from '../../src/syntax/outline-text.js';
import { parametrizeRow } from '../../src/syntax/parametrize.js';

const LANGUAGES = ['python', 'javascript', 'tsx', 'java', 'go', 'rust', 'cpp', 'csharp', 'ruby', 'php'];
beforeAll(async () => {
  for (const language of LANGUAGES) await loadGrammar(language);
});

/** Pieces that scanners trip over, put together at random: more often nearly right than random bytes are. */
const PIECES = [
  'def test_a(self, x=1):',
  'class A(B, metaclass=C):',
  'class A { ',
  '@pytest.mark.parametrize("a,b", [(1, 2), pytest.param(3, 4, id="x")])',
  '@pytest.fixture',
  'async def b',
  'import os',
  'describe("x", () => {',
  'it(`y ${z}`, function () {',
  't.Run("a", func(t *T) {',
  'TEST(A, B) {',
  'TEST_CASE("x") {',
  '#[test] fn a() {',
  'function a() {',
  'public void a() {',
  'it "x" do',
  'end',
  '});',
  '}',
  '{',
  '(',
  ')',
  ']',
  '"""',
  "'''",
  '"',
  "'",
  '`',
  '#',
  '//',
  '/*',
  '*/',
  '\\',
  '\t',
  '    ',
  '\f',
  '\r\n',
  '\n',
  '\n',
  '\n    ',
  ':',
  '<?php ',
  '=>',
  'é\u2028\u{1f600}',
  '\ud800',
  '\0',
  '\ufeff',
];
const torn = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** Ranges lie in the file, headers in their definition, definitions in their parents, and in file order. */
function checkOutline(outline: Outline, text: string): void {
  const lineCount = Math.max(1, lineOffsets(text).length - 1);
  let previous = 0;
  for (const [index, definition] of outline.definitions.entries()) {
    const { lineStart, headerLine, headerEnd, lineEnd, parent, depth } = definition;
    const where = `${index} ${JSON.stringify(definition)} in ${JSON.stringify(text)}`;
    expect(lineStart >= 1 && lineStart <= headerLine && headerLine <= headerEnd, where).toBe(true);
    expect(headerEnd <= lineEnd && lineEnd <= lineCount, where).toBe(true);
    expect(parent < index && lineStart >= previous, where).toBe(true);
    previous = lineStart;
    const owner = outline.definitions[parent];
    expect(owner === undefined ? 0 : owner.depth + 1, where).toBe(depth);
    if (owner) expect(owner.lineStart <= lineStart && lineEnd <= owner.lineEnd, where).toBe(true);
    expect(definition.name, where).not.toBe('');
    if (!enclosingDefinitions(outline, headerLine).includes(definition)) {
      // Only a definition that another one shares its line with can be passed over.
      expect(
        outline.definitions.some(
          (other) => other !== definition && other.lineStart <= lineEnd && other.lineEnd >= headerLine,
        ),
        where,
      ).toBe(true);
    }
  }
  for (const { lineStart, lineEnd, parent } of outline.statements) {
    expect(
      lineStart >= 1 && lineStart <= lineEnd && lineEnd <= lineCount && parent < outline.definitions.length,
    ).toBe(true);
  }
}

describe('properties of outlines and cuts', () => {
  it.each(LANGUAGES)('never throws, keeps ranges nested and cuts verbatim on torn text: %s', (language) => {
    fc.assert(
      fc.property(torn, (text) => {
        for (const outline of [outlineFile(language, text), outlineFragment(language, text)]) {
          if (outline === null) throw new Error('no outline');
          checkOutline(outline, text);
          const offsets = lineOffsets(text);
          for (const definition of outline.definitions.slice(0, 4)) {
            const cut = cutTest(outline, text, definition);
            expect(cut.code).toBe(sliceLines(text, offsets, cut.lineStart, cut.lineEnd));
            let last = 0;
            for (const part of cut.context) {
              expect(part.lineStart).toBeGreaterThan(last);
              expect(part.text).toBe(sliceLines(text, offsets, part.lineStart, part.lineEnd));
              expect(part.lineEnd < cut.lineStart || part.lineStart > cut.lineEnd).toBe(true);
              last = part.lineEnd;
            }
            expect(findSymbol(outline, [definition.name]).length).toBeGreaterThan(0);
            findTitle(outline, definition.name, { prefix: true });
            findDocstring(outline, text, 'x');
            parametrizeRow(outline, text, definition, '1-2');
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same outline for the same text, whatever was read before it', () => {
    const text = 'class A { void f() { } }\n';
    const before = outlineFile('java', text);
    outlineFile('java', 'class { ((( '.repeat(500));
    expect(outlineFile('java', text)).toEqual(before);
  });
});

describe('work grows with the text, not with its square', () => {
  const REPEATED = [
    '"""',
    "'''\\",
    '"\\\n',
    '(\ndef f():\n',
    'x = [\n',
    '\\\n',
    '@a\n',
    'def f(): pass\n',
    'a, ',
    'x          ',
    'class A(B,',
    '`${',
    '/*',
    '*/ ',
    '}',
    'x:',
  ];

  it.each(REPEATED)('reads %j repeated as Python, whole and as a fragment', (piece) => {
    // 400,000 characters: a quadratic step would take minutes and hit the test's time limit.
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    const outline = outlineFile('python', text);
    outlineFragment('python', text);
    const first = outline?.definitions[0];
    if (outline && first) cutTest(outline, text, first);
    expect(outline?.language).toBe('python');
  });

  it.each(['`', '/*', '"', '}', '{', '`\\'])('balances %j repeated', (piece) => {
    const outline = outlineFragment('javascript', piece.repeat(20_000));
    expect(outline?.complete).toBe(false);
  });
});
