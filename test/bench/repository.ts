/**
 * Measures reading files of a clone: blobs per second through one long process against one process per file, and
 * memory over many files in a row.
 *
 *     npx tsx --expose-gc test/bench/repository.ts [CLONE] [FILES]
 *
 * CLONE is a bare or normal clone with a commit at its HEAD; without one, a repository of 2,000 files and 40 commits
 * is made in a temporary folder. FILES defaults to 10,000.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { findClone } from '../../src/repository/clone.js';
import { RepositoryPool } from '../../src/repository/pool.js';
import type { Repository } from '../../src/repository/repository.js';

const MEGABYTE = 1024 * 1024;
const SAMPLE_PROCESSES = 300;

const [clonePath, fileCount = '10000'] = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), 'swe-evidence-bench-'));
try {
  const path = resolve(clonePath ?? makeRepository(join(temporary, 'shelf')));
  await measure(path, Number(fileCount));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

async function measure(path: string, wantedFiles: number): Promise<void> {
  const clone = await findClone(dirname(path), basename(path).replace(/\.git$/, ''));
  if (clone === null) throw new Error(`no clone at ${path}`);
  const places = await collectPlaces(path, wantedFiles);
  const perProcess = measureProcessPerFile(clone.gitDirectory, places.slice(0, SAMPLE_PROCESSES));
  print(
    `one process per file: ${perProcess.toFixed(0)} blobs/s (${Math.min(SAMPLE_PROCESSES, places.length)} files)`,
  );
  for (const [label, cacheBytes] of [
    ['no cache', 0],
    ['trees and blobs cached', 64 * MEGABYTE],
  ] as const) {
    const pool = new RepositoryPool({ cacheBytes });
    const rate = await readAll(pool.open(clone), places);
    await pool.close();
    print(
      `one long process, ${label}: ${rate.toFixed(0)} blobs/s, ${(rate / perProcess).toFixed(0)} times (${places.length} files)`,
    );
  }
  const pool = new RepositoryPool({ cacheBytes: 16 * MEGABYTE });
  const repository = pool.open(clone);
  const heap: string[] = [];
  for (let tenth = 0; tenth < 10; tenth += 1) {
    await readAll(repository, places.slice((tenth * places.length) / 10, ((tenth + 1) * places.length) / 10));
    globalThis.gc?.();
    const usage = process.memoryUsage();
    heap.push(((usage.heapUsed + usage.external) / MEGABYTE).toFixed(0));
  }
  await pool.close();
  print(
    `heap and buffers after each tenth, cache of 16 MB: ${heap.join(' ')} MB; peak RSS ${peakMegabytes()} MB`,
  );
}

interface Place {
  readonly commit: string;
  readonly tree: string;
  readonly path: string;
}

/** Files of commits spread over the history, so that few blobs repeat. */
async function collectPlaces(path: string, wanted: number): Promise<Place[]> {
  const commits = git(path, ['rev-list', '--all']).trim().split('\n');
  const pool = new RepositoryPool();
  const clone = await findClone(dirname(path), basename(path).replace(/\.git$/, ''));
  if (clone === null) throw new Error(`no clone at ${path}`);
  const places: Place[] = [];
  const step = Math.max(1, Math.floor(commits.length / 100));
  for (let index = 0; places.length < wanted && index < commits.length; index += step) {
    const repository = pool.open(clone);
    const commit = await repository.resolveCommit(commits[index] ?? '');
    if (commit.kind !== 'commit') continue;
    const { files } = await repository.listFiles(commit);
    for (const file of files.slice(0, wanted - places.length)) {
      if (file.kind === 'blob') places.push({ commit: commit.id, tree: commit.tree, path: file.path });
    }
  }
  await pool.close();
  return places;
}

async function readAll(repository: Repository, places: readonly Place[]): Promise<number> {
  const start = process.hrtime.bigint();
  let blobs = 0;
  for (const place of places) {
    const found = await repository.readBlob(place, place.path);
    if (found.kind === 'blob') blobs += 1;
  }
  return blobs / (Number(process.hrtime.bigint() - start) / 1e9);
}

function measureProcessPerFile(gitDirectory: string, places: readonly Place[]): number {
  const start = process.hrtime.bigint();
  for (const { commit, path } of places) {
    spawnSync('git', ['cat-file', 'blob', `${commit}:${path}`], {
      env: { ...process.env, GIT_DIR: gitDirectory },
    });
  }
  return places.length / (Number(process.hrtime.bigint() - start) / 1e9);
}

function makeRepository(path: string): string {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', path]);
  const lines: string[] = [];
  for (let commit = 1; commit <= 40; commit += 1) {
    lines.push(
      'commit refs/heads/main',
      `mark :${commit}`,
      `committer Shelf <shelf@example.org> ${commit} +0000`,
    );
    lines.push('data 4', 'step');
    if (commit > 1) lines.push(`from :${commit - 1}`);
    for (let file = 0; file < 2000; file += commit === 1 ? 1 : 8) {
      const text = `# shelf ${file} in step ${commit}\n${`loan = ${file * commit}\n`.repeat(1 + (file % 300))}`;
      lines.push(
        `M 100644 inline room${file % 20}/shelf${file % 7}/file${file}.py`,
        `data ${text.length}`,
        text,
      );
    }
  }
  execFileSync('git', ['fast-import', '--quiet'], { cwd: path, input: `${lines.join('\n')}\n` });
  return path;
}

function git(path: string, args: readonly string[]): string {
  return execFileSync('git', ['-C', path, ...args], { encoding: 'utf8', maxBuffer: 256 * MEGABYTE });
}

function peakMegabytes(): string {
  return (process.resourceUsage().maxRSS / 1024).toFixed(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
