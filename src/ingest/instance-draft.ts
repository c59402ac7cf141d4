/**
 * Owns the last step of every ingester: what was read from a row becomes an Instance, or the reason why not. All
 * that holds for every corpus alike is here: id, fix, language, final line breaks, the warnings about what is missing.
 */
import type { Base, Instance } from '../model/instance.js';
import type { Outcome, Warning, WarningCode } from '../model/issue.js';
import { collectExtra } from './extra-fields.js';
import type { FieldReader } from './field-reader.js';
import type { IngestContext } from './ingester.js';
import { findLanguage } from './instance-language.js';
import { cleanPatchText } from './patch-text.js';
import { completeRepositoryName, repositoryOfId } from './repository-name.js';
import { unwrapStatement } from './statement.js';

/** What an ingester has found in a row; what is left out is empty. */
export interface InstanceDraft {
  readonly corpus: string;
  /** "" when the row has none: the key in the file takes its place. */
  readonly instanceId: string;
  readonly repo: string;
  /** As the row says it, "" = to be found by the files. */
  readonly language: string;
  readonly statement: string;
  readonly base: Base;
  readonly environment: Instance['environment'];
  /** Forward diff as stored. */
  readonly fix: string;
  /** How the corpus calls the field of the fix, for messages. */
  readonly fixField: string;
  readonly testPatch: string;
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  readonly studentContext?: Instance['student_context'];
  readonly fixIsReversed?: boolean;
  readonly fixColumn?: Instance['fix_column'];
  readonly fileContents?: Instance['file_contents'];
  readonly referenceTests?: Instance['reference_tests'];
  readonly declaredTestPaths?: readonly string[];
  /** Names of further small fields to carry over. */
  readonly extraNames?: readonly string[];
  /** Facts that are no field of the row. */
  readonly extraFacts?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly Warning[];
}

/**
 * Makes the Instance. Issues: whatever `reader` has collected, `field_missing` without an id, `fix_missing`
 * without a fix.
 */
export function finishInstance(
  draft: InstanceDraft,
  reader: FieldReader,
  context: IngestContext,
): Outcome<Instance> {
  const instanceId = draft.instanceId.trim() === '' ? context.keyInFile : draft.instanceId;
  if (instanceId.trim() === '') refuseNameless(reader);
  const fix = cleanPatchText(draft.fix);
  if (fix === '') refuseFixless(draft, reader);
  if (reader.issue !== undefined) return { ok: false, issue: reader.issue };

  const testPatch = cleanPatchText(draft.testPatch);
  const repo = completeRepositoryName(draft.repo);
  const statement = unwrapStatement(draft.statement);
  return {
    ok: true,
    value: {
      instance_id: instanceId,
      corpus: draft.corpus,
      repo: repo === '' ? repositoryOfId(instanceId) : repo,
      language: findLanguage(draft.language, fix, testPatch),
      problem_statement: statement,
      student_context: [...(draft.studentContext ?? [])],
      base: draft.base,
      environment: draft.environment,
      extra: {
        ...collectExtra(reader.row, draft.passToPass, draft.extraNames ?? [], context.carry),
        ...draft.extraFacts,
      },
      fix,
      fix_is_reversed: draft.fixIsReversed ?? false,
      test_patch: testPatch,
      fix_column: draft.fixColumn ?? 'fix',
      fail_to_pass: [...draft.failToPass],
      pass_to_pass: [...draft.passToPass],
      file_contents: [...(draft.fileContents ?? [])],
      reference_tests: [...(draft.referenceTests ?? [])],
      declared_test_paths: [...(draft.declaredTestPaths ?? [])],
      source: context.source,
      warnings: [...(draft.warnings ?? []), ...listMissing(draft, statement, testPatch)],
    },
  };
}

function refuseNameless(reader: FieldReader): void {
  reader.refuse('field_missing', 'the row has no instance id', {
    expected: 'a text in the field instance_id',
    got: `the fields ${Object.keys(reader.row).slice(0, 12).join(', ')}`,
    path: 'instance_id',
  });
}

function refuseFixless({ fixColumn, fixField, testPatch }: InstanceDraft, reader: FieldReader): void {
  const onlyTests = fixColumn === 'combined' && testPatch !== '';
  reader.refuse(
    'fix_missing',
    onlyTests
      ? `the row holds no fix: all files changed in ${fixField} are tests`
      : `the row holds no fix: ${fixField} is absent or empty`,
    {
      expected: onlyTests
        ? `a change outside of the tests in ${fixField} (--source GLOB says what is no test)`
        : `a unified diff in ${fixField}`,
      got: onlyTests ? 'tests only' : 'nothing',
      path: fixField,
    },
  );
}

function listMissing(draft: InstanceDraft, statement: string, testPatch: string): Warning[] {
  const missing: Warning[] = [];
  const warn = (code: WarningCode, message: string) => missing.push({ code, message, path: '' });
  if (draft.failToPass.length === 0) warn('fail_to_pass_missing', 'the row names no failing test');
  if (testPatch === '') warn('test_patch_missing', 'the row has no test patch');
  if (statement.trim() === '') warn('problem_statement_missing', 'the row has no problem statement');
  if (draft.base.kind === 'unknown') warn('base_unknown', 'the row names no base commit by its id');
  return missing;
}
