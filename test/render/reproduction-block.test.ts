import { describe, expect, it } from 'vitest';
import type { Evidence, TestCode } from '../../src/model/evidence.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { renderReproduction } from '../../src/render/reproduction-block.js';
import { buildShelf } from '../support/shelf.js';

const CODE: TestCode = {
  path: 'tests/test_loans.py',
  symbol: 'test_due',
  lines: { start: 10, end: 12 },
  origin: 'repository',
  complete: true,
  code: 'def test_due():\n    loan = lend()\n    assert loan.due\n',
  context: [{ start_line: 1, text: 'import shelf\n' }],
};

async function render(change: (reproduction: Evidence['reproduction']) => void): Promise<string> {
  const { evidence } = await buildShelf('shelf__shelf-12');
  const copy = structuredClone(evidence);
  copy.reproduction = { ...copy.reproduction, tests: [CODE], candidate_changes: [], pass_to_pass_count: 0 };
  change(copy.reproduction);
  return renderReproduction(copy, DEFAULT_PROFILE);
}

const failing = (id: string): Evidence['reproduction']['fail_to_pass'][number] => ({
  id,
  style: 'pytest',
  granularity: id.includes('[') ? 'parameter' : 'test',
  path: 'tests/test_loans.py',
  symbol: 'test_due',
  lines: { start: 10, end: 12 },
  match: 'exact',
  complete: true,
  rows: [],
});

