/** Owns the refusal to write over what is being read, and to read the same file twice. */
import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { listFolderFiles } from '../io/input-folder.js';
import { UsageError } from './exit-code.js';

/**
 * Checks the paths of a command before anything is opened. Files are told apart by device and inode, so that links and other
 * spellings of a path are seen through. What does not exist is left to the reader and the writer to report.
 * @param readBeside what else is read: evidence, templates, mapping files, and folders read at any depth; names that are no
 *   paths do no harm
 * @throws UsageError when an output is an input, or an input is given twice
 */
export async function refuseOverwrite(
  inputs: readonly string[],
  outputs: readonly string[],
  readBeside: readonly (string | undefined)[] = [],
): Promise<void> {
  const read = new Map<string, string>();
  for (const input of inputs) {
    for (const file of await listFiles(input)) {
      const identity = await identify(file);
      if (identity === null) continue;
      if (read.has(identity)) throw new UsageError(`${file} is given twice`);
      read.set(identity, file);
    }
  }
  for (const output of outputs) {
    const identity = await identify(output);
    if (identity === null) continue;
    const input = read.get(identity) ?? (await findReader(output, identity, readBeside));
    if (input !== undefined) throw new UsageError(`the output ${output} would overwrite the input ${input}`);
  }
}

/** The path that is the file, or the folder that holds it at any depth; undefined when there is none. */
async function findReader(
  file: string,
  identity: string,
  paths: readonly (string | undefined)[],
): Promise<string | undefined> {
  const whole = await realpath(file);
  for (const path of paths) {
    if (path === undefined || path === '' || path === '-') continue;
    if ((await identify(path)) === identity) return path;
    const folder = await realpath(path).catch(() => null);
    if (folder !== null && whole.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return path;
  }
  return undefined;
}

async function listFiles(input: string): Promise<readonly string[]> {
  if (input === '-') return [];
  const entry = await stat(input).catch(() => null);
  if (!entry?.isDirectory()) return [input];
  return listFolderFiles(input).catch(() => []);
}

/** Device and inode of a regular file, null for everything else. */
async function identify(path: string): Promise<string | null> {
  const entry = await stat(path, { bigint: true }).catch(() => null);
  return entry?.isFile() === true ? `${entry.dev}:${entry.ino}` : null;
}
