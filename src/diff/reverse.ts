/**
 * Owns the reversal of a diff (broken → repaired made from repaired → broken) without a look at any file.
 */
import type { BinaryData, Diff, DiffLine, FileDiff, FileStatus, Hunk } from './diff.js';
import { readIndexField } from './header.js';
import { writeFileDiff, writeHeader, type HeaderDetail } from './write.js';

const STATUS_BY_STATUS: Readonly<Record<FileStatus, FileStatus>> = {
  modified: 'modified',
  added: 'deleted',
  deleted: 'added',
  renamed: 'renamed',
  copied: 'copied',
  mode: 'mode',
};

/**
 * Reverses a diff: statuses, paths, modes, hashes, ranges and lines change sides. Headers become git's canonical ones;
 * `header`, `text` and `lineStart` are those of the reversed diff as writeDiff writes it. Headings after `@@` stay, though
 * they now come from the new side: the caller decides about them. In a run of changes removed lines stand before added
 * ones, as in `git diff -R`. Reversing twice gives the same parsed form for every diff git writes, but for a
 * `GIT binary patch` with one half only, which cannot be turned and becomes `described`.
 *
 * A copy is turned as `git apply -R` turns it (from the copy to its source); without the file's contents it cannot be
 * the deletion that `git diff -R` would show.
 */
export function reverseDiff(diff: Diff): Diff {
  const files: FileDiff[] = [];
  let lineStart = 1;
  for (const file of restoreTypeChanges(diff.files.map(reverseFile))) {
    const text = writeFileDiff(file);
    files.push({ ...file, text, lineStart });
    lineStart += countLineFeeds(text);
  }
  return { files };
}

/** git shows a change of type (file → link) as a deletion before an addition of one path; keep that order. */
function restoreTypeChanges(files: FileDiff[]): FileDiff[] {
  for (let i = 0; i + 1 < files.length; i++) {
    const [first, second] = [files[i], files[i + 1]];
    if (first?.status === 'added' && second?.status === 'deleted' && first.newPath === second.oldPath) {
      files[i] = second;
      files[i + 1] = first;
      i++;
    }
  }
  return files;
}

function reverseFile(file: FileDiff): FileDiff {
  const { binaryData, ...rest } = file;
  const isTurnable = binaryData !== undefined && binaryData.reverse !== '';
  const reversed: FileDiff = {
    ...rest,
    status: STATUS_BY_STATUS[file.status],
    oldPath: file.newPath,
    newPath: file.oldPath,
    oldMode: file.newMode,
    newMode: file.oldMode,
    binary: file.binary === 'patch' && !isTurnable ? 'described' : file.binary,
    ...(isTurnable ? { binaryData: reverseBinary(binaryData) } : {}),
    hunks: file.hunks.map(reverseHunk),
    header: '',
    text: '',
  };
  return { ...reversed, header: writeHeader(reversed, reverseDetail(file)) };
}

function reverseBinary(data: BinaryData): BinaryData {
  return { forward: data.reverse, reverse: data.forward };
}

function reverseHunk(hunk: Hunk): Hunk {
  const lines: DiffLine[] = [];
  let added: DiffLine[] = [];
  for (const line of hunk.lines) {
    if (line.kind === 'added') lines.push({ ...line, kind: 'removed' });
    else if (line.kind === 'removed') added.push({ ...line, kind: 'added' });
    else {
      for (const late of added) lines.push(late);
      added = [];
      lines.push(line);
    }
  }
  for (const late of added) lines.push(late);
  return {
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
    section: hunk.section,
    lines,
  };
}

/** The index hashes and similarity stand only in the header text; they go over to the new header. */
function reverseDetail(file: FileDiff): HeaderDetail {
  const detail = { index: '', similarity: '', dissimilarity: '' };
  for (const ended of file.header.split('\n')) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended;
    if (line.startsWith('index ')) {
      const index = readIndexField(line.slice('index '.length));
      if (index !== null) detail.index = `${index.new}..${index.old}`;
    } else if (line.startsWith('similarity index '))
      detail.similarity = line.slice('similarity index '.length);
    else if (line.startsWith('dissimilarity index '))
      detail.dissimilarity = line.slice('dissimilarity index '.length);
  }
  return detail;
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
