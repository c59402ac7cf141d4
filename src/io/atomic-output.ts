/**
 * Owns the output files of one run: all of them appear, complete, or none does and what stood there before stays.
 * Writing a single file is output-file.ts.
 */
import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readSystemCode } from './input-error.js';
import { OutputFile } from './output-file.js';
import { describeWriteFailure } from './output-error.js';
import { unregisterTemporaryFile } from './temporary-files.js';

/** The files of one run. Open the one that vouches for the others (the manifest) last: it is put in place last. */
export class OutputSet {
  readonly #files: OutputFile[] = [];
  #state: 'open' | 'committed' | 'aborted' = 'open';

  /** Starts a file of the set. Errors: `OutputError`. */
  async open(path: string): Promise<OutputFile> {
    if (this.#state !== 'open') throw new Error(`this set of files is ${this.#state}`);
    const file = await OutputFile.open(path);
    this.#files.push(file);
    return file;
  }

  /**
   * Finishes all files, then renames them into place in the order they were opened. When that fails half-way, files
   * already in place are taken back. Errors: `OutputError`, after everything was put back.
   */
  async commit(): Promise<void> {
    if (this.#state !== 'open') throw new Error(`this set of files is ${this.#state}`);
    try {
      for (const file of this.#files) await file.finish();
      await this.#replaceAll();
    } catch (error) {
      await this.abort();
      throw error;
    }
    this.#state = 'committed';
    await this.#syncFolders();
  }

  /** Removes everything written so far. Does nothing after `commit`. Never throws. */
  async abort(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'aborted';
    // In reverse: the first file may have made the folder that holds the others.
    for (const file of this.#files.toReversed()) await file.discard();
  }

  async #replaceAll(): Promise<void> {
    const replaced: Replacement[] = [];
    const files = this.#files.filter(({ temporaryPath }) => temporaryPath !== '');
    try {
      // A single rename is atomic by itself and needs no way back.
      const needsBackup = files.length > 1;
      for (const file of files) {
        const backupPath = needsBackup ? await keepBackup(file) : '';
        replaced.push({ file, backupPath, done: false });
      }
      for (const replacement of replaced) {
        await rename(replacement.file.temporaryPath, replacement.file.target).catch((error: unknown) => {
          throw describeWriteFailure(replacement.file.path, error);
        });
        replacement.done = true;
      }
    } catch (error) {
      for (const replacement of replaced.toReversed()) await takeBack(replacement);
      throw error;
    }
    for (const { file, backupPath } of replaced) {
      unregisterTemporaryFile(file.temporaryPath);
      if (backupPath !== '') await rm(backupPath, { force: true }).catch(() => undefined);
    }
  }

  /** Makes the renames durable, where the file system can. */
  async #syncFolders(): Promise<void> {
    for (const folder of new Set(this.#files.map(({ target }) => dirname(target)))) {
      try {
        const handle = await open(folder, 'r');
        await handle.sync().finally(() => handle.close());
      } catch {
        // Some file systems and Windows cannot sync a folder; the files themselves are synced.
      }
    }
  }
}

/** Runs `work` with a new set of files; commits when it succeeds, aborts when it throws. */
export async function writeAtomically<Result>(
  work: (outputs: OutputSet) => Promise<Result>,
): Promise<Result> {
  const outputs = new OutputSet();
  try {
    const result = await work(outputs);
    await outputs.commit();
    return result;
  } catch (error) {
    await outputs.abort();
    throw error;
  }
}

interface Replacement {
  readonly file: OutputFile;
  /** A second name of the file that stood there before; "" when there was none. */
  readonly backupPath: string;
  done: boolean;
}

async function keepBackup(file: OutputFile): Promise<string> {
  const backupPath = `${file.target}.old-${randomBytes(6).toString('hex')}`;
  try {
    await link(file.target, backupPath);
    return backupPath;
  } catch (error) {
    // No file to keep, or a file system without hard links: then there is no way back for this one.
    if (['ENOENT', 'EPERM', 'ENOTSUP', 'EXDEV'].includes(readSystemCode(error))) return '';
    throw describeWriteFailure(file.path, error);
  }
}

async function takeBack({ file, backupPath, done }: Replacement): Promise<void> {
  try {
    if (backupPath !== '') await rename(backupPath, file.target);
    // Renaming one name onto another of the same file does nothing, so the second name may still be there.
    if (backupPath !== '') await rm(backupPath, { force: true });
    else if (done) await rm(file.target, { force: true });
  } catch {
    // The first failure is the one to report.
  }
}
