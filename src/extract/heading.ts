/**
 * Owns git's heading after the second `@@`: whether it may be shown, and which definition it names. A heading is
 * the last line above the hunk, on the diff's own old side, that git took for the start of a definition.
 */
import type { Hunk } from '../diff/diff.js';
import type { Scope } from '../model/evidence.js';

/** git cuts headings at 80 bytes, so a heading is compared with a line by prefix. Source: git xdiff/xemit.c. */
const isHeadingOf = (heading: string, line: string): boolean => line.trimStart().startsWith(heading);

/**
 * The heading of a reversed diff (SWE-smith) stems from the repaired side. It stands on our old side unless the
 * line it was taken from is one that the fix adds.
 */
export function standsOnOldSide(
  heading: string,
  hunks: readonly Hunk[],
  oldText: string | undefined,
): boolean {
  const wanted = heading.trim();
  if (wanted === '') return false;
  if (oldText !== undefined) return oldText.split('\n').some((line) => isHeadingOf(wanted, line));
  return !hunks.some((hunk) =>
    hunk.lines.some((line) => line.kind === 'added' && isHeadingOf(wanted, line.text)),
  );
}

/** Words that open a definition, per keyword its kind. Tried in order on the heading. */
const DEFINITIONS: readonly (readonly [RegExp, string])[] = [
  [/\bclass\s+([A-Za-z_$][\w$]*)/, 'class'],
  [/\binterface\s+([A-Za-z_$][\w$]*)/, 'interface'],
  [/\b(?:struct|union)\s+([A-Za-z_]\w*)/, 'struct'],
  [/\benum\s+(?:class\s+)?([A-Za-z_$][\w$]*)/, 'enum'],
  [/\btrait\s+([A-Za-z_]\w*)/, 'trait'],
  [/\bimpl\b(?:<[^<>]*>)?\s+(?:[\w:]+(?:<[^<>]*>)?\s+for\s+)?([A-Za-z_]\w*)/, 'impl'],
  [/\b(?:module|mod|namespace)\s+([A-Za-z_][\w:.\\]*)/, 'module'],
  [/\bfunc\s+(?:\([^()]*\)\s*)?([A-Za-z_]\w*)/, 'function'],
  [/\b(?:def|fn|fun|function\*?)\s+((?:self\.)?[A-Za-z_$][\w$]*[?!=]?)/, 'function'],
];

/** googletest's macros: a case is named by its suite and itself, as in `ctest` output. */
const GOOGLETEST = /^(?:TYPED_)?TEST(?:_[FP])?\s*\(\s*(\w+)\s*,\s*(\w+)/;

/** A C-like header `type name(args` — a name before the first bracket, with at least one word before it. */
const C_FUNCTION = /^[\w:<>,*&~[\]\s]*[\s*&]([A-Za-z_~][\w:~]*)\s*\([^;]*$/;
const STATEMENT =
  /^(?:return|if|for|while|switch|else|do|throw|new|await|yield|print|assert|import|from|raise)\b/;

/** The definition that a heading names, or null when it is no definition. `line` is 0: a heading has no number. */
export function readHeading(heading: string): Scope | null {
  const text = heading.trim();
  if (text === '' || STATEMENT.test(text)) return null;
  const test = GOOGLETEST.exec(text);
  if (test) return { kind: 'test', name: `${test[1] ?? ''}.${test[2] ?? ''}`, line: 0, text };
  // A function's parameters may hold `struct x *y`: only what stands before the first bracket names a type.
  const head = text.split('(', 1)[0] ?? text;
  for (const [pattern, kind] of DEFINITIONS) {
    const name = (kind === 'function' ? pattern.exec(text) : pattern.exec(head))?.[1];
    if (name !== undefined && !(kind === 'struct' && head.length < text.length))
      return { kind, name, line: 0, text };
  }
  const name = C_FUNCTION.exec(text)?.[1];
  return name === undefined ? null : { kind: 'function', name, line: 0, text };
}
