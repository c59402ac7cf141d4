/**
 * Claim: on the public SWE-bench sets no path of a test patch is taken for source, and (but for the two cucumber features and one data file of
 * Multilingual) no path of a fix for a test.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { classifyPath } from '../../src/classify/classify.js';
import { dominantLanguage } from '../../src/classify/language.js';

const DATA = join(import.meta.dirname, '../../../shared/data');
const SETS: [folder: string, testPatchPaths: number, testSideOfFix: number][] = [
  ['swe-bench-verified', 664, 0],
  ['swe-bench-lite', 402, 0],
  ['swe-bench-dev', 323, 0],
  ['swe-bench-multilingual', 477, 3],
  ['swe-bench-multimodal', 337, 0],
];

function pathsOf(diff: unknown): string[] {
  const headers = typeof diff === 'string' ? diff.matchAll(/^diff --git a\/.* "?b\/([^"\n]*)"?$/gm) : [];
  return [...headers].map((match) => match[1] ?? '');
}

describe.skipIf(!existsSync(DATA))('paths of real rows (skipped without ../shared/data)', () => {
  it.each(SETS)(
    '%s: %d paths of test patches, none source; %d of fixes on the test side',
    async (folder, expectedPaths, testSide) => {
      let seen = 0;
      const sourceInTestPatch: string[] = [];
      const testInFix: string[] = [];
      for (const name of readdirSync(join(DATA, folder)).filter((file) => file.endsWith('.parquet'))) {
        const file = await asyncBufferFromFile(join(DATA, folder, name));
        for (const row of await parquetReadObjects({ file, compressors, columns: ['patch', 'test_patch'] })) {
          const fix = pathsOf(row['patch']);
          const language = dominantLanguage(fix);
          for (const path of pathsOf(row['test_patch'])) {
            seen += 1;
            if (classifyPath(path, { column: 'test_patch', language }).role === 'source')
              sourceInTestPatch.push(path);
          }
          for (const path of fix) {
            const { role } = classifyPath(path, { column: 'fix', language });
            if (role === 'test' || role === 'support') testInFix.push(path);
          }
        }
      }
      expect(seen).toBe(expectedPaths);
      expect(sourceInTestPatch).toEqual([]);
      expect(testInFix).toHaveLength(testSide);
    },
  );
});
