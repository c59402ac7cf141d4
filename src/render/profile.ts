/**
 * Owns the profiles: named, versioned views of what a teacher sees, so that a paper can cite one. A published
 * profile never changes; a change of a template or of a limit is a new version.
 */

/** How much of each thing a block shows. Limits are counts of units; what is left out is always said in the block. */
export interface Profile {
  /** `name@version`. */
  readonly name: string;
  readonly description: string;
  /** Failing test ids listed before the rest is counted (parametrised ones of a test are one). */
  readonly maxTestIds: number;
  /** Tests of which the code is shown: those that the test patch changes, then the first ones. */
  readonly maxTests: number;
  /** Tests that were left out before; budgets set it. */
  readonly testsLeftOut?: number;
  /** Lines of one hunk's old side; longer removals are cut in the middle. */
  readonly maxHunkLines: number;
  /** Old-side lines kept on each side of a changed line; all of the hunk's when absent. Budgets set it. */
  readonly contextLines?: number;
  /** Lines of one test's code. */
  readonly maxTestLines: number;
  /** Lines of one candidate change. */
  readonly maxCandidateLines: number;
  /** Characters of one line of a candidate change (data files may be one line). */
  readonly maxLineCharacters: number;
  /** How much a `marked` localization tells; `line` when absent. */
  readonly detail?: LocalizationDetail;
  /** How localization is shown; `marked` when absent. */
  readonly localization?: LocalizationView;
  /** How reproduction is shown; `compact` when absent. */
  readonly reproduction?: ReproductionView;
}

/**
 * `marked`: numbered old lines, the touched ones marked, with their scopes. `lines`: ranges and the old lines as they
 * stand. `ranges`: ranges only. `paths`: paths only.
 */
export const LOCALIZATION_VIEWS = ['marked', 'lines', 'ranges', 'paths'] as const;
export type LocalizationView = (typeof LOCALIZATION_VIEWS)[number];

/**
 * Levels of a `marked` localization, each one more than the one before. `file`: paths. `scope`: and the definitions that
 * enclose the changes. `hunk`: and the ranges with their lines. `line`: and which of the lines are touched.
 */
export const LOCALIZATION_DETAILS = ['file', 'scope', 'hunk', 'line'] as const;
export type LocalizationDetail = (typeof LOCALIZATION_DETAILS)[number];

/**
 * `compact`: failing tests collapsed, their code, changes to the tests without what is shown already. `verbatim`: every
 * id, the code, the changes whole. `ids`: ids only.
 */
export const REPRODUCTION_VIEWS = ['compact', 'verbatim', 'ids'] as const;
export type ReproductionView = (typeof REPRODUCTION_VIEWS)[number];

/** `default@1`: what blocks show when nothing else is asked for. */
export const DEFAULT_PROFILE: Profile = {
  name: 'default@1',
  description: 'Old-side lines with the touched ones marked; failing tests with their code; the whole diff.',
  maxTestIds: 40,
  maxTests: 40,
  maxHunkLines: 120,
  maxTestLines: 200,
  maxCandidateLines: 240,
  maxLineCharacters: 2000,
};
