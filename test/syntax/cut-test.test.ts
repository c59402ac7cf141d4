import { beforeAll, describe, expect, it } from 'vitest';
import { cutFixtures, cutTest, type TestCut } from '../../src/syntax/cut-test.js';
import { findSymbol } from '../../src/syntax/find-symbol.js';
import { boundNames } from '../../src/syntax/python-bindings.js';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { outlineFile } from '../../src/syntax/outline-text.js';

const LANGUAGES = ['typescript', 'java', 'go', 'rust', 'php', 'ruby', 'cpp', 'csharp'];
beforeAll(async () => {
  for (const language of LANGUAGES) await loadGrammar(language);
});

function cut(language: string, text: string, symbols: string[], helperLines = 60): TestCut {
  const outline = outlineFile(language, text);
  const definition = outline && findSymbol(outline, symbols)[0];
  if (!definition) throw new Error(`${symbols.join(' > ')} not found`);
  return cutTest(outline, text, definition, { helperLines });
}

const shown = (result: TestCut): string => result.context.map(({ text }) => text).join('');

const PYTHON = `"""Tests of loans."""
import pytest
from shelf import Ledger
try:
    import json
except ImportError:
    json = None

pytestmark = pytest.mark.slow
WEEK = 7
OTHER = 8
BIG = [
    1,
    2,
    3,
]


def make_loan(day):
    return day


def unused():
    return OTHER


@pytest.fixture
def clock():
    return 0


@pytest.fixture(name="shelf")
def shelf_fixture(clock):
    return clock


@pytest.fixture(autouse=True)
def quiet():
    pass


class Base:
    size = 1

    def setUp(self):
        self.x = WEEK


@pytest.mark.django_db
class TestLedger(Base):
    """Of the ledger."""

    limit = 3

    def setup_method(self):
        self.ledger = Ledger()

    def check(self):
        return True

    def test_other(self):
        pass

    @pytest.mark.parametrize("day", [1, 2])
    def test_renew(self, shelf, day):
        assert self.check() and make_loan(day) == BIG


if __name__ == "__main__":
    pytest.main([WEEK])
`;

describe('cutTest on Python', () => {
  it('takes the test verbatim and what it needs, in file order', () => {
    const result = cut('python', PYTHON, ['TestLedger', 'test_renew']);
    expect(result.code).toBe(`    @pytest.mark.parametrize("day", [1, 2])
    def test_renew(self, shelf, day):
        assert self.check() and make_loan(day) == BIG
`);
    expect(shown(result)).toBe(`import pytest
from shelf import Ledger
pytestmark = pytest.mark.slow
WEEK = 7
BIG = [
    1,
    2,
    3,
]
def make_loan(day):
    return day
@pytest.fixture
def clock():
    return 0
@pytest.fixture(name="shelf")
def shelf_fixture(clock):
    return clock
@pytest.fixture(autouse=True)
def quiet():
    pass
class Base:
    size = 1
    def setUp(self):
        self.x = WEEK
@pytest.mark.django_db
class TestLedger(Base):
    limit = 3
    def setup_method(self):
        self.ledger = Ledger()
    def check(self):
        return True
`);
    expect(result.omitted).toEqual([]);
  });

  it('leaves out what is longer than allowed, and says so', () => {
    const result = cut('python', PYTHON, ['TestLedger', 'test_renew'], 4);
    expect(result.omitted).toEqual([{ name: 'BIG', lineStart: 12, lineEnd: 16 }]);
    expect(shown(result)).not.toContain('BIG');
  });

  it('takes the fixtures of a conftest that the test asks for, and nothing from one it does not use', () => {
    const text = `import pytest
ROOT = "/"
@pytest.fixture
def tree(base):
    return ROOT
@pytest.fixture
def base():
    return 1
@pytest.fixture
def other():
    return 2
`;
    const outline = outlineFile('python', text);
    if (outline === null) throw new Error('no outline');
    const parts = cutFixtures(outline, text, new Set(['tree']));
    expect(parts).toEqual([
      { lineStart: 1, lineEnd: 8, text: text.slice(0, text.indexOf('@pytest.fixture\ndef other')) },
    ]);
    expect(cutFixtures(outline, text, new Set(['elsewhere']))).toEqual([]);
  });
});

interface Sample {
  language: string;
  symbols: string[];
  text: string;
  code: string;
  context: string;
}

