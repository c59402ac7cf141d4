/**
 * Owns the way from a repair and a folder of clones to the material of the extractors: the base commit, the proof of both
 * diffs, the files before the fix and the test files after the test patch. Without a clone the row's own material stands.
 */
import { gatherRowMaterial, isConftest, type Material, type TestFile } from '../extract/material.js';
import type { Repair, RoledFile } from '../extract/repair.js';
import type { FileDiff } from '../diff/diff.js';
import { type Issue, type Outcome, refuse, shortenText, type Warning } from '../model/issue.js';
import { GitError } from '../repository/failure.js';
import type { RepositoryPool } from '../repository/pool.js';
import { BaseTree } from './base-tree.js';
import { type Overlay, proveDiff, type ProvenFile } from './material-proof.js';
import { searchTestFiles } from './material-search.js';
import { repositoryNames } from './repository-needs.js';

/** Where clones stand, and whether an instance may do without. */
export interface CloneSettings {
  readonly folder: string;
  /** A missing clone or commit is a reject instead of a warning. */
  readonly isRequired: boolean;
}

/** A repair with the files around it; its diffs have the line numbers of the base commit. */
export interface GatheredMaterial {
  readonly repair: Repair;
  readonly material: Material;
}

/**
 * The material of one repair, from its clone as far as that goes. Hunks whose numbers are off are put where they fit.
 * Issues: `patch_does_not_apply`; with `isRequired` also `repository_missing`, `repository_unreadable` and `commit_missing`.
 * Throws GitError `git_missing` and `git_closed`, and the reason of the pool's signal; all other trouble with a clone is
 * a fact about this instance.
 */
export async function gatherMaterial(
  repair: Repair,
  pool: RepositoryPool,
  settings: CloneSettings,
): Promise<Outcome<GatheredMaterial>> {
  try {
    const found = await findBase(repair, pool, settings.folder);
    if (found.kind === 'missing') return withoutClone(repair, found.issue, settings);
    return await readMaterial(repair, found.base);
  } catch (error) {
    if (!(error instanceof GitError) || error.code === 'git_missing' || error.code === 'git_closed')
      throw error;
    const message = `the clone of ${repair.instance.repo} cannot be read: ${shortenText(error.message)}`;
    const { issue } = refuse('repository_unreadable', message, {
      expected: 'a clone that git can read',
      got: error.message,
      path: 'repo',
    });
    return withoutClone(repair, issue, settings);
  }
}

type FoundBase =
  { readonly kind: 'found'; readonly base: BaseTree } | { readonly kind: 'missing'; readonly issue: Issue };

/** The base commit in the first clone that has it: SWE-smith's mirror repository before the one it was made from. */
async function findBase({ instance }: Repair, pool: RepositoryPool, folder: string): Promise<FoundBase> {
  let issue: Issue | null = null;
  for (const name of repositoryNames(instance)) {
    const repository = await pool.find(folder, name);
    if (repository === null) continue;
    const commit = await repository.resolveBase(instance.base);
    if (commit.kind === 'commit') return { kind: 'found', base: new BaseTree(repository, commit) };
    issue ??= refuse('commit_missing', `the clone of ${name} does not hold the base: ${commit.message}`, {
      expected: describeBase(instance.base),
      got: commit.message,
      path: 'base',
    }).issue;
  }
  issue ??= refuse('repository_missing', `no clone of ${instance.repo} is at hand`, {
    expected: `a clone of ${repositoryNames(instance).join(' or ')} in the folder of --repos (see "repos sync")`,
    got: 'none',
    path: 'repo',
  }).issue;
  return { kind: 'missing', issue };
}

function describeBase({ kind, value }: Repair['instance']['base']): string {
  switch (kind) {
    case 'commit':
      return `commit ${value}`;
    case 'parent_of':
      return `the parent of commit ${value}`;
    case 'bug_patch':
      return `a "Bug Patch" commit on branch ${value}`;
    case 'unknown':
      return 'a base commit in the row';
  }
}

function withoutClone(repair: Repair, issue: Issue, settings: CloneSettings): Outcome<GatheredMaterial> {
  if (settings.isRequired) return { ok: false, issue };
  const { code } = issue;
  const isKnown = code === 'commit_missing' || code === 'repository_unreadable';
  const warning: Warning = { code: isKnown ? code : 'repository_missing', message: issue.message, path: '' };
  return { ok: true, value: { repair, material: { ...gatherRowMaterial(repair), warnings: [warning] } } };
}

async function readMaterial(asRead: Repair, base: BaseTree): Promise<Outcome<GatheredMaterial>> {
  const overlay: Overlay = new Map();
  const fix = await proveDiff(asRead.fix, 'the fix', base, overlay);
  if (!fix.ok) return fix;
  const testPatch = await proveDiff(asRead.testPatch, 'the test patch', base, overlay);
  if (!testPatch.ok) return testPatch;

  const entries = [...fix.value, ...testPatch.value];
  const repair = placeFiles(asRead, new Map(entries.map(({ file, placed }) => [file, placed])));
  const proven = new Map(entries.map((entry) => [entry.placed, entry]));
  const row = gatherRowMaterial(repair);
  const oldFiles = new Map(row.oldFiles);
  for (const { file, oldText } of proven.values()) if (oldText !== null) oldFiles.set(file.oldPath, oldText);
  const testFiles = listTestFiles(repair, proven, row.testFiles);
  const searched = await searchTestFiles(repair, base, testFiles, overlay);
  const { id, tree } = base.commit;
  const isProven = [...proven.values()].every((entry) => entry.isProven);
  return {
    ok: true,
    value: {
      repair,
      material: {
        oldFiles,
        testFiles: searched.testFiles,
        fixtureFiles: searched.fixtureFiles,
        repository: { verified: isProven, revision: id, tree },
        warnings: [...entries.flatMap(({ warnings }) => warnings), ...searched.warnings],
      },
    },
  };
}

/** The repair with each section where it fits. */
function placeFiles(repair: Repair, placed: ReadonlyMap<FileDiff, FileDiff>): Repair {
  if ([...placed].every(([file, at]) => file === at)) return repair;
  const place = (file: FileDiff): FileDiff => placed.get(file) ?? file;
  const placeRoled = (entry: RoledFile): RoledFile => ({ ...entry, file: place(entry.file) });
  return {
    ...repair,
    fix: { files: repair.fix.files.map(place) },
    testPatch: { files: repair.testPatch.files.map(place) },
    located: repair.located.map(placeRoled),
    tests: repair.tests.map(placeRoled),
    withheld: repair.withheld.map(placeRoled),
  };
}

/** The test side after the test patch, as a whole: read and applied, else what the row carries. */
function listTestFiles(
  repair: Repair,
  proven: ReadonlyMap<FileDiff, ProvenFile>,
  fromRow: readonly TestFile[],
): TestFile[] {
  const files = new Map<string, TestFile>();
  for (const { file, role } of repair.tests) {
    const text = proven.get(file)?.newText;
    if (text === undefined || text === null || file.newPath === '') continue;
    if (role !== 'test' && role !== 'support' && !isConftest(file.newPath)) continue;
    files.set(file.newPath, {
      path: file.newPath,
      text,
      // A file that the test patch adds stands in it as a whole.
      origin: file.status === 'added' ? 'test_patch' : 'repository',
    });
  }
  for (const file of fromRow) if (!files.has(file.path)) files.set(file.path, file);
  return [...files.values()];
}
