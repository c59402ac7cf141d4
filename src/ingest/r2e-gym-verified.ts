/** Owns R2E-Gym's SWE-Bench-Verified variant: SWE-bench rows that also carry the changed files, in a parsed commit. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { type FieldReader, hasContent, textAt, valueAt } from './field-reader.js';
import type { Ingester, Row } from './ingester.js';
import type { InstanceDraft } from './instance-draft.js';
import { readCommit, rebuildCommit } from './r2e-commit.js';
import { checkContents } from './r2e-self-check.js';
import { readStoredDiff } from './stored-diff.js';
import { ingestSweBenchRow, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

const COMMIT_FIELDS = ['parsed_commit', 'parsed_commit_content'] as const;

export const r2eGymVerified: Ingester = {
  name: 'r2e-gym-verified',
  notes: {
    title: 'R2E-Gym/SWE-Bench-Verified',
    recognisedBy: 'parsed_commit beside patch',
    localization: 'from patch, with whole files',
    reproduction: 'from test_patch and FAIL_TO_PASS, with whole files',
    patch: 'patch, forward, checked against the carried files',
    missing: '',
  },
  columns: [...SWE_BENCH_COLUMNS, ...COMMIT_FIELDS, 'run_tests'],
  needs: [...SWE_BENCH_NEEDS, COMMIT_FIELDS],
  detect(row) {
    const name = fieldOfCommit(row);
    return name !== '' && hasContent(row, 'patch') ? `it has ${name} beside patch` : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'r2e-gym-verified',
      adapt: (reader, draft) => readWholeFiles(reader, draft),
    });
  },
};

function fieldOfCommit(row: Row): string {
  return COMMIT_FIELDS.find((name) => hasContent(row, name)) ?? '';
}

/** The diffs of the row stand; the commit gives the files, and both have to agree. */
function readWholeFiles(reader: FieldReader, draft: InstanceDraft): Partial<InstanceDraft> {
  const field = fieldOfCommit(reader.row);
  const commit = reader.take(readCommit(valueAt(reader.row, field), field), { file_diffs: [] });
  const rebuilt = reader.take(rebuildCommit(commit, field), { diff: '', contents: [], warnings: [] });
  const contents = [...rebuilt.contents];
  for (const [text, name] of [
    [draft.fix, 'patch'],
    [draft.testPatch, 'test_patch'],
  ] as const) {
    checkContents(readStoredDiff(text, reader, name), contents, reader);
  }
  const testCommand = draft.environment.test_command || lastCommand(reader);
  return {
    fileContents: contents,
    warnings: rebuilt.warnings,
    environment: { ...draft.environment, test_command: testCommand },
  };
}

/** `run_tests` ends with the test command and the check-out of the test files, after the end of the inlined test patch. */
function lastCommand(reader: FieldReader): string {
  const script = textAt(reader.row, 'run_tests');
  const lines = script.trimEnd().split('\n');
  const patchEnd = lines.findLastIndex((line) => /^EOF_\d+$/.test(line));
  if (patchEnd < 0) return '';
  const commands = lines
    .slice(patchEnd + 1)
    .filter((line) => line !== '' && !line.startsWith('git checkout '));
  return commands.filter((line) => !line.startsWith(': ')).join('\n');
}
