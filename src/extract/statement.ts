/** Owns what the problem statement itself already tells of the repair. A property of the task, not a leak. */
import type { Evidence, FailToPass } from '../model/evidence.js';
import { addedLines } from './added-lines.js';
import type { Repair } from './repair.js';

/**
 * Counts what stands in the statement: changed source files it names (by path, or by a base name that is more
 * than a generic one), failing tests whose name it holds, and new source lines that stand in it as lines of their own.
 */
export function measureStatement(
  repair: Repair,
  failToPass: readonly FailToPass[],
): Evidence['statement_shows'] {
  const statement = repair.instance.problem_statement;
  if (statement === '') return { paths: 0, tests: 0, added_lines: 0 };
  const lines = new Set(statement.split('\n').map((line) => line.trim()));
  const sources = repair.located.filter(({ role, file }) => role === 'source' && file.oldPath !== '');
  return {
    paths: sources.filter(({ path }) => namesPath(statement, path)).length,
    tests: failToPass.filter((test) => namesTest(statement, test)).length,
    added_lines: [...newSourceLines(repair)].filter((line) => lines.has(line)).length,
  };
}

/** Distinct lines that the fix adds to source files and that stand nowhere among the lines it removes or keeps. */
function newSourceLines(repair: Repair): Set<string> {
  const old = new Set<string>();
  const added = new Set<string>();
  for (const { file, role } of repair.located) {
    for (const hunk of file.hunks) {
      for (const line of hunk.lines) if (line.kind !== 'added') old.add(line.text.trim());
    }
    if (role === 'source') for (const line of addedLines(file)) added.add(line);
  }
  return new Set([...added].filter((line) => !old.has(line)));
}

/** A base name such as `__init__.py` or `index.js` stands for too many files to count as naming one. */
const GENERIC_NAMES =
  /^(?:__init__|__main__|index|main|mod|lib|utils?|base|core|models?|views?|setup|config)\.\w+$/;

function namesPath(statement: string, path: string): boolean {
  if (statement.includes(path)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !GENERIC_NAMES.test(name) && holdsWord(statement, name);
}

function namesTest(statement: string, test: FailToPass): boolean {
  const name = test.symbol === '' ? test.id : test.symbol.slice(test.symbol.lastIndexOf('.') + 1);
  return name.length >= 6 && holdsWord(statement, name);
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + word.length] ?? ' ';
    if (!/[\w.-]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}
