/**
 * Owns the proof of one diff against the base commit: every old side compared, every section applied in memory. Pure but
 * for the reading of files. What does not fit is an Issue with the first differing line.
 */
import { applyFileDiff } from '../diff/apply.js';
import type { Diff, FileDiff } from '../diff/diff.js';
import { type Outcome, refuse, type Warning } from '../model/issue.js';
import { writeFileDiff } from '../diff/write.js';
import { type BaseFile, type BaseTree, describeUnread } from './base-tree.js';
import { relocateHunks } from './material-relocation.js';

/** One file section that fits. */
export interface ProvenFile {
  readonly file: FileDiff;
  /** The same section with the lines at which it fits: `file` itself unless its header's numbers are off. */
  readonly placed: FileDiff;
  /** The text before; null when there is none, or none that is worth showing (binary, link, submodule, too large). */
  readonly oldText: string | null;
  /** The text after; null for a deleted file, and where `oldText` is not known. */
  readonly newText: string | null;
  /** False when the content could not be compared. */
  readonly isProven: boolean;
  readonly warnings: readonly Warning[];
}

/** What earlier sections and diffs left behind, by path; null for a path they removed. */
export type Overlay = Map<string, string | null>;

/**
 * Compares all sections of `diff` with the base. `what` names the diff in messages (`the fix`).
 * @param overlay the outcome of a diff applied before; a section that does not fit the base may fit that
 * Issue: patch_does_not_apply, `expected` = what the base commit holds, `got` = what the diff says.
 * Throws GitError.
 */
export async function proveDiff(
  diff: Diff,
  what: string,
  base: BaseTree,
  overlay: Overlay,
): Promise<Outcome<ProvenFile[]>> {
  const bases = await Promise.all(
    diff.files.map(async (file): Promise<[BaseFile | null, BaseFile | null]> => [
      file.oldPath === '' ? null : await base.read(file.oldPath),
      createsPath(file) ? await base.read(file.newPath) : null,
    ]),
  );
  const removed = new Set(
    diff.files.flatMap(({ status, oldPath }) =>
      status === 'deleted' || status === 'renamed' ? [oldPath] : [],
    ),
  );
  const at = base.commit.id.slice(0, 12);
  const proven: ProvenFile[] = [];
  for (const [index, file] of diff.files.entries()) {
    const [before, target] = bases[index] ?? [null, null];
    const isFree = target === null || target.kind === 'absent' || removed.has(file.newPath);
    if (!isFree && overlay.get(file.newPath) !== null) {
      return refuse('patch_does_not_apply', `${what} makes ${file.newPath}, which stands in ${at} already`, {
        expected: 'a path that is free',
        got: 'a path that is taken',
        path: file.newPath,
      });
    }
    const fitted = proveFile(file, before, what, at);
    const retried = fitted.ok ? fitted : (retryOnOverlay(file, what, at, overlay) ?? fitted);
    if (!retried.ok) return retried;
    proven.push(retried.value);
  }
  for (const { file, newText, isProven } of proven) {
    if (file.status === 'deleted' || file.status === 'renamed') overlay.set(file.oldPath, null);
    if (isProven && newText !== null && file.newPath !== '') overlay.set(file.newPath, newText);
  }
  return { ok: true, value: proven };
}

const createsPath = ({ status, oldPath, newPath }: FileDiff): boolean =>
  newPath !== '' &&
  newPath !== oldPath &&
  (status === 'added' || status === 'renamed' || status === 'copied');

/** Both diffs of a row may touch one file: then the second one was made after the first. */
function retryOnOverlay(
  file: FileDiff,
  what: string,
  at: string,
  overlay: Overlay,
): Outcome<ProvenFile> | null {
  const text = overlay.get(file.oldPath);
  if (text === undefined || text === null) return null;
  const retried = proveFile(file, { kind: 'text', text, replaced: null }, what, at);
  return retried.ok ? retried : null;
}

