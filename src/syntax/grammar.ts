/**
 * Owns the syntax-tree engine: which languages have a grammar, loading it once, and parsing under the engine's limits.
 * What a tree means is `tree-outline.ts`.
 */
import { createRequire } from 'node:module';
import type { Language, Parser, Tree } from 'web-tree-sitter';

/** Names a language goes by → the grammar that reads it. C is read by the C++ grammar. */
const GRAMMARS: Readonly<Record<string, string>> = {
  javascript: 'javascript',
  js: 'javascript',
  jsx: 'javascript',
  javascriptreact: 'javascript',
  typescript: 'typescript',
  ts: 'typescript',
  tsx: 'tsx',
  typescriptreact: 'tsx',
  java: 'java',
  go: 'go',
  golang: 'go',
  rust: 'rust',
  c: 'cpp',
  cpp: 'cpp',
  'c++': 'cpp',
  csharp: 'c-sharp',
  'c#': 'c-sharp',
  'c-sharp': 'c-sharp',
  ruby: 'ruby',
  php: 'php',
};

/**
 * A grammar that reads what another one of the same language cannot: the JavaScript grammar takes `class=` in JSX for an error
 * that may swallow the whole file.
 */
const SECOND_GRAMMARS: Readonly<Record<string, string>> = { javascript: 'tsx' };

/** Longer texts are not parsed: they are generated, and a tree takes about 30 times the text. UTF-16 units. */
const MAX_TEXT_LENGTH = 8_000_000;

/** `a<a<a<…` makes the Java and C# parsers keep every reading: 20,000 of them fill 2 GB and abort the engine. */
const MAX_OPEN_ANGLES = 1_000;
const ANGLE_PRONE = new Set(['java', 'c-sharp']);

interface Engine {
  Parser: typeof Parser;
  Language: typeof Language;
  /** An aborted WebAssembly module cannot be used again; the next `loadGrammar` starts a new one. */
  aborted: boolean;
  parsers: Map<string, Parser>;
  languages: Map<string, Promise<Language>>;
}

const resolver = createRequire(import.meta.url);
let engine: Promise<Engine> | undefined;
let ready: Engine | undefined;
let generation = 0;

/** The grammar's name for a language in lower or upper case; undefined when there is none (Kotlin, Swift, Scala…). */
export function grammarName(language: string): string | undefined {
  const name = language.toLowerCase();
  return Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
}

/** The grammar to try when a text has errors in the grammar of its language; undefined when there is none. */
export const secondGrammar = (grammar: string): string | undefined => SECOND_GRAMMARS[grammar];

/**
 * Makes a language ready for `outlineFile`; calling it again is free.
 * @returns false when no grammar exists for the language (Python needs none, and gives true)
 */
export async function loadGrammar(language: string): Promise<boolean> {
  if (/^python\d?$|^py$/i.test(language)) return true;
  const grammar = grammarName(language);
  if (grammar === undefined) return false;
  const second = secondGrammar(grammar);
  if (second !== undefined) await loadGrammar(second);
  if (ready?.aborted === true) {
    ready = undefined;
    engine = undefined;
  }
  engine ??= startEngine();
  const started = await engine;
  let loading = started.languages.get(grammar);
  if (loading === undefined) {
    loading = started.Language.load(
      resolver.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`),
    );
    started.languages.set(grammar, loading);
  }
  const loaded = await loading;
  if (!started.parsers.has(grammar)) {
    const parser = new started.Parser();
    parser.setLanguage(loaded);
    started.parsers.set(grammar, parser);
  }
  return true;
}

async function startEngine(): Promise<Engine> {
  // A module is evaluated once per address: the query makes a new instance after an abort.
  const suffix = generation === 0 ? '' : `?instance=${generation}`;
  generation++;
  const module =
    suffix === ''
      ? await import('web-tree-sitter')
      : ((await import(import.meta.resolve('web-tree-sitter') + suffix)) as typeof import('web-tree-sitter'));
  await module.Parser.init();
  ready = {
    Parser: module.Parser,
    Language: module.Language,
    aborted: false,
    parsers: new Map(),
    languages: new Map(),
  };
  return ready;
}

/**
 * Parses a text and hands the tree to `read`; the tree is deleted afterwards, whatever happens.
 * @returns what `read` returned, or undefined when the text is beyond the engine's limits
 * @throws Error when `loadGrammar` was not awaited for this grammar
 */
export function withTree<T>(
  grammar: string,
  text: string,
  read: (tree: Tree, language: Language) => T,
): T | undefined {
  const current = ready;
  if (current?.aborted === true) return undefined;
  const parser = current?.parsers.get(grammar);
  if (current === undefined || parser?.language == null) {
    throw new Error(`grammar not loaded: await loadGrammar() for ${grammar} first`);
  }
  if (text.length > MAX_TEXT_LENGTH || (ANGLE_PRONE.has(grammar) && hasAngleRun(text))) return undefined;
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text);
    return tree === null ? undefined : read(tree, parser.language);
  } catch (error) {
    if (!isEngineFailure(error)) throw error;
    current.aborted = true;
    tree = null;
    return undefined;
  } finally {
    tree?.delete();
  }
}

/** True when more than `MAX_OPEN_ANGLES` `<` stay open without a statement's end between them. */
function hasAngleRun(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 60) {
      if (++open > MAX_OPEN_ANGLES) return true;
    } else if (code === 62) {
      if (open > 0) open--;
    } else if (code === 59 || code === 123 || code === 125) open = 0;
  }
  return false;
}

/** WebAssembly's own errors: an abort or a trap, or its stack running over. They have no type outside of the DOM's. */
function isEngineFailure(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error.name === 'RangeError');
}
