/** Owns the line range: 1-based, inclusive on both ends. */
import { z } from 'zod';

export const lineRangeSchema = z
  .strictObject({ start: z.int().min(0), end: z.int().min(0) })
  .describe('A range of lines, 1-based and inclusive. {start: 0, end: 0} = unknown.');

export type LineRange = z.infer<typeof lineRangeSchema>;

export const UNKNOWN_RANGE: LineRange = { start: 0, end: 0 };

/** True when one of the lines lies in the range. */
export function hasLineWithin(lines: ReadonlySet<number>, { start, end }: LineRange): boolean {
  for (let line = start; line <= end; line += 1) if (lines.has(line)) return true;
  return false;
}