describe('the reproduction block', () => {
  it('shows the pieces of a file in order, with a mark for each gap', async () => {
    const block = await render((reproduction) => {
      reproduction.fail_to_pass = [failing('tests/test_loans.py::test_due')];
    });
    expect(block).toBe(
      '## How the failure shows\n\n' +
        '1 test fails before the repair and passes after it (line numbers after the changes to the tests):\n' +
        '- tests/test_loans.py::test_due — lines 10-12\n\n' +
        '### tests/test_loans.py\n```python\nimport shelf\n…\ndef test_due():\n    loan = lend()\n    assert loan.due\n```\n',
    );
  });

  it('counts the ids it does not list', async () => {
    const ids = Array.from(
      { length: DEFAULT_PROFILE.maxTestIds + 3 },
      (_, index) => `tests/test_loans.py::test_${index}`,
    );
    const block = await render((reproduction) => {
      reproduction.fail_to_pass = ids.map(failing);
    });
    expect(block).toContain(`${ids.length} tests fail before the repair`);
    expect(block).toContain('- … 3 more tests\n');
    expect(block.match(/^- tests/gm)).toHaveLength(DEFAULT_PROFILE.maxTestIds);
  });

  it('collapses the runs of a parametrised test, and names few of them', async () => {
    const list = (count: number): Promise<string> =>
      render((reproduction) => {
        reproduction.fail_to_pass = Array.from({ length: count }, (_, run) =>
          failing(`tests/test_loans.py::test_due[week${run}]`),
        );
      });
    expect(await list(3)).toContain(
      '- tests/test_loans.py::test_due[…] × 3 (week0; week1; week2) — lines 10-12\n',
    );
    expect(await list(7)).toContain('- tests/test_loans.py::test_due[…] × 7 — lines 10-12\n');
  });

  it('marks no gap between imports', async () => {
    const block = await render((reproduction) => {
      reproduction.tests = [
        {
          ...CODE,
          context: [
            { start_line: 1, text: 'import os\n' },
            { start_line: 4, text: 'from shelf import lend\n' },
          ],
        },
      ];
    });
    expect(block).toContain('```python\nimport os\nfrom shelf import lend\n…\ndef test_due():\n');
  });

  it('shows of a deleted test file only that it is deleted', async () => {
    const diff =
      'diff --git a/tests/old.py b/tests/old.py\ndeleted file mode 100644\n--- a/tests/old.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n';
    const block = await render((reproduction) => {
      reproduction.candidate_changes = [
        { path: 'tests/old.py', status: 'deleted', role: 'test', role_rule: '', diff },
      ];
    });
    expect(block).toContain('+++ /dev/null\n(deleted, 2 lines not shown)\n```\n');
  });

  it('shows the row that made a run', async () => {
    const run = (name: string, start_line: number): Evidence['reproduction']['fail_to_pass'][number] => ({
      ...failing(`tests/test_loans.py::test_due[${name}]`),
      rows: [{ start_line, text: `    ("${name}",\n     7),\n` }],
    });
    const one = await render((reproduction) => {
      reproduction.fail_to_pass = [run('week', 4)];
    });
    expect(one).toContain('test_due[week] — lines 10-12, row `("week", 7)`\n');
    const two = await render((reproduction) => {
      reproduction.fail_to_pass = [run('week', 4), run('day', 6)];
    });
    expect(two).toContain(
      'test_due[…] × 2 — lines 10-12:\n  - week, row `("week", 7)`\n  - day, row `("day", 7)`\n',
    );
  });

  it('says that the place of an ambiguous id is a guess', async () => {
    const block = await render((reproduction) => {
      reproduction.fail_to_pass = [{ ...failing('test_due'), match: 'ambiguous' }];
    });
    expect(block).toContain('- test_due — perhaps tests/test_loans.py, lines 10-12\n');
  });

  it('says that only a part of a test is in sight', async () => {
    const block = await render((reproduction) => {
      reproduction.fail_to_pass = [{ ...failing('tests/test_loans.py::test_due'), complete: false }];
    });
    expect(block).toContain('test_due — in part lines 10-12\n');
  });

  it('shows of a long test its head, what changes in it, and then its start', async () => {
    const body = Array.from({ length: 1000 }, (_, index) => `    step(${index + 1})`);
    const code = ['def test_due():', ...body].map((line) => `${line}\n`).join('');
    const diff =
      'diff --git a/tests/test_loans.py b/tests/test_loans.py\n--- a/tests/test_loans.py\n+++ b/tests/test_loans.py\n' +
      '@@ -709,0 +710,1 @@\n+    step(700)\n';
    const block = await render((reproduction) => {
      reproduction.tests = [{ ...CODE, code, lines: { start: 10, end: 1010 }, context: [] }];
      reproduction.candidate_changes = [
        { path: 'tests/test_loans.py', status: 'modified', role: 'test', role_rule: '', diff },
      ];
    });
    // 200 lines: 6 of the head, 21 around the change, and from the top on.
    expect(block).toContain('    step(178)\n    …\n    step(690)\n');
    expect(block).toContain('    step(710)\n… 290 more lines\n```\n');
    expect(block).not.toContain('step(179)');
    expect(block).not.toContain('step(711)');
    expect(block, 'the change is shown').toContain('Shown above: tests/test_loans.py\n');
  });

  it('shows of very many tests those that the test patch changes, then the first ones, and counts the rest', async () => {
    const diff =
      'diff --git a/tests/test_loans.py b/tests/test_loans.py\n--- a/tests/test_loans.py\n+++ b/tests/test_loans.py\n' +
      '@@ -970,0 +971,1 @@\n+    assert 97\n';
    const block = await render((reproduction) => {
      reproduction.tests = Array.from({ length: 100 }, (_, index) => ({
        ...CODE,
        symbol: `test_${index}`,
        code: `def test_${index}():\n    assert ${index}\n`,
        lines: { start: index * 10, end: index * 10 + 1 },
        context: [],
      })).slice(1);
      reproduction.candidate_changes = [
        { path: 'tests/test_loans.py', status: 'modified', role: 'test', role_rule: '', diff },
      ];
    });
    expect(block.match(/^def test_/gm)).toHaveLength(DEFAULT_PROFILE.maxTests);
    expect(block).toContain('def test_39():');
    expect(block).not.toContain('def test_40():');
    expect(block).toContain(
      'def test_97():\n    assert 97\n```\n\n… the code of 59 more tests is not shown\n',
    );
  });

  it('does not take the line that stands for the rest of a test for a line of it', async () => {
    const code = Array.from({ length: 201 }, (_, index) => `step(${index})\n`).join('');
    const diff =
      'diff --git a/tests/test_loans.py b/tests/test_loans.py\n--- a/tests/test_loans.py\n+++ b/tests/test_loans.py\n' +
      '@@ -1009,0 +1010,2 @@\n+step(198)\n+other()\n';
    const block = await render((reproduction) => {
      reproduction.tests = [{ ...CODE, code, lines: { start: 10, end: 210 }, context: [] }];
      reproduction.candidate_changes = [
        { path: 'tests/test_loans.py', status: 'modified', role: 'test', role_rule: '', diff },
      ];
    });
    expect(block).toContain('step(199)\n… 1 more line\n```\n');
  });

  it('opens a test whose first line is out of sight with the heading that names it', async () => {
    const block = await render((reproduction) => {
      reproduction.tests = [
        {
          ...CODE,
          complete: false,
          code: '    assert loan.due\n',
          lines: { start: 12, end: 12 },
          context: [{ start_line: 0, text: 'def test_due():\n' }],
        },
      ];
    });
    expect(block).toContain(
      '### tests/test_loans.py (as far as the test patch shows it)\n```python\ndef test_due():\n    …\n    assert loan.due\n```',
    );
  });

  it('replaces what the code already shows, also when it stands in another file', async () => {
    const added = CODE.code
      .split('\n')
      .slice(0, -1)
      .concat('    assert loan.late')
      .map((line) => `+${line}\n`)
      .join('');
    const diff = `diff --git a/tests/other.py b/tests/other.py\nnew file mode 100644\n--- /dev/null\n+++ b/tests/other.py\n@@ -0,0 +1,4 @@\n${added}`;
    const block = await render((reproduction) => {
      reproduction.tests = [
        { ...CODE, code: `${CODE.code}    assert loan.late\n`, lines: { start: 10, end: 13 } },
      ];
      reproduction.candidate_changes = [
        { path: 'tests/other.py', status: 'added', role: 'test', role_rule: '', diff },
      ];
    });
    expect(block).toContain('### Changes to the tests\nShown above: tests/other.py\n');
    expect(block.match(/assert loan\.late/g)).toHaveLength(1);
  });

  it('keeps the lines that a test loses, though what it gains is shown', async () => {
    const diff =
      'diff --git a/tests/test_loans.py b/tests/test_loans.py\n--- a/tests/test_loans.py\n+++ b/tests/test_loans.py\n' +
      '@@ -10,3 +10,3 @@\n def test_due():\n     loan = lend()\n-    assert not loan.due\n+    assert loan.due\n';
    const block = await render((reproduction) => {
      reproduction.candidate_changes = [
        { path: 'tests/test_loans.py', status: 'modified', role: 'test', role_rule: '', diff },
      ];
    });
    expect(block).toContain('-    assert not loan.due\n');
  });

  it('never names withheld source', async () => {
    const block = await render((reproduction) => {
      reproduction.withheld = [{ path: 'src/secret_latest.py', reason: 'source', diff: 'diff' }];
    });
    expect(block).not.toContain('secret_latest');
  });

  it('describes binary and generated changes', async () => {
    const header = (path: string): string =>
      `diff --git a/${path} b/${path}\nindex 1111111..2222222 100644\n`;
    const block = await render((reproduction) => {
      reproduction.candidate_changes = [
        {
          path: 'tests/a.png',
          status: 'modified',
          role: 'support',
          role_rule: '',
          diff: `${header('tests/a.png')}Binary files a/tests/a.png and b/tests/a.png differ\n`,
        },
        {
          path: 'go.sum',
          status: 'modified',
          role: 'generated',
          role_rule: '',
          diff: `${header('go.sum')}--- a/go.sum\n+++ b/go.sum\n@@ -1 +1 @@\n-a\n+b\n`,
        },
      ];
    });
    expect(block).toContain('(binary content, not shown)');
    expect(block).toContain('(generated, 2 lines not shown)');
    expect(block).not.toContain('index 1111111');
  });
});
