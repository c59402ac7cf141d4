/** Owns which names a Python statement binds. Best effort: what is deleted, or bound in a call, is not seen. */
import { scanPython } from './python-scanner.js';

const BLOCK = /^(?:if|elif|else|try|except|finally|with|async|for|while)\b/;
const DEFINITION = /^(?:(?:async[ \t]+)?def|class)[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u;
const TARGETS = /^[\p{L}\p{N}_., \t*()+|&-]+$/u;
const NAMES = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** Longer targets are no targets. */
const MAX_TARGET_CHARACTERS = 2000;

/**
 * Names that a statement binds: assignment targets, imports, definitions; for a block those of the lines in it. Strings and
 * arguments that look like assignments are none.
 */
export function boundNames(statement: string): Set<string> {
  const names = new Set<string>();
  scanPython(statement, 'code', ({ start, end }) => {
    const line = statement.slice(start, end);
    const defined = DEFINITION.exec(line)?.[1];
    if (defined !== undefined) names.add(defined);
    else if (/^(?:import|from)\b/.test(line)) for (const name of importedNames(line)) names.add(name);
    else if (!BLOCK.test(line)) for (const name of assignedNames(line)) names.add(name);
  });
  return names;
}

/** True for `from x import *`: which names it binds cannot be told. */
export const bindsAnything = (statement: string): boolean => /\bimport[ \t]*\(?[ \t]*\*/.test(statement);

function assignedNames(line: string): readonly string[] {
  const targets = line.slice(0, MAX_TARGET_CHARACTERS).split(/[=:[]/, 1)[0] ?? '';
  if (line.startsWith('==', targets.length)) return [];
  // In `register(name=1)` the bracket is still open.
  const isOpen = targets.split('(').length !== targets.split(')').length;
  return targets.length === line.length || isOpen || !TARGETS.test(targets)
    ? []
    : (targets.match(NAMES) ?? []);
}

/** `import a.b` binds `a`, `import a.b as c` and `from a import b as c` bind `c`. */
function importedNames(line: string): string[] {
  const code = line.replaceAll(/#[^\n]*|\\\r?\n|[()]/g, ' ');
  const from = /^from\b[^]*?\bimport\b/.exec(code);
  const list = from ? code.slice(from[0].length) : code.replace(/^import\b/, '');
  return list.split(',').flatMap((part) => {
    const words = part.trim().split(/\s+as\s+|\s+/);
    const bound = words.at(-1) ?? '';
    const name = from || words.length > 1 ? bound : (bound.split('.', 1)[0] ?? '');
    return /^[\p{L}_]/u.test(name) ? [name] : [];
  });
}
