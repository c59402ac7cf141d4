import { describe, expect, it } from 'vitest';
import { findRecordLeaks } from '../../src/pipeline/record-guard.js';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { buildExample, shelfInstance } from '../support/shelf.js';

await loadGrammar('rust');

const PATCH = `diff --git a/src/loan.rs b/src/loan.rs
--- a/src/loan.rs
+++ b/src/loan.rs
@@ -3,3 +3,3 @@ impl Loan {
     pub fn renew(&mut self, today: u32) {
-        self.due = today + 7;
+        self.due = self.due.max(today) + 7;
     }
@@ -20,6 +20,13 @@ mod tests {
     use super::*;
 
     #[test]
     fn counts() {
         assert_eq!(Loan::new(5).renewals, 0);
     }
+
+    #[test]
+    fn early_renewal_extends() {
+        let mut loan = Loan::new(28);
+        loan.renew(1);
+        assert_eq!(loan.due, 35);
+    }
`;

describe('inline tests of Rust in the fix', () => {
  const build = () =>
    buildExample(
      shelfInstance('shelf__shelf-12', {
        patch: PATCH,
        test_patch: '',
        FAIL_TO_PASS: '["loan::tests::early_renewal_extends"]',
      }),
    );

  it('are no location: only the hunk outside of them is', async () => {
    const { evidence } = await build();
    const [file] = evidence.localization.files;
    expect(file?.hunks.map((hunk) => hunk.old_start)).toEqual([3]);
  });

  it('are a candidate change, and the failing test is found in them', async () => {
    const { evidence } = await build();
    expect(evidence.reproduction.candidate_changes).toEqual([
      expect.objectContaining({ path: 'src/loan.rs', role: 'test', role_rule: 'rust:inline-tests' }),
    ]);
    expect(evidence.reproduction.candidate_changes[0]?.diff).not.toContain('self.due.max');
    expect(evidence.reproduction.tests[0]?.code).toContain('fn early_renewal_extends()');
  });

  it('stay in the patch, and are no leak', async () => {
    const { evidence } = await build();
    expect(evidence.patch.diff).toBe(PATCH);
    expect(findRecordLeaks(evidence)).toEqual([]);
  });

  it('a source hunk planted under the same rule is found', async () => {
    const { evidence } = await build();
    const planted = structuredClone(evidence);
    planted.reproduction.candidate_changes.push({
      path: 'src/loan.rs',
      status: 'modified',
      role: 'test',
      role_rule: 'rust:inline-tests',
      diff: PATCH.slice(0, PATCH.indexOf('@@ -20')),
    });
    expect(findRecordLeaks(planted)).toContainEqual(
      expect.objectContaining({ block: 'reproduction', kind: 'added_line' }),
    );
  });
});
