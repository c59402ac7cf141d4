/** Owns the fingerprint of a fix: the same repair has the same one in whatever dataset it stands. */
import { createHash } from 'node:crypto';
import type { Diff, FileDiff } from '../diff/diff.js';

/**
 * sha256 (hex, 32 characters) over the removed and added lines of the fix. Context, line numbers, blank lines,
 * white space at line ends, headers and the order of files do not count, so that a diff made with other
 * options or from a mirror repository is recognised. A file without lines counts by its path and status.
 */
export function fingerprintFix(fix: Diff): string {
  const parts = fix.files.map(digestFile).toSorted();
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}

function digestFile(file: FileDiff): string {
  const hash = createHash('sha256');
  let lines = 0;
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      const text = line.text.trimEnd();
      if (line.kind === 'context' || text === '') continue;
      hash.update(`${line.kind === 'added' ? '+' : '-'}${text}\n`);
      lines += 1;
    }
  }
  if (lines === 0) hash.update(`${file.status} ${file.oldPath} ${file.newPath}`);
  return hash.digest('hex');
}
