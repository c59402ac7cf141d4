/** Claim: the ids of Verified come in the shapes the contract counts (DESIGN §6), and each is read as its shape. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { parseTestId } from '../../src/testid/parse.js';

const FILE = join(
  import.meta.dirname,
  '../../../shared/data/swe-bench-verified/SWE-bench_Verified_test.parquet',
);

describe.skipIf(!existsSync(FILE))('ids of Verified (skipped without ../shared/data)', () => {
  it('are 990 of unittest, 364 of pytest, 94 bare names, 68 docstrings; 5 are cut', async () => {
    const file = await asyncBufferFromFile(FILE);
    const counts: Record<string, number> = {};
    for (const row of await parquetReadObjects({ file, compressors, columns: ['repo', 'FAIL_TO_PASS'] })) {
      for (const id of JSON.parse(String(row['FAIL_TO_PASS'])) as string[]) {
        const parsed = parseTestId(id, {
          language: 'python',
          repo: String(row['repo']),
          corpus: 'swe-bench',
        });
        for (const key of [parsed.style, ...(parsed.truncated ? ['cut'] : [])])
          counts[key] = (counts[key] ?? 0) + 1;
      }
    }
    expect(counts).toEqual({ unittest: 990, pytest: 364, bare: 94, docstring: 68, cut: 5 });
  });
});
