/** Hunks whose numbers are off are put where git apply puts them, or nowhere when git refuses. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyFileDiff } from '../../src/diff/apply.js';
import { readDiff } from '../../src/diff/read.js';
import { relocateHunks } from '../../src/pipeline/material-relocation.js';
import { makeFolder } from '../repository/scratch.js';

/** The same numbers on every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

it('agrees with git apply on 60 random edits of texts that repeat themselves', () => {
  const folder = makeFolder();
  const git = (args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let applied = 0;
  let refused = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = makeRandom(seed * 7919);
    const old = Array.from({ length: 20 + random(40) }, () => `line ${random(6)}`);
    const changed = old.flatMap((line, index) => {
      if (index % 9 !== seed % 9 || random(3) === 0) return [line];
      return random(2) === 0 ? [`new ${random(99)}`] : [line, `more ${random(99)}`];
    });
    const name = `case${seed}`;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a'), joinLines(old));
    writeFileSync(join(folder, name, 'b'), joinLines(changed));
    let diff = '';
    try {
      git(['diff', '--no-index', `${name}/a`, `${name}/b`]);
      continue; // nothing was changed
    } catch (error) {
      diff = String((error as { stdout: unknown }).stdout);
    }
    // The file has moved on: lines before the hunks came and went, sometimes one inside of a hunk.
    const moved = [...Array.from({ length: random(8) }, () => `line ${random(6)}`), ...old.slice(random(4))];
    if (random(3) === 0) moved.splice(random(moved.length), 1);
    writeFileSync(join(folder, name, 'target'), joinLines(moved));
    const patch = diff.replaceAll(
      new RegExp(`[ab]/${name}/[ab]`, 'g'),
      (match) => `${match.slice(0, 2)}${name}/target`,
    );
    writeFileSync(join(folder, `${name}.patch`), patch);
    let wanted: string | null = null;
    try {
      git(['apply', `${name}.patch`]);
      wanted = readFileSync(join(folder, name, 'target'), 'utf8');
    } catch {
      refused += 1;
    }
    const read = readDiff(patch);
    const file = read.ok ? read.diff.files[0] : undefined;
    if (!file) throw new Error('git writes diffs that can be read');
    const placed = relocateHunks(file, joinLines(moved));
    const ours = placed ? applyFileDiff(placed, joinLines(moved)) : null;
    expect(ours?.ok === true ? ours.text : null, `case ${seed}\n${patch}`).toBe(wanted);
    if (wanted !== null) applied += 1;
  }
  expect(applied).toBeGreaterThan(10);
  expect(refused).toBeGreaterThan(3);
});

it('gives up on a text of equal lines instead of trying every place with every line', () => {
  const lines = Array.from({ length: 20_000 }, () => 'same');
  const hunk = [...Array.from({ length: 3000 }, () => ' same'), '-other', '+new', ' same'];
  const header = `@@ -1000,3002 +1000,3002 @@`;
  const read = readDiff(`--- a/x\n+++ b/x\n${header}\n${hunk.join('\n')}\n`);
  const file = read.ok ? read.diff.files[0] : undefined;
  if (!file) throw new Error('the diff must be read');
  expect(relocateHunks(file, joinLines(lines))).toBeNull();
});
