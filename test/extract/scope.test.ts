import { describe, expect, it } from 'vitest';
import { scopesFromFile } from '../../src/extract/scope.js';
import { loadGrammar } from '../../src/syntax/grammar.js';
import type { Outline } from '../../src/syntax/outline.js';
import { outlineFile } from '../../src/syntax/outline-text.js';
import { buildExample, shelfInstance } from '../support/shelf.js';

/** The scope chain of the only hunk of a fix to a Python file (or another path), read from the row alone. */
async function scopeOf(hunk: string, path = 'shelf/loans.py'): Promise<string> {
  const patch = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunk}`;
  const { evidence } = await buildExample(shelfInstance('shelf__shelf-12', { patch }));
  const [scope = []] = evidence.localization.files.flatMap((file) => file.hunks.map((entry) => entry.scope));
  return scope.map(({ kind, name }) => `${kind} ${name}`).join(' > ');
}

describe('scopes from a hunk and its heading', () => {
  it('a class heading and a method that opens in the hunk', async () => {
    const hunk =
      '@@ -34,3 +34,3 @@ class Ledger:\n     def renew(self, loan):\n-        loan.due = 1\n+        loan.due = 2\n         return loan\n';
    expect(await scopeOf(hunk)).toBe('class Ledger > function renew');
  });

  it('a method heading whose body the hunk lies in', async () => {
    const hunk =
      '@@ -34,3 +34,3 @@ def renew(self, loan):\n         a = 1\n-        b = 1\n+        b = 2\n         return a\n';
    expect(await scopeOf(hunk)).toBe('function renew');
  });

  it('a method heading is left when the hunk comes back to the level of the class', async () => {
    const hunk =
      '@@ -34,4 +34,4 @@ def renew(self, loan):\n         return loan\n \n-    limit = 1\n+    limit = 2\n     other = 2\n';
    expect(await scopeOf(hunk)).toBe('');
  });

  it('a method added behind the method of the heading is not inside it', async () => {
    const hunk =
      '@@ -34,3 +34,6 @@ def renew(self, loan):\n         loan.due = 1\n         return loan\n \n+    def close(self):\n+        self.loans = []\n+\n';
    expect(await scopeOf(hunk)).toBe('');
  });

  it('a statement added to the body of the heading is inside it', async () => {
    const hunk =
      '@@ -34,2 +34,3 @@ def renew(self, loan):\n         loan.due = 1\n+        loan.late = False\n         return loan\n';
    expect(await scopeOf(hunk)).toBe('function renew');
  });

  it('a top-level definition added behind a class is not inside it', async () => {
    const hunk =
      '@@ -34,3 +34,6 @@ class Ledger:\n         return loan\n \n \n+def days():\n+    return 7\n+\n';
    expect(await scopeOf(hunk)).toBe('');
  });

  it('a method added behind a blank line belongs to the class it is indented into', async () => {
    const hunk =
      '@@ -1,3 +1,6 @@\n class Ledger:\n     def renew(self):\n         return 1\n+\n+    def close(self):\n+        return 2\n';
    expect(await scopeOf(hunk)).toBe('class Ledger');
  });

  it('names only what encloses every changed place of a hunk', async () => {
    const hunk =
      '@@ -1,6 +1,6 @@\n class Ledger:\n     def renew(self):\n-        return 1\n+        return 2\n     def close(self):\n-        return 3\n+        return 4\n x = 1\n';
    expect(await scopeOf(hunk)).toBe('class Ledger');
  });

  it('a torn statement of another language is no definition', async () => {
    const hunk =
      '@@ -10,5 +10,5 @@ public class Ledger {\n             close();\n         } else if (late(loan)) {\n-            fine(1);\n+            fine(2);\n         }\n         log();\n';
    expect(await scopeOf(hunk, 'src/main/java/Ledger.java')).not.toContain(' if');
  });

  it('a heading outside of Python that names a function is no scope: methods may have followed', async () => {
    const hunk =
      '@@ -10,3 +10,3 @@ public void renew(Loan loan) {\n         a();\n-        b();\n+        c();\n         d();\n';
    expect(await scopeOf(hunk, 'src/main/java/Ledger.java')).toBe('');
  });
});

describe('scopes from a whole file', () => {
  async function scopeAt(
    language: string,
    text: string,
    line: number,
    change?: (outline: Outline) => void,
  ): Promise<string> {
    await loadGrammar(language);
    const outline = outlineFile(language, text);
    if (!outline) throw new Error('no outline');
    change?.(outline);
    return scopesFromFile(outline, text.split('\n'), line)
      .map(({ kind, name }) => `${kind} ${name}`)
      .join(' > ');
  }

  const SCRIPT = `class Ledger {
  /**
   * Gives more time.
   * @param loan
   */
  renew(loan) {
  }

  // No definition follows.
  weeks = 7;
}
`;

  it.each([
    [2, 'class Ledger > method renew'],
    [4, 'class Ledger > method renew'],
    [7, 'class Ledger > method renew'],
    [9, 'class Ledger'],
  ])('a comment right above a definition belongs to it: line %i', async (line, scope) => {
    expect(await scopeAt('javascript', SCRIPT, line)).toBe(scope);
  });

  it('a directive of C is no comment, a comment of Python is one', async () => {
    expect(await scopeAt('c', '#define WEEK 7\nint renew(void) {\n}\n', 1)).toBe('');
    expect(await scopeAt('python', '# More time.\n@cached\ndef renew():\n    pass\n', 1)).toBe(
      'function renew',
    );
  });

  it('where a tree has errors, a definition ends at the bracket that closes it', async () => {
    const text = 'struct Loan {\n  int due;\n};\n\nint renew(void) {\n  return 1;\n}\n';
    const reachesOn = (outline: Outline): void => {
      outline.complete = false;
      const [first] = outline.definitions;
      if (first) first.lineEnd = 7;
      for (const [index, definition] of outline.definitions.entries()) if (index > 0) definition.parent = 0;
    };
    expect(await scopeAt('cpp', text, 2, reachesOn)).toBe('struct Loan');
    expect(await scopeAt('cpp', text, 6, reachesOn)).toBe('function renew');
  });
});
