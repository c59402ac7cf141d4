/**
 * Owns plain bytes in: chunks of a file or a stream, looking at the first bytes without losing them, and gzip and
 * Zstandard taken off. What the bytes mean is decided elsewhere (content-format.ts).
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError, describeReadFailure } from './input-error.js';

export type ByteChunks = AsyncIterable<Uint8Array>;

/** Chunks of a file in order. `onBytes` gets the number of bytes read so far. Errors: `InputError`. */
export async function* readFileChunks(
  path: string,
  chunkBytes: number,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const handle = await openForReading(path);
  try {
    for (let offset = 0; ;) {
      // A fresh buffer each time: readers keep slices of chunks.
      const buffer = Buffer.allocUnsafeSlow(chunkBytes);
      const byteCount = await readAt(handle, path, buffer, offset);
      if (byteCount === 0) return;
      offset += byteCount;
      onBytes(offset);
      yield buffer.subarray(0, byteCount);
    }
  } finally {
    await handle.close();
  }
}

/** Opens a file for reading; errors become `InputError`. */
export async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw describeReadFailure(path, error);
  }
}

/** Reads into `buffer` from a file offset; returns the byte count, 0 at the end. */
export async function readAt(
  handle: FileHandle,
  path: string,
  buffer: Buffer,
  offset: number,
): Promise<number> {
  try {
    return (await handle.read(buffer, 0, buffer.length, offset)).bytesRead;
  } catch (error) {
    throw describeReadFailure(path, error);
  }
}

/** Chunks of stdin or another stream; strings are not expected. `onBytes` as in `readFileChunks`. */
export async function* readStreamChunks(
  stream: ByteChunks,
  file: string,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  try {
    for await (const chunk of stream) {
      bytesRead += chunk.length;
      onBytes(bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw describeReadFailure(file, error);
  }
}

/** A chunk stream whose first bytes can be looked at before it is iterated. Iterate it once. */
export class PeekedBytes implements ByteChunks {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #ended = false;
  #skip = 0;

  constructor(chunks: ByteChunks) {
    this.#iterator = chunks[Symbol.asyncIterator]();
  }

  /** The first bytes: at least `byteCount` of them, or all when the stream is shorter. */
  async peek(byteCount: number): Promise<Buffer> {
    while (this.#headBytes < byteCount && !this.#ended) {
      const next = await this.#iterator.next();
      if (next.done === true) {
        this.#ended = true;
      } else {
        this.#head.push(next.value);
        this.#headBytes += next.value.length;
      }
    }
    const joined = Buffer.concat(this.#head, this.#headBytes);
    this.#head.splice(0, this.#head.length, joined);
    return joined;
  }

  /** True when `peek` has seen the whole stream. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Leaves out the first bytes (a byte order mark) when iterated; they must have been peeked. */
  skip(byteCount: number): void {
    this.#skip = byteCount;
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of this.#head.splice(0)) yield chunk.subarray(this.#skip);
      while (!this.#ended) {
        const next = await this.#iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await this.close();
    }
  }
}

/** The decompressed chunks of a gzip stream (several members in a row are one). Errors: `InputError`. */
export async function* gunzipChunks(chunks: ByteChunks, file: string): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // pipe() does not carry errors on; a failed source must fail the reader of the other end.
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield toBytes(chunk);
  } catch (error) {
    throw describeDamage(file, 'a complete gzip stream', error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

// fzstd calls itself once per frame it finishes; small pieces bound how many frames can end in one call.
const ZSTD_PIECE_BYTES = 16 * 1024;

/** The decompressed chunks of a Zstandard stream (several frames in a row are one). Errors: `InputError`. */
export async function* unzstdChunks(chunks: ByteChunks, file: string): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let ready: Uint8Array[] = [];
  const decompressor = new Decompress((data) => {
    if (data.length > 0) ready.push(data);
  });
  const push = (piece: Uint8Array, final: boolean): Uint8Array[] => {
    try {
      decompressor.push(piece, final);
    } catch (error) {
      throw describeDamage(file, 'a complete Zstandard stream', error);
    }
    const data = ready;
    ready = [];
    return data;
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += ZSTD_PIECE_BYTES) {
      yield* push(chunk.subarray(start, start + ZSTD_PIECE_BYTES), false);
    }
  }
  yield* push(new Uint8Array(0), true);
}

function describeDamage(file: string, expected: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError('input_damaged', file, expected, `a truncated or damaged one (${reason})`, error);
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('expected a stream of bytes');
}
