/** Owns the short form of an outline that the tests of this room compare. */
import type { Outline } from '../../src/syntax/outline.js';

/** One line per definition: indentation by depth, kind, name, start/header/headerEnd-end, bases. */
export function outlineLines(outline: Outline | null): string[] {
  return (outline?.definitions ?? []).map(
    ({ depth, kind, name, lineStart, headerLine, headerEnd, lineEnd, bases, closed }) =>
      `${'  '.repeat(depth)}${kind} ${name} ${lineStart}/${headerLine}/${headerEnd}-${lineEnd}` +
      `${bases.length > 0 ? ` < ${bases.join(', ')}` : ''}${closed ? '' : ' open'}`,
  );
}
