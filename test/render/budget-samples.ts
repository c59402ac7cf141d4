/** Records for the budget tests: the bundled example, and one large made-up repair with many hunks and tests. */
import type { Evidence } from '../../src/model/evidence.js';
import { SHELF_ROWS, buildExample, buildShelf, shelfInstance } from '../support/shelf.js';

/** The records of the example dataset. */
export const buildShelfRecords = async (): Promise<Evidence[]> =>
  Promise.all(SHELF_ROWS.map(async (row) => (await buildShelf(String(row['instance_id']))).evidence));

/** A hunk around line `line` that replaces it, with three lines of context. */
function replaceLine(line: number, name: string): string {
  return (
    `@@ -${line - 3},7 +${line - 3},7 @@ def before_${name}():\n` +
    ` ${name} = [0]\n ${name}.append(1)\n ${name}.append(2)\n` +
    `-total = sum(${name})\n+total = sum(${name}) + 1\n` +
    ` print(total)\n print(${name})\n del ${name}\n`
  );
}

const fileDiff = (path: string, hunks: readonly string[]): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;

const newFile = (path: string, lines: readonly string[]): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n` +
  `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;

/** Five source files with eight hunks each, a document, a lock file, three test files and thirty failing tests. */
export async function buildLargeRecord(): Promise<Evidence> {
  const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  const sources = range(5).map((file) =>
    fileDiff(
      `shelf/part${file}.py`,
      range(8).map((hunk) => replaceLine(20 + 40 * hunk, `stock_${file}_${hunk}`)),
    ),
  );
  const fix = [
    ...sources,
    fileDiff('docs/changes.md', [replaceLine(10, 'note')]),
    fileDiff('package-lock.json', [replaceLine(30, 'lock'), replaceLine(90, 'lock_more')]),
  ];
  const tests = range(3).map((file) =>
    newFile(
      `tests/test_part${file}.py`,
      [
        `from shelf.part${file} import total`,
        '',
        ...range(10).flatMap((test) => [
          `def test_total_${file}_${test}():`,
          ...range(6).map((line) => `    assert total(${file}, ${test}, ${line}) == ${line * test}`),
          '',
        ]),
      ].slice(0, -1),
    ),
  );
  const ids = range(3).flatMap((file) =>
    range(10).map((test) => `tests/test_part${file}.py::test_total_${file}_${test}`),
  );
  const instance = shelfInstance('shelf__shelf-12', {
    patch: fix.join(''),
    test_patch: [
      ...tests,
      newFile(
        'tests/data/stock.csv',
        range(40).map((line) => `part,${line}`),
      ),
    ].join(''),
    FAIL_TO_PASS: JSON.stringify(ids),
  });
  return (await buildExample(instance)).evidence;
}
