/** Owns finding the language of an instance: what the row says, else what its files are written in. */
import { canonicalLanguage, dominantLanguage } from '../classify/language.js';

/**
 * The canonical language of `stated`; when that is empty, the one most files of the fix are written in, else of
 * the test patch; "" when nobody knows.
 */
export function findLanguage(stated: string, fix: string, testPatch: string): string {
  if (stated.trim() !== '') return canonicalLanguage(stated.trim());
  const ofFix = dominantLanguage(listPaths(fix));
  return ofFix !== '' ? ofFix : dominantLanguage(listPaths(testPatch));
}

/**
 * Paths of a diff by its `diff --git` lines, or by its `+++` lines where there are none. A cheap look at the text: good
 * enough to count extensions, never to say what a diff changes (a body line can look like a `+++` line).
 */
function listPaths(diff: string): string[] {
  const byHeader = collectPaths(diff, 'diff --git ');
  return byHeader.length > 0 ? byHeader : collectPaths(diff, '+++ ');
}

function collectPaths(diff: string, start: string): string[] {
  const paths: string[] = [];
  let from = diff.startsWith(start) ? 0 : nextLine(diff, start, 0);
  while (from >= 0) {
    const end = diff.indexOf('\n', from);
    const line = diff.slice(from + start.length, end < 0 ? diff.length : end);
    // Only the end of the line is looked at: `a/x.py b/x.py` ends with the new path, whatever blanks it holds.
    paths.push((line.split('\t')[0] ?? '').replace(/"?\r?$/, ''));
    from = end < 0 ? -1 : nextLine(diff, start, end);
  }
  return paths;
}

function nextLine(diff: string, start: string, from: number): number {
  const found = diff.indexOf(`\n${start}`, from);
  return found < 0 ? -1 : found + 1;
}
