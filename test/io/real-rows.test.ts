/** Claim: every row of the real files comes through, with the counts their README gives. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../src/io/read-rows.js';

const DATA = '../shared/data';

describe.skipIf(!existsSync(DATA))('real rows in ../shared/data', () => {
  it.each([
    ['swe-bench-lite', 323],
    ['swe-bench-verified', 500],
    ['swe-bench-dev', 225],
    ['swe-bench-multilingual', 300],
    ['swe-bench-multimodal', 102],
    ['swe-bench-live', 1],
    ['swe-bench-pro', 27],
    ['nemo-gym', 40],
    ['swe-gym', 14],
    ['swe-rebench-v2', 8],
    ['swe-smith', 1],
    ['r2e-gym', 31],
    ['multi-swe-bench', 18],
  ])('%s: %i rows, none bad', async (folder, expected) => {
    let rowCount = 0;
    for await (const result of readRows(`${DATA}/${folder}`)) {
      expect(result).toMatchObject({ ok: true });
      if (result.ok) expect(result.row.sha256).toMatch(/^[0-9a-f]{64}$/);
      rowCount += 1;
    }
    expect(rowCount).toBe(expected);
  });
});
