import { beforeAll, describe, expect, it } from 'vitest';
import { findSymbol } from '../../src/syntax/find-symbol.js';
import { findDocstring, findTitle } from '../../src/syntax/find-title.js';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { mentionsSymbol, outlineFile } from '../../src/syntax/outline-text.js';
import type { Definition, Outline } from '../../src/syntax/outline.js';

function read(language: string, text: string): Outline {
  const outline = outlineFile(language, text);
  if (outline === null) throw new Error(`no outline for ${language}`);
  return outline;
}

const lines = (found: Definition[]): number[] => found.map(({ headerLine }) => headerLine);

const PYTHON = `def test_renew():
    pass
class Base(Root):
    def test_shared(self):
        "Shared rules hold."
class TestLedger(Base):
    def test_renew(self):
        """
        Renewing a loan's twice \\\\ fails.
        Second line.
        """
    class TestInner:
        def test_renew(self):
            r'''One line''' 
class Root:
    def test_rooted(self): 'Rooted.'
`;

describe('findSymbol', () => {
  it('prefers the whole chain to a part of one', () => {
    const outline = read('python', PYTHON);
    expect(lines(findSymbol(outline, ['test_renew']))).toEqual([1]);
    expect(lines(findSymbol(outline, ['TestLedger', 'test_renew']))).toEqual([7]);
    expect(lines(findSymbol(outline, ['TestInner', 'test_renew']))).toEqual([13]);
    expect(lines(findSymbol(outline, ['TestInner']))).toEqual([12]);
    expect(findSymbol(outline, ['Other', 'test_renew'])).toEqual([]);
    expect(findSymbol(outline, [])).toEqual([]);
    expect(findSymbol(outline, ['test_ren'])).toEqual([]);
  });

  it('gives every definition of equal rank: ambiguous', () => {
    const outline = read('python', 'class A:\n  def f(self): pass\nclass B:\n  def f(self): pass\n');
    expect(lines(findSymbol(outline, ['f']))).toEqual([2, 4]);
  });

  it('looks in base classes of the same file, cuts names and drops leading ones when asked to', () => {
    const outline = read('python', PYTHON);
    expect(findSymbol(outline, ['TestLedger', 'test_shared'])).toEqual([]);
    expect(lines(findSymbol(outline, ['TestLedger', 'test_shared'], { inherit: true }))).toEqual([4]);
    expect(lines(findSymbol(outline, ['TestLedger', 'test_rooted'], { inherit: true }))).toEqual([16]);
    expect(lines(findSymbol(outline, ['TestLedger', 'test_ren'], { prefix: true }))).toEqual([7]);
    expect(
      lines(findSymbol(outline, ['shelf', 'loans', 'TestLedger', 'test_renew'], { loose: true })),
    ).toEqual([7]);
  });

  it('ends on bases that name each other', () => {
    const outline = read('python', 'class A(B): pass\nclass B(A): pass\n');
    expect(findSymbol(outline, ['A', 'test_x'], { inherit: true })).toEqual([]);
  });

  it('says quickly whether a text mentions a symbol at all', () => {
    expect(mentionsSymbol(PYTHON, ['TestLedger', 'test_renew'])).toBe(true);
    expect(mentionsSymbol(PYTHON, ['test_lost'])).toBe(false);
  });
});

describe('findDocstring', () => {
  it('finds the test whose docstring starts with a line', () => {
    const outline = read('python', PYTHON);
    const find = (line: string, prefix = false): number[] =>
      lines(findDocstring(outline, PYTHON, line, { prefix }));
    expect(find("Renewing a loan's twice \\ fails.")).toEqual([7]);
    expect(find('Shared rules hold.')).toEqual([4]);
    expect(find('One line')).toEqual([13]);
    expect(find('Rooted.')).toEqual([16]);
    expect(find('Second line.')).toEqual([]);
    expect(find('Renewing a')).toEqual([]);
    expect(find('Renewing a', true)).toEqual([7]);
  });
});

