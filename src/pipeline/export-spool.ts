/**
 * Owns the temporary file in which records wait when an export has to know all of them before it can write the first
 * row: for the number of shards, or to show the block of another instance. Memory holds two numbers per record.
 */
import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import { describeWriteFailure } from '../io/output-error.js';
import { registerTemporaryFile, unregisterTemporaryFile } from '../io/temporary-files.js';
import type { Evidence } from '../model/evidence.js';

interface Place {
  readonly offset: number;
  readonly length: number;
}

export class EvidenceSpool {
  readonly #places = new Map<string, Place>();
  #end = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  static async open(): Promise<EvidenceSpool> {
    const path = join(tmpdir(), `swe-evidence-${randomBytes(8).toString('hex')}.jsonl`);
    try {
      const handle = await open(path, 'wx+', 0o600);
      registerTemporaryFile(path);
      return new EvidenceSpool(path, handle);
    } catch (error) {
      throw describeWriteFailure(path, error);
    }
  }

  /** Appends a record; ids are unique. Errors: `OutputError`. */
  async append(evidence: Evidence): Promise<void> {
    const bytes = Buffer.from(encodeJsonLine(evidence));
    try {
      for (let start = 0; start < bytes.length;) {
        const left = bytes.length - start;
        start += (await this.handle.write(bytes, start, left, this.#end + start)).bytesWritten;
      }
    } catch (error) {
      throw describeWriteFailure(this.path, error);
    }
    this.#places.set(evidence.instance_id, { offset: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  /** All records in the order they came. */
  async *records(): AsyncGenerator<Evidence> {
    for (const place of this.#places.values()) yield this.#read(place);
  }

  /** The record of one id, which must be there. */
  async find(instanceId: string): Promise<Evidence> {
    const place = this.#places.get(instanceId);
    if (!place) throw new Error(`${instanceId} is not in the spool`);
    return this.#read(place);
  }

  /** Removes the file. Never throws. */
  async close(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
    unregisterTemporaryFile(this.path);
  }

  async #read({ offset, length }: Place): Promise<Evidence> {
    const bytes = Buffer.alloc(length);
    for (let start = 0; start < length;) {
      const { bytesRead } = await this.handle.read(bytes, start, length - start, offset + start);
      if (bytesRead === 0) throw new Error(`${this.path} was cut off while it was in use`);
      start += bytesRead;
    }
    // Written by `append` a moment ago, from a checked record.
    return JSON.parse(bytes.toString('utf8')) as Evidence;
  }
}
