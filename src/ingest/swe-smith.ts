/**
 * Owns SWE-smith. The stored patch introduces the bug, so the fix is its reverse, and the state to be repaired is the branch
 * of the mirror repository that is named after the instance.
 */
import { workdirOfImage } from './environment.js';
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { textAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { reverseStoredDiff } from './stored-diff.js';
import { ingestSweBenchRow, listSweBenchFields } from './swe-bench-fields.js';

/** `<owner>__<name>.<commit8>.<kind>__<hash>` or `….pr_<number>`. */
const SMITH_ID = /^([A-Za-z0-9-]+)__([A-Za-z0-9._-]+)\.([0-9a-f]{8})\.[A-Za-z0-9_]+$/;
/** The mirror repository, with or without its owner: `swesmith/<owner>__<name>.<commit8>`. */
const MIRROR = /^(?:[A-Za-z0-9-]+\/)?([A-Za-z0-9-]+)__([A-Za-z0-9._-]+)\.([0-9a-f]{8})$/;

export const sweSmith: Ingester = {
  name: 'swe-smith',
  notes: {
    title: 'SWE-smith',
    recognisedBy: 'a mirror repository <owner>__<name>.<commit8>, or such an id without a test patch',
    localization: 'from the new side of patch, which introduces the bug',
    reproduction: 'FAIL_TO_PASS; the code of the tests needs the repository (--repos)',
    patch: 'patch, reversed',
    missing: 'a test patch; most rows have no base commit: the branch named after the id holds the state',
  },
  columns: SWE_BENCH_COLUMNS,
  needs: [['instance_id'], ['patch'], ['repo'], ['FAIL_TO_PASS']],
  detect(row) {
    if (listSweBenchFields(row).length < 3) return null;
    if (MIRROR.test(textAt(row, 'repo'))) return 'its repo is a mirror, <owner>__<name>.<commit8>';
    const smithId = SMITH_ID.test(textAt(row, 'instance_id')) && textAt(row, 'test_patch') === '';
    return smithId ? 'its id is <owner>__<name>.<commit8>.<kind> and it has no test patch' : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'swe-smith',
      fixNames: ['patch'],
      adapt(reader, draft) {
        const names = MIRROR.exec(draft.repo) ?? SMITH_ID.exec(draft.instanceId);
        const bugCommit = draft.base.value;
        const workdir = draft.environment.workdir || workdirOfImage(draft.environment.image);
        return {
          repo: names === null ? draft.repo : `${names[1] ?? ''}/${names[2] ?? ''}`,
          fix: reverseStoredDiff(draft.fix, reader, 'patch'),
          fixIsReversed: true,
          base:
            draft.instanceId === ''
              ? { kind: 'unknown', value: '' }
              : { kind: 'bug_patch', value: draft.instanceId },
          environment: { ...draft.environment, workdir },
          extraFacts: {
            mirror_repo: names !== null && MIRROR.test(draft.repo) ? draft.repo : '',
            healthy_commit: names?.[3] ?? '',
            bug_commit: bugCommit,
          },
        };
      },
    });
  },
};
