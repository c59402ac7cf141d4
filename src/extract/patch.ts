/** Owns the patch block's facts: the fix as it stands, and what it does to each file. */
import { countChanges } from '../diff/change-counts.js';
import type { Patch } from '../model/evidence.js';
import type { Repair } from './repair.js';

/** The fix verbatim but for one final newline, and its files with their counts. Source: paper §3.2 (PATCH). */
export function extractPatch(repair: Repair): Patch {
  const { fix } = repair.instance;
  return {
    diff: fix.endsWith('\n') ? fix : `${fix}\n`,
    files: repair.fix.files.map((file) => ({
      path: file.newPath === '' ? file.oldPath : file.newPath,
      old_path: file.oldPath,
      status: file.status,
      ...countChanges(file),
      binary: file.binary !== 'none',
    })),
  };
}
