/**
 * Owns the four levels of detail of a localization block, for people who grade how much a teacher sees: each level shows
 * what the one before it shows, and more.
 */
import type { Profile } from './profile.js';

/**
 * `file`: paths. `scope`: and the definitions that enclose the changes. `hunk`: and the ranges with their lines. `line`:
 * and which lines are touched.
 */
export const LOCALIZATION_DETAILS = ['file', 'scope', 'hunk', 'line'] as const;
export type LocalizationDetail = (typeof LOCALIZATION_DETAILS)[number];

/** The profile at another level of detail. Its name says so: what a published profile shows never changes. */
export const atDetail = (profile: Profile, detail: LocalizationDetail): Profile => ({
  ...profile,
  name: `${profile.name}+${detail}`,
  localization: 'marked',
  detail,
});
