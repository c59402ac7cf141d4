/** The bundled example dataset, ingested and built: four small repairs of a made-up library program. */
import { readFileSync } from 'node:fs';
import { extractEvidence } from '../../src/extract/evidence.js';
import { type Material, gatherRowMaterial } from '../../src/extract/material.js';
import { type Repair, readRepair } from '../../src/extract/repair.js';
import { findIngester } from '../../src/ingest/registry.js';
import type { Evidence } from '../../src/model/evidence.js';
import type { Instance } from '../../src/model/instance.js';
import { loadGrammar } from '../../src/syntax/grammar.js';

export const SHELF_PATH = new URL('../../examples/shelf.jsonl', import.meta.url).pathname;

/** The bundled run on shelf__shelf-12 (21 steps), and the folder with the report of its failed attempt. */
export const RUN_PATH = new URL('../../examples/runs/shelf-12.jsonl', import.meta.url).pathname;
export const REPORT_PATH = new URL('../../examples/runs/reports/shelf__shelf-12', import.meta.url).pathname;

export const SHELF_ROWS = readFileSync(SHELF_PATH, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The instance of one row, with fields of the row replaced. */
export function shelfInstance(id: string, changes: Readonly<Record<string, unknown>> = {}): Instance {
  const row = SHELF_ROWS.find((candidate) => candidate['instance_id'] === id);
  const outcome = findIngester('swe-bench')?.ingest(
    { ...row, ...changes },
    {
      carry: [],
      source: { file: 'shelf.jsonl', row: 0, line: 1, sha256: '' },
      keyInFile: '',
      testGlobs: [],
      sourceGlobs: [],
    },
  );
  if (!outcome?.ok)
    throw new Error(`the example row ${id} must ingest: ${outcome?.issue.message ?? 'no ingester'}`);
  return outcome.value;
}

export interface BuiltExample {
  readonly repair: Repair;
  readonly material: Material;
  readonly evidence: Evidence;
}

/** Repair, material and evidence of an instance. */
export async function buildExample(instance: Instance): Promise<BuiltExample> {
  for (const language of ['javascript', 'typescript', 'java']) await loadGrammar(language);
  const repair = readRepair(instance);
  if (!repair.ok) throw new Error(`the instance must be readable: ${repair.issue.message}`);
  const material = gatherRowMaterial(repair.value);
  return { repair: repair.value, material, evidence: extractEvidence(repair.value, material) };
}

/** Evidence of one row of the example. */
export const buildShelf = async (
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<BuiltExample> => buildExample(shelfInstance(id, changes));