function proveFile(file: FileDiff, before: BaseFile | null, what: string, at: string): Outcome<ProvenFile> {
  const path = file.oldPath === '' ? file.newPath : file.oldPath;
  if (before === null) return applyText(file, '', null, what, at);
  const unread = (reason: string, isProven: boolean): Outcome<ProvenFile> => ({
    ok: true,
    value: {
      ...withoutText(file),
      isProven,
      warnings: [{ code: 'file_not_read', message: `not read from the clone: ${reason}`, path }],
    },
  });
  if (before.kind === 'absent' || before.kind === 'folder') {
    return refuse('patch_does_not_apply', `${what} changes ${path}, which is no file in ${at}`, {
      expected: before.kind === 'folder' ? 'a folder' : 'no such path',
      got: `a ${file.status} file`,
      path,
    });
  }
  if (before.kind === 'unread') return unread(before.reason, false);
  if (before.kind === 'text') {
    return file.binary === 'none'
      ? applyText(file, before.text, before.replaced, what, at)
      : { ok: true, value: withoutText(file) };
  }
  if ('at' in before && before.at !== path) {
    const kind = before.kind === 'symlink' ? 'a symbolic link' : 'a submodule';
    return refuse('patch_does_not_apply', `${what} changes ${path}, which lies beyond ${kind} in ${at}`, {
      expected: `${kind} at ${before.at}`,
      got: 'a folder',
      path,
    });
  }
  const wantedType = file.oldMode === '' ? '' : file.oldMode.slice(0, 3);
  const name = describeUnread(before).replace('it is ', '');
  if (wantedType !== '' && wantedType !== TYPES[before.kind]) {
    return refuse('patch_does_not_apply', `${what} takes ${path} for another kind of file than ${at} does`, {
      expected: name,
      got: `mode ${file.oldMode}`,
      path,
    });
  }
  if (file.binary === 'none') {
    const applied = applyText(file, before.text, null, what, at);
    if (!applied.ok) return applied;
  }
  return unread(describeUnread(before), true);
}

/** The first digits of git's file modes. */
const TYPES = { symlink: '120', submodule: '160', binary: '100' } as const;

const withoutText = (file: FileDiff): ProvenFile => ({
  file,
  placed: file,
  oldText: null,
  newText: null,
  isProven: true,
  warnings: [],
});

const warnEncoding = (path: string, message: string): Warning => ({
  code: 'contents_not_utf8',
  message,
  path,
});

function warnMoved(path: string, file: FileDiff, placed: FileDiff): Warning {
  const moved = file.hunks.filter((hunk, index) => hunk.oldStart !== placed.hunks[index]?.oldStart);
  const [first] = moved;
  const to = placed.hunks[first ? file.hunks.indexOf(first) : 0]?.oldStart ?? 0;
  return {
    code: 'hunk_moved',
    message: `${moved.length} of ${file.hunks.length} hunks stand elsewhere than the diff says (line ${first?.oldStart ?? 0} is line ${to})`,
    path,
  };
}

function applyText(
  file: FileDiff,
  oldText: string,
  replaced: string | null,
  what: string,
  at: string,
): Outcome<ProvenFile> {
  const path = file.oldPath === '' ? file.newPath : file.oldPath;
  if (file.binary !== 'none') return { ok: true, value: withoutText(file) };
  const finish = (
    before: string,
    after: string,
    warnings: readonly Warning[],
    placed = file,
  ): Outcome<ProvenFile> => ({
    ok: true,
    value: {
      file,
      placed,
      oldText: file.oldPath === '' ? null : before,
      newText: file.status === 'deleted' ? null : after,
      isProven: true,
      warnings,
    },
  });
  const candidates: { text: string; warnings: Warning[] }[] =
    replaced === null
      ? [{ text: oldText, warnings: [] }]
      : [
          { text: oldText, warnings: [warnEncoding(path, 'the file is not UTF-8; it was read as Latin-1')] },
          {
            text: replaced,
            warnings: [warnEncoding(path, 'the file is not UTF-8; read with U+FFFD, as its diff was')],
          },
        ];
  const applied = applyFileDiff(file, oldText);
  for (const { text, warnings } of candidates) {
    const exact = text === oldText ? applied : applyFileDiff(file, text);
    if (exact.ok) return finish(text, exact.text, warnings);
  }
  for (const { text, warnings } of file.oldPath === '' ? [] : candidates) {
    const moved = relocateHunks(file, text);
    const placed = moved ? { ...moved, text: writeFileDiff({ ...moved, text: '' }) } : file;
    const fitted = moved ? applyFileDiff(placed, text) : applied;
    if (fitted.ok) return finish(text, fitted.text, [...warnings, warnMoved(path, file, placed)], placed);
  }
  if (applied.ok) return finish(oldText, applied.text, []);
  const { line, expected, got } = applied.mismatch;
  const where = line > 0 ? `, line ${line}` : '';
  return refuse('patch_does_not_apply', `${what} does not fit ${path}${where} in ${at}`, {
    expected: got,
    got: expected,
    path,
  });
}
