/**
 * Owns SWE-Synth. A bug was written into a healthy commit: the row holds the diff that puts it in and the one that takes it out.
 * Which field holds which depends on the form: published (`setup_patch`), converted by its own script (`test_patch` is the
 * bug!), or flat (`patch` is the bug). Source: SWE-Synth, mutation/version_control/repository.py and its statistics.
 */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { type FieldReader, hasContent } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { reverseStoredDiff } from './stored-diff.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields } from './swe-bench-fields.js';

/** `_metadata` and the like may be objects or their JSON texts. */
const HOLDERS = ['_metadata', 'metadata', 'mutation_info', 'swesynth_mutation_info'] as const;
const FIX_FIELDS = ['reverse_patch_diff', 'reversed_diff'] as const;

export const sweSynth: Ingester = {
  name: 'swe-synth',
  notes: {
    title: 'SWE-Synth',
    recognisedBy: 'setup_patch, reverse_patch_diff or swesynth_mutation_info',
    localization: 'from the diff that takes the bug out',
    reproduction: 'FAIL_TO_PASS; the code of the tests needs the repository (--repos)',
    patch: 'reverse_patch_diff, else patch of converted rows, else the reverse of setup_patch',
    missing: 'a test patch; a commit that holds the bug (base_commit is the healthy one)',
  },
  columns: [...SWE_BENCH_COLUMNS, 'setup_patch', ...FIX_FIELDS, ...HOLDERS, 'strategy'],
  needs: [['instance_id'], ['setup_patch', 'reverse_patch_diff', 'swesynth_mutation_info'], ['FAIL_TO_PASS']],
  detect(row) {
    if (listSweBenchFields(row).length < 2) return null;
    if (isNamed(row, /swe-synth/i)) return 'its dataset_name says SWE-Synth';
    const telling = ['reverse_patch_diff', '_metadata.reverse_patch_diff', 'swesynth_mutation_info'];
    const name = telling.find((field) => hasContent(row, field));
    if (name !== undefined) return `it has ${name}`;
    return hasContent(row, 'setup_patch') ? 'it has setup_patch' : null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, {
      corpus: 'swe-synth',
      extraNames: ['strategy'],
      fixNames: ['patch'],
      adapt(reader, draft) {
        const healthy = draft.base.value;
        return {
          ...findFix(reader, draft.fix),
          // Converted rows keep the bug in test_patch; no form has tests.
          testPatch: '',
          // Not base_commit: there the fix has nothing to repair.
          base: { kind: 'unknown', value: '' },
          extraFacts: { healthy_commit: healthy },
        };
      },
    });
  },
};

function findFix(
  reader: FieldReader,
  patch: string,
): { fix: string; fixField: string; fixIsReversed: boolean } {
  const stored = storedReverse(reader);
  if (stored !== undefined) return { ...stored, fixIsReversed: false };
  const setup = reader.text(['setup_patch']);
  if (setup === '') return { fix: patch, fixField: 'patch', fixIsReversed: false };
  return {
    fix: reverseStoredDiff(setup, reader, 'setup_patch'),
    fixField: 'setup_patch',
    fixIsReversed: true,
  };
}

function storedReverse(reader: FieldReader): { fix: string; fixField: string } | undefined {
  const own = reader.text(FIX_FIELDS);
  if (own !== '') return { fix: own, fixField: 'reverse_patch_diff' };
  for (const holder of HOLDERS) {
    const inner = reader.object(holder);
    for (const field of FIX_FIELDS) {
      const value = inner[field];
      if (typeof value === 'string' && value.trim() !== '')
        return { fix: value, fixField: `${holder}.${field}` };
    }
  }
  return undefined;
}
