/**
 * Owns what a section header says about its file: status, both paths, both modes.
 * `rename from/to` and `copy from/to` beat `---`/`+++`, which beat the `diff --git` line.
 */
import type { DiffProblem, FileStatus } from './diff.js';
import type { SectionHeader } from './header.js';
import { readIndexField } from './header.js';
import { hasKnownPrefixes, splitGitLine, stripPrefixes, type NamePair } from './names.js';
import { isProblem, makeProblem } from './problem.js';
import { unquotePath } from './quote.js';

export interface FileIdentity {
  readonly status: FileStatus;
  readonly oldPath: string;
  readonly newPath: string;
  readonly oldMode: string;
  readonly newMode: string;
}

/** What stands after the header: it parts `mode` from `modified`, and an epoch time stamp from a real one. */
export interface SectionBody {
  readonly hunks: readonly { readonly oldLines: number; readonly newLines: number }[];
  readonly binary: boolean;
}

/** Decides status, paths and modes. `lineIndex` (0-based) is where the section starts, for problems. */
export function identifyFile(
  header: SectionHeader,
  body: SectionBody,
  lineIndex: number,
): FileIdentity | DiffProblem {
  const { extended } = header;
  const names = resolveNames(header, lineIndex);
  if (isProblem(names)) return names;
  const index = readIndexField(extended.index)?.mode ?? '';
  const oldMode = extended.oldMode || extended.deletedMode || (extended.createdMode ? '' : index);
  const newMode = extended.newMode || extended.createdMode || (extended.deletedMode ? '' : index);
  const isAdded =
    extended.createdMode !== '' ||
    header.oldSide?.name === null ||
    isAbsent(header.oldSide?.epoch, body.hunks, 'oldLines');
  const isDeleted =
    extended.deletedMode !== '' ||
    header.newSide?.name === null ||
    isAbsent(header.newSide?.epoch, body.hunks, 'newLines');
  if (isAdded && isDeleted) {
    return makeProblem(
      'diff_malformed',
      'a section both adds and deletes its file',
      lineIndex,
      'a name on one side',
      header.gitLine,
    );
  }
  if (isAdded) return { status: 'added', oldPath: '', newPath: names.new, oldMode: '', newMode };
  if (isDeleted) return { status: 'deleted', oldPath: names.old, newPath: '', oldMode, newMode: '' };
  const status = statusOfKept(header, body, oldMode, newMode);
  return { status, oldPath: names.old, newPath: names.new, oldMode, newMode };
}

function statusOfKept(
  header: SectionHeader,
  body: SectionBody,
  oldMode: string,
  newMode: string,
): FileStatus {
  const { extended } = header;
  if (extended.renameFrom !== '') return 'renamed';
  if (extended.copyFrom !== '') return 'copied';
  return oldMode !== newMode && body.hunks.length === 0 && !body.binary ? 'mode' : 'modified';
}

function isAbsent(
  epoch: boolean | undefined,
  hunks: SectionBody['hunks'],
  side: 'oldLines' | 'newLines',
): boolean {
  return epoch === true && hunks.length === 1 && hunks[0]?.[side] === 0;
}

function resolveNames(header: SectionHeader, lineIndex: number): NamePair | DiffProblem {
  const { extended } = header;
  const moved =
    resolveMove(extended.renameFrom, extended.renameTo, lineIndex) ??
    resolveMove(extended.copyFrom, extended.copyTo, lineIndex);
  if (moved !== null) return moved;
  const oldName = header.oldSide?.name ?? null;
  const newName = header.newSide?.name ?? null;
  if (oldName !== null && newName !== null)
    return resolveBoth(oldName, newName, header.gitLine !== '', lineIndex);
  const known = oldName ?? newName;
  if (header.gitLine !== '') {
    const pair = splitGitLine(header.gitLine, known);
    const stripped = pair && stripPrefixes(pair.old, pair.new);
    if (pair && stripped && (known === null || known === (oldName === null ? pair.new : pair.old)))
      return stripped;
    if (known === null) {
      return makeProblem(
        'diff_malformed',
        'the `diff --git` line does not name one file',
        lineIndex,
        'a/name b/name',
        header.gitLine,
      );
    }
  }
  if (known === null) {
    return makeProblem(
      'diff_malformed',
      'the section names no file',
      lineIndex,
      'a name on one side',
      '/dev/null',
    );
  }
  const path = known.startsWith(oldName === null ? 'b/' : 'a/') ? known.slice(2) : known;
  return { old: path, new: path };
}

function resolveBoth(
  oldName: string,
  newName: string,
  git: boolean,
  lineIndex: number,
): NamePair | DiffProblem {
  const stripped = stripPrefixes(oldName, newName);
  if (stripped !== null) return stripped;
  if (git) {
    return makeProblem(
      'diff_malformed',
      '`---` and `+++` name different files',
      lineIndex,
      'one name, or rename lines',
      `${oldName} ${newName}`,
    );
  }
  // `diff -u x.py.orig x.py`: one file, and git apply takes the shorter name when the other starts with it.
  const known = hasKnownPrefixes(oldName, newName);
  const [first, second] = known ? [oldName.slice(2), newName.slice(2)] : [oldName, newName];
  const path = second.startsWith(first) ? first : second;
  return { old: path, new: path };
}

function resolveMove(from: string, to: string, lineIndex: number): NamePair | DiffProblem | null {
  if (from === '' && to === '') return null;
  const oldPath = unquotePath(from);
  const newPath = unquotePath(to);
  if (!oldPath || !newPath) {
    return makeProblem(
      'diff_malformed',
      'a rename or copy needs both names',
      lineIndex,
      'from NAME and to NAME',
      `from ${from} to ${to}`,
    );
  }
  return { old: oldPath, new: newPath };
}
