/** Owns how far a hunk goes on with the test that its heading names, out of sight of its first line. */
import type { Scope } from '../model/evidence.js';
import { takesSelf } from '../syntax/heading-margin.js';
import { countLines, indentOf } from '../syntax/lines.js';
import type { TestText } from './test-pool.js';

/** A function by its own name, a googletest case by that of its suite and its own. */
export const opensTest = ({ kind, name }: Scope, symbols: readonly string[]): boolean =>
  (kind === 'function' && name === symbols.at(-1)) || (kind === 'test' && name === symbols.join('.'));

/** Lines at the left margin that open the next definition; in Rust tests stand in a module, and carry attributes. */
const NEXT_DEFINITIONS: ReadonlyMap<string, RegExp> = new Map([
  ['go', /^(?:func|type|var|const|import)\b/],
  ['c', /^[A-Za-z_][^;]*\(|^(?:struct|static|class|namespace|template|typedef)\b/],
  ['cpp', /^[A-Za-z_][^;]*\(|^(?:struct|static|class|namespace|template|typedef)\b/],
  [
    'rust',
    /^\s*(?:#\[|(?:pub(?:\([^)]*\))? )?(?:async |unsafe |const )?(?:fn|mod|impl|struct|enum|trait)\b)/,
  ],
]);

/** Up to the brace at the left margin that closes the block, or the last line with text before the next definition. */
function blockExtent(lines: readonly string[], next: RegExp): number {
  let last = 0;
  for (const [index, line] of lines.entries()) {
    if (next.test(line)) return last;
    if (line.startsWith('}')) return index + 1;
    if (line.trim() !== '' && !/^\s*\/\//.test(line)) last = index + 1;
  }
  return last;
}

/** Number of lines at the start of a hunk that still belong to the definition its heading names. */
export function headingExtent(text: TestText): number {
  const lines = text.text.split('\n');
  const next = NEXT_DEFINITIONS.get(text.language);
  if (next) return blockExtent(lines, next);
  const total = countLines(text.text);
  const isMethod = takesSelf(text.heading?.text ?? '');
  const margin = text.language === 'python' && isMethod ? 4 : 0;
  const isDeeper = (line: number): boolean => {
    const source = lines[line - 1] ?? '';
    return source.length - source.trimStart().length > margin || /^[)\]}#]/.test(source.trimStart());
  };
  if (text.language === 'python' && startsInsideBrackets(lines, margin)) return 0;
  const { outline } = text;
  // Statements, not lines: the inside of a long string may stand at the left margin.
  const starts = outline
    ? [...outline.statements, ...outline.definitions].flatMap((entry) =>
        entry.parent === -1 ? [entry.lineStart] : [],
      )
    : lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  const end = starts.reduce((first, line) => (line < first && !isDeeper(line) ? line : first), total + 1);
  return end - 1;
}

/**
 * True when the hunk starts in brackets that opened at the margin: behind the test that the heading names, in the decorator of the
 * next one, as a rule. Brackets that a signature ends with are closed by a line that ends with a colon.
 */
function startsInsideBrackets(lines: readonly string[], margin: number): boolean {
  const first = lines.find((line) => line.trim() !== '' && indentOf(line) <= margin && !/^\s*#/.test(line));
  return first !== undefined && /^\s*[)\]}]/.test(first) && !/:\s*(?:#.*)?$/.test(first);
}