const SAMPLES: Sample[] = [
  {
    language: 'typescript',
    symbols: ['ledger', 'renews'],
    text: `import { open } from './shelf';
jest.mock('./clock');
const WEEK = 7;
const OTHER = 8;
function makeLoan() { return 1; }
function unused() {}
describe('ledger', () => {
  let ledger;
  beforeEach(() => { ledger = open(); });
  [1].forEach((n) => { it('loops ' + n, () => {}); });
  it('ages', () => {});
  it('renews', () => {
    expect(makeLoan()).toBe(WEEK);
  });
});
`,
    code: "  it('renews', () => {\n    expect(makeLoan()).toBe(WEEK);\n  });\n",
    context: `import { open } from './shelf';
jest.mock('./clock');
const WEEK = 7;
function makeLoan() { return 1; }
describe('ledger', () => {
  let ledger;
  beforeEach(() => { ledger = open(); });
`,
  },
  {
    language: 'java',
    symbols: ['LedgerTest', 'renews'],
    text: `package shelf;
import org.junit.Test;
public class LedgerTest {
  private int week = 7;
  @Before
  public void open() {}
  static int rows() { return 1; }
  void unused() {}
  @MethodSource("rows")
  @Test
  public void renews() {
    a();
  }
}
`,
    code: '  @MethodSource("rows")\n  @Test\n  public void renews() {\n    a();\n  }\n',
    context: `package shelf;
import org.junit.Test;
public class LedgerTest {
  private int week = 7;
  @Before
  public void open() {}
  static int rows() { return 1; }
`,
  },
  {
    language: 'go',
    symbols: ['LedgerSuite', 'TestRenew', 'a_loan'],
    text: `package shelf

import "testing"

const (
	week = 7
)

var unused = 1

type LedgerSuite struct{}

func (s *LedgerSuite) SetupTest() {}

func (s *OtherSuite) SetupTest() {}

func (s *LedgerSuite) TestRenew() {
	s.Run("a loan", func() {
		use(week)
	})
}
`,
    code: 'func (s *LedgerSuite) TestRenew() {\n\ts.Run("a loan", func() {\n\t\tuse(week)\n\t})\n}\n',
    context:
      'package shelf\nimport "testing"\nconst (\n\tweek = 7\n)\ntype LedgerSuite struct{}\nfunc (s *LedgerSuite) SetupTest() {}\n',
  },
  {
    language: 'rust',
    symbols: ['tests', 'renews'],
    text: '#[cfg(test)]\nmod tests {\n    use super::*;\n    fn loan() {}\n    fn other() {}\n    #[test]\n    fn renews() {\n        loan();\n    }\n}\n',
    code: '    #[test]\n    fn renews() {\n        loan();\n    }\n',
    context: '#[cfg(test)]\nmod tests {\n    use super::*;\n    fn loan() {}\n',
  },
  {
    language: 'php',
    symbols: ['LedgerTest', 'testRenew'],
    text: '<?php\nuse A\\B;\nclass LedgerTest extends TestCase {\n  public function setUp(): void {}\n  public static function rows() {}\n  /**\n   * @dataProvider rows\n   */\n  public function testRenew($a) {}\n}\n',
    code: '  /**\n   * @dataProvider rows\n   */\n  public function testRenew($a) {}\n',
    context:
      'use A\\B;\nclass LedgerTest extends TestCase {\n  public function setUp(): void {}\n  public static function rows() {}\n',
  },
  {
    language: 'ruby',
    symbols: ['Ledger', 'renews'],
    text: 'require "shelf"\ndescribe Ledger do\n  let(:loan) { 1 }\n  it { is_expected.to be }\n  it "renews" do\n    loan\n  end\nend\n',
    code: '  it "renews" do\n    loan\n  end\n',
    context: 'require "shelf"\ndescribe Ledger do\n  let(:loan) { 1 }\n',
  },
  {
    language: 'cpp',
    symbols: ['LedgerTest', 'Renews'],
    text: '#include <shelf.h>\nclass LedgerTest : public testing::Test {\n  int week = 7;\n};\nstatic int loan() { return 1; }\nTEST_F(LedgerTest, Renews) {\n  loan();\n}\n',
    code: 'TEST_F(LedgerTest, Renews) {\n  loan();\n}\n',
    context:
      '#include <shelf.h>\nclass LedgerTest : public testing::Test {\n  int week = 7;\n};\nstatic int loan() { return 1; }\n',
  },
  {
    language: 'csharp',
    symbols: ['LedgerTest', 'Renews'],
    text: 'using Xunit;\npublic class LedgerTest {\n  int week = 7;\n  public LedgerTest() { }\n  [Fact]\n  public void Renews() { }\n}\n',
    code: '  [Fact]\n  public void Renews() { }\n',
    context: 'using Xunit;\npublic class LedgerTest {\n  int week = 7;\n  public LedgerTest() { }\n',
  },
];

describe('cutTest on other languages', () => {
  it.each(SAMPLES)(
    'takes a test out of $language with what it needs',
    ({ language, symbols, text, code, context }) => {
      const result = cut(language, text, symbols);
      expect(result.code).toBe(code);
      expect(shown(result)).toBe(context);
    },
  );
});

describe('rows of Ruby test-unit', () => {
  const text = `class ShelfTest < Test::Unit::TestCase
  WEEK = 7

  data('late' => 3,
       'early' => 1)
  data(
    'week' => WEEK,
  )
  def test_renew(days)
    renew(days)
  end

  data('other' => 9)
  def test_close(days)
  end
end
`;

  it('belong to the test below them, and to no other', () => {
    const renew = cut('ruby', text, ['test_renew']);
    expect([renew.lineStart, renew.lineEnd]).toEqual([4, 11]);
    expect(shown(renew)).not.toContain('other');
    const close = cut('ruby', text, ['test_close']);
    expect([close.lineStart, close.lineEnd]).toEqual([13, 15]);
    expect(shown(close)).not.toContain('late');
  });
});

