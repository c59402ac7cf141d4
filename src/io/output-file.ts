/**
 * Owns one file being written: buffered, hashed and counted, under a temporary name beside its target. Putting
 * several files in place together is atomic-output.ts.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, realpath, rm, rmdir, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readSystemCode } from './input-error.js';
import { OutputError, describeWriteFailure } from './output-error.js';
import { registerTemporaryFile, unregisterTemporaryFile } from './temporary-files.js';

const FLUSH_BYTES = 256 * 1024;

/** What was written. */
export interface OutputDigest {
  readonly byteCount: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** A file being written. Await each `write`: it resolves when the next one may follow. */
export class OutputFile {
  /** The path asked for. */
  readonly path: string;
  /** Where the file will stand: absolute, symbolic links resolved. */
  readonly target: string;
  /** Where it is written; "" when the target is a device or pipe, which is written to directly. */
  readonly temporaryPath: string;
  readonly #handle: FileHandle;
  readonly #createdFolder: string;
  readonly #hash = createHash('sha256');
  #tail: Promise<void> = Promise.resolve();
  #buffered: Uint8Array[] = [];
  #bufferedBytes = 0;
  #byteCount = 0;
  #digest: OutputDigest | undefined;

  private constructor(
    path: string,
    place: { readonly target: string; readonly temporaryPath: string; readonly createdFolder: string },
    handle: FileHandle,
  ) {
    this.path = path;
    this.target = place.target;
    this.temporaryPath = place.temporaryPath;
    this.#createdFolder = place.createdFolder;
    this.#handle = handle;
  }

  /** Starts a file; makes its folder when there is none. Errors: `OutputError`. */
  static async open(path: string): Promise<OutputFile> {
    let createdFolder = '';
    try {
      const existing = await inspectTarget(path);
      if (existing.kind === 'device') {
        const place = { target: existing.target, temporaryPath: '', createdFolder };
        return new OutputFile(path, place, await open(existing.target, 'w'));
      }
      const folder = dirname(existing.target);
      createdFolder = await makeFolders(folder);
      const temporaryName = `${basename(existing.target)}.tmp-${randomBytes(6).toString('hex')}`;
      const temporaryPath = join(folder, temporaryName);
      const handle = await open(temporaryPath, 'wx', existing.mode);
      registerTemporaryFile(temporaryPath);
      return new OutputFile(path, { target: existing.target, temporaryPath, createdFolder }, handle);
    } catch (error) {
      await removeFolders(dirname(resolve(path)), createdFolder);
      throw describeWriteFailure(path, error);
    }
  }

  /** Bytes given to `write` so far. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** Appends text (as UTF-8) or bytes. Bytes must not be changed afterwards. Errors: `OutputError`. */
  async write(data: string | Uint8Array): Promise<void> {
    if (this.#digest !== undefined) throw new Error(`${this.path} is finished: nothing can be appended`);
    const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
    this.#hash.update(bytes);
    this.#byteCount += bytes.length;
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= FLUSH_BYTES) await this.#flush();
  }

  /** Writes out and syncs to disk; the file still has its temporary name. Calling it again returns the same. */
  async finish(): Promise<OutputDigest> {
    if (this.#digest !== undefined) return this.#digest;
    this.#digest = { byteCount: this.#byteCount, sha256: this.#hash.digest('hex') };
    await this.#flush();
    try {
      // Devices and pipes cannot be synced.
      if (this.temporaryPath !== '') await this.#handle.sync();
      await this.#handle.close();
    } catch (error) {
      throw describeWriteFailure(this.path, error);
    }
    return this.#digest;
  }

  /** Closes and removes the temporary file and the folders made for it, if they are empty. Never throws. */
  async discard(): Promise<void> {
    this.#digest ??= { byteCount: this.#byteCount, sha256: '' };
    await this.#tail.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    if (this.temporaryPath === '') return;
    await rm(this.temporaryPath, { force: true }).catch(() => undefined);
    unregisterTemporaryFile(this.temporaryPath);
    await removeFolders(dirname(this.target), this.#createdFolder);
  }

  async #flush(): Promise<void> {
    const parts = this.#buffered;
    this.#buffered = [];
    this.#bufferedBytes = 0;
    // Chained, so that writes that were not awaited still reach the file in order.
    this.#tail = this.#tail.then(() => this.#append(Buffer.concat(parts)));
    await this.#tail;
  }

  async #append(bytes: Buffer): Promise<void> {
    try {
      for (let start = 0; start < bytes.length;) {
        start += (await this.#handle.write(bytes, start)).bytesWritten;
      }
    } catch (error) {
      throw describeWriteFailure(this.path, error);
    }
  }
}

/** What stands at a path: nothing or a file (which keeps its mode), or a device or pipe. A folder is an error. */
async function inspectTarget(
  path: string,
): Promise<{ readonly kind: 'file' | 'device'; readonly target: string; readonly mode: number }> {
  const newFile = { kind: 'file', target: resolve(path), mode: 0o666 } as const;
  try {
    const target = await realpath(path);
    const stats = await stat(target);
    if (stats.isDirectory()) throw new OutputError('output_not_a_file', path, 'a folder has this name');
    if (stats.isFile()) return { kind: 'file', target, mode: stats.mode & 0o777 };
    // /dev/stdout on a pipe resolves to a name that cannot be opened: use the path as given.
    return { kind: 'device', target: path, mode: 0 };
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return newFile;
    throw error;
  }
}

/**
 * Makes a folder and those above it; returns the topmost it made, "" when the folder was there. Not the recursive
 * mkdir of Node 20: it never returns where a folder cannot be made though the one above exists (/proc/x).
 */
async function makeFolders(folder: string): Promise<string> {
  const missing: string[] = [];
  let existing = folder;
  for (; !(await isFolder(existing)) && dirname(existing) !== existing; existing = dirname(existing)) {
    missing.push(existing);
  }
  for (const path of missing.toReversed()) {
    await mkdir(path).catch((error: unknown) => {
      // Another process may have made it meanwhile.
      if (readSystemCode(error) !== 'EEXIST') throw error;
    });
  }
  return missing.at(-1) ?? '';
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes empty folders from `folder` up to `topFolder`, which `mkdir` had made. Stops at the first that is not. */
async function removeFolders(folder: string, topFolder: string): Promise<void> {
  if (topFolder === '') return;
  let current = folder;
  try {
    for (; current.length > topFolder.length; current = dirname(current)) await rmdir(current);
    if (current === topFolder) await rmdir(current);
  } catch {
    // Something else stands in it: it is no longer ours to remove.
  }
}
