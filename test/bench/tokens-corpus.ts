/** Owns the texts that the token benchmark and the sweep run on: found on the machine, in a fixed order. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Real rows, beside the checkout; may be absent. */
export const DATA = join(ROOT, '../shared/data');
const SOURCES = join(ROOT, 'node_modules');
const LARGEST_SOURCE = 200_000;

/** Every different string value in the rows below `folder` (JSON, JSONL, Parquet; diffs, logs and text files whole). */
export async function readDataTexts(folder: string): Promise<string[]> {
  const texts = new Set<string>();
  if (!existsSync(folder)) return [];
  for (const path of listFiles(folder)) {
    for (const value of await readValues(path)) collectStrings(value, texts);
  }
  return [...texts];
}

/** Source and documentation files below node_modules, each at most 200 KB. */
export function* readSourceTexts(): Generator<string> {
  for (const path of listFiles(SOURCES)) {
    if (!/\.(?:[cm]?[jt]s|md|py|css)$/.test(path) || statSync(path).size > LARGEST_SOURCE) continue;
    yield readFileSync(path, 'utf8');
  }
}

/**
 * Diffs first (half at most), then source, up to `byteCount` bytes of UTF-8. Files with a line of more than 2,000
 * characters are left out: on minified code and data some of the contestants are quadratic.
 */
export async function makeCorpus(byteCount: number): Promise<string[]> {
  const corpus: string[] = [];
  let size = 0;
  const add = (text: string, limit: number): void => {
    if (size >= limit || /.{2000}/.test(text)) return;
    corpus.push(text);
    size += Buffer.byteLength(text);
  };
  for (const text of await readDataTexts(DATA)) {
    if (/^diff --git /m.test(text)) add(text, byteCount / 2);
  }
  for (const text of readSourceTexts()) add(text, byteCount);
  return corpus;
}

async function readValues(path: string): Promise<unknown[]> {
  if (path.endsWith('.parquet')) {
    return parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
  }
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.jsonl')) {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
  }
  return path.endsWith('.json') ? [JSON.parse(text) as unknown] : [text];
}

function collectStrings(root: unknown, into: Set<string>): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') into.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) waiting.push(each);
  }
}

function* listFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}
