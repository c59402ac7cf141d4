/**
 * Owns random two-commit repositories in a temp folder, and what git says of them. Used by the property tests of this
 * room: the trees come from fast-check, git makes the diffs and judges ours.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import * as fc from 'fast-check';

interface TreeFile {
  readonly path: string;
  readonly content: string;
  /** Written byte for byte as Latin-1, so that any byte may occur. */
  readonly binary: boolean;
  readonly executable: boolean;
}

export interface TreePair {
  readonly before: readonly TreeFile[];
  readonly after: readonly TreeFile[];
}

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

const LINES = [
  'def lend(self, book):',
  '    return self.shelf[book]',
  '    self.log.append(book)',
  'class Shelf:',
  '',
  ' ',
  '-- drop the shelf',
  '- ',
  '++ b/shelf.py',
  '-- a/shelf.py',
  '--- /dev/null',
  'diff --git a/x b/x',
  '@@ -1,2 +3,4 @@ heading',
  '\\ No newline at end of file',
  'GIT binary patch',
  'page\fbreak',
  'vertical\vtab',
  'line\u2028separator \u2029 and \u0085 next',
  'carriage\rreturn',
  'windows line\r',
  '\r',
  '\uFEFFmarked',
  'bücher 本 😀',
  '\tindented',
  'x'.repeat(200),
  'index 1234567..89abcde 100644',
  'Binary files a/x and b/x differ',
];

const NAMES = [
  'shelf.py',
  'my shelf.py',
  'dir b/x b/y.py',
  'a/a/loan.py',
  'b/b/loan.py',
  'dev/null',
  'bücher/本.py',
  'tab\tname "q" \\b.py',
  'line\nfeed.py',
  'bell\u0007.txt',
  'deep/er/and/deeper.txt',
  ' leading',
  'trailing ',
  "quote's.md",
  'Makefile',
  '-dash.txt',
  'and and or.txt',
  'del\u007f.txt',
];

const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...LINES) },
  { weight: 2, arbitrary: fc.nat(30).map((n) => `line ${n}`) },
);

const content = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
  .map(([lines, isClosed]) => lines.join('\n') + (isClosed && lines.length > 0 ? '\n' : ''));

const binaryContent = fc
  .uint8Array({ minLength: 1, maxLength: 400 })
  .map((bytes) => `\0${Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')}`);

const edit = fc.record({
  at: fc.nat(60),
  remove: fc.nat(3),
  insert: fc.array(line, { maxLength: 3 }),
});

const fate = fc.record({
  kind: fc.constantFrom(
    'edit',
    'edit',
    'edit',
    'delete',
    'rename',
    'move and edit',
    'mode',
    'copy',
    'keep',
    'empty',
    'close',
  ),
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
});

/** Numbers every line, so that only one alignment of old and new lines is possible. */
function numberLines(text: string, label: string): string {
  return text
    .split('\n')
    .map((one, index, all) => (one === '' && index === all.length - 1 ? '' : `${one} #${label}.${index}`))
    .join('\n');
}

/**
 * As treePair, but every text line occurs once only. `git diff` and `git diff -R` align repeated lines in different ways,
 * and are free to; with single lines the two directions must agree.
 */
export const distinctTreePair: fc.Arbitrary<TreePair> = buildTreePair(true);

/** Two trees: files of the first one are edited, renamed, copied, deleted, emptied, or change mode; new ones come in. */
export const treePair: fc.Arbitrary<TreePair> = buildTreePair(false);

function buildTreePair(isDistinct: boolean): fc.Arbitrary<TreePair> {
  return fc
    .tuple(
      fc.shuffledSubarray(NAMES, { minLength: 2, maxLength: 9 }),
      fc.array(fc.tuple(content, binaryContent, fc.nat(9), fate), { minLength: 9, maxLength: 9 }),
      fc.nat(3),
    )
    .map(([names, sources, newCount]) => {
      const before: TreeFile[] = [];
      const after: TreeFile[] = [];
      for (const [index, path] of names.entries()) {
        const [text, bytes, dice, { kind, edits }] = sources[index] ?? [
          '',
          '',
          0,
          { kind: 'keep', edits: [] },
        ];
        const binary = dice === 0;
        const lines = isDistinct ? numberLines(text, `${index}`) : text;
        const file = { path, content: binary ? bytes : lines, binary, executable: dice === 1 };
        const changes = isDistinct ? edits.map((one, at) => numberInserts(one, `${index}.new${at}`)) : edits;
        if (index < newCount) after.push(file);
        else {
          before.push(file);
          after.push(...changeFile(file, kind, changes));
        }
      }
      return { before, after };
    });
}

