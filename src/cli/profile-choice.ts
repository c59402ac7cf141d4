/** Owns how a profile is named on the command line: a published one, or a file. */
import { readFile } from 'node:fs/promises';
import { describeReadFailure } from '../io/input-error.js';
import { DEFAULT_PROFILE, type Profile } from '../render/profile.js';
import { findProfile, PROFILES } from '../render/profiles.js';
import { UsageError } from './exit-code.js';

const NAMES = PROFILES.map(({ name }) => name).join(', ');

export const PROFILE_HELP = `what a block shows: ${NAMES}, or a YAML or JSON file (default: ${DEFAULT_PROFILE.name})`;

/**
 * The profile of a name or file; the default for undefined.
 * @throws UsageError for an unknown name or a file that is no profile; InputError for a file that cannot be read
 */
export async function chooseProfile(value: string | undefined): Promise<Profile> {
  if (value === undefined) return DEFAULT_PROFILE;
  const published = findProfile(value);
  if (published) return published;
  if (/^[\w.-]+@\d+$/.test(value))
    throw new UsageError(`unknown profile "${value}"; expected one of ${NAMES}, or a file`);
  // Reading files needs YAML and schemas; naming a profile, and help, do not.
  const { parseProfile, ProfileError } = await import('../render/profile-file.js');
  try {
    return parseProfile(await readFile(value, 'utf8'), value);
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message, { cause: error });
    throw describeReadFailure(value, error);
  }
}
