/** Owns the refusal to mix two exports in one folder: data files that a new export would leave standing beside its own. */
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { OutputError } from '../io/output-error.js';
import type { ExportedFile } from './export-files.js';

/** `data/<stage>/<split>-00000-of-00001.jsonl` */
const DATA_FILE = /-\d{5}-of-\d{5}\.(?:jsonl|parquet)$/;

/** Files named in the message. */
const MAX_NAMED = 3;

/**
 * Loaders that take every file of a folder would read them as one dataset.
 * @throws OutputError `output_mixed` when the folder holds data files of an export that are none of `files`
 */
export async function refuseLeftovers(folder: string, files: readonly ExportedFile[]): Promise<void> {
  const own = new Set(files.map(({ file }) => file));
  const names = await readdir(join(folder, 'data'), { recursive: true }).catch(() => []);
  const left = names
    .map((name) => `data/${name.split(sep).join('/')}`)
    .filter((name) => DATA_FILE.test(name) && !own.has(name))
    .toSorted();
  if (left.length === 0) return;
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : '';
  throw new OutputError(
    'output_mixed',
    folder,
    `files of another export would stay beside this one: ${left.slice(0, MAX_NAMED).join(', ')}${more}; remove them, or choose another folder`,
  );
}
