/** Owns what the flags of build-flags.ts mean: the options of a build. */
import { readFile } from 'node:fs/promises';
import type { Ingester } from '../ingest/ingester.js';
import { createMappingIngester } from '../ingest/mapping.js';
import { findIngester, INGESTERS } from '../ingest/registry.js';
import { describeReadFailure } from '../io/input-error.js';
import type { BuildOptions } from '../pipeline/build.js';
import type { Profile } from '../render/profile.js';
import { loadCounter } from '../tokens/vocabularies.js';
import type { BuildFlags } from './build-flags.js';
import { UsageError } from './exit-code.js';
import { chooseProfile } from './profile-choice.js';
import { chooseDetail, resolveRepositoryOptions } from './repository-options.js';

/**
 * What the flags mean.
 * @throws UsageError for an unknown format; TokenizerError for a tokenizer that cannot be used
 */
export async function resolveBuildOptions(flags: BuildFlags): Promise<BuildOptions> {
  return {
    ingester: await chooseIngester(flags),
    counter: loadCounter(flags.tokenizer),
    profile: await readProfile(flags),
    budgets: flags.maxTokens ?? {},
    overrides: { testGlobs: flags.tests, sourceGlobs: flags.source },
    limit: flags.limit ?? Infinity,
    only: new Set([...flags.only, ...(flags.onlyFile === undefined ? [] : await readIds(flags.onlyFile))]),
    carry: flags.carry,
    ...(await resolveRepositoryOptions(flags)),
  };
}

/** Files that the flags name to be read. */
export const pathsReadBeside = (
  flags: Pick<BuildFlags, 'map' | 'profile' | 'tokenizer' | 'onlyFile'>,
): readonly (string | undefined)[] => [flags.map, flags.profile, flags.tokenizer, flags.onlyFile];

/** The profile at the level of detail asked for, which only the marked view has. */
async function readProfile(flags: BuildFlags): Promise<Profile> {
  const profile = await chooseProfile(flags.profile);
  const view = profile.localization ?? 'marked';
  if (flags.detail !== undefined && view !== 'marked')
    throw new UsageError(`--detail is for the view "marked": ${profile.name} shows "${view}"`);
  return chooseDetail(profile, flags);
}

/** The ingester for all rows: from the mapping file, by name, or null to detect it row by row. */
export async function chooseIngester({
  format,
  map,
}: Pick<BuildFlags, 'format' | 'map'>): Promise<Ingester | null> {
  if (map !== undefined) {
    if (format !== undefined) throw new UsageError('--map and --format exclude each other');
    return readMapping(map);
  }
  if (format === undefined) return null;
  const ingester = findIngester(format);
  if (ingester) return ingester;
  throw new UsageError(
    `unknown format "${format}"; expected one of ${INGESTERS.map(({ name }) => name).join(', ')}`,
  );
}

async function readMapping(file: string): Promise<Ingester> {
  let mapping: unknown;
  try {
    mapping = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}`);
    throw describeReadFailure(file, error);
  }
  const created = createMappingIngester(mapping);
  if (created.ok) return created.value;
  const { path, message, expected, got } = created.issue;
  throw new UsageError(
    `${file}${path === '' ? '' : `, ${path}`}: ${message}; expected ${expected}, found ${got}`,
  );
}

/**
 * The ids in a file, one a line, blanks around them taken off.
 * @throws InputError when it cannot be read
 */
export async function readIds(file: string): Promise<string[]> {
  try {
    const text = await readFile(file, 'utf8');
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  } catch (error) {
    throw describeReadFailure(file, error);
  }
}
