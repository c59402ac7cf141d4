/** Tests of the corpora that store the bug: SWE-smith and SWE-Synth. */
import { describe, expect, test } from 'vitest';
import { readDiff } from '../../src/diff/read.js';
import { sweSmith } from '../../src/ingest/swe-smith.js';
import { sweSynth } from '../../src/ingest/swe-synth.js';
import { BASE, FIX, ingest, refusal, sweBenchRow, warningCodes, without } from './rows.js';

/** The diff that puts the bug in: FIX the other way round. */
const BUG = `diff --git a/shelf/loans.py b/shelf/loans.py
--- a/shelf/loans.py
+++ b/shelf/loans.py
@@ -1,6 +1,5 @@
 class Ledger:
     def renew(self, loan, today):
-        loan.due = max(loan.due, today) + WEEK
-        self.log.append(loan)
+        loan.due = today + WEEK
         return loan
 
`;

const SMITH_ID = 'reading-room__shelf.4b1c9e07.lm_rewrite__x7k2q0ab';
const smith = {
  instance_id: SMITH_ID,
  repo: 'swesmith/reading-room__shelf.4b1c9e07',
  patch: BUG,
  FAIL_TO_PASS: ['tests/test_loans.py::test_renew'],
  PASS_TO_PASS: [],
  image_name: 'swesmith.x86_64.reading-room__shelf.4b1c9e07',
  problem_statement: 'Renewing takes days away',
};

function hunksOf(text: string): unknown {
  const result = readDiff(text);
  return result.ok
    ? result.diff.files.map(({ oldPath, newPath, hunks }) => ({ oldPath, newPath, hunks }))
    : result.problem;
}

describe('SWE-smith', () => {
  test('reverses the bug, and takes repository, commit and branch from the names', () => {
    const instance = ingest(sweSmith, smith);
    expect(hunksOf(instance.fix)).toEqual(hunksOf(FIX));
    expect(instance).toMatchObject({
      corpus: 'swe-smith',
      repo: 'reading-room/shelf',
      base: { kind: 'bug_patch', value: SMITH_ID },
      fix_is_reversed: true,
      test_patch: '',
      environment: { image: smith.image_name, workdir: '/testbed' },
      extra: { mirror_repo: smith.repo, healthy_commit: '4b1c9e07', bug_commit: '' },
    });
    expect(warningCodes(instance)).toEqual(['test_patch_missing']);
  });

  test('keeps the commit of the bug where a row names it', () => {
    const instance = ingest(sweSmith, { ...smith, base_commit: 'd1c5199b6a9d7ae9382d26ee2859b837107165e7' });
    expect(instance.base).toEqual({ kind: 'bug_patch', value: SMITH_ID });
    expect(instance.extra).toMatchObject({ bug_commit: 'd1c5199b6a9d7ae9382d26ee2859b837107165e7' });
  });

  test('is told by the mirror, or by the id when there is no test patch', () => {
    expect(sweSmith.detect(smith)).toBe('its repo is a mirror, <owner>__<name>.<commit8>');
    expect(sweSmith.detect({ ...smith, repo: 'reading-room/shelf' })).toContain('its id is');
    expect(ingest(sweSmith, { ...smith, repo: 'reading-room/shelf' }).repo).toBe('reading-room/shelf');
    expect(sweSmith.detect({ ...smith, repo: 'reading-room/shelf', test_patch: FIX })).toBe(null);
    expect(
      sweSmith.detect({ ...smith, instance_id: 'reading-room__shelf.4b1c9e07.pr_17', repo: '' }),
    ).toContain('its id is');
    expect(sweSmith.detect(sweBenchRow())).toBe(null);
  });

  test('a patch that cannot be read cannot be reversed', () => {
    expect(refusal(sweSmith, { ...smith, patch: 'no diff' })).toMatchObject({
      code: 'diff_malformed',
      path: 'patch',
    });
    const cut = refusal(sweSmith, { ...smith, patch: BUG.split('\n').slice(0, 8).join('\n') });
    expect(cut.code).toBe('diff_malformed');
    expect(refusal(sweSmith, { ...smith, patch: '' }).code).toBe('fix_missing');
  });
});

describe('SWE-Synth', () => {
  const metadata = { reverse_patch_diff: FIX, strategy: 'PriorityAware' };
  const synth = {
    ...without(sweBenchRow(), 'patch', 'test_patch'),
    setup_patch: BUG,
    patches: null,
    _metadata: metadata,
  };

  test('published rows: the reverse is stored, the bug is not taken for tests', () => {
    const instance = ingest(sweSynth, synth);
    expect(instance).toMatchObject({ corpus: 'swe-synth', fix: FIX, fix_is_reversed: false, test_patch: '' });
    expect(instance.base).toEqual({ kind: 'unknown', value: '' });
    expect(instance.extra).toMatchObject({ healthy_commit: BASE });
    expect(warningCodes(instance)).toEqual(['test_patch_missing', 'base_unknown']);
    expect(ingest(sweSynth, { ...synth, _metadata: JSON.stringify(metadata) }).fix).toBe(FIX);
  });

  test('published rows without the reverse: the bug is reversed', () => {
    const instance = ingest(sweSynth, { ...synth, _metadata: {} });
    expect(hunksOf(instance.fix)).toEqual(hunksOf(FIX));
    expect(instance.fix_is_reversed).toBe(true);
  });

  test('converted rows: patch is the fix and test_patch the bug', () => {
    const row = sweBenchRow({ test_patch: BUG, swesynth_mutation_info: { changed: 1 } });
    expect(sweSynth.detect(row)).toBe('it has swesynth_mutation_info');
    expect(ingest(sweSynth, row)).toMatchObject({ fix: FIX, test_patch: '' });
  });

  test('flat rows: patch is the bug, reverse_patch_diff the fix', () => {
    const row = {
      ...without(synth, 'setup_patch', '_metadata'),
      patch: BUG,
      reverse_patch_diff: FIX,
      strategy: 'Empty',
    };
    expect(ingest(sweSynth, row)).toMatchObject({
      fix: FIX,
      fix_is_reversed: false,
      extra: { strategy: 'Empty' },
    });
  });
});
