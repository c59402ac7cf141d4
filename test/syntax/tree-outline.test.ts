import { beforeAll, describe, expect, it } from 'vitest';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { enclosingDefinitions } from '../../src/syntax/outline.js';
import { outlineFile, outlineFragment } from '../../src/syntax/outline-text.js';
import { outlineLines } from './outline-lines.js';

interface Sample {
  language: string;
  text: string;
  outline: string[];
  statements: string[];
}

const SAMPLES: Sample[] = [
  {
    language: 'typescript',
    text: `import { Loan } from './loan';
@Injectable()
export class Ledger extends Book<Loan> implements Store {
  private week = 7;
  @Input()
  get due(): string { return ''; }
  renew = async (loan: Loan) => {
    const step = () => 1;
  };
}
export interface Store { size: number }
export const open = (
  path: string,
) => {
};
Ledger.prototype.close = function () {};
`,
    outline: [
      'class Ledger 2/3/3-10 < Book, Store',
      '  method due 5/6/6-6',
      '  method renew 7/7/7-9',
      '    function step 8/8/8-8',
      'interface Store 11/11/11-11',
      'function open 12/12/14-15',
      'function Ledger.prototype.close 16/16/16-16',
    ],
    statements: ['import 1-1', 'value 4-4'],
  },
  {
    language: 'java',
    text: `package shelf;
import java.util.List;
@Tag("slow")
public class LedgerTest extends Base<T> implements Sized {
  private int week = 7;
  @Test
  public void renews(int loan,
      int day) { run(new Runnable() { public void run() {} }); }
  LedgerTest() {}
  enum Kind { LATE }
  record Row(int x) {}
}
`,
    outline: [
      'class LedgerTest 3/4/4-12 < Base, Sized',
      '  method renews 6/7/8-8',
      '    method run 8/8/8-8',
      '  constructor LedgerTest 9/9/9-9',
      '  enum Kind 10/10/10-10',
      '  class Row 11/11/11-11',
    ],
    statements: ['import 1-1', 'import 2-2', 'value 5-5', 'other 10-10'],
  },
  {
    language: 'go',
    text: `package shelf

import "testing"

var week = 7

type Ledger struct{ size int }

// Renew renews.
func (l *Ledger[T]) Renew(t *testing.T) {
	t.Run("a loan", func(t *testing.T) {
		t.Run(name, func(t *testing.T) {})
	})
}
`,
    outline: ['struct Ledger 7/7/7-7', 'method Ledger.Renew 10/10/10-14', '  test a loan 11/11/11-13'],
    statements: ['import 1-1', 'import 3-3', 'value 5-5'],
  },
  {
    language: 'rust',
    text: `impl<T> Sized for Ledger<T> {
    #[inline]
    fn size(&self) -> usize { 1 }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    // slow
    #[should_panic]
    fn renews() { assert!(true); }
}
`,
    outline: [
      'impl Ledger 1/1/1-4',
      '  method size 2/3/3-3',
      'module tests 5/6/6-12',
      '  function renews 8/11/11-11',
    ],
    statements: ['import 7-7'],
  },
  {
    language: 'cpp',
    text: `#include <shelf.h>
namespace shelf {
class LedgerTest : public ::testing::Test {
  void SetUp() override {}
};
TEST_F(LedgerTest, Renews)
{
}
template <class T>
int* Ledger<T>::renew(int a,
    int b) {
  return 0;
}
struct later;
}
`,
    outline: [
      'module shelf 2/2/2-15',
      '  class LedgerTest 3/3/3-5 < Test',
      '    method SetUp 4/4/4-4',
      '  test LedgerTest.Renews 6/6/7-8',
      '  method Ledger::renew 9/10/11-13',
    ],
    statements: ['import 1-1', 'other 14-14'],
  },
  {
    language: 'c',
    text: 'static int\nrenew(struct loan *l)\n{\n  return 0;\n}\nenum kind { LATE };\n',
    outline: ['function renew 1/2/3-5', 'enum kind 6/6/6-6'],
    statements: [],
  },
  {
    language: 'csharp',
    text: `using Shelf;
namespace Shelf.Tests {
  [TestFixture]
  public class LedgerTest : Base<int>, ISized {
    int week = 7;
    [Test]
    public void Renews()
    {
      void Step() {}
    }
    public int Size { get { return 1; } }
  }
}
`,
    outline: [
      'module Shelf.Tests 2/2/2-13',
      '  class LedgerTest 3/4/4-12 < Base, ISized',
      '    method Renews 6/7/8-10',
      '      function Step 9/9/9-9',
      '    property Size 11/11/11-11',
    ],
    statements: ['import 1-1', 'value 5-5'],
  },
  {
    language: 'ruby',
    text: `require "shelf"
module Shelf
  class Ledger < Book::Base
    attr_reader :size
    def self.renew(loan,
                   day)
      1
    end
    private def close; end
  end
end
`,
    outline: [
      'module Shelf 2/2/2-11',
      '  class Ledger 3/3/3-10 < Base',
      '    method renew 5/5/6-8',
      '    method close 9/9/9-9',
    ],
    statements: ['import 1-1', 'other 4-4'],
  },
  {
    language: 'php',
    text: `<?php
namespace Shelf;
use PHPUnit\\TestCase;
final class LedgerTest extends TestCase {
  private $week = 7;
  #[DataProvider('rows')]
  public function testRenew($a) { }
}
function late() {}
`,
    outline: ['class LedgerTest 4/4/4-8 < TestCase', '  method testRenew 6/7/7-7', 'function late 9/9/9-9'],
    statements: ['other 1-1', 'import 2-2', 'import 3-3', 'value 5-5'],
  },
];