function numberInserts(change: Edit, label: string): Edit {
  return { ...change, insert: change.insert.map((one, index) => `${one} #${label}.${index}`) };
}

function changeFile(file: TreeFile, kind: string, edits: readonly Edit[]): TreeFile[] {
  if (kind === 'delete') return [];
  if (kind === 'keep') return [file];
  if (kind === 'rename') return [{ ...file, path: `${file.path} moved` }];
  if (kind === 'mode') return [{ ...file, executable: !file.executable }];
  if (kind === 'empty') return [{ ...file, content: '', binary: false }];
  if (kind === 'close')
    return [
      {
        ...file,
        content:
          file.content.endsWith('\n') && !file.binary ? file.content.slice(0, -1) : `${file.content}\n`,
      },
    ];
  const lines = file.content.split('\n');
  for (const { at, remove, insert } of edits) lines.splice(at % lines.length, remove, ...insert);
  // A NUL keeps git calling it binary; text that is not UTF-8 could not come through a string.
  const edited = { ...file, content: (file.binary ? '\0' : '') + lines.join('\n') };
  if (kind === 'copy') return [file, { ...edited, path: `${file.path}.copy` }];
  return kind === 'move and edit' ? [{ ...edited, path: `moved/${file.path}` }] : [edited];
}

/** A repository that holds two trees. */
export interface RandomRepository {
  readonly before: string;
  readonly after: string;
  /** `git diff` between the two trees; `config` are `name=value` settings. */
  diff(options: readonly string[], config?: readonly string[]): string;
  /** Runs `git apply` with the patch on stdin; null when it exits with 0, else what it says. */
  apply(patch: string, ...options: string[]): string | null;
  numstat(patch: string): string[];
  /** Contents of a file in one of the two trees, null when it is not UTF-8. */
  read(tree: string, path: string): string | null;
  /** Makes index and work tree those of a tree. */
  checkOut(tree: string): void;
}

const CONFIG = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TERMINAL_PROMPT: '0' };

/** Makes the repository, hands it to `use` and removes it. */
export function withRepository<T>(pair: TreePair, use: (repository: RandomRepository) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'swe-evidence-diff-'));
  const env = { ...process.env, ...CONFIG, GIT_INDEX_FILE: join(root, '.git', 'index') };
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-C', root, ...args], {
      env,
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  try {
    git('init', '-q');
    const writeTree = (files: readonly TreeFile[], folder: string): string => {
      const workTree = join(root, folder);
      mkdirSync(workTree);
      for (const file of files) writeTreeFile(workTree, file);
      git(`--work-tree=${workTree}`, 'add', '-A', '.');
      return git('write-tree').toString().trim();
    };
    const before = writeTree(pair.before, 'before');
    git('read-tree', '--empty');
    const after = writeTree(pair.after, 'after');
    return use({
      before,
      after,
      diff: (options, config = []) =>
        git(...config.flatMap((setting) => ['-c', setting]), 'diff', ...options, before, after).toString(),
      apply: (patch, ...options) => {
        const run = spawnSync('git', ['-C', root, 'apply', ...options, '-'], { env, input: patch });
        return run.status === 0 ? null : run.stderr.toString();
      },
      numstat: (patch) => {
        const run = spawnSync('git', ['-C', root, 'apply', '--numstat', '-z', '-'], { env, input: patch });
        return run.status === 0 ? run.stdout.toString().split('\0').slice(0, -1) : [run.stderr.toString()];
      },
      read: (tree, path) => {
        const bytes = readFileSync(join(root, tree === before ? 'before' : 'after', path));
        const text = bytes.toString();
        return Buffer.from(text).equals(bytes) ? text : null;
      },
      checkOut: (tree) => {
        git('read-tree', tree);
      },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeTreeFile(folder: string, file: TreeFile): void {
  const path = join(folder, file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.content, file.binary ? 'latin1' : 'utf8');
  chmodSync(path, file.executable ? 0o755 : 0o644);
}
