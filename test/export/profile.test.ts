/** Claim: a profile changes what a block shows, never to more than the record's facts, and default@1 stays as it is. */
import { describe, expect, it } from 'vitest';
import { STAGES } from '../../src/model/stage.js';
import { renderBlock } from '../../src/render/block.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { parseProfile, ProfileError } from '../../src/render/profile-file.js';
import { findProfile, MINIMAL_PROFILE, PROFILES, SWE_LADDER_PROFILE } from '../../src/render/profiles.js';
import { shelfRecord } from './shelf-evidence.js';

describe('published profiles', () => {
  it('have a name with a version, each once', () => {
    expect(PROFILES.map(({ name }) => name)).toEqual(['default@1', 'swe-ladder@1', 'minimal@1']);
    for (const profile of PROFILES) expect(findProfile(profile.name)).toBe(profile);
  });

  it('minimal@1 shows paths, ids and the diff', async () => {
    const evidence = await shelfRecord(0);
    expect(renderBlock(evidence, 'localization', MINIMAL_PROFILE)).toBe(
      '## Where the fault is\n\nFiles that the repair changes.\n\n- CHANGES.md\n- shelf/loans.py\n',
    );
    const reproduction = renderBlock(evidence, 'reproduction', MINIMAL_PROFILE);
    expect(reproduction.split('\n').slice(2)).toEqual([
      '4 tests fail before the repair and pass after it:',
      ...evidence.reproduction.fail_to_pass.map(({ id }) => `- ${id}`),
      '',
    ]);
    expect(renderBlock(evidence, 'patch', MINIMAL_PROFILE)).toBe(
      renderBlock(evidence, 'patch', DEFAULT_PROFILE),
    );
  });

  it('swe-ladder@1 shows ranges with the lines before the repair, every id, and whole test changes', async () => {
    const evidence = await shelfRecord(0);
    const localization = renderBlock(evidence, 'localization', SWE_LADDER_PROFILE);
    expect(localization).toContain(
      '### shelf/loans.py\nlines 34-41\n```\n    def renew(self, loan, today):\n',
    );
    expect(localization).toContain('\n        loan.due = today + WEEK\n');
    expect(localization).not.toMatch(/^[>+] /m);
    const reproduction = renderBlock(evidence, 'reproduction', SWE_LADDER_PROFILE);
    for (const { id } of evidence.reproduction.fail_to_pass) expect(reproduction).toContain(`- ${id}\n`);
    const added =
      evidence.reproduction.candidate_changes[0]?.diff.split('\n').filter((line) => line.startsWith('+')) ??
      [];
    expect(added.length).toBeGreaterThan(3);
    for (const line of added) expect(reproduction).toContain(line);
  });

  it('no view of LOC shows a line or a path that only the repair brings in', async () => {
    for (const index of [0, 1, 2, 3]) {
      const evidence = await shelfRecord(index);
      for (const profile of PROFILES) {
        const text = renderBlock(evidence, 'localization', profile);
        expect(text).not.toContain('max(loan.due, today)');
        expect(text).not.toContain('weighted_sum');
        expect(text).not.toContain('house_rules');
      }
    }
  });

  it('every block ends in one line feed, whatever the profile', async () => {
    for (const profile of PROFILES) {
      for (const stage of STAGES)
        expect(renderBlock(await shelfRecord(3), stage, profile)).toMatch(/[^\n]\n$/);
    }
  });
});

describe('a profile of one’s own', () => {
  it('starts from a published one and changes what it names', () => {
    expect(parseProfile('name: short@2\nextends: swe-ladder@1\nmax_test_ids: 3\n', 'f')).toEqual({
      ...SWE_LADDER_PROFILE,
      name: 'short@2',
      description: 'swe-ladder@1, changed',
      maxTestIds: 3,
    });
    expect(parseProfile('{"name": "mine@1", "localization": "ranges"}', 'f')).toEqual({
      ...DEFAULT_PROFILE,
      name: 'mine@1',
      description: 'default@1, changed',
      localization: 'ranges',
    });
  });

  it('ranges lists the ranges of each file', async () => {
    const profile = parseProfile('{"name": "mine@1", "localization": "ranges"}', 'f');
    expect(renderBlock(await shelfRecord(0), 'localization', profile)).toContain(
      '- CHANGES.md: lines 3-5\n- shelf/loans.py: lines 34-41\n',
    );
  });

  it('a limit cuts and says so', async () => {
    const profile = parseProfile(
      '{"name": "mine@1", "extends": "swe-ladder@1", "max_test_ids": 1, "max_hunk_lines": 2, "max_candidate_lines": 5}',
      'f',
    );
    const evidence = await shelfRecord(0);
    expect(renderBlock(evidence, 'reproduction', profile)).toContain('- … 3 more tests\n');
    expect(renderBlock(evidence, 'reproduction', profile)).toMatch(/… \d+ more lines of this file/);
    expect(renderBlock(evidence, 'localization', profile)).toContain('… 6 more lines\n');
  });

  const BAD: readonly (readonly [string, string])[] = [
    ['name: mine', 'name: expected name@version'],
    ['name: default@1', 'default@1 is a published profile'],
    ['name: a@1\nextends: b@1', 'extends: expected one of default@1'],
    ['name: a@1\nmax_lines: 3', 'max_lines'],
    ['name: a@1\nmax_hunk_lines: 0', 'max_hunk_lines'],
    ['name: a@1\nlocalization: all', 'localization'],
    ['- a', 'f:'],
    ['{', 'f:'],
    ['', 'f:'],
  ];
  it.each(BAD)('%j is refused', (text, words) => {
    expect(() => parseProfile(text, 'f')).toThrow(ProfileError);
    expect(() => parseProfile(text, 'f')).toThrow(words);
  });
});
