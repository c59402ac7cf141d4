/**
 * Owns the reading of an instance's two diffs: parsed, seconded by parse-diff, every file given its role
 * and put on the side it belongs to. What the three blocks make of them stands in their own files.
 */
import { classifyPath } from '../classify/classify.js';
import { languageOfPath } from '../classify/language.js';
import { placeInlineTestHunk } from '../classify/rust-inline-tests.js';
import type { Diff, FileDiff } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import { writeFileDiff } from '../diff/write.js';
import { compareWithParseDiff } from '../diff/second-opinion.js';
import type { PathRole } from '../model/evidence.js';
import type { Instance } from '../model/instance.js';
import { type Outcome, refuse } from '../model/issue.js';

/** One file of a diff with what it is. */
export interface RoledFile {
  readonly file: FileDiff;
  /** Old path, for an added file the new one. */
  readonly path: string;
  readonly role: PathRole;
  readonly rule: string;
  readonly language: string;
}

/** The fix and the test patch of one instance, sorted by role. */
export interface Repair {
  readonly instance: Instance;
  readonly fix: Diff;
  readonly testPatch: Diff;
  /** Files of the fix that can be localized: everything but tests and their support. */
  readonly located: readonly RoledFile[];
  /** Test side: files of the test patch, and test files that the fix touches. */
  readonly tests: readonly RoledFile[];
  /** Plain source found in the test patch: kept in the record, never rendered. */
  readonly withheld: readonly RoledFile[];
}

/** User globs that decide a path's role before anything else. */
export interface PathOverrides {
  readonly testGlobs: readonly string[];
  readonly sourceGlobs: readonly string[];
}

export const NO_OVERRIDES: PathOverrides = { testGlobs: [], sourceGlobs: [] };

/**
 * Parses and sorts both diffs of an instance.
 * Issues: `fix_missing`, `diff_malformed`, `diff_readers_disagree`.
 */
export function readRepair(instance: Instance, overrides: PathOverrides = NO_OVERRIDES): Outcome<Repair> {
  const fix = parseColumn(instance.fix, 'the fix');
  if (!fix.ok) return fix;
  if (fix.value.files.length === 0) {
    return refuse('fix_missing', 'the fix changes no file', {
      expected: 'a unified diff',
      got: instance.fix,
    });
  }
  const testPatch = parseColumn(instance.test_patch, 'the test patch');
  if (!testPatch.ok) return testPatch;

  const roleOf = (
    file: FileDiff,
    column: 'fix' | 'test_patch' | 'combined',
    siblings: ReadonlySet<string>,
  ): RoledFile => {
    const path = oldPathOf(file);
    const declared = instance.declared_test_paths.includes(path) ? 'test' : undefined;
    const { role, rule } = classifyPath(path, {
      column,
      language: instance.language,
      testGlobs: overrides.testGlobs,
      sourceGlobs: overrides.sourceGlobs,
      datasetSays: declared,
      siblings,
    });
    return { file, path, role, rule, language: languageOfPath(path) };
  };
  const fixPaths = new Set(fix.value.files.map(oldPathOf));
  const testPaths = new Set(testPatch.value.files.map(oldPathOf));
  const fixFiles = fix.value.files
    .map((file) => roleOf(file, instance.fix_column, fixPaths))
    .flatMap(splitInlineTests);
  const testFiles = testPatch.value.files.map((file) => roleOf(file, 'test_patch', testPaths));
  return {
    ok: true,
    value: {
      instance,
      fix: fix.value,
      testPatch: testPatch.value,
      located: fixFiles.filter((entry) => !isTestSide(entry)),
      tests: [...testFiles.filter((entry) => entry.role !== 'source'), ...fixFiles.filter(isTestSide)],
      withheld: testFiles.filter((entry) => entry.role === 'source'),
    },
  };
}

/** The old path of a file, for an added file its new one. */
export const oldPathOf = (file: FileDiff): string => (file.oldPath === '' ? file.newPath : file.oldPath);

/** Rust keeps unit tests in the source file: hunks that lie wholly inside them are test side, the others stay where they are. */
function splitInlineTests(entry: RoledFile): RoledFile[] {
  const { file, role, language } = entry;
  if (language !== 'rust' || role !== 'source' || file.status !== 'modified') return [entry];
  const tests = file.hunks.filter((hunk) => placeInlineTestHunk(hunk) === 'tests');
  if (tests.length === 0) return [entry];
  const others = file.hunks.filter((hunk) => !tests.includes(hunk));
  const test: RoledFile = { ...entry, file: keepHunks(file, tests), role: 'test', rule: INLINE_TEST_RULE };
  return others.length === 0 ? [test] : [{ ...entry, file: keepHunks(file, others) }, test];
}

/** The rule of a file that stands for the inline tests of a source file. */
export const INLINE_TEST_RULE = 'rust:inline-tests';

function keepHunks(file: FileDiff, hunks: FileDiff['hunks']): FileDiff {
  const kept = { ...file, hunks, text: '' };
  return { ...kept, text: writeFileDiff(kept) };
}

const isTestSide = (entry: RoledFile): boolean => entry.role === 'test' || entry.role === 'support';

function parseColumn(text: string, what: string): Outcome<Diff> {
  if (text.trim() === '') return { ok: true, value: { files: [] } };
  const result = readDiff(text);
  if (!result.ok) {
    const { problem } = result;
    return refuse('diff_malformed', `${what}, line ${problem.line}: ${problem.message}`, {
      expected: problem.expected,
      got: problem.got,
      path: problem.path,
    });
  }
  for (const file of result.diff.files) {
    const problem = compareWithParseDiff(file);
    if (problem) {
      return refuse('diff_readers_disagree', `${what}, line ${problem.line}: ${problem.message}`, {
        expected: problem.expected,
        got: problem.got,
        path: problem.path,
      });
    }
  }
  return { ok: true, value: result.diff };
}
