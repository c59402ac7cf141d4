/**
 * Owns the instance: one repair task in the one form that every corpus is brought to. What a corpus calls
 * its fields stays in src/ingest; what a teacher is shown is decided in src/extract and src/render.
 */
import { z } from 'zod';
import { warningSchema } from './issue.js';

/** `bug_patch`: the commit that introduces the bug (SWE-smith); `parent_of`: the state before commit `value`. */
export const baseSchema = z
  .strictObject({
    kind: z.enum(['commit', 'parent_of', 'bug_patch', 'unknown']),
    value: z.string().describe('Commit sha, for `bug_patch` the branch that holds it, "" when unknown.'),
  })
  .describe('The state of the repository that the fix applies to.');

export type Base = z.infer<typeof baseSchema>;

export const environmentSchema = z
  .strictObject({
    image: z.string().describe('Container image of the rollout.'),
    workdir: z.string().describe('Folder of the repository in the image.'),
    test_command: z.string(),
  })
  .describe('What a rollout needs.');

export const studentContextSchema = z
  .strictObject({ title: z.string(), text: z.string() })
  .describe('More of the task that the student may see.');

export const sourceSchema = z
  .strictObject({
    file: z.string().describe("Input file, below the inputs' common folder."),
    row: z.int().min(0).describe('0-based record number; blank lines do not count.'),
    line: z.int().min(0).describe('1-based physical line, 0 where the format has none.'),
    sha256: z.string().describe('Of the raw line, or of canonical JSON of the decoded row.'),
  })
  .describe('Where the row came from.');

export type Source = z.infer<typeof sourceSchema>;

export const instanceSchema = z.strictObject({
  instance_id: z.string().min(1),
  corpus: z.string().min(1),
  repo: z.string().describe('owner/name'),
  language: z.string().describe('Canonical language name, "" when unknown.'),
  problem_statement: z.string(),
  student_context: z.array(studentContextSchema),
  base: baseSchema,
  environment: environmentSchema,
  extra: z.record(z.string(), z.unknown()).describe('Fields of the row that are carried over by default.'),
  fix: z.string().describe('Forward unified diff, broken → repaired, tests of a combined diff taken out.'),
  fix_is_reversed: z
    .boolean()
    .describe('The corpus stores the opposite direction: headings after @@ stem from the repaired side.'),
  test_patch: z.string().describe('Unified diff of the tests, "" when there is none.'),
  fix_column: z
    .enum(['fix', 'combined'])
    .describe('combined: fix and tests were one diff and were split by path.'),
  fail_to_pass: z.array(z.string()),
  pass_to_pass: z.array(z.string()),
  file_contents: z
    .array(
      z.strictObject({
        path: z.string(),
        old: z.string(),
        new: z.string(),
        exists_old: z.boolean(),
        exists_new: z.boolean(),
      }),
    )
    .describe(
      'Whole files before and after, where the row carries them (path = old path, new path for an added file).',
    ),
  reference_tests: z
    .array(z.strictObject({ path: z.string(), code: z.string() }))
    .describe('Whole test files that the row carries outside of the test patch.'),
  declared_test_paths: z.array(z.string()).describe('Paths the dataset itself says are tests.'),
  source: sourceSchema,
  warnings: z.array(warningSchema),
});

/** One repair task, whatever corpus it came from. */
export type Instance = z.infer<typeof instanceSchema>;
