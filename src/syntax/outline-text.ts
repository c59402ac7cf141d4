/** Owns the way from a text and its language to an outline: Python and Gherkin line by line, the rest by a syntax tree. */
import { outlineGherkin } from './gherkin-outline.js';
import { grammarName } from './grammar.js';
import type { Outline } from './outline.js';
import { outlinePython, outlinePythonFragment } from './python-outline.js';
import { outlineTree, outlineTreeFragment } from './tree-outline.js';

function isPython(language: string): boolean {
  return /^(?:python\d?|py|cython)$/i.test(language);
}

/**
 * Outline of a whole file. Synchronous; for a language with a grammar `loadGrammar(language)` must have been awaited.
 * @param language a name as `src/classify` gives it (`python`, `typescript`, `tsx`, `cpp`, …)
 * @returns null when the language has no grammar (Kotlin, Swift, Scala, …)
 * @throws Error when the grammar was not loaded
 */
export function outlineFile(language: string, text: string): Outline | null {
  if (isPython(language)) return outlinePython(text);
  if (language === 'gherkin') return outlineGherkin(text, true);
  const grammar = grammarName(language);
  return grammar === undefined ? null : outlineTree(language, grammar, text);
}

/**
 * Outline of consecutive lines out of a file, such as the new side of ONE hunk: enclosing definitions that start
 * before it are missing, line numbers count from the fragment's first line, `complete` is always false, and a
 * definition that reaches the end has `closed` false.
 */
export function outlineFragment(language: string, text: string): Outline | null {
  if (isPython(language)) return outlinePythonFragment(text);
  if (language === 'gherkin') return outlineGherkin(text, false);
  const grammar = grammarName(language);
  return grammar === undefined ? null : outlineTreeFragment(language, grammar, text);
}

/** Whether it is worth reading a text for a symbol: its innermost name stands in it. Costs next to nothing. */
export function mentionsSymbol(text: string, symbols: readonly string[]): boolean {
  const name = symbols.at(-1);
  return name !== undefined && text.includes(name);
}