describe('titles', () => {
  beforeAll(async () => {
    for (const language of ['javascript', 'go', 'ruby', 'php', 'cpp', 'rust']) await loadGrammar(language);
  });

  const SCRIPT = `describe('Ledger', () => {
  describe("renew() #1", function () {
    it('adds a week', async () => {});
    it(\`takes \${days} days\`, () => {});
    it.each([[1, 2]])('turns %i into %s', (a, b) => {});
    it('is ' + 'joined', fakeAsync(() => {}));
    it('it\\'s "quoted"', done => {});
    test.skip('adds a week later', () => {});
  });
  [1, 2].forEach((n) => { it('loops ' + n, () => {}); });
  it('waits');
});
context(Ledger.name, () => { specify('adds a week', () => {}); });
const pattern = /x/; pattern.test('adds a week', () => {});
`;

  it.each([
    ['Ledger renew() #1 adds a week', [3]],
    ['Ledger > renew() #1 > adds a week', [3]],
    ['test/ledger.spec.ts > Ledger > renew() #1 > adds a week', [3]],
    ['Ledger › renew() #1 › adds a week later ', [8]],
    ['Ledger adds a week', [13]],
    ['adds a week', [3, 13]],
    ['Ledger renew() #1 takes 7 days', [4]],
    ['Ledger renew() #1 turns 1 into two', [5]],
    ['renew() #1 is joined', [6]],
    ['it\'s "quoted"', [7]],
    ['Ledger loops 2', [10]],
    ['Ledger', [1, 13]],
    ['Ledger renew() #1', [2]],
    ['waits', []],
    ['', []],
  ])('finds %j in a script', (title, expected) => {
    expect(lines(findTitle(read('javascript', SCRIPT), title))).toEqual(expected);
  });

  it('finds a title that was cut at its end only when asked to', () => {
    const outline = read('javascript', SCRIPT);
    expect(findTitle(outline, 'Ledger renew() #1 adds a w')).toEqual([]);
    expect(lines(findTitle(outline, 'Ledger renew() #1 adds a week l', { prefix: true }))).toEqual([8]);
  });

  it('finds RSpec examples and minitest blocks', () => {
    const outline = read(
      'ruby',
      `RSpec.describe Shelf::Ledger, type: :model do
  describe "#renew" do
    it "adds a week" do
    end
    it { is_expected.to be }
  end
end
class LedgerTest < Minitest::Test
  test "renews a loan" do
  end
end
`,
    );
    expect(lines(findTitle(outline, 'Shelf::Ledger#renew adds a week'))).toEqual([3]);
    expect(lines(findSymbol(outline, ['LedgerTest', 'test_renews_a_loan']))).toEqual([9]);
  });

  it('finds Go subtests by the name that go test prints, and Ginkgo titles', () => {
    const outline = read(
      'go',
      'package x\nfunc TestRenew(t *testing.T) {\n\tt.Run("a loan", func(t *testing.T) {\n\t})\n}\nvar _ = Describe("ledger", func() {\n\tIt("renews", func() {\n\t})\n})\n',
    );
    expect(lines(findSymbol(outline, ['TestRenew', 'a_loan']))).toEqual([3]);
    expect(lines(findTitle(outline, 'ledger renews'))).toEqual([7]);
  });

  it('finds googletest macros, sections and Rust test macros', () => {
    const cpp = read(
      'cpp',
      'TYPED_TEST(Shelf, Adds) {}\nTEST_CASE("ledger: renew", "[x]") {\n  SECTION("twice") {\n  }\n}\nvoid Ledger::renew() {}\n',
    );
    expect(lines(findSymbol(cpp, ['Shelf.Adds']))).toEqual([1]);
    expect(lines(findSymbol(cpp, ['Shelf', 'Adds']))).toEqual([1]);
    expect(lines(findSymbol(cpp, ['Ledger', 'renew']))).toEqual([6]);
    expect(findSymbol(cpp, ['Shelf', 'renew'])).toEqual([]);
    expect(lines(findTitle(cpp, 'ledger: renew'))).toEqual([2]);
    expect(cpp.definitions.map(({ name, depth, lineEnd }) => [name, depth, lineEnd])).toContainEqual([
      'twice',
      1,
      4,
    ]);
    const rust = read('rust', 'rgtest!(r12, |dir: Dir| {\n});\nassert_test!(x == 1);\n');
    expect(rust.definitions.map(({ name, kind }) => [name, kind])).toEqual([['r12', 'test']]);
  });

  it('finds Pest titles and PHPUnit methods by their testdox prose', () => {
    const outline = read(
      'php',
      "<?php\nclass RoundingTest extends TestCase {\n  public function testCeilMinutes() {}\n}\nit('adds a week', function () {});\n",
    );
    expect(lines(findTitle(outline, 'Rounding > Ceil minutes with data set "x"'))).toEqual([3]);
    expect(findTitle(outline, 'Other > Ceil minutes')).toEqual([]);
    expect(lines(findTitle(outline, 'it adds a week'))).toEqual([5]);
  });
});
