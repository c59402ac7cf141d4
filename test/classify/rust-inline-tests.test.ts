/** Claim: a hunk of a Rust source file is told apart from a hunk of its inline tests, with and without the file at hand. */
import { describe, expect, it } from 'vitest';
import {
  findInlineTestModules,
  placeInlineTestHunk,
  type InlineTestHunk,
} from '../../src/classify/rust-inline-tests.js';

const FILE = `pub struct Shelf {
    name: String, // a brace in a comment: {
}

impl Shelf {
    pub fn label(&self) -> String {
        format!("{{{}}} {}", '{', "}")
    }
    pub fn raw(&self) -> &'static str {
        r#"mod tests { "quoted" "#
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        assert_eq!(shelf().label(), "{x");
    }
}

pub fn after() {}
`;

function hunk(section: string, oldStart: number, body: string): InlineTestHunk {
  const kinds = { ' ': 'context', '-': 'removed', '+': 'added' } as const;
  return {
    section,
    oldStart,
    lines: body.split('\n').map((line) => ({ kind: kinds[line[0] as ' ' | '-' | '+'], text: line.slice(1) })),
  };
}

describe('modules in a file', () => {
  it('finds the module from its attribute to its brace, whatever strings and comments hold', () => {
    expect(findInlineTestModules(FILE)).toEqual([{ start: 14, end: 22 }]);
  });

  it('finds a module without attribute, one in a line, and an unclosed one; not a module in another file', () => {
    expect(findInlineTestModules('mod tests;\n#[cfg(test)]\nmod checks;\n')).toEqual([]);
    expect(findInlineTestModules('#[cfg(test)] mod loan_tests { fn a() {} }\nfn b() {}\n')).toEqual([
      { start: 1, end: 1 },
    ]);
    expect(findInlineTestModules('fn a() {}\nmod tests\n{\n  fn b() {}\n')).toEqual([{ start: 2, end: 4 }]);
    expect(findInlineTestModules('mod latest {\n}\nmod contest {\n}\n')).toEqual([]);
  });
});

describe('hunks with the old file', () => {
  it('places hunks by line, whatever the heading says', () => {
    expect(
      placeInlineTestHunk(
        hunk('', 19, '     fn labels() {\n-        assert_eq!(1, 1);\n+        assert_eq!(2, 2);'),
        FILE,
      ),
    ).toBe('tests');
    expect(placeInlineTestHunk(hunk('mod tests {', 24, '-pub fn after() {}\n+pub fn later() {}'), FILE)).toBe(
      'source',
    );
    expect(placeInlineTestHunk(hunk('', 22, '+    fn helper() {}'), FILE)).toBe('source');
    expect(placeInlineTestHunk(hunk('', 21, '+    fn helper() {}'), FILE)).toBe('tests');
  });

  it('says mixed when one hunk reaches over the border', () => {
    expect(
      placeInlineTestHunk(
        hunk('', 11, '-    }\n+    };\n }\n \n #[cfg(test)]\n-mod tests {\n+mod tests  {'),
        FILE,
      ),
    ).toBe('mixed');
  });

  it('takes a module that the hunk adds as tests', () => {
    const body = ' pub fn after() {}\n+\n+#[cfg(test)]\n+mod tests {\n+    fn b() {}\n+}';
    expect(placeInlineTestHunk(hunk('', 1, body), 'pub fn after() {}\n')).toBe('tests');
  });
});

describe('hunks alone', () => {
  it.each([
    ['mod tests {', '     let shelf = shelf();\n+    assert!(shelf.open());', 'tests'],
    ['mod loan_tests {', '+    assert!(true);', 'tests'],
    ['impl Shelf {', '     let a = 1;\n-    a\n+    b', 'source'],
    ['mod latest {', '-    a\n+    b', 'source'],
    ['', '     let a = 1;\n-    a\n+    b', 'unknown'],
    ['', '     #[test]\n     fn opens() {\n-        a();\n+        b();', 'tests'],
    ['mod tests {', '     }\n }\n \n+pub fn after() {}', 'source'],
    ['impl Shelf {', '     fn a() {}\n }\n+#[cfg(test)]\n+mod tests {\n+    fn b() {}\n+}', 'tests'],
    ['impl Shelf {', '-    fn a() {}\n }\n+#[cfg(test)]\n+use crate::probe;\n+use crate::loan;', 'mixed'],
    ['mod tests {', ' fn a() {}', 'unknown'],
  ])('heading %j, body %j: %s', (section, body, place) => {
    expect(placeInlineTestHunk(hunk(section, 10, body))).toBe(place);
  });
});
