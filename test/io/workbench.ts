/** Owns what the tests of this room share: a temporary folder per test, inputs in it, rows collected. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RawRow, RowProblem, RowResult } from '../../src/io/raw-row.js';
import { readRows } from '../../src/io/read-rows.js';
import type { ReadRowsOptions } from '../../src/io/read-rows.js';

/** A fresh folder, removed when the test ends. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swe-evidence-io-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file into a fresh folder and returns its path. */
export async function makeFile(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await makeFolder(), name);
  await writeFile(path, content);
  return path;
}

export async function collect(results: AsyncIterable<RowResult>): Promise<RowResult[]> {
  const collected: RowResult[] = [];
  for await (const result of results) collected.push(result);
  return collected;
}

export async function readAll(input: string, options?: ReadRowsOptions): Promise<RowResult[]> {
  return collect(readRows(input, options));
}

/** Reads the content as a file of that name. */
export async function readContent(
  name: string,
  content: string | Uint8Array,
  options?: ReadRowsOptions,
): Promise<RowResult[]> {
  return readAll(await makeFile(name, content), options);
}

/** The good rows. */
export function listRows(results: readonly RowResult[]): RawRow[] {
  return results.flatMap((result) => (result.ok ? [result.row] : []));
}

export function listValues(results: readonly RowResult[]): unknown[] {
  return listRows(results).map((row) => row.value);
}

export function listProblems(results: readonly RowResult[]): RowProblem[] {
  return results.flatMap((result) => (result.ok ? [] : [result.problem]));
}

/** "ok" or the problem's code, row by row. */
export function listOutcomes(results: readonly RowResult[]): string[] {
  return results.map((result) => (result.ok ? 'ok' : result.problem.code));
}

/** The bytes in chunks of the given sizes, used round robin. */
export async function* splitBytes(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}
