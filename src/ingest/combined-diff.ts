/** Owns splitting one diff that holds fix and tests into the two, by what its paths are. */
import { classifyPath } from '../classify/classify.js';
import type { Diff, FileDiff } from '../diff/diff.js';
import { writeDiff } from '../diff/write.js';

export interface SplitOptions {
  readonly language: string;
  readonly testGlobs: readonly string[];
  readonly sourceGlobs: readonly string[];
  /** Paths the dataset itself says are tests. */
  readonly declaredTests?: ReadonlySet<string>;
}

export interface SplitDiff {
  readonly fix: string;
  readonly testPatch: string;
}

/** Tests and their support become the test patch, everything else stays in the fix; the order of files is kept. */
export function splitDiff(diff: Diff, options: SplitOptions): SplitDiff {
  const siblings = new Set(diff.files.map(pathOfFile));
  const fix: FileDiff[] = [];
  const tests: FileDiff[] = [];
  for (const file of diff.files) {
    const path = pathOfFile(file);
    const { role } = classifyPath(path, {
      column: 'combined',
      language: options.language,
      testGlobs: options.testGlobs,
      sourceGlobs: options.sourceGlobs,
      siblings,
      ...(options.declaredTests?.has(path) === true ? { datasetSays: 'test' as const } : {}),
    });
    (role === 'test' || role === 'support' ? tests : fix).push(file);
  }
  return { fix: writeDiff({ files: fix }), testPatch: writeDiff({ files: tests }) };
}

/** The path a file is known by: the new one, the old one for a deleted file. */
export function pathOfFile(file: FileDiff): string {
  return file.newPath === '' ? file.oldPath : file.newPath;
}
