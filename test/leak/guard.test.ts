import { describe, expect, it } from 'vitest';
import { findLeaks } from '../../src/leak/guard.js';
import { sourcesOfRepair } from '../../src/leak/sources.js';
import { collectVocabulary } from '../../src/leak/vocabulary.js';
import type { Evidence } from '../../src/model/evidence.js';
import { findRecordLeaks } from '../../src/pipeline/record-guard.js';
import { type BuiltExample, SHELF_ROWS, buildShelf } from '../support/shelf.js';

const IDS = SHELF_ROWS.map((row) => String(row['instance_id']));

/** A copy of the record with one thing planted. */
function plant({ evidence }: BuiltExample, change: (copy: Evidence) => void): Evidence {
  const copy = structuredClone(evidence);
  change(copy);
  return copy;
}

const leaksWhileBuilding = ({ repair, material }: BuiltExample, evidence: Evidence) =>
  findLeaks(evidence, collectVocabulary(sourcesOfRepair(repair, material)));

describe('what is built leaks nothing', () => {
  it.each(IDS)('%s', async (id) => {
    const built = await buildShelf(id);
    expect(leaksWhileBuilding(built, built.evidence)).toEqual([]);
    expect(findRecordLeaks(built.evidence)).toEqual([]);
  });
});

interface Mutation {
  readonly name: string;
  readonly id: string;
  readonly change: (copy: Evidence) => void;
  readonly found: { readonly block: string; readonly kind: string };
  /** What is planted is the record's own idea of what is withheld, which the build does not ask. */
  readonly onRecordOnly?: boolean;
}

const WITHHELD = `diff --git a/shelf/latest.py b/shelf/latest.py
new file mode 100644
--- /dev/null
+++ b/shelf/latest.py
@@ -0,0 +1,2 @@
+def latest(loans):
+    return newest(loans)
`;

const ADDED_LINE = '        loan.due = max(loan.due, today) + WEEK\n';
const SOURCE_HUNK = `diff --git a/shelf/loans.py b/shelf/loans.py
--- a/shelf/loans.py
+++ b/shelf/loans.py
@@ -37,3 +37,3 @@ class Ledger:
-        loan.due = today + WEEK
+        loan.due = max(loan.due, today) + WEEK
         loan.renewals += 1
         return loan
`;

const firstHunk = (copy: Evidence) => {
  const hunk = copy.localization.files.find((file) => file.path === 'shelf/loans.py')?.hunks[0];
  if (!hunk) throw new Error('the example must have a hunk');
  return hunk;
};

const firstTest = (copy: Evidence) => {
  const [test] = copy.reproduction.tests;
  if (!test) throw new Error('the example must show a test');
  return test;
};