const LANGUAGES = ['javascript', 'tsx', ...SAMPLES.map(({ language }) => language)];

beforeAll(async () => {
  for (const language of LANGUAGES) await loadGrammar(language);
});

describe('outline by syntax tree', () => {
  it.each(SAMPLES)('reads $language', ({ language, text, outline: expected, statements }) => {
    const outline = outlineFile(language, text);
    expect(outlineLines(outline)).toEqual(expected);
    expect(
      outline?.statements.map(({ kind, lineStart, lineEnd }) => `${kind} ${lineStart}-${lineEnd}`),
    ).toEqual(statements);
    expect(outline?.complete).toBe(true);
  });

  it('reads JSX in JavaScript and TSX', () => {
    const text = 'export function Shelf() { return <ul>{rows.map((r) => <li>{r}</li>)}</ul>; }\n';
    for (const language of ['javascript', 'tsx']) {
      expect(outlineLines(outlineFile(language, text))).toEqual(['function Shelf 1/1/1-1']);
    }
  });

  it('gives null for a language without a grammar and an error for one that was not loaded', async () => {
    expect(outlineFile('kotlin', 'fun f() {}')).toBeNull();
    expect(outlineFragment('scala', 'def f = 1')).toBeNull();
    expect(outlineFile('constructor', '')).toBeNull();
    await expect(loadGrammar('swift')).resolves.toBe(false);
    await expect(loadGrammar('python')).resolves.toBe(true);
  });

  it('says that an outline with an unclosed bracket is incomplete', () => {
    const outline = outlineFile('java', 'class A { void f( { }\n void g() { }\n}\n');
    expect(outline?.complete).toBe(false);
  });

  it('does not parse what would fill the memory of the engine', () => {
    const outline = outlineFile('java', 'a<'.repeat(20_000));
    expect(outline).toMatchObject({ definitions: [], complete: false });
    expect(outlineFile('java', 'class A { }')?.complete).toBe(true);
  });

  it('finds the definition of a line behind a decorator', () => {
    const outline = outlineFile('typescript', SAMPLES[0]?.text ?? '');
    expect(outline && enclosingDefinitions(outline, 5).map(({ name }) => name)).toEqual(['Ledger', 'due']);
  });
});

describe('fragments of brace languages', () => {
  it.each([
    [
      'java',
      '    assertEquals(1, 2);\n  }\n\n  @Test\n  public void renews() { a(); }\n\n  @Test\n  void ages() {\n    a();\n',
      ['method renews 4/5/5-5', 'method ages 7/8/8-9 open'],
    ],
    [
      'php',
      '    $this->a(1);\n  }\n\n  public function testA() { a(); }\n\n  public function testB() {\n    a();\n',
      ['function testA 4/4/4-4', 'function testB 6/6/6-7 open'],
    ],
    [
      'typescript',
      '`);\n  });\n\n  it("renews", () => {\n    a(`x`);\n  });\n\n  it("ages", () => {\n',
      ['test renews 4/4/4-6', 'test ages 8/8/8-8 open'],
    ],
    ['go', '\t\t`<a>`,\n\t)\n}\n\nfunc TestRenew(t *testing.T) {\n}\n', ['function TestRenew 5/5/5-6 open']],
    ['rust', "    x\n}\n\nfn life<'a>(x: &'a str) {\n    a();\n", ['function life 4/4/4-5 open']],
  ])('reads what is whole in %s', (language, text, expected) => {
    const outline = outlineFragment(language, text);
    expect(outlineLines(outline)).toEqual(expected);
    expect(outline?.complete).toBe(false);
  });
});

describe('texts that a grammar alone does not read', () => {
  it('JSX with the attribute names of HTML, in JavaScript', () => {
    const text = `describe('Shelf', () => {
  it('lends', () => {
    render(<div class="loan" for="x">{a < b ? <b>1</b> : null}</div>);
  });
  it('renews', () => {
  });
});
`;
    expect(outlineFile('javascript', text)?.complete).toBe(true);
    expect(outlineLines(outlineFile('javascript', text))).toEqual([
      'suite Shelf 1/1/1-7',
      '  test lends 2/2/2-4',
      '  test renews 5/5/5-6',
    ]);
  });

  it('C functions whose type begins with a macro', () => {
    const text =
      'STATIC int renew_loan(void) {\n  return 1;\n}\nint Ledger::close() {\n}\nAPI struct loan *find_loan(int id) {\n}\n';
    expect(outlineFile('c', text)?.definitions.map(({ kind, name }) => [kind, name])).toEqual([
      ['function', 'renew_loan'],
      ['method', 'Ledger::close'],
      ['function', 'find_loan'],
    ]);
  });

  it("Ruby's class of the class itself, sub test cases and shoulda", () => {
    const text = `class ShelfTest < Test::Unit::TestCase
  class << self
    def startup
    end
  end
  sub_test_case "loans" do
    test "renew" do
    end
  end
  context "a loan" do
    should "be due" do
    end
  end
end
`;
    expect(outlineLines(outlineFile('ruby', text))).toEqual([
      'class ShelfTest 1/1/1-14 < TestCase',
      '  class << self 2/2/2-5',
      '    method startup 3/3/3-4',
      '  suite loans 6/6/6-9',
      '    test renew 7/7/7-8',
      '  suite a loan 10/10/10-13',
      '    test should be due 11/11/11-12',
    ]);
  });
});