describe('what stands beside a test and is no part of it', () => {
  it('C++: a conditional block of other tests, though its macro is named like the suite', () => {
    const text = `#include "loans.h"
#if LOANS_SLOW
TEST(loan_test, slow) {
  renew_slowly();
}
#endif
TEST(loan_test, renew) {
  renew();
}
`;
    const result = cut('cpp', text, ['loan_test.renew']);
    expect(shown(result)).toContain('#include "loans.h"');
    expect(shown(result)).not.toContain('renew_slowly');
  });

  it('Ruby: uses of shared examples, but for those the test stands in; constants it does not name', () => {
    const text = `RSpec.describe Shelf do
  WEEK = 7
  FORTNIGHT = WEEK * 2
  YEAR = 365
  shared_examples 'a loan' do |days|
    it 'is due' do
      expect(due(FORTNIGHT)).to eq(days)
    end
  end
  include_context 'with a shelf'
  it_behaves_like 'a loan', 14
  it_behaves_like 'another loan', 21
  define_method("test_x") { }
end
`;
    const outline = outlineFile('ruby', text);
    const definition = outline?.definitions.find(({ name }) => name === 'is due');
    if (!outline || !definition) throw new Error('not found');
    const context = cutTest(outline, text, definition)
      .context.map((part) => part.text)
      .join('');
    expect(context).toContain("it_behaves_like 'a loan', 14");
    expect(context).toContain("include_context 'with a shelf'");
    expect(context).toContain('  WEEK = 7\n  FORTNIGHT = WEEK * 2\n');
    for (const foreign of ['another loan', 'YEAR', 'define_method']) expect(context).not.toContain(foreign);
  });

  it('Rust: a test whose name is that of a called method; attributes of a use stay with it', () => {
    const text = `use shelf::Loan;

#[cfg(unix)]
#[allow(unused)]
use std::os::unix::fs;

#[test]
fn renew() {
    other();
}

fn helper() {}

// Loans of a week.
/// A loan is renewed.
#[test]
fn renews() {
    helper();
    Loan::new().renew();
}
`;
    const result = cut('rust', text, ['renews']);
    expect(shown(result)).toContain('#[cfg(unix)]\n#[allow(unused)]\nuse std::os::unix::fs;\n');
    expect(shown(result)).toContain('fn helper() {}');
    expect(shown(result)).toContain('// Loans of a week.\n/// A loan is renewed.\n');
    expect(shown(result)).not.toContain('other()');
    expect(result.code.startsWith('#[test]\nfn renews')).toBe(true);
  });

  it('a comment that is set off from the test, or long, stays out', () => {
    const long = Array.from({ length: 12 }, (_, index) => `# line ${index}\n`).join('');
    const text = `# Of loans.\n\ndef test_a():\n    pass\n\n${long}def test_b():\n    pass\n`;
    expect(shown(cut('python', text, ['test_a']))).toBe('');
    expect(shown(cut('python', text, ['test_b']))).toBe('');
  });
});

describe('imports and values of a Python file', () => {
  const text = `"""Tests."""
from __future__ import annotations
import os, sys as system
import shelf.loans
from shelf import (  # all of them
    Ledger as Book, Loan,
    Week)
from shelf.clock import *
try:
    import fast
except ImportError:
    fast = None
try:
    import slow
    HAS_SLOW = True
except ImportError:
    HAS_SLOW = False
HOST = os.environ["HOST"]
URL = HOST + "/loans"
OTHER = Week
LONG = """
def test_renew = 7
renew = URL
"""
call(renew=URL)
if os.name == "shelf":
    PLATFORM = 1


def url(path):
    return URL + path


def test_renew():
    assert Book(url("x")).renew(fast)
`;

  it('are those it uses, and what these are made of', () => {
    const context = shown(cut('python', text, ['test_renew']));
    expect(context).toBe(`import os, sys as system
from shelf import (  # all of them
    Ledger as Book, Loan,
    Week)
from shelf.clock import *
try:
    import fast
except ImportError:
    fast = None
HOST = os.environ["HOST"]
URL = HOST + "/loans"
def url(path):
    return URL + path
`);
  });
});

describe('boundNames', () => {
  it.each([
    ['a = b', ['a']],
    ['a, (b, c) = d', ['a', 'b', 'c']],
    ['a: int = 1', ['a']],
    ['a.b[1] = 2', ['a', 'b']],
    ['call(a=1)', []],
    ['call(\n    a=1,\n)', []],
    ['a = """\nb = 1\n"""', ['a']],
    ['import a.b, c.d as e', ['a', 'e']],
    ['from a import (b,\n  c as d)  # e', ['b', 'd']],
    ['from a import *', []],
    ['if x == y:\n    a = 1\nelse:\n    from b import c', ['a', 'c']],
    ['with open(p) as f:\n    def g(): pass\n    class H: pass', ['g', 'H']],
    ['assert a == 1', []],
  ])('of %j', (code, names) => {
    expect([...boundNames(code)]).toEqual(names);
  });
});
