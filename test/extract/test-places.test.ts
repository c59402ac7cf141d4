/** Failing tests are found in whole files: titles made at run time, cases made by attributes, scenarios, several places. */
import { beforeAll, describe, expect, it } from 'vitest';
import { TestPool } from '../../src/extract/test-pool.js';
import { resolveTest } from '../../src/extract/test-resolution.js';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { parseTestId } from '../../src/testid/parse.js';

beforeAll(async () => {
  for (const language of ['ruby', 'rust', 'typescript', 'php', 'java']) await loadGrammar(language);
});

interface File {
  readonly path: string;
  readonly text: string;
  /** 1-based line that the test patch adds. */
  readonly added?: number;
}

function resolve(id: string, language: string, files: readonly File[]): [string, ...string[]] {
  const pool = new TestPool();
  for (const { path, text, added } of files) {
    const line = text.split('\n')[(added ?? 1) - 1] ?? '';
    const hunk = { oldStart: 1, oldLines: 0, newStart: added ?? 1, newLines: 1, section: '' };
    const hunks = [{ ...hunk, lines: [{ kind: 'added' as const, text: line, newline: true }] }];
    pool.addFile({ path, text, origin: 'repository' }, added === undefined ? [] : hunks);
  }
  const { match, places } = resolveTest(parseTestId(id, { language, repo: '', corpus: '' }), pool);
  return [match, ...places.map(({ text, lines }) => `${text.path}:${lines.start}-${lines.end}`)];
}

const SPEC = `RSpec.describe Shelf do
  %w[a b].each do |word|
    it "refuses '#{word}' as a label" do
      expect(word).to be_nil
    end
    it "takes '#{word}' as a label" do
      expect(word).not_to be_nil
    end
  end
  it 'renews a loan that was made ' \\
     'a week ago' do
  end
  it "#{word}" do
  end
end
`;

describe('titles that are made at run time', () => {
  const spec = [{ path: 'spec/shelf_spec.rb', text: SPEC }];
  it.each([
    ["refuses 'x (> 1)' as a label", 'title', 'spec/shelf_spec.rb:3-5'],
    ["takes '' as a label", 'title', 'spec/shelf_spec.rb:6-8'],
    ['renews a loan that was made a week ago', 'title', 'spec/shelf_spec.rb:10-12'],
  ])('rspec prints the innermost one: %j', (id, match, place) => {
    expect(resolve(id, 'ruby', spec)).toEqual([match, place]);
  });

  it.each(["we refuses 'x' as a label", "refuses 'x' as a tag", 'something else'])('%j fits none', (id) => {
    expect(resolve(id, 'ruby', spec)).toEqual(['none']);
  });

  it('test-unit puts the label of a data row behind the title', () => {
    const text = `class ShelfTest < Test::Unit::TestCase
  data('week' => 7,
       'day' => 1)
  test "renews for some days" do |days|
  end
end
`;
    const files = [{ path: 'test/test_shelf.rb', text }];
    expect(resolve('renews for some days[week]', 'ruby', files)).toEqual(['title', 'test/test_shelf.rb:4-5']);
    expect(resolve('renews for some weeks[week]', 'ruby', files)).toEqual(['none']);
  });

  it('a language without a grammar: the title in the line that opens the test', () => {
    const text = `foreach weeks {1 2} {
    test "renews for weeks: $weeks" {
        renew $weeks
    }
    test "closes $weeks" {
    }
}
`;
    const files = [{ path: 'tests/loans.tcl', text }];
    expect(resolve('renews for weeks: 2', 'c', files)).toEqual(['title', 'tests/loans.tcl:2-4']);
    expect(resolve('renews for days: 2', 'c', files)).toEqual(['none']);
    expect(resolve('closes 2', 'c', files), 'too little fixed text').toEqual(['none']);
  });
});

it('a shoulda id is the test of that title, never its class', () => {
  const text = `class ShelfTest < Minitest::Test
  context "a loan" do
    context "of a week" do
      should "be due on day 7" do
      end
    end
    should "be renewed" do
    end
  end
end
`;
  const files = [{ path: 'test/test_shelf.rb', text }];
  expect(resolve('ShelfTest#test_: a loan of a week should be due on day 7. ', 'ruby', files)).toEqual([
    'title',
    'test/test_shelf.rb:4-5',
  ]);
  expect(resolve('ShelfTest#test_: a loan of a year should be due. ', 'ruby', files)).toEqual(['none']);
});

