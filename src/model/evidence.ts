/**
 * Owns the evidence record: one line of evidence.jsonl. Facts only, and whole; what a teacher is shown is
 * decided when a block is rendered. Every key is always present, types never vary, there are no nulls.
 */
import { z } from 'zod';
import { baseSchema, environmentSchema, sourceSchema, studentContextSchema } from './instance.js';
import { warningSchema } from './issue.js';
import { lineRangeSchema } from './range.js';

/** Version of the evidence record: it changes when a field changes its meaning. */
export const SCHEMA_VERSION = '1.0';

const roleSchema = z
  .enum(['test', 'support', 'source', 'docs', 'config', 'generated'])
  .describe('What the file is: support = part of the test harness without tests of its own.');
export type PathRole = z.infer<typeof roleSchema>;

const statusSchema = z.enum(['modified', 'added', 'deleted', 'renamed', 'copied', 'mode']);

export const scopeSchema = z
  .strictObject({
    kind: z.string().describe('class, function, method, module …'),
    name: z.string(),
    line: z.int().min(0).describe('1-based old-side line of the definition, 0 when unknown.'),
    text: z
      .string()
      .describe('The line that opens the definition, with its indentation when it was read from the file.'),
  })
  .describe('A definition that encloses the hunk on the old side.');
export type Scope = z.infer<typeof scopeSchema>;

export const localizedHunkSchema = z
  .strictObject({
    old_start: z
      .int()
      .min(0)
      .describe(
        'As in the hunk header; where git places the hunk, if that is elsewhere (warning hunk_moved).',
      ),
    old_lines: z.int().min(0).describe('As in the hunk header; 0 = pure insertion after old_start.'),
    section: z.string().describe("git's heading after @@, if it stands on the old side."),
    scope: z.array(scopeSchema).describe('Enclosing definitions on the old side, outermost first.'),
    touched: z.array(lineRangeSchema).describe('Old lines that are removed or replaced.'),
    insert_after: z
      .array(z.int().min(0))
      .describe('Old lines after which lines are only added; 0 = before the first line.'),
    text: z.string().describe("The hunk's old-side lines from start_line on, each with its terminator."),
    start_line: z.int().min(0).describe('1-based old line of the first line of text; 0 when text is empty.'),
  })
  .describe('One hunk of the fix, old side only.');
export type LocalizedHunk = z.infer<typeof localizedHunkSchema>;

export const windowSchema = z
  .strictObject({ start_line: z.int().min(1), text: z.string() })
  .describe('Old-side lines around hunks, merged where they meet.');

export const localizedFileSchema = z
  .strictObject({
    path: z.string().describe('Old-side path; for an added file its new path.'),
    status: statusSchema,
    origin: z
      .enum(['fix', 'test_patch'])
      .describe('test_patch: source found in the test patch, shown only on demand.'),
    language: z.string(),
    role: roleSchema,
    role_rule: z.string().describe('The rule that decided the role.'),
    binary: z.boolean(),
    hunks: z.array(localizedHunkSchema),
    windows: z.array(windowSchema),
  })
  .describe('One file that the fix changes, old side only.');
export type LocalizedFile = z.infer<typeof localizedFileSchema>;

export const localizationSchema = z.strictObject({ files: z.array(localizedFileSchema) });
export type Localization = z.infer<typeof localizationSchema>;

export const failToPassSchema = z
  .strictObject({
    id: z.string().describe('Verbatim from the dataset.'),
    style: z.string().describe('The shape of the id: pytest, unittest, go …'),
    granularity: z.enum(['parameter', 'test', 'class', 'file']),
    path: z.string().describe('File of the test, "" when not found.'),
    symbol: z
      .string()
      .describe('Enclosing definitions and the test, joined with a dot; a title for titled tests.'),
    lines: lineRangeSchema.describe('Where the test stands in the file after the test patch.'),
    complete: z
      .boolean()
      .describe('False when only a part of the test is in sight, so that lines are those of the part.'),
    match: z.enum(['exact', 'truncated', 'title', 'ambiguous', 'none']),
    rows: z
      .array(z.strictObject({ start_line: z.int().min(1), text: z.string() }))
      .describe(
        'The rows of pytest.mark.parametrize that make this run, verbatim; [] when they cannot be told.',
      ),
  })
  .describe('One fail-to-pass test id and where it was found.');
export type FailToPass = z.infer<typeof failToPassSchema>;

