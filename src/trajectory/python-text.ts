/**
 * Owns what can be told about a Python text inside a command (`python -c`, a here-document, a notebook cell): which files it writes
 * and whether it runs a test suite. A few patterns, no parser: the text is read, not understood.
 */
import { makeAct } from './act.js';
import type { Act } from './act.js';

const NAMED = /\b([A-Za-z_]\w{0,60})\s{0,4}=\s{0,4}(?:pathlib\.)?(?:Path\(\s{0,4})?['"]([^'"\n]{1,300})['"]/g;
const OPENED =
  /\bopen\(\s{0,8}(?:['"]([^'"\n]{1,300})['"]|([A-Za-z_]\w{0,60}))\s{0,8},\s{0,8}(?:mode\s{0,2}=\s{0,2})?['"][wax]/g;
const WRITTEN =
  /(?:\bPath\(\s{0,4}(?:['"]([^'"\n]{1,300})['"]|([A-Za-z_]\w{0,60}))\s{0,4}\)|\b([A-Za-z_]\w{0,60}))\.write_(?:text|bytes)\(/g;

/** Files that a Python text opens for writing, in order, each once; names of variables are looked up in the text. */
export function listPythonWrites(code: string): string[] {
  const names = new Map<string, string>();
  for (const found of code.matchAll(NAMED)) names.set(found[1] ?? '', found[2] ?? '');
  const paths = new Set<string>();
  const keep = (literal: string | undefined, name: string | undefined): void => {
    const path = literal ?? names.get(name ?? '') ?? '';
    if (path !== '') paths.add(path);
  };
  for (const found of code.matchAll(OPENED)) keep(found[1], found[2]);
  for (const found of code.matchAll(WRITTEN)) keep(found[1], found[2] ?? found[3]);
  return [...paths];
}

/** Acts of a Python text: its writes, a test run if it starts one, and the running of code itself. */
export function readCodeActs(code: string, program: string): Act[] {
  const writes = listPythonWrites(code);
  const acts: Act[] = [];
  if (writes.length > 0) acts.push(makeAct('edit', 'code', program, writes));
  if (/\b(?:sympy\.test|pytest\.main|unittest\.main)\(/.test(code))
    acts.push(makeAct('test_run', 'code', program));
  acts.push(makeAct('inline_code', 'code', program));
  return acts;
}
