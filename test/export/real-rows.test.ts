/** Claim: real rows of corpora that differ give every format rows of one shape, and a block for every stage. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORTERS } from '../../src/export/registry.js';
import { makeExportOptions } from '../../src/pipeline/export-defaults.js';
import { writeExport } from '../../src/pipeline/write-export.js';
import { BUILD_OPTIONS, COUNTER, readAll, toJsonl, useFolder } from './shelf-evidence.js';
import { buildItems } from '../../src/pipeline/build.js';

const DATA = new URL('../../../shared/data/', import.meta.url).pathname;
const FOLDERS = ['swe-bench-verified', 'r2e-gym', 'swe-bench-multilingual', 'multi-swe-bench'];
const folder = useFolder();

describe.skipIf(!existsSync(DATA))('real rows (skipped: ../shared/data is not there)', () => {
  it('of four corpora export to every format', async () => {
    const records: unknown[] = [];
    for (const name of FOLDERS) {
      for await (const item of buildItems([join(DATA, name)], { ...BUILD_OPTIONS, limit: 5 })) {
        if (item.kind === 'built') records.push(item.evidence);
      }
    }
    expect(records.length).toBeGreaterThan(15);
    const input = folder.write('evidence.jsonl', toJsonl(records));
    for (const exporter of EXPORTERS) {
      const path = join(folder.path, `${exporter.name}.parquet`);
      const options = makeExportOptions(
        { kind: 'file', path },
        { counter: COUNTER, exporter, fileFormat: 'parquet', withGold: true },
      );
      const result = await writeExport([input], options);
      expect(result.leftOut).toBe(0);
      const rows = await readAll(path);
      expect(rows).toHaveLength(records.length * 3);
      for (const row of rows) expect(exporter.long.schema.safeParse(row).error?.issues ?? []).toEqual([]);
    }
  });
});
