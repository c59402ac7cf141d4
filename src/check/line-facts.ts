/** Owns the comparison of a record's numbers with its own diff: line numbers of hunks, counts of files, the proof by git. */
import { countChanges } from '../diff/change-counts.js';
import { changedLines } from '../diff/changed-lines.js';
import type { Diff, FileDiff, Hunk } from '../diff/diff.js';
import { oldSideText } from '../diff/hunk-sides.js';
import type { Evidence, LocalizedFile, LocalizedHunk } from '../model/evidence.js';
import type { Report } from './finding-log.js';

/** Code: fact_mismatch. Hunks may stand elsewhere than their header says where the record warns of `hunk_moved`. */
export function checkLineFacts(evidence: Evidence, fix: Diff, report: Report): void {
  const { localization, patch, repository, warnings } = evidence;
  if (repository.verified && repository.revision === '')
    report('fact_mismatch', 'repository.revision', 'verified, but against no commit');
  const moved = new Set(warnings.flatMap(({ code, path }) => (code === 'hunk_moved' ? [path] : [])));
  const byPath = new Map(fix.files.map((file) => [oldestPath(file), file]));
  for (const [index, file] of localization.files.entries()) {
    const found = file.origin === 'fix' ? byPath.get(file.path) : undefined;
    const isShared = evidence.reproduction.candidate_changes.some(({ path }) => path === file.path);
    const hunks = found && chooseHunks(file, found, isShared);
    if (hunks) checkHunks(file, hunks, moved.has(file.path), `localization.files[${index}]`, report);
  }
  for (const [index, file] of patch.files.entries()) {
    const found = fix.files[index];
    const counts = found && { ...countChanges(found), status: found.status };
    for (const key of ['additions', 'deletions', 'status'] as const) {
      if (counts?.[key] === file[key]) continue;
      const message = `is ${file[key]}, the diff says ${counts?.[key] ?? 'nothing'}`;
      report('fact_mismatch', `patch.files[${index}].${key}`, message, 'patch');
    }
  }
  if (patch.files.length < fix.files.length)
    report(
      'fact_mismatch',
      'patch.files',
      `holds ${patch.files.length} of ${fix.files.length} files`,
      'patch',
    );
}

const oldestPath = (file: FileDiff): string => (file.oldPath === '' ? file.newPath : file.oldPath);

/** The hunks of the diff that the record's hunks stand for. Of a file with tests in it, some may belong to the test side. */
function chooseHunks(file: LocalizedFile, found: FileDiff, isShared: boolean): readonly Hunk[] {
  const hunks = found.status === 'added' ? [] : found.hunks;
  if (!isShared || hunks.length <= file.hunks.length) return hunks;
  let at = 0;
  return hunks.filter((hunk) => {
    const isOwn = file.hunks[at]?.text === oldSideText(hunk);
    if (isOwn) at += 1;
    return isOwn;
  });
}

function checkHunks(
  file: LocalizedFile,
  hunks: readonly Hunk[],
  mayMove: boolean,
  where: string,
  report: Report,
): void {
  if (file.hunks.length !== hunks.length) {
    const message = `holds ${file.hunks.length} hunks, the diff ${hunks.length}`;
    report('fact_mismatch', `${where}.hunks`, message, 'localization');
    return;
  }
  for (const [index, hunk] of file.hunks.entries()) {
    const own = hunks[index];
    if (!own) continue;
    const expected = expectHunk(own, mayMove ? hunk.old_start - own.oldStart : 0);
    for (const key of ['old_start', 'old_lines', 'touched', 'insert_after', 'start_line'] as const) {
      const [got, wanted] = [JSON.stringify(hunk[key]), JSON.stringify(expected[key])];
      if (got === wanted) continue;
      const message = `is ${got}, the diff says ${wanted}`;
      report('fact_mismatch', `${where}.hunks[${index}].${key}`, message, 'localization');
    }
  }
}

type HunkNumbers = Pick<LocalizedHunk, 'old_start' | 'old_lines' | 'touched' | 'insert_after' | 'start_line'>;

/** The numbers of a hunk as its header and lines say, moved by some lines. */
function expectHunk(hunk: Hunk, shift: number): HunkNumbers {
  const { touched, insertAfter } = changedLines(hunk);
  return {
    old_start: hunk.oldStart + shift,
    old_lines: hunk.oldLines,
    touched: touched.map(({ start, end }) => ({ start: start + shift, end: end + shift })),
    insert_after: insertAfter.map((line) => line + shift),
    start_line: hunk.oldLines === 0 ? 0 : hunk.oldStart + shift,
  };
}
