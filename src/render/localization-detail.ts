/** Owns the levels of detail of a localization block: for people who grade how much a teacher sees. */
import type { LocalizationDetail, Profile } from './profile.js';

/** The profile at a level of detail. Its name says so: what a published profile shows never changes. */
export function atDetail(profile: Profile, detail: LocalizationDetail): Profile {
  const view = profile.localization ?? 'marked';
  if (view === 'marked' && detail === (profile.detail ?? 'line')) return profile;
  return { ...profile, name: `${profile.name}+${detail}`, localization: 'marked', detail };
}
