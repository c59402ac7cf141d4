/** The example's records as an export reads them, and a folder to write into. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Evidence } from '../../src/model/evidence.js';
import { buildRow } from '../../src/pipeline/build-row.js';
import { makeBuildOptions } from '../../src/pipeline/export-defaults.js';
import { readRows } from '../../src/io/read-rows.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { SHELF_ROWS } from '../support/shelf.js';

export const COUNTER = loadCounter('qwen3');
export const BUILD_OPTIONS = makeBuildOptions({ counter: COUNTER });

/** A record of the example; `changes` replace fields of the finished record. */
export async function shelfRecord(index: number, changes: Partial<Evidence> = {}): Promise<Evidence> {
  const outcome = await buildRow(SHELF_ROWS[index] ?? {}, BUILD_OPTIONS, index);
  if (!outcome.ok) throw new Error(`the example row ${index} must build: ${outcome.issue.message}`);
  return { ...outcome.value, ...changes };
}

/** `count` records that differ in id and fingerprint, over the four stories of the example and three repositories. */
export async function manyRecords(count: number): Promise<Evidence[]> {
  const stories = await Promise.all(SHELF_ROWS.map((_, index) => shelfRecord(index)));
  return Array.from({ length: count }, (_, index) => {
    const story = stories[index % stories.length];
    if (!story) throw new Error('the example has rows');
    return {
      ...story,
      instance_id: `shelf__shelf-${index}`,
      repo: `shelf/part-${index % 3}`,
      fingerprint: `${story.fingerprint}${index}`,
    };
  });
}

/** A fresh folder per test. */
export function useFolder(): { path: string; write: (name: string, text: string) => string } {
  const folder = {
    path: '',
    write(name: string, text: string): string {
      const path = join(folder.path, name);
      writeFileSync(path, text);
      return path;
    },
  };
  beforeEach(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'export-'));
  });
  afterEach(() => rmSync(folder.path, { recursive: true }));
  return folder;
}

export const toJsonl = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The rows of a JSONL or Parquet file as plain values. */
export async function readAll(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const result of readRows(path)) {
    if (!result.ok) throw new Error(result.problem.message);
    rows.push({ ...result.row.value });
  }
  return rows;
}

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