it('a display name of JUnit stands in an annotation of the method; else the class is what is known', () => {
  const text = `package shelf;
class LoanTest {
  @Test
  @DisplayName("renews a loan twice")
  void renew() {
  }
}
`;
  const files = [{ path: 'src/test/java/shelf/LoanTest.java', text }];
  expect(resolve('shelf.LoanTest > renews a loan twice', 'java', files)).toEqual([
    'title',
    'src/test/java/shelf/LoanTest.java:3-6',
  ]);
  expect(resolve('shelf.LoanTest > [1] week, 7', 'java', files)[1]).toBe(
    'src/test/java/shelf/LoanTest.java:2-7',
  );
});

describe('tests that attributes make', () => {
  const text = `pub mod renews;

#[cfg(test)]
mod tests {
    use test_case::test_case;

    #[test_case(7; "week")]
    #[test_case(1)]
    fn renews(days: u32) {
        assert!(days > 0);
    }

    #[test]
    fn closes() {}
}
`;
  const files = [{ path: 'src/loans.rs', text }];

  it('are the function with the attributes, not the module of its name', () => {
    expect(resolve('loans::tests::renews::week', 'rust', files)).toEqual(['exact', 'src/loans.rs:7-11']);
    expect(resolve('loans::tests::renews::_1_expects', 'rust', files)).toEqual([
      'exact',
      'src/loans.rs:7-11',
    ]);
  });

  it('need such an attribute', () => {
    expect(resolve('loans::tests::closes::week', 'rust', files)).toEqual(['none']);
  });
});

describe('cucumber', () => {
  const text = `@loans
Feature: Loans
  Background:
    Given a shelf

  @slow
  Scenario: renew
    When I renew
    """
    Scenario: no scenario
    """

  Scenario Outline: close on <day>
    When I close on <day>
    Examples:
      | day |
      | one |

  Scenario: renew
    Then it is renewed
`;
  const files = [{ path: 'features/loans.feature', text }];
  it.each([
    ['features/loans.feature:7  Scenario: renew', '6-11'],
    ['features/loans.feature:19  Scenario: renew', '19-20'],
    ['features/loans.feature:17  Scenario Outline: close on one', '13-17'],
  ])('%j', (id, lines) => {
    expect(resolve(id, 'ruby', files)).toEqual(['title', `features/loans.feature:${lines}`]);
  });

  it('names no other scenario', () => {
    expect(resolve('features/loans.feature:9  Scenario: no scenario', 'ruby', files)).toEqual(['none']);
  });
});

describe('of several places', () => {
  const suite = (name: string, extra = ''): string =>
    `describe('${name}', () => {\n  it('keeps the order of loans', () => {\n  });${extra}\n});\n`;

  it('one whose suite fits wins over one that only quotes the title', () => {
    const files = [
      { path: 'test/shelf.ts', text: suite('Shelf') },
      { path: 'test/ledger.ts', text: suite('Ledger') },
    ];
    expect(resolve('Ledger > keeps the order of loans', 'typescript', files)).toEqual([
      'title',
      'test/ledger.ts:2-3',
    ]);
  });

  it('those that the test patch wrote win; when it wrote none, the id is ambiguous', () => {
    const text = suite(
      'Shelf',
      "\n  describe('late', () => {\n    it('keeps the order of loans', () => {\n    });\n  });",
    );
    const places = (added?: number): string[] =>
      resolve('keeps the order of loans', 'typescript', [
        { path: 'test/shelf.ts', text, ...(added === undefined ? {} : { added }) },
      ]);
    expect(places()).toEqual(['ambiguous', 'test/shelf.ts:2-3', 'test/shelf.ts:5-6']);
    expect(places(5)).toEqual(['title', 'test/shelf.ts:5-6']);
    expect(places(8)).toEqual(['ambiguous', 'test/shelf.ts:2-3', 'test/shelf.ts:5-6']);
  });

  it('a testdox title names its class', () => {
    const php = (name: string): string =>
      `<?php\nclass ${name} extends TestCase {\n  public function testDueDate() {\n  }\n}\n`;
    const files = [
      { path: 'tests/ShelfTest.php', text: php('ShelfTest') },
      { path: 'tests/LedgerTest.php', text: php('LedgerTest') },
    ];
    expect(resolve('Ledger > Due date', 'php', files)).toEqual(['title', 'tests/LedgerTest.php:3-4']);
  });
});
