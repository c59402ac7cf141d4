/** Owns the hashes of the input files for the manifest. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { describeReadFailure } from '../io/input-error.js';
import { listFolderFiles } from '../io/input-folder.js';

export interface HashedInput {
  readonly path: string;
  /** 64 hex digits; "" for stdin, which cannot be read twice. */
  readonly sha256: string;
}

/** Hashes every input file, folders file by file, in input order. */
export async function hashInputs(inputs: readonly string[]): Promise<HashedInput[]> {
  const hashed: HashedInput[] = [];
  for (const input of inputs) {
    for (const path of await listFiles(input)) hashed.push({ path, sha256: await hashFile(path) });
  }
  return hashed;
}

async function listFiles(input: string): Promise<readonly string[]> {
  if (input === '-') return [input];
  return (await stat(input)).isDirectory() ? listFolderFiles(input) : [input];
}

async function hashFile(path: string): Promise<string> {
  if (path === '-' || !(await stat(path)).isFile()) return '';
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw describeReadFailure(path, error);
  }
  return hash.digest('hex');
}
