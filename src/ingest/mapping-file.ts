/** Owns the mapping file (`--map`): what may stand in it, and what is said when it is wrong. */
import { z } from 'zod';
import { type Outcome, refuse } from '../model/issue.js';
import { describeValue } from './describe-value.js';
import { TEST_ID_ENCODINGS } from './mapped-test-ids.js';

const pathSchema = z.string().min(1).describe('A field of the row; dots lead into objects.');
const fieldSchema = z
  .union([pathSchema, z.array(pathSchema).min(1)])
  .describe('A field, or alternatives of which the first filled one counts.');
const templateSchema = z
  .union([pathSchema, z.array(pathSchema).min(1)])
  .describe('A field, alternatives, or a text with fields in braces: `{team}/{project}`.');

/** The mapping file. */
const mappingSchema = z.strictObject({
  corpus: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a name of letters, digits, dots, dashes and underscores')
    .describe('Name of the dataset, written into every record.'),
  fields: z.strictObject({
    instance_id: templateSchema.optional(),
    fix: fieldSchema,
    test_patch: fieldSchema.optional(),
    fail_to_pass: fieldSchema.optional(),
    pass_to_pass: fieldSchema.optional(),
    problem_statement: fieldSchema.optional(),
    repo: templateSchema.optional(),
    base: fieldSchema.optional(),
    language: fieldSchema.optional(),
    image: fieldSchema.optional(),
    workdir: fieldSchema.optional(),
    test_command: fieldSchema.optional(),
  }),
  constants: z
    .strictObject({
      repo: z.string(),
      language: z.string(),
      image: z.string(),
      workdir: z.string(),
      test_command: z.string(),
    })
    .partial()
    .default({})
    .describe('Values that hold for all rows; a filled field of the row counts before them.'),
  direction: z
    .enum(['fix', 'bug'])
    .default('fix')
    .describe('What the diff in `fix` does: repair the code, or put the bug in (it is reversed then).'),
  fix_holds_tests: z
    .boolean()
    .default(false)
    .describe('The diff in `fix` holds the tests, too: they are split off by their paths.'),
  base_kind: z.enum(['commit', 'parent_of', 'bug_patch']).default('commit'),
  test_ids: z
    .enum(TEST_ID_ENCODINGS)
    .default('auto')
    .describe('How the lists of test ids are written; auto takes every encoding that known datasets use.'),
  student_context: z.array(z.strictObject({ title: z.string(), field: pathSchema })).default([]),
  extra: z.array(pathSchema).default([]).describe('Further small fields to carry over.'),
});

export type Mapping = z.infer<typeof mappingSchema>;
export type MappedField = keyof Mapping['fields'];

/** Checks a decoded mapping file. Issue: `field_invalid`, `path` = the place in the mapping file. */
export function readMapping(mapping: unknown): Outcome<Mapping> {
  const parsed = mappingSchema.safeParse(mapping);
  return parsed.success ? { ok: true, value: parsed.data } : refuseMapping(mapping, parsed.error);
}

function refuseMapping(mapping: unknown, error: z.ZodError): Outcome<Mapping> {
  const first = error.issues[0];
  const place = (first?.path ?? []).map(String).join('.');
  const keys = first?.code === 'unrecognized_keys' ? first.keys.join(', ') : '';
  const known = [...Object.keys(mappingSchema.shape), ...Object.keys(mappingSchema.shape.fields.shape)];
  return refuse(
    'field_invalid',
    keys === ''
      ? `the mapping file is not valid at ${place === '' ? 'its top' : place}: ${first?.message ?? ''}`
      : `the mapping file has an unknown key: ${keys}`,
    {
      expected: keys === '' ? (first?.message ?? '') : `one of ${known.join(', ')}`,
      got: keys === '' ? describePlace(mapping, first?.path ?? []) : keys,
      path: place === '' ? keys : place,
    },
  );
}

function describePlace(mapping: unknown, path: readonly PropertyKey[]): string {
  let value = mapping;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return describeValue(value);
    value = Object.getOwnPropertyDescriptor(value, step)?.value as unknown;
  }
  return describeValue(value);
}
