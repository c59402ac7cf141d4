/** Owns the list of published profiles. A published profile never changes; a change is a new version with a new name. */
import { DEFAULT_PROFILE, type Profile } from './profile.js';

/** What SWE-Ladder shows. Source: arXiv 2610.33667, §3.2 and appendix B; the limits are our own choice. */
export const SWE_LADDER_PROFILE: Profile = {
  name: 'swe-ladder@1',
  description:
    'SWE-Ladder §3.2: paths, old-side hunk ranges and pre-patch lines; failing ids, reference tests and candidate test changes; the diff.',
  maxTestIds: 200,
  maxTests: 200,
  maxHunkLines: 400,
  maxTestLines: 1000,
  maxCandidateLines: 1000,
  maxLineCharacters: 2000,
  localization: 'lines',
  reproduction: 'verbatim',
};

/** The least that still says something at each stage. */
export const MINIMAL_PROFILE: Profile = {
  name: 'minimal@1',
  description: 'Paths; failing ids; the diff.',
  maxTestIds: 200,
  maxTests: 200,
  maxHunkLines: 120,
  maxTestLines: 400,
  maxCandidateLines: 240,
  maxLineCharacters: 2000,
  localization: 'paths',
  reproduction: 'ids',
};

/** The default first. */
export const PROFILES: readonly Profile[] = [DEFAULT_PROFILE, SWE_LADDER_PROFILE, MINIMAL_PROFILE];

/** The published profile with this name, undefined when there is none. */
export const findProfile = (name: string): Profile | undefined =>
  PROFILES.find((profile) => profile.name === name);
