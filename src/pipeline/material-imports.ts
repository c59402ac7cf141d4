/** Owns where the base class of a test class may be defined: Python by its imports, other languages by file name. */
import type { TestText } from '../extract/test-pool.js';
import { lineOffsets, sliceLines } from '../syntax/lines.js';
import type { Definition } from '../syntax/outline.js';
import type { BaseTree } from './base-tree.js';

/** Files of one name that are taken where the package is not known. */
const MAX_SAME_NAME = 3;

/** Paths that stand in the base commit and may define `name`, which the class `owner` of `text` extends; likeliest first. */
export async function listBaseClassFiles(
  text: TestText,
  owner: Definition,
  name: string,
  base: BaseTree,
): Promise<readonly string[]> {
  if (text.language !== 'python') {
    const extension = text.path.slice(text.path.lastIndexOf('.'));
    return (await base.findByTail(name + extension)).slice(0, MAX_SAME_NAME);
  }
  const paths: string[] = [];
  for (const module of modulesOf(text, owner, name)) {
    for (const path of modulePaths(module, text.path)) {
      if ((await base.read(path)).kind !== 'text') continue;
      paths.push(path);
      break;
    }
  }
  return paths;
}

/** Dotted modules (relative ones with their leading dots) from which the name may come. */
function modulesOf(text: TestText, owner: Definition, name: string): string[] {
  const offsets = lineOffsets(text.text);
  const header = sliceLines(text.text, offsets, owner.headerLine, owner.headerEnd);
  // `class TestRenew(base.LedgerTests)`: the module is what `base` is bound to.
  const qualifier = new RegExp(`([\\p{L}_][\\p{L}\\p{N}_.]*)\\.${escapePattern(name)}\\b`, 'u').exec(
    header,
  )?.[1];
  const bound = qualifier ?? name;
  const exact: string[] = [];
  const starred: string[] = [];
  for (const { kind, lineStart, lineEnd } of text.outline?.statements ?? []) {
    if (kind !== 'import') continue;
    const code = sliceLines(text.text, offsets, lineStart, lineEnd);
    const from = /^\s*from\s+([.\w]+)\s+import\s+/.exec(code);
    const list = code.slice(from?.[0].length ?? /^\s*import\s+/.exec(code)?.[0].length ?? 0);
    if (list.trim() === '*' && from) starred.push(from[1] ?? '');
    for (const part of list.replace(/#[^\n]*/g, '').split(',')) {
      const [real = '', , alias] = part
        .replace(/[()\\]/g, ' ')
        .trim()
        .split(/\s+/);
      if (real === '' || (alias ?? real) !== bound) continue;
      if (!from) exact.push(real);
      else
        exact.push(
          ...(qualifier === undefined
            ? [from[1] ?? '', joinModule(from[1] ?? '', real)]
            : [joinModule(from[1] ?? '', real)]),
        );
    }
  }
  return [...exact, ...starred];
}

const joinModule = (module: string, name: string): string =>
  module.endsWith('.') ? module + name : `${module}.${name}`;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Paths that a module may have, seen from an importing file. */
function modulePaths(module: string, importer: string): string[] {
  const folders = importer.split('/').slice(0, -1);
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  if (dots > 0) {
    if (dots - 1 > folders.length) return [];
    return filesOf([...folders.slice(0, folders.length - dots + 1), ...parts]);
  }
  if (parts.length === 0) return [];
  // The root, a `src` folder, and each folder on the way down: test runners put them on the path.
  const roots = [[], ['src'], ['lib'], ...folders.map((_, index) => folders.slice(0, index + 1))];
  return roots.flatMap((root) => filesOf([...root, ...parts]));
}

const filesOf = (parts: readonly string[]): string[] => {
  const path = parts.join('/');
  return path === '' ? ['__init__.py'] : [`${path}.py`, `${path}/__init__.py`];
};
