/** Makes temporary repositories object by object, so that tests can store what porcelain refuses. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { RepositoryPool, type RepositoryOptions } from '../../src/repository/pool.js';

const folders: string[] = [];
const pools: RepositoryPool[] = [];

afterAll(async () => {
  for (const pool of pools) await pool.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the test file. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'swe-evidence-scratch-')));
  folders.push(folder);
  return folder;
}

/** A pool that is closed after the test file. */
export function makePool(options: RepositoryOptions = {}): RepositoryPool {
  const pool = new RepositoryPool(options);
  pools.push(pool);
  return pool;
}

export interface ScratchEntry {
  readonly mode: '100644' | '100755' | '120000' | '160000' | '40000';
  readonly name: string | Uint8Array;
  readonly id: string;
}

/** An empty repository at `path`; folders on the way are made. */
export function makeRepository(path: string, ...initOptions: string[]): Scratch {
  return new Scratch(path, ...initOptions);
}

export class Scratch {
  readonly path: string;

  constructor(path: string, ...initOptions: string[]) {
    this.path = path;
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', ...initOptions, path], {
      env: environment(),
    });
  }

  git(args: readonly string[], input: string | Uint8Array = ''): string {
    return this.gitBytes(args, input).toString('utf8').trim();
  }

  gitBytes(args: readonly string[], input: string | Uint8Array = ''): Buffer {
    return execFileSync('git', args, {
      cwd: this.path,
      input,
      env: environment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  blob(content: string | Uint8Array): string {
    return this.git(['hash-object', '-w', '--stdin'], content);
  }

  /** Stored as given: any name, any order, objects may be absent. */
  tree(entries: readonly ScratchEntry[]): string {
    const body = entries.map(({ mode, name, id }) =>
      Buffer.concat([
        Buffer.from(`${mode} `),
        Buffer.from(name as string),
        Buffer.from([0]),
        Buffer.from(id, 'hex'),
      ]),
    );
    return this.git(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], Buffer.concat(body));
  }

  commit(tree: string, message = 'step', parents: readonly string[] = []): string {
    return this.git(['commit-tree', ...parents.flatMap((id) => ['-p', id]), '-m', message, tree]);
  }

  ref(name: string, id: string): void {
    this.git(['update-ref', '--', name, id]);
  }

  /** One commit with text files at the root, on `main`. */
  commitFiles(
    files: Readonly<Record<string, string>>,
    message = 'step',
    parents: readonly string[] = [],
  ): string {
    const entries = Object.keys(files)
      .toSorted()
      .map((name) => ({ mode: '100644' as const, name, id: this.blob(files[name] ?? '') }));
    const commit = this.commit(this.tree(entries), message, parents);
    this.ref('refs/heads/main', commit);
    return commit;
  }
}

function environment(): NodeJS.ProcessEnv {
  const who = { NAME: 'Shelf', EMAIL: 'shelf@example.org', DATE: '1700000000 +0000' };
  return {
    PATH: process.env['PATH'],
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...Object.fromEntries(
      Object.entries(who).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  };
}
