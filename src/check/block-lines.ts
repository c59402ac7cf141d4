/** Owns how the lines of a rendered block are read back: the number and mark in front taken off, headings known. */
import type { BlockStage, Stage } from '../model/stage.js';

/** The heading each block opens with. Source: src/render/*-block.ts, src/render/*-view.ts. */
export const BLOCK_HEADINGS: Readonly<Record<Stage, string>> = {
  localization: '## Where the fault is',
  reproduction: '## How the failure shows',
  patch: '## The verified repair',
};

/** The stage under whose heading a block stands: `full` shows the patch block. */
export const headingStage = (stage: BlockStage): Stage => (stage === 'full' ? 'patch' : stage);

export interface BlockLine {
  /** The line as it stands. */
  readonly raw: string;
  /** The source line behind `> 44 | `, trimmed; otherwise the line, trimmed. */
  readonly text: string;
  /** Old-side line number, 0 when the line has none. */
  readonly number: number;
}

const NUMBERED = /^(?:[>+ ] )? *(\d+) \|(?: (.*))?$/s;

/** The lines of a rendered block in order, source lines apart from their numbers. */
export function* blockLines(text: string): Generator<BlockLine> {
  for (const raw of text.split('\n')) {
    const match = NUMBERED.exec(raw);
    if (match) yield { raw, text: (match[2] ?? '').trim(), number: Number(match[1]) };
    else yield { raw, text: raw.trim(), number: 0 };
  }
}

/** The line as it stands, and, in a diff, without its marker. */
export const unmark = ({ raw, text }: BlockLine): string[] =>
  /^[+-]/.test(raw) ? [text, raw.slice(1).trim()] : [text];

/** The stages whose heading stands in a text as a line of its own. */
export function findHeadings(text: string): Set<Stage> {
  const found = new Set<Stage>();
  const entries = Object.entries(BLOCK_HEADINGS) as [Stage, string][];
  if (!text.includes('## ')) return found;
  for (const line of text.split('\n')) {
    for (const [stage, heading] of entries) if (line.trimEnd() === heading) found.add(stage);
  }
  return found;
}
