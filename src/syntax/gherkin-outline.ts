/**
 * Owns the outline of Gherkin texts (Cucumber's `.feature` files): features and rules are suites, scenarios are tests,
 * backgrounds are set-up. English keywords only.
 */
import type { Definition, Outline, Statement } from './outline.js';

const BLOCK =
  /^\s*(?:(Feature|Rule)|(Background)|(Scenario(?: Outline| Template)?|Example))[ \t]*:[ \t]*(.*?)[ \t]*$/;
/** Tags and comments directly above a block belong to it. */
const ATTACHED = /^\s*[@#]/;
const TEXT_FENCE = /^\s*("""|```)/;

/** A block that was opened and waits for its last line. */
type Open = Definition | Statement;

/** @param whole false for a fragment: what it lacks may stand outside of it */
export function outlineGherkin(text: string, whole: boolean): Outline {
  const definitions: Definition[] = [];
  const statements: Statement[] = [];
  const lines = text.split('\n');
  let feature = -1;
  let rule = -1;
  let block: Open | null = null;
  let fence: string | null = null;
  let lastText = 0;
  let attachedFrom = 0;

  const close = (entry: Open | null | undefined, lineEnd: number): void => {
    if (entry) entry.lineEnd = lineEnd;
  };
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    const mark = TEXT_FENCE.exec(content)?.[1];
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const match = fence === null && mark === undefined ? BLOCK.exec(content) : null;
    if (!match) {
      if (content.trim() === '') attachedFrom = 0;
      else if (fence === null && ATTACHED.test(content)) attachedFrom ||= line;
      else [lastText, attachedFrom] = [line, 0];
      continue;
    }
    const [, suite, background, scenario, name = ''] = match;
    close(block, lastText);
    block = null;
    const lineStart = attachedFrom === 0 ? line : attachedFrom;
    const parent = suite === 'Feature' ? -1 : suite === 'Rule' ? feature : rule >= 0 ? rule : feature;
    if (background !== undefined) {
      block = { kind: 'setup', lineStart, lineEnd: line, parent };
      statements.push(block);
    } else {
      const made = makeDefinition(scenario === undefined ? 'suite' : 'test', name, lineStart, line);
      made.parent = parent;
      made.depth = parent < 0 ? 0 : (definitions[parent]?.depth ?? 0) + 1;
      definitions.push(made);
      if (scenario !== undefined) block = made;
      if (suite !== undefined) {
        close(definitions[rule], lastText);
        rule = suite === 'Rule' ? definitions.length - 1 : -1;
      }
      if (suite === 'Feature') {
        close(definitions[feature], lastText);
        feature = definitions.length - 1;
      }
    }
    [lastText, attachedFrom] = [line, 0];
  }
  for (const entry of [block, definitions[rule], definitions[feature]]) close(entry, lastText);
  if (!whole) for (const definition of definitions) definition.closed = definition.lineEnd < lastText;
  return { language: 'gherkin', definitions, statements, complete: whole };
}

/** `<place>` in the title of an outline stands for a value of each row of its examples. */
function makeDefinition(kind: string, name: string, lineStart: number, headerLine: number): Definition {
  return {
    kind,
    name,
    lineStart,
    headerLine,
    headerEnd: headerLine,
    lineEnd: headerLine,
    depth: 0,
    parent: -1,
    bases: [],
    dynamic: /<[^<>]+>/.test(name),
    closed: true,
  };
}
