/**
 * Owns the localization facts: where the fix touches the old side. Never an added line, a new name, a rename's
 * new path or a new-side number. Source: paper §3.2 (LOC).
 */
import { changedLines } from '../diff/changed-lines.js';
import type { Hunk } from '../diff/diff.js';
import { oldSideText } from '../diff/hunk-sides.js';
import type { Localization, LocalizedFile, LocalizedHunk } from '../model/evidence.js';
import type { Warning } from '../model/issue.js';
import { outlineFile } from '../syntax/outline-text.js';
import { standsOnOldSide } from './heading.js';
import type { Material } from './material.js';
import type { Repair, RoledFile } from './repair.js';
import {
  type FoundScope,
  changedPlaces,
  firstOldLine,
  scopesFromFile,
  scopesFromHunk,
  sharedScopes,
} from './scope.js';
import { cutWindows, type WindowContext } from './windows.js';

/** Where the fix touches files that are no tests; source found in the test patch is listed with its own origin. */
export function extractLocalization(
  repair: Repair,
  material: Material,
  context: WindowContext,
): { localization: Localization; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const localize = (entry: RoledFile, origin: LocalizedFile['origin']): LocalizedFile =>
    localizeFile(entry, origin, repair, material, context, warnings);
  const files = [
    ...repair.located.map((entry) => localize(entry, 'fix')),
    ...repair.withheld.map((entry) => localize(entry, 'test_patch')),
  ];
  if (repair.located.length === 0) {
    warnings.push({ code: 'no_source_in_fix', message: 'the fix changes test files only', path: '' });
  }
  return { localization: { files }, warnings };
}

function localizeFile(
  entry: RoledFile,
  origin: LocalizedFile['origin'],
  repair: Repair,
  material: Material,
  context: WindowContext,
  warnings: Warning[],
): LocalizedFile {
  const { file, path, role, rule, language } = entry;
  const oldText = file.oldPath === '' ? undefined : material.oldFiles.get(file.oldPath);
  const binary = file.binary !== 'none';
  if (binary) warnings.push({ code: 'binary_change', message: 'binary content is not shown', path });
  const outline = oldText === undefined || role !== 'source' ? null : outlineFile(language, oldText);
  if (outline && !outline.complete) {
    warnings.push({ code: 'syntax_incomplete', message: 'definitions may be missing from the scopes', path });
  }
  const headings = new HeadingFilter(entry, repair.instance.fix_is_reversed && origin === 'fix', oldText);
  const lines = oldText?.split('\n') ?? [];
  const scopesInFile = outline ? (line: number) => scopesFromFile(outline, lines, line) : null;
  const hunks =
    file.status === 'added'
      ? []
      : file.hunks.map((hunk) => {
          const section = headings.keep(hunk);
          return localizeHunk(
            hunk,
            section,
            scopesInFile ?? scopesFromHunk(hunk, section, role === 'source' ? language : ''),
          );
        });
  const { windows, isLimited } = cutWindows(entry, oldText, context, scopesInFile);
  if (isLimited) {
    warnings.push({ code: 'context_cut', message: 'the context asked for is longer than the limit', path });
  }
  if (headings.dropped > 0) {
    warnings.push({
      code: 'heading_dropped',
      message: `${headings.dropped} hunk heading(s) stem from the repaired side`,
      path,
    });
  }
  return { path, status: file.status, origin, language, role, role_rule: rule, binary, hunks, windows };
}

function localizeHunk(hunk: Hunk, section: string, scopesAt: (line: number) => FoundScope[]): LocalizedHunk {
  const { touched, insertAfter } = changedLines(hunk);
  const text = oldSideText(hunk);
  return {
    old_start: hunk.oldStart,
    old_lines: hunk.oldLines,
    section,
    scope: sharedScopes(changedPlaces(hunk), scopesAt),
    touched: [...touched],
    insert_after: [...insertAfter],
    text,
    start_line: text === '' ? 0 : firstOldLine(hunk),
  };
}

/** Keeps the headings that stand on the old side and counts the others. */
class HeadingFilter {
  dropped = 0;
  readonly #verdicts = new Map<string, boolean>();

  constructor(
    private readonly entry: RoledFile,
    private readonly reversed: boolean,
    private readonly oldText: string | undefined,
  ) {}

  keep(hunk: Hunk): string {
    if (!this.reversed || hunk.section === '') return hunk.section;
    let stands = this.#verdicts.get(hunk.section);
    if (stands === undefined) {
      stands = standsOnOldSide(hunk.section, this.entry.file.hunks, this.oldText);
      this.#verdicts.set(hunk.section, stands);
    }
    if (!stands) this.dropped += 1;
    return stands ? hunk.section : '';
  }
}
