/** Owns which files of a given folder are inputs, and in what order. */
import { readdir } from 'node:fs/promises';
import { InputError, describeReadFailure } from './input-error.js';

const ROW_FILE = /\.(?:(?:jsonl|ndjson|json|csv)(?:\.(?:gz|zst|zstd))?|parquet)$/i;

/**
 * The row files right in a folder, as `folder/name`, sorted by name (UTF-16 code units). Hidden files, other kinds of
 * files and sub-folders are left alone. Errors: `InputError` when there is none.
 */
export async function listFolderFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && ROW_FILE.test(entry.name))
      .map((entry) => entry.name)
      .sort();
    if (names.length > 0) return names.map((name) => `${folder.replace(/[/\\]+$/, '')}/${name}`);
    const expected = 'a folder with .json, .jsonl, .ndjson, .csv or .parquet files';
    throw new InputError('input_empty', folder, expected, `none among ${entries.length} entries`);
  } catch (error) {
    throw describeReadFailure(folder, error);
  }
}