export const testCodeSchema = z
  .strictObject({
    path: z.string(),
    symbol: z.string(),
    lines: lineRangeSchema,
    origin: z.enum(['test_patch', 'repository', 'row']),
    complete: z.boolean().describe('False when only hunks of the file were at hand.'),
    code: z.string().describe('The test verbatim, each line with its terminator.'),
    context: z
      .array(
        z.strictObject({
          start_line: z
            .int()
            .min(0)
            .describe('0 = the line that opens the test, known from the heading of a hunk only.'),
          text: z.string(),
        }),
      )
      .describe('Imports, class header, fixtures and set-up the test needs, verbatim, in file order.'),
  })
  .describe(
    'The code of one failing test, of a class it runs through, or of the fixtures it asks for (symbol = their names).',
  );
export type TestCode = z.infer<typeof testCodeSchema>;

export const candidateChangeSchema = z
  .strictObject({
    path: z.string(),
    status: statusSchema,
    role: roleSchema,
    role_rule: z.string(),
    diff: z.string().describe('This file of the test patch, verbatim.'),
  })
  .describe('One file of the test patch.');
export type CandidateChange = z.infer<typeof candidateChangeSchema>;

export const withheldSchema = z
  .strictObject({ path: z.string(), reason: z.string(), diff: z.string() })
  .describe('Source found in the test patch: never rendered.');

export const reproductionSchema = z.strictObject({
  fail_to_pass: z.array(failToPassSchema),
  pass_to_pass_count: z.int().min(0),
  tests: z.array(testCodeSchema),
  candidate_changes: z.array(candidateChangeSchema),
  withheld: z.array(withheldSchema),
});
export type Reproduction = z.infer<typeof reproductionSchema>;

export const patchedFileSchema = z.strictObject({
  path: z.string().describe('New path; old path for a deleted file.'),
  old_path: z.string().describe('"" for an added file.'),
  status: statusSchema,
  additions: z.int().min(0),
  deletions: z.int().min(0),
  binary: z.boolean(),
});

export const patchSchema = z.strictObject({
  diff: z.string().describe('The fix as a forward diff, verbatim but for one final newline.'),
  files: z.array(patchedFileSchema),
});
export type Patch = z.infer<typeof patchSchema>;

const stageTokensSchema = z
  .strictObject({
    block: z.int().min(0).describe('Tokens of the block alone.'),
    added: z
      .int()
      .min(0)
      .describe('Tokens the block adds to the prompt: count(prompt + block) - count(prompt).'),
  })
  .describe('Token cost of one block.');

export const tokensSchema = z.strictObject({
  localization: stageTokensSchema,
  reproduction: stageTokensSchema,
  patch: stageTokensSchema,
  full: stageTokensSchema,
});
export type Tokens = z.infer<typeof tokensSchema>;

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** One line of evidence.jsonl. Its JSON Schema is schemas/evidence.json. */
export const evidenceSchema = z
  .strictObject({
    schema_version: z.literal(SCHEMA_VERSION),
    instance_id: z.string().min(1),
    corpus: z.string(),
    repo: z.string().describe('owner/name'),
    language: z.string(),
    problem_statement: z.string(),
    student_context: z.array(studentContextSchema),
    base: baseSchema,
    environment: environmentSchema,
    extra: z
      .string()
      .refine(isJsonObject, 'expected the text of a JSON object')
      .describe('JSON object of fields carried over from the row.'),
    fingerprint: z.string().describe('Hash of the normalised fix (its - and + lines).'),
    localization: localizationSchema,
    reproduction: reproductionSchema,
    patch: patchSchema,
    repository: z
      .strictObject({
        verified: z.boolean().describe('git confirmed every old-side line.'),
        revision: z.string().describe('Commit that was read.'),
        tree: z.string(),
      })
      .describe('What git confirmed, when a clone was at hand.'),
    statement_shows: z
      .strictObject({
        paths: z.int().min(0).describe('Changed source files whose path or base name the statement names.'),
        tests: z.int().min(0).describe('Failing tests whose name the statement holds.'),
        added_lines: z.int().min(0).describe('Added source lines that stand in the statement.'),
      })
      .describe('What the problem statement itself already gives away.'),
    tokens: tokensSchema,
    warnings: z.array(warningSchema),
    source: sourceSchema,
  })
  .describe('Privileged evidence of one repair task: one line of evidence.jsonl.');

/** Privileged evidence of one repair task. */
export type Evidence = z.infer<typeof evidenceSchema>;
