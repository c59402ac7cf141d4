/**
 * Owns R2E-Gym's own rows (Subset, Lite, V1): a parsed commit instead of diffs, two runs instead of lists of tests. One diff
 * holds fix and tests; it is rebuilt, checked against the carried files, and split by path.
 */
import { hasContent, FieldReader, valueAt } from './field-reader.js';
import { readEnvironment } from './environment.js';
import type { Ingester } from './ingester.js';
import { finishInstance } from './instance-draft.js';
import { splitDiff } from './combined-diff.js';
import { type R2eCommit, readCommit, rebuildCommit, type RebuiltCommit } from './r2e-commit.js';
import { readRuns } from './r2e-runs.js';
import { checkContents } from './r2e-self-check.js';
import { readStoredDiff } from './stored-diff.js';

const COMMIT_FIELD = 'parsed_commit_content';
const RUNS_FIELD = 'execution_result_content';
const NO_COMMIT: R2eCommit = { file_diffs: [] };
const NOTHING: RebuiltCommit = { diff: '', contents: [], warnings: [] };

export const r2eGym: Ingester = {
  name: 'r2e-gym',
  notes: {
    title: 'R2E-Gym: Subset, Lite, V1',
    recognisedBy: 'parsed_commit_content and no patch',
    localization: 'from the rebuilt diff without its tests, with whole files',
    reproduction: 'from the rebuilt diff, the test files and the two runs in execution_result_content',
    patch: 'rebuilt from parsed_commit_content, checked against the carried files',
    missing: 'rows without execution_result_content name no failing tests',
  },
  columns: [
    'instance_id',
    'repo_name',
    'repo',
    'docker_image',
    'commit_hash',
    COMMIT_FIELD,
    RUNS_FIELD,
    'problem_statement',
    'num_non_test_files',
    'num_non_test_func_methods',
    'num_non_test_lines',
  ],
  needs: [[COMMIT_FIELD], ['repo_name'], ['commit_hash'], ['problem_statement']],
  detect(row) {
    if (!hasContent(row, COMMIT_FIELD) || hasContent(row, 'patch')) return null;
    return `it has ${COMMIT_FIELD} and no patch`;
  },
  ingest(row, context) {
    const reader = new FieldReader(row);
    const commitHash = reader.text(['commit_hash']);
    const shortName = reader.text(['repo_name']);
    const repo = reader.text(['repo']) || shortName;
    const commit = reader.take(readCommit(valueAt(row, COMMIT_FIELD), COMMIT_FIELD), NO_COMMIT);
    const rebuilt = reader.take(rebuildCommit(commit, COMMIT_FIELD), NOTHING);
    const diff = readStoredDiff(rebuilt.diff, reader, COMMIT_FIELD);
    const contents = [...rebuilt.contents];
    checkContents(diff, contents, reader);
    const { testGlobs, sourceGlobs } = context;
    const { fix, testPatch } = splitDiff(diff, { language: 'python', testGlobs, sourceGlobs });
    const runs = readRuns(reader.object(RUNS_FIELD), reader);
    return finishInstance(
      {
        corpus: 'r2e-gym',
        instanceId: reader.text(['instance_id']) || deriveId(shortName || repo, commitHash),
        repo,
        language: 'python',
        statement: reader.text(['problem_statement']),
        base: commitHash === '' ? { kind: 'unknown', value: '' } : { kind: 'parent_of', value: commitHash },
        environment: readEnvironment(reader),
        fix,
        fixField: COMMIT_FIELD,
        fixColumn: 'combined',
        testPatch,
        failToPass: runs.failToPass,
        passToPass: runs.passToPass,
        referenceTests: runs.referenceTests,
        fileContents: contents,
        extraNames: ['num_non_test_files', 'num_non_test_func_methods', 'num_non_test_lines'],
        extraFacts: { created_at: commit.commit_date ?? '' },
        warnings: rebuilt.warnings,
      },
      reader,
      context,
    );
  },
};

/** Rows have no id; the commit of the fix is unique within its repository. */
function deriveId(repo: string, commitHash: string): string {
  const short = repo.split('/').at(-1) ?? '';
  return short !== '' && /^[0-9a-f]{12,}$/.test(commitHash) ? `${short}__${commitHash.slice(0, 12)}` : '';
}
