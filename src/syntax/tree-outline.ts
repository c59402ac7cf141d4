/** Owns outlines by syntax trees, of whole files and of fragments. The walk over a tree is `tree-walk.ts`. */
import { balanceFragment, blankHead } from './fragment.js';
import { secondGrammar, withTree } from './grammar.js';
import type { Outline } from './outline.js';
import { GRAMMAR_RULES } from './tree-rules.js';
import { nodeActions, walkTree } from './tree-walk.js';

const BACKTICK_STRINGS = new Set(['javascript', 'typescript', 'tsx', 'go']);

/**
 * Outline of a text by its syntax tree.
 * @returns an empty, incomplete outline when the text is beyond the engine's limits
 */
export function outlineTree(language: string, grammar: string, text: string): Outline {
  const outline = outlineWith(grammar, language, text);
  const second = secondGrammar(grammar);
  if (outline.complete || second === undefined) return outline;
  const other = outlineWith(second, language, text);
  return other.complete ? other : outline;
}

function outlineWith(grammar: string, language: string, text: string): Outline {
  const rules = GRAMMAR_RULES[grammar];
  const outline: Outline = { language, definitions: [], statements: [], complete: false };
  if (rules === undefined) return outline;
  withTree(grammar, text, (tree, loaded) => {
    walkTree(tree, rules, nodeActions(grammar, rules, loaded), text, outline);
    outline.complete = !tree.rootNode.hasError;
  });
  return outline;
}

/**
 * Outline of consecutive lines taken out of a file. Class bodies without their class are read with a made-up header
 * on the first line, which is then left out.
 */
export function outlineTreeFragment(language: string, grammar: string, text: string): Outline {
  let best: Outline | undefined;
  const texts = new Set([text]);
  if (grammar !== 'ruby') {
    const readings = [text];
    // The fragment may start inside a string between backticks: then its first backtick is that string's end.
    const backtick = BACKTICK_STRINGS.has(grammar) ? text.indexOf('`') + 1 : 0;
    if (backtick > 0) readings.push(blankHead(text, backtick));
    for (const reading of readings) {
      const balanced = balanceFragment(reading, grammar !== 'rust' && grammar !== 'go', grammar === 'php');
      texts.add(balanced.text);
      if (balanced.headEnd > 0) texts.add(blankHead(balanced.text, balanced.headEnd));
    }
  }
  for (const prefix of GRAMMAR_RULES[grammar]?.fragmentPrefixes ?? ['']) {
    for (const candidate of texts) {
      const outline = outlineTree(language, grammar, prefix + candidate);
      if (prefix.endsWith('{')) dropFirstDefinition(outline);
      if (best === undefined || outline.definitions.length > best.definitions.length) best = outline;
    }
  }
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  for (const definition of best?.definitions ?? []) {
    if (definition.lineEnd < lineCount) continue;
    // Closers put behind the last terminator are no line of the fragment.
    definition.closed = false;
    definition.lineEnd = lineCount;
    definition.headerEnd = Math.min(definition.headerEnd, lineCount);
  }
  const statements = (best?.statements ?? []).filter(({ lineStart }) => lineStart <= lineCount);
  for (const statement of statements) statement.lineEnd = Math.min(statement.lineEnd, lineCount);
  return { language, definitions: best?.definitions ?? [], statements, complete: false };
}

function dropFirstDefinition(outline: Outline): void {
  if (outline.definitions[0]?.name !== '_') return;
  outline.definitions.shift();
  for (const definition of outline.definitions) {
    if (definition.parent >= 0) {
      definition.parent--;
      definition.depth--;
    }
  }
  for (const statement of outline.statements) if (statement.parent >= 0) statement.parent--;
}
