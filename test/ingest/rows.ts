/** Owns the made-up rows of the ingest tests: a small library that lends books, in the fields of each corpus. */
import type { IngestContext, Ingester, Row } from '../../src/ingest/ingester.js';
import type { Instance } from '../../src/model/instance.js';
import type { Issue } from '../../src/model/issue.js';

export const FIX = `diff --git a/shelf/loans.py b/shelf/loans.py
--- a/shelf/loans.py
+++ b/shelf/loans.py
@@ -1,5 +1,6 @@
 class Ledger:
     def renew(self, loan, today):
-        loan.due = today + WEEK
+        loan.due = max(loan.due, today) + WEEK
+        self.log.append(loan)
         return loan
 
`;

export const TEST_PATCH = `diff --git a/tests/test_loans.py b/tests/test_loans.py
new file mode 100644
--- /dev/null
+++ b/tests/test_loans.py
@@ -0,0 +1,4 @@
+from shelf.loans import Ledger
+
+def test_renew():
+    assert Ledger().renew(LOAN, 3).due == 17
`;

export const BASE = '4b1c9e07a2d83f5561e0c7d94ab82f36d05e917c';

/** A row of SWE-bench; `fields` are laid over it. */
export function sweBenchRow(fields: Row = {}): Row {
  return {
    repo: 'reading-room/shelf',
    instance_id: 'reading-room__shelf-41',
    base_commit: BASE,
    patch: FIX,
    test_patch: TEST_PATCH,
    problem_statement: 'Renewing a loan early takes days away\nI renew and the due date moves back.',
    hints_text: 'use max()',
    created_at: '2021-05-04T09:00:00Z',
    version: '1.3',
    FAIL_TO_PASS: '["tests/test_loans.py::test_renew"]',
    PASS_TO_PASS: '["tests/test_loans.py::test_lend", "tests/test_loans.py::test_return"]',
    environment_setup_commit: 'd3c9120f7e45ab6618c09b72fe51a80d6493ce2b',
    ...fields,
  };
}

/** The row without some of its fields. */
export function without(row: Row, ...names: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

export function context(overrides: Partial<IngestContext> = {}): IngestContext {
  return {
    carry: [],
    source: { file: 'shelf.jsonl', row: 0, line: 1, sha256: '' },
    keyInFile: '',
    testGlobs: [],
    sourceGlobs: [],
    ...overrides,
  };
}

/** Ingests a row that has to succeed. */
export function ingest(ingester: Ingester, row: Row, overrides: Partial<IngestContext> = {}): Instance {
  const outcome = ingester.ingest(row, context(overrides));
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.issue)}`);
  return outcome.value;
}

/** Ingests a row that has to be refused. */
export function refusal(ingester: Ingester, row: Row, overrides: Partial<IngestContext> = {}): Issue {
  const outcome = ingester.ingest(row, context(overrides));
  if (outcome.ok) throw new Error(`accepted ${outcome.value.instance_id}`);
  return outcome.issue;
}

export function warningCodes(instance: Instance): string[] {
  return instance.warnings.map(({ code }) => code);
}
