/**
 * Owns one long-lived `git cat-file --batch` and its framing. One object is asked for at a time, by whole id, so
 * output is never produced faster than it is taken. Queues, caches and restarts belong to the pool.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { killChild } from './child.js';
import { readingEnvironment } from './environment.js';
import { GitError, systemErrorCode } from './failure.js';
import { isObjectId } from './name.js';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export type ObjectReply =
  | { readonly kind: 'object'; readonly type: ObjectType; readonly bytes: Buffer }
  /** `size` in bytes. The content was not taken; the process has been ended instead of drained. */
  | { readonly kind: 'too_large'; readonly type: ObjectType; readonly size: number }
  | { readonly kind: 'missing' };

interface Request {
  readonly id: string;
  readonly maxBytes: number;
  readonly answer: (reply: ObjectReply) => void;
  readonly fail: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

const HEADER = /^([0-9a-f]+) (?:(missing)|(blob|tree|commit|tag) (\d{1,15}))$/;
const HEADER_MAX_BYTES = 256;
const STDERR_MAX_CHARACTERS = 4096;
const END_TIMEOUT_MS = 2000;

export class ObjectProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #timeoutMs: number;
  readonly #ended: Promise<void>;
  #alive = true;
  #request: Request | null = null;
  #header = '';
  #body: { readonly type: ObjectType; readonly bytes: Buffer; filled: number } | null = null;
  #stderr = '';

  /** `gitDirectory` is one written by this program; `objectsDirectory` is the clone's. */
  constructor(gitDirectory: string, objectsDirectory: string, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#child = spawn('git', ['cat-file', '--batch'], {
      cwd: gitDirectory,
      env: { ...readingEnvironment(gitDirectory), GIT_OBJECT_DIRECTORY: objectsDirectory },
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
    });
    this.#child.stdin.on('error', () => undefined); // EPIPE: the end of the process tells more
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_MAX_CHARACTERS);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        const code = systemErrorCode(error) === 'ENOENT' ? 'git_missing' : 'git_failed';
        this.#fail(new GitError(code, `git cannot be started: ${error.message}`, { cause: error }));
        resolve();
      });
      this.#child.on('close', (exitCode, signal) => {
        this.#fail(this.#describeEnd(exitCode, signal));
        resolve();
      });
    });
  }

  /** False once the process has ended or was told to: the next request needs a new one. */
  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Reads one object by whole id; not more than `maxBytes`. Only one call may be under way.
   * Throws GitError `git_missing`, `git_failed`, `git_timeout`, `git_protocol`.
   */
  read(id: string, maxBytes: number): Promise<ObjectReply> {
    return new Promise((answer, fail) => {
      if (!this.#alive || this.#request !== null || !isObjectId(id)) {
        fail(new Error(`object process misused: alive ${this.#alive}, id ${JSON.stringify(id)}`));
        return;
      }
      const timer = setTimeout(() => this.#timeOut(), this.#timeoutMs);
      this.#request = { id, maxBytes, answer, fail, timer };
      this.#child.stdin.write(`${id}\n`);
    });
  }

  /** Lets an idle process end by itself, kills one that does not; resolves when it is gone. */
  async close(): Promise<void> {
    this.#alive = false;
    const timer = setTimeout(() => killChild(this.#child), END_TIMEOUT_MS);
    this.#child.stdin.end();
    await this.#ended;
    clearTimeout(timer);
  }

  /** Ends the process now; a request under way fails with `reason`. Resolves when it is gone. */
  async kill(reason: unknown): Promise<void> {
    this.#fail(reason);
    killChild(this.#child);
    await this.#ended;
  }

  #take(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length && this.#alive) {
      offset = this.#body === null ? this.#takeHeader(chunk, offset) : this.#takeBody(chunk, offset);
    }
  }

  #takeHeader(chunk: Buffer, offset: number): number {
    const newline = chunk.indexOf(0x0a, offset);
    const end = newline < 0 ? chunk.length : newline;
    if (this.#header.length + end - offset > HEADER_MAX_BYTES) this.#breakProtocol('an endless header');
    else this.#header += chunk.toString('latin1', offset, end);
    if (newline >= 0 && this.#alive) this.#readHeader();
    return end + 1;
  }

  #readHeader(): void {
    const [, id, missing, type, digits] = HEADER.exec(this.#header) ?? [];
    const request = this.#request;
    if (request === null || id !== request.id) {
      this.#breakProtocol(JSON.stringify(this.#header));
      return;
    }
    this.#header = '';
    if (missing !== undefined) {
      // What git has to say of it comes by another pipe.
      setImmediate(() => this.#answerMissing());
      return;
    }
    const size = Number(digits);
    const objectType = type as ObjectType; // HEADER lists them
    if (size > request.maxBytes) {
      this.#answer({ kind: 'too_large', type: objectType, size });
      void this.kill(null);
      return;
    }
    // Not from Node's shared pool: a cached small object must not keep its neighbours in memory.
    this.#body = { type: objectType, bytes: Buffer.allocUnsafeSlow(size), filled: 0 };
  }

  /** git calls an object missing, too, that is there and that it cannot read; then it complains. */
  #answerMissing(): void {
    const said = this.#stderr.trim();
    if (/^(?:error|fatal): /m.test(said))
      void this.kill(new GitError('git_failed', `git cat-file cannot read an object: ${said}`));
    else this.#answer({ kind: 'missing' });
  }

  /** The body and the one line feed after it. */
  #takeBody(chunk: Buffer, offset: number): number {
    const body = this.#body;
    if (body === null) return offset;
    const copied = chunk.copy(body.bytes, body.filled, offset);
    body.filled += copied;
    const next = offset + copied;
    if (body.filled < body.bytes.length || next >= chunk.length) return next;
    if (chunk[next] !== 0x0a) {
      this.#breakProtocol('no line feed after an object');
      return chunk.length;
    }
    this.#body = null;
    this.#answer({ kind: 'object', type: body.type, bytes: body.bytes });
    return next + 1;
  }

  #answer(reply: ObjectReply): void {
    const request = this.#request;
    this.#request = null;
    if (request === null) return;
    clearTimeout(request.timer);
    request.answer(reply);
  }

  #fail(reason: unknown): void {
    this.#alive = false;
    const request = this.#request;
    this.#request = null;
    if (request === null) return;
    clearTimeout(request.timer);
    request.fail(reason);
  }

  #timeOut(): void {
    const id = this.#request?.id ?? '';
    void this.kill(new GitError('git_timeout', `git did not deliver ${id} within ${this.#timeoutMs} ms`));
  }

  #breakProtocol(got: string): void {
    void this.kill(new GitError('git_protocol', `git cat-file --batch answered with ${got}`));
  }

  #describeEnd(exitCode: number | null, signal: NodeJS.Signals | null): GitError {
    const how = signal === null ? `exit code ${exitCode}` : `signal ${signal}`;
    const said = this.#stderr.trim();
    const cause = new Error(said === '' ? how : said);
    return new GitError('git_failed', `git cat-file ended with ${how}${said === '' ? '' : `: ${said}`}`, {
      cause,
    });
  }
}
