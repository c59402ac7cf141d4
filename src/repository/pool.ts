/**
 * Owns the git processes and the memory of all repositories of a run: how many processes live, which is ended when
 * another is needed, the shared cache of objects, and the end of everything.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBareDirectory } from './bare-directory.js';
import { ByteCache } from './cache.js';
import { findClone, type Clone } from './clone.js';
import { GitError } from './failure.js';
import { ObjectProcess, type ObjectReply } from './object-process.js';
import { Repository } from './repository.js';

export interface RepositoryOptions {
  /** Living `git cat-file` processes at any time. Default 8. */
  readonly maxProcesses?: number;
  /** A blob of more bytes is `too_large` and not read. Default 64 MiB. */
  readonly maxBlobBytes?: number;
  /** Memory for blobs, trees and commits, shared by all repositories. Default 64 MiB. */
  readonly cacheBytes?: number;
  /** For one object. Default 60,000. */
  readonly timeoutMs?: number;
  /** Aborting ends all processes; what is under way and what comes later fails with the signal's reason. */
  readonly signal?: AbortSignal;
}

const DEFAULTS = {
  maxProcesses: 8,
  maxBlobBytes: 64 * 1024 * 1024,
  cacheBytes: 64 * 1024 * 1024,
  timeoutMs: 60_000,
};

export class RepositoryPool {
  readonly #settings: typeof DEFAULTS;
  readonly #signal: AbortSignal | undefined;
  readonly #cache: ByteCache;
  readonly #repositories = new Map<string, Repository>();
  readonly #found = new Map<string, Promise<Clone | null>>();
  /** Processes without a request, the least recently used first. */
  readonly #idle = new Map<Repository, ObjectProcess>();
  readonly #busy = new Set<ObjectProcess>();
  readonly #waiting: Array<() => void> = [];
  readonly #directories = new Map<Clone['objectFormat'], Promise<string>>();
  readonly #onAbort = (): void => {
    this.#stop(this.#signal?.reason).catch(() => undefined); // close() returns the same promise and tells
  };
  #freeSlots: number;
  #stopped: { readonly reason: unknown; readonly done: Promise<void> } | null = null;

  constructor(options: RepositoryOptions = {}) {
    const { signal, ...numbers } = options;
    this.#settings = { ...DEFAULTS, ...numbers };
    this.#settings.maxProcesses = Math.max(1, this.#settings.maxProcesses);
    this.#freeSlots = this.#settings.maxProcesses;
    this.#cache = new ByteCache(this.#settings.cacheBytes);
    this.#signal = signal;
    if (signal?.aborted === true) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The repository of a clone; the same object for the same object store. No process is started yet. */
  open(clone: Clone): Repository {
    let repository = this.#repositories.get(clone.gitDirectory);
    if (repository === undefined) {
      repository = new Repository(clone, {
        read: (from, id, maxBytes) => this.#read(from, id, maxBytes),
        bareDirectory: () => this.#bareDirectory(clone.objectFormat),
        cache: this.#cache,
        maxBlobBytes: this.#settings.maxBlobBytes,
        timeoutMs: this.#settings.timeoutMs,
        signal: this.#signal,
      });
      this.#repositories.set(clone.gitDirectory, repository);
    }
    return repository;
  }

  /** Finds the clone of `repo` ("owner/name") below `folder` and opens it; null when there is none. Looked up once. */
  async find(folder: string, repo: string): Promise<Repository | null> {
    const key = `${folder}\0${repo}`;
    const found = this.#found.get(key) ?? findClone(folder, repo);
    this.#found.set(key, found);
    const clone = await found;
    return clone === null ? null : this.open(clone);
  }

  /** Living processes now. */
  get processCount(): number {
    return this.#idle.size + this.#busy.size;
  }

  /** Ends every process and removes the temporary directories; requests under way fail with `git_closed`. */
  async close(): Promise<void> {
    await this.#stop(new GitError('git_closed', 'the repositories were closed'));
  }

  /** One object through the repository's process. The repository calls this for one object at a time. */
  async #read(from: Repository, id: string, maxBytes: number): Promise<ObjectReply> {
    await this.#takeSlot();
    let objects: ObjectProcess | null = null;
    try {
      objects = await this.#takeProcess(from);
      const reply = await objects.read(id, maxBytes);
      this.#throwIfStopped();
      return reply;
    } finally {
      if (objects !== null) {
        this.#busy.delete(objects);
        if (objects.alive && this.#stopped === null) this.#idle.set(from, objects);
        else await objects.close();
      }
      this.#giveSlot();
    }
  }

  /** There are never more slots than processes allowed, so when a new one is needed another is idle. */
  async #takeProcess(from: Repository): Promise<ObjectProcess> {
    const directory = await this.#bareDirectory(from.clone.objectFormat);
    const kept = this.#idle.get(from);
    if (kept !== undefined) {
      this.#idle.delete(from);
      if (kept.alive) {
        this.#busy.add(kept);
        return kept;
      }
    }
    for (const [repository, oldest] of this.#idle) {
      if (this.processCount < this.#settings.maxProcesses) break;
      this.#idle.delete(repository);
      this.#busy.add(oldest); // counted until it is gone
      await oldest.close();
      this.#busy.delete(oldest);
    }
    this.#throwIfStopped();
    const started = new ObjectProcess(directory, from.clone.objectsDirectory, this.#settings.timeoutMs);
    this.#busy.add(started);
    return started;
  }

  async #takeSlot(): Promise<void> {
    this.#throwIfStopped();
    if (this.#freeSlots > 0) this.#freeSlots -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#stopped !== null) {
      this.#giveSlot();
      this.#throwIfStopped();
    }
  }

  #giveSlot(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#freeSlots += 1;
    else next();
  }

  async #bareDirectory(objectFormat: Clone['objectFormat']): Promise<string> {
    this.#throwIfStopped();
    const made = this.#directories.get(objectFormat) ?? makeTemporaryDirectory(objectFormat);
    this.#directories.set(objectFormat, made);
    try {
      return await made;
    } catch (error) {
      this.#directories.delete(objectFormat);
      throw error;
    }
  }

  #throwIfStopped(): void {
    if (this.#stopped !== null) throw this.#stopped.reason;
  }

  #stop(reason: unknown): Promise<void> {
    this.#stopped ??= { reason, done: this.#endAll(reason) };
    return this.#stopped.done;
  }

  async #endAll(reason: unknown): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const idle = [...this.#idle.values()];
    this.#idle.clear();
    await Promise.all([...idle.map((one) => one.close()), ...[...this.#busy].map((one) => one.kill(reason))]);
    this.#cache.clear();
    for (const made of await Promise.allSettled(this.#directories.values())) {
      if (made.status === 'fulfilled') await rm(made.value, { recursive: true, force: true });
    }
  }
}

async function makeTemporaryDirectory(objectFormat: Clone['objectFormat']): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'swe-evidence-'));
  await writeBareDirectory(directory, objectFormat);
  return directory;
}
