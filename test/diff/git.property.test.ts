// Claim: on random real repositories our reader, writer, reversal and application agree with git byte for byte.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyFileDiff } from '../../src/diff/apply.js';
import { countChanges } from '../../src/diff/change-counts.js';
import { readDiff } from '../../src/diff/read.js';
import { reverseDiff } from '../../src/diff/reverse.js';
import { compareWithParseDiff } from '../../src/diff/second-opinion.js';
import { writeDiff } from '../../src/diff/write.js';
import { mustRead, parsedForm } from './parsed-form.js';
import { distinctTreePair, treePair, withRepository, type RandomRepository } from './random-repository.js';

const OPTION_SETS: readonly { readonly options: readonly string[]; readonly config?: readonly string[] }[] = [
  { options: [] },
  { options: ['--binary', '-M'] },
  { options: ['--binary', '-U0', '--no-renames'] },
  { options: ['--binary', '-C', '--find-copies-harder', '-B'] },
  { options: ['--no-prefix', '-U1', '-M'] },
  { options: ['--no-prefix', '--no-renames', '--binary'] },
  { options: ['-R', '--binary', '--no-renames'] },
  { options: ['--full-index'], config: ['core.quotePath=false'] },
  { options: ['-M'], config: ['diff.mnemonicPrefix=true'] },
  { options: ['--src-prefix=old/', '--dst-prefix=repaired/', '-M'] },
  { options: ['--full-index', '--function-context', '--inter-hunk-context=3'] },
];

describe('a diff of a random repository', () => {
  it('is read and written as git wrote it, counts and second opinion agree', () => {
    fc.assert(
      fc.property(treePair, fc.constantFrom(...OPTION_SETS), (pair, { options, config }) => {
        withRepository(pair, (repository) => {
          const text = repository.diff(options, config);
          const diff = mustRead(text);
          expect(writeDiff(diff)).toBe(text);
          // The names of a described binary file are written with git's default prefixes.
          const hunked = diff.files.filter((file) => file.binary !== 'described');
          expect(hunked.map((file) => writeDiff({ files: [{ ...file, text: '' }] }))).toEqual(
            hunked.map((file) => file.text),
          );
          expect(diff.files.map(compareWithParseDiff).filter((problem) => problem !== null)).toEqual([]);
          if (text !== '' && !options.includes('--no-prefix'))
            expect(numstatOf(text)).toEqual(repository.numstat(text));
        });
      }),
      { numRuns: 25 },
    );
  });

  it('applies to the old files and gives the new ones; what we generate passes git apply', () => {
    fc.assert(
      fc.property(treePair, fc.constantFrom('-U0', '-U3', '-U1'), (pair, context) => {
        withRepository(pair, (repository) => {
          const diff = mustRead(repository.diff(['--binary', '--full-index', '-M', context]));
          for (const file of diff.files) {
            if (file.binary !== 'none') continue;
            const oldText = file.oldPath === '' ? '' : repository.read(repository.before, file.oldPath);
            const newText = file.newPath === '' ? '' : repository.read(repository.after, file.newPath);
            if (oldText === null || newText === null) continue;
            expect(applyFileDiff(file, oldText)).toEqual({ ok: true, text: newText });
            const [back] = reverseDiff({ files: [file] }).files;
            if (back !== undefined) expect(applyFileDiff(back, newText)).toEqual({ ok: true, text: oldText });
          }
          const options = ['--check', '--cached', '--unidiff-zero'];
          repository.checkOut(repository.before);
          const generated = writeDiff({
            files: diff.files.map((file) =>
              file.binary === 'patch' ? file : { ...file, header: '', text: '' },
            ),
          });
          if (generated !== '') expect(repository.apply(generated, ...options)).toBeNull();
          repository.checkOut(repository.after);
          if (generated !== '') expect(repository.apply(writeDiff(reverseDiff(diff)), ...options)).toBeNull();
        });
      }),
      { numRuns: 20 },
    );
  });

  it('reversed equals git diff -R in parsed form, headings apart, and reversed twice it is the same again', () => {
    fc.assert(
      fc.property(distinctTreePair, fc.constantFrom('-U0', '-U3'), (pair, context) => {
        withRepository(pair, (repository) => {
          const options = ['--binary', '--full-index', '-M', context];
          const diff = mustRead(repository.diff(options));
          const reversed = reverseDiff(diff);
          const expected = gitReversed(repository, options);
          if (expected !== null) expect(sorted(parsedForm(reversed, false))).toEqual(sorted(expected));
          expect(parsedForm(mustRead(writeDiff(reversed)))).toEqual(parsedForm(reversed));
          expect(reverseDiff(reversed)).toEqual(diff);
        });
      }),
      { numRuns: 20 },
    );
  });

  it('cut, doctored or shuffled, never makes the reader throw, and what it accepts it writes back', () => {
    const pairs = fc.sample(treePair, { numRuns: 6, seed: 20 });
    const texts = pairs.map((pair) =>
      withRepository(pair, (repository) => repository.diff(['--binary', '-M'])),
    );
    const change = fc.record({
      at: fc.nat(1 << 20),
      remove: fc.nat(40),
      insert: fc.constantFrom('', '\n', '@@ -1 +1 @@', '+', '-', ' ', '"', '\\', '\r', '9', '--- '),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (text, changes) => {
          let mutated = text;
          for (const { at, remove, insert } of changes) {
            const start = at % (mutated.length + 1);
            mutated = mutated.slice(0, start) + insert + mutated.slice(start + remove);
          }
          const result = readDiff(mutated);
          if (!result.ok) {
            expect(result.problem.line).toBeGreaterThan(0);
            expect(result.problem.expected).not.toBe('');
            return;
          }
          for (const file of result.diff.files) {
            expect(
              mutated
                .split('\n')
                .slice(file.lineStart - 1)
                .join('\n')
                .startsWith(file.text),
            ).toBe(true);
          }
          expect(parsedForm(reverseDiff(reverseDiff(reverseDiff(result.diff))))).toEqual(
            parsedForm(reverseDiff(result.diff)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

function numstatOf(text: string): string[] {
  return mustRead(text).files.map((file) => {
    const { additions, deletions } = countChanges(file);
    const counts = file.binary === 'none' ? `${additions}\t${deletions}` : '-\t-';
    return `${counts}\t${file.newPath === '' ? file.oldPath : file.newPath}`;
  });
}

/**
 * `git diff -R` in parsed form; null where it pairs renames in another way than the forward diff, which it is free to do:
 * then no reversal of the forward diff can equal it.
 */
function gitReversed(repository: RandomRepository, options: readonly string[]): object[] | null {
  const forward = mustRead(repository.diff(options));
  const backward = mustRead(repository.diff(['-R', ...options]));
  const forwardPairs = forward.files.map((file) => JSON.stringify([file.oldPath, file.newPath])).sort();
  const backwardPairs = backward.files.map((file) => JSON.stringify([file.newPath, file.oldPath])).sort();
  return JSON.stringify(forwardPairs) === JSON.stringify(backwardPairs) ? parsedForm(backward, false) : null;
}

function sorted(files: readonly object[]): string[] {
  return files.map((file) => JSON.stringify(file, null, 1)).sort();
}
