/** Owns a user's own profile: a YAML or JSON text that says what differs from a published one. */
import { parse } from 'yaml';
import { z } from 'zod';
import { LOCALIZATION_VIEWS, type Profile, REPRODUCTION_VIEWS } from './profile.js';
import { findProfile, PROFILES } from './profiles.js';

const limitSchema = z.int().min(0).optional();

/** A profile of one’s own, as the file given to `--profile` writes it. */
export const profileFileSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]*@[0-9]+$/, 'expected name@version, as in short-tests@1')
      .describe('What a paper cites: name@version.'),
    description: z.string().optional(),
    extends: z.string().optional().describe('The published profile it starts from, default@1 when absent.'),
    localization: z.enum(LOCALIZATION_VIEWS).optional(),
    reproduction: z.enum(REPRODUCTION_VIEWS).optional(),
    max_test_ids: limitSchema.describe('Failing tests listed before the rest is counted.'),
    max_tests: limitSchema.describe('Tests of which the code is shown.'),
    max_hunk_lines: z.int().min(1).optional().describe("Lines of one hunk's old side."),
    max_test_lines: limitSchema.describe("Lines of one test's code."),
    max_candidate_lines: limitSchema.describe('Lines of one candidate change.'),
    max_line_characters: z.int().min(1).optional().describe('Characters of one line of a candidate change.'),
  })
  .describe('A profile of one’s own: the file given to --profile.');

/** A profile file that makes no sense; the message names the file and the field. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

/**
 * Reads a profile. `where` names the file in messages.
 * @throws ProfileError when the text is no YAML or JSON, does not follow the schema, or takes a published name
 */
export function parseProfile(text: string, where: string): Profile {
  const parsed = profileFileSchema.safeParse(parseYaml(text, where));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    throw new ProfileError(`${where}: ${path === '' ? '' : `${path}: `}${issue?.message ?? 'not a profile'}`);
  }
  const file = parsed.data;
  if (findProfile(file.name)) {
    throw new ProfileError(`${where}: name: ${file.name} is a published profile; choose another name`);
  }
  const base = findProfile(file.extends ?? 'default@1');
  if (!base) {
    throw new ProfileError(
      `${where}: extends: expected one of ${PROFILES.map(({ name }) => name).join(', ')}`,
    );
  }
  return {
    ...base,
    name: file.name,
    description: file.description ?? `${base.name}, changed`,
    maxTestIds: file.max_test_ids ?? base.maxTestIds,
    maxTests: file.max_tests ?? base.maxTests,
    maxHunkLines: file.max_hunk_lines ?? base.maxHunkLines,
    maxTestLines: file.max_test_lines ?? base.maxTestLines,
    maxCandidateLines: file.max_candidate_lines ?? base.maxCandidateLines,
    maxLineCharacters: file.max_line_characters ?? base.maxLineCharacters,
    ...(file.localization === undefined ? {} : { localization: file.localization }),
    ...(file.reproduction === undefined ? {} : { reproduction: file.reproduction }),
  };
}

function parseYaml(text: string, where: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new ProfileError(`${where}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
