/**
 * Owns the reading of a row laid out like SWE-bench's: one column for the fix, one for the tests, lists of test ids. The
 * ingesters of that family differ only in the rules they hand in.
 */
import type { Base, Instance } from '../model/instance.js';
import type { Outcome } from '../model/issue.js';
import { readEnvironment } from './environment.js';
import {
  BASE_NAMES,
  FAIL_TO_PASS_NAMES,
  FIX_NAMES,
  ID_NAMES,
  LANGUAGE_NAMES,
  PASS_TO_PASS_NAMES,
  REPO_NAMES,
  STATEMENT_NAMES,
  TEST_PATCH_NAMES,
} from './field-names.js';
import { FieldReader, textAt } from './field-reader.js';
import type { IngestContext, Row } from './ingester.js';
import { finishInstance, type InstanceDraft } from './instance-draft.js';

/** What a member of the family does differently. */
export interface SweBenchRules {
  readonly corpus: string;
  readonly fixNames?: readonly string[];
  readonly testPatchNames?: readonly string[];
  readonly extraNames?: readonly string[];
  /** Adds to or replaces parts of the draft that was read by the common rules. */
  readonly adapt?: (reader: FieldReader, draft: InstanceDraft) => Partial<InstanceDraft>;
}

/** Reads a row by the common names, then by the rules. Issues as in finishInstance, and `field_invalid`. */
export function ingestSweBenchRow(row: Row, context: IngestContext, rules: SweBenchRules): Outcome<Instance> {
  const reader = new FieldReader(row);
  const fixNames = rules.fixNames ?? FIX_NAMES;
  const draft: InstanceDraft = {
    corpus: rules.corpus,
    instanceId: reader.text(ID_NAMES),
    repo: reader.text(REPO_NAMES),
    language: reader.anyText(LANGUAGE_NAMES),
    statement: reader.text(STATEMENT_NAMES),
    base: commitBase(reader.text(BASE_NAMES)),
    environment: readEnvironment(reader),
    fix: reader.text(fixNames),
    fixField: fixNames[0] ?? '',
    testPatch: reader.text(rules.testPatchNames ?? TEST_PATCH_NAMES),
    failToPass: reader.testIds(FAIL_TO_PASS_NAMES),
    passToPass: reader.testIds(PASS_TO_PASS_NAMES),
    extraNames: rules.extraNames ?? [],
  };
  return finishInstance({ ...draft, ...rules.adapt?.(reader, draft) }, reader, context);
}

/** What a row of the family cannot do without. */
export const SWE_BENCH_NEEDS: readonly (readonly string[])[] = [
  ID_NAMES,
  FIX_NAMES,
  TEST_PATCH_NAMES,
  FAIL_TO_PASS_NAMES,
  STATEMENT_NAMES,
];

const COMMIT_ID = /^[0-9a-f]{7,64}$/i;

/** The base a commit id names; unknown for everything else, since what is no id must never reach git. */
export function commitBase(value: string): Base {
  return COMMIT_ID.test(value) ? { kind: 'commit', value } : { kind: 'unknown', value: '' };
}

/** Names the SWE-bench fields a row has, for a reason in words; fewer than three do not make a row of the family. */
export function listSweBenchFields(row: Row): string[] {
  const groups: readonly (readonly string[])[] = [
    ID_NAMES,
    REPO_NAMES,
    BASE_NAMES,
    FIX_NAMES,
    TEST_PATCH_NAMES,
    FAIL_TO_PASS_NAMES,
    STATEMENT_NAMES,
  ];
  return groups.flatMap((names) => names.filter((name) => Object.hasOwn(row, name)).slice(0, 1));
}

/** True when `dataset_name` names the dataset, as exports and wrappers do. */
export function isNamed(row: Row, pattern: RegExp): boolean {
  return pattern.test(textAt(row, 'dataset_name'));
}
