/**
 * Owns what a written or run file is to the router: reproduction script, test, or something else. The paper's rules by name, nothing
 * more; the project's own path classes (src/classify) are finer and are not what the paper measured.
 */
import type { RouterOptions } from './router-option.js';
import { isOutside, relativePath } from './workdir.js';

export type FileKind = 'reproduction' | 'test' | 'source' | 'ignored';

const SOURCE =
  /\.(?:py|pyx|pxd|pyi|c|h|cc|cpp|cxx|hpp|hh|m|mm|go|rs|java|kt|kts|scala|groovy|js|jsx|mjs|cjs|ts|tsx|mts|cts|vue|svelte|rb|php|pl|pm|sh|bash|cs|fs|vb|swift|dart|ex|exs|erl|hs|ml|mli|clj|cljs|lua|r|jl|sql|pony|zig|nim|f|f90|y|l|g4|proto|css|scss|less|html|htm|jinja|j2|tmpl|tpl|cfg|toml|ini|yaml|yml|json|xml|gradle|cmake|mk)$/i;
const BACKUP = /(?:\.(?:bak|orig|backup|old|save|swp)\d{0,3}|~|_backup\.\w{1,5})$/i;
const SCRATCH = /^(?:debug|verify|check|demo|simple|final|minimal)(?:[_\-.]|\d|$)/i;

/** Last segment of a path, without a trailing slash. */
export function baseName(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return bare.slice(bare.lastIndexOf('/') + 1);
}

/** The name holds `repro`. */
function isReproName(path: string, options: RouterOptions): boolean {
  const name = baseName(path);
  return (options.repro_case === 'insensitive' ? name.toLowerCase() : name).includes('repro');
}

/** The paper's test files: under /tests/ or /test/, or named test_*, *_test.py, *_tests.py, *tests.py, edge_case*, conftest.py, *fixture*. Source: A.2. */
export function isTestPath(path: string, options: RouterOptions): boolean {
  const name = baseName(path);
  const folders = options.test_folders === 'leading' && !path.startsWith('/') ? `/${path}` : path;
  if (folders.includes('/tests/') || folders.includes('/test/')) return true;
  if (name.startsWith('test_') || name.startsWith('edge_case') || name === 'conftest.py') return true;
  return name.endsWith('_test.py') || name.endsWith('tests.py') || name.includes('fixture');
}

/** A throw-away script at the root of the repository or outside it: debug_x.py, verify_fix.py. `path` relative to the repository. */
export function isScratchName(path: string): boolean {
  return SCRATCH.test(baseName(path)) && (path.startsWith('/') || !path.includes('/'));
}

/** Kind of a file that is created or edited. `path` as written; `workdir` = root of the repository, "" unknown. */
export function classifyWrittenFile(path: string, workdir: string, options: RouterOptions): FileKind {
  const relative = relativePath(path, workdir);
  if (isReproName(relative, options)) return 'reproduction';
  if (isTestPath(relative, options)) return 'test';
  if (options.scratch_scripts === 'reproduction' && isScratchName(relative)) return 'reproduction';
  if (options.other_writes === 'letter') return 'source';
  if (isOutside(path, workdir) || BACKUP.test(relative)) return 'ignored';
  return options.other_writes === 'source' && !SOURCE.test(relative) ? 'ignored' : 'source';
}

/** True when a script that is run is a reproduction script. `program` = the interpreter, or the script itself. */
export function isReproRun(
  script: string,
  program: string,
  workdir: string,
  options: RouterOptions,
): boolean {
  const relative = relativePath(script, workdir);
  const scratch = options.scratch_scripts === 'reproduction' && isScratchName(relative);
  if (!isReproName(relative, options) && !scratch) return false;
  if (options.repro_interpreters === 'any') return true;
  return (
    relative.endsWith('.py') && (program === script || /^(?:python|pypy|ipython)/.test(baseName(program)))
  );
}