const MUTATIONS: readonly Mutation[] = [
  {
    name: 'an added line among the old-side lines',
    id: 'shelf__shelf-12',
    change: (copy) => void (firstHunk(copy).text += ADDED_LINE),
    found: { block: 'localization', kind: 'added_line' },
  },
  {
    name: 'an added line with other white space',
    id: 'shelf__shelf-12',
    change: (copy) => void (firstHunk(copy).text += `\t${ADDED_LINE.trim()}  \n`),
    found: { block: 'localization', kind: 'added_line' },
  },
  {
    name: 'an added line as a heading',
    id: 'shelf__shelf-12',
    change: (copy) => void (firstHunk(copy).section = ADDED_LINE.trim()),
    found: { block: 'localization', kind: 'added_line' },
  },
  {
    name: 'a name only the repair introduces, as a scope',
    id: 'shelf__shelf-15',
    change: (copy) =>
      void copy.localization.files
        .find((file) => file.path === 'shelf/isbn.py')
        ?.hunks[0]?.scope.push({
          kind: 'function',
          name: 'weighted_sum',
          line: 4,
          text: 'def weighted_sum():',
        }),
    found: { block: 'localization', kind: 'new_identifier' },
  },
  {
    name: 'the new path of a rename',
    id: 'shelf__shelf-23',
    change: (copy) => {
      for (const file of copy.localization.files)
        if (file.path === 'shelf/rules.py') file.path = 'shelf/house_rules.py';
    },
    found: { block: 'localization', kind: 'new_path' },
  },
  {
    name: 'a source hunk among the candidate test changes',
    id: 'shelf__shelf-12',
    change: (copy) =>
      void copy.reproduction.candidate_changes.push({
        path: 'shelf/loans.py',
        status: 'modified',
        role: 'test',
        role_rule: 'planted',
        diff: SOURCE_HUNK,
      }),
    found: { block: 'reproduction', kind: 'added_line' },
  },
  {
    name: 'an added line in the code of a test',
    id: 'shelf__shelf-12',
    change: (copy) => void (firstTest(copy).code += ADDED_LINE),
    found: { block: 'reproduction', kind: 'added_line' },
  },
  {
    name: 'an added line in the context of a test',
    id: 'shelf__shelf-12',
    change: (copy) => void firstTest(copy).context.push({ start_line: 1, text: ADDED_LINE }),
    found: { block: 'reproduction', kind: 'added_line' },
  },
  {
    name: 'the new path of a rename with a prefix',
    id: 'shelf__shelf-23',
    change: (copy) => void (firstHunk(copy).section = 'see b/shelf/house_rules.py'),
    found: { block: 'localization', kind: 'new_path' },
  },
  {
    name: 'the new path of a rename as a module',
    id: 'shelf__shelf-23',
    change: (copy) => void (firstHunk(copy).section = 'from shelf import house_rules'),
    found: { block: 'localization', kind: 'new_identifier' },
  },
  {
    name: 'an added line behind the marker of a diff in the code of a test',
    id: 'shelf__shelf-12',
    change: (copy) => void (firstTest(copy).code += `+${ADDED_LINE}`),
    found: { block: 'reproduction', kind: 'added_line' },
  },
  {
    name: 'an added line within a longer test id',
    id: 'shelf__shelf-12',
    change: (copy) => {
      for (const test of copy.reproduction.fail_to_pass) test.id = `test_x[${ADDED_LINE.trim()}]`;
    },
    found: { block: 'reproduction', kind: 'added_line' },
  },
  {
    name: 'an added line as the path of a test',
    id: 'shelf__shelf-12',
    change: (copy) => {
      for (const test of copy.reproduction.fail_to_pass) test.path = ADDED_LINE.trim();
    },
    found: { block: 'reproduction', kind: 'added_line' },
  },
  {
    name: 'withheld source in the code of a test',
    id: 'shelf__shelf-12',
    change: (copy) => {
      copy.reproduction.withheld.push({ path: 'shelf/latest.py', reason: 'source', diff: WITHHELD });
      firstTest(copy).code += '    return newest(loans)\n';
    },
    found: { block: 'reproduction', kind: 'added_line' },
    onRecordOnly: true,
  },
  {
    name: 'an added line as a test id',
    id: 'shelf__shelf-12',
    change: (copy) => {
      for (const test of copy.reproduction.fail_to_pass) test.id = ADDED_LINE.trim();
    },
    found: { block: 'reproduction', kind: 'added_line' },
  },
];

describe('what is planted is found', () => {
  for (const { name, id, change, found, onRecordOnly = false } of MUTATIONS) {
    it(`${name}, while building and on the finished record`, async () => {
      const built = await buildShelf(id);
      const planted = plant(built, change);
      if (!onRecordOnly) {
        expect(leaksWhileBuilding(built, planted)).toContainEqual(expect.objectContaining(found));
      }
      expect(findRecordLeaks(planted)).toContainEqual(expect.objectContaining(found));
    });
  }
});

describe('what is no leak', () => {
  it('a test line that equals an added line of the fix stands on the test side', async () => {
    const row = SHELF_ROWS.find(({ instance_id: id }) => id === 'shelf__shelf-12');
    const testPatch = String(row?.['test_patch']).replace(
      '+        before = self.loan.due\n',
      `+${ADDED_LINE}`,
    );
    const built = await buildShelf('shelf__shelf-12', { test_patch: testPatch });
    expect(built.evidence.reproduction.tests[0]?.code).toContain(ADDED_LINE);
    expect(leaksWhileBuilding(built, built.evidence)).toEqual([]);
    expect(findRecordLeaks(built.evidence)).toEqual([]);
  });

  it('an added line that the statement already holds may be shown', async () => {
    const built = await buildShelf('shelf__shelf-12', { problem_statement: `Use\n${ADDED_LINE}instead.\n` });
    expect(built.evidence.statement_shows.added_lines).toBe(1);
    const planted = plant(built, (copy) => void (firstHunk(copy).text += ADDED_LINE));
    expect(leaksWhileBuilding(built, planted)).toEqual([]);
  });

  it('the path of an added file is shown, its content is not', async () => {
    const { evidence } = await buildShelf('shelf__shelf-15');
    const added = evidence.localization.files.find((file) => file.path === 'shelf/checksums.py');
    expect(added).toMatchObject({ status: 'added', hunks: [] });
  });
});
