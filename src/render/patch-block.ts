/** Owns the patch block: the fix as a diff, binary data described instead of dumped. */
import type { Evidence } from '../model/evidence.js';
import { readDiff } from '../diff/read.js';
import { fence } from './text.js';

/** Renders the whole verified fix. The record keeps the diff verbatim; here only binary data is replaced by a line. */
export function renderPatch(evidence: Evidence): string {
  const heading = '## The verified repair\n\nThe whole change, as a diff against the code before it.\n\n';
  return heading + fence(describeBinaries(evidence.patch), 'diff');
}

function describeBinaries(patch: Evidence['patch']): string {
  if (!patch.files.some((file) => file.binary)) return patch.diff;
  const read = readDiff(patch.diff);
  if (!read.ok) return patch.diff;
  return read.diff.files
    .map((file) => (file.binary === 'patch' ? `${file.header}(binary content, not shown)\n` : file.text))
    .join('');
}
