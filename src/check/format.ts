/** Owns which format a file has: told from the keys of a row, or named. */
import type { z } from 'zod';
import type { Exporter } from '../export/exporter.js';
import { feedbackRowSchema } from '../export/feedback-row.js';
import type { Layout } from '../export/layout.js';
import { EXPORTERS } from '../export/registry.js';
import { evidenceSchema } from '../model/evidence.js';
import { rejectSchema } from '../model/issue.js';
import { type Row, RowReader } from './row-reader.js';

export type CheckFormat =
  | {
      readonly kind: 'evidence' | 'rejects' | 'feedback';
      readonly name: string;
      readonly schema: z.ZodObject;
    }
  | {
      readonly kind: 'export';
      readonly name: string;
      readonly schema: z.ZodObject;
      readonly exporter: Exporter;
      readonly layout: Layout;
    }
  | { readonly kind: 'unknown'; readonly name: '' };

export const UNKNOWN_FORMAT: CheckFormat = { kind: 'unknown', name: '' };

/** Every known format: `evidence`, `rejects`, `feedback`, a trainer's name, or that with `:wide`. */
export const CHECK_FORMATS: readonly CheckFormat[] = [
  { kind: 'evidence', name: 'evidence', schema: evidenceSchema },
  { kind: 'rejects', name: 'rejects', schema: rejectSchema },
  { kind: 'feedback', name: 'feedback', schema: feedbackRowSchema },
  ...EXPORTERS.flatMap((exporter): CheckFormat[] => [
    { kind: 'export', name: exporter.name, schema: exporter.long.schema, exporter, layout: 'long' },
    ...(exporter.wide === null
      ? []
      : [
          {
            kind: 'export' as const,
            name: `${exporter.name}:wide`,
            schema: exporter.wide.schema,
            exporter,
            layout: 'wide' as const,
          },
        ]),
  ]),
];

/** The format with this name (`--as`), undefined when there is none. */
export const findCheckFormat = (name: string): CheckFormat | undefined =>
  CHECK_FORMATS.find((format) => format.name === name);

/** Less likeness than this is none: the row shares hardly any key with the format. */
const LEAST_LIKENESS = 0.5;

/**
 * The format most like the row: keys with a fitting value over all keys, with the fields that hold the text for
 * the teacher deciding between layouts. `unknown` when none is like it.
 */
export function recognizeFormat(row: Row): CheckFormat {
  let best = UNKNOWN_FORMAT;
  let bestLikeness = LEAST_LIKENESS;
  for (const format of CHECK_FORMATS) {
    const likeness = measureLikeness(format, row);
    if (likeness > bestLikeness) {
      best = format;
      bestLikeness = likeness;
    }
  }
  return best;
}

function measureLikeness(format: CheckFormat, row: Row): number {
  if (format.kind === 'unknown') return 0;
  const known = Object.entries<z.ZodType>(format.schema.shape);
  const found = Object.keys(row);
  const own = known.filter(([key]) => Object.hasOwn(row, key));
  // A key whose value is of another type is a key of another format: `prompt` is a text here and a list there.
  const fitting = own.filter(([key, field]) => field.safeParse(row[key]).success);
  const likeness = fitting.length / (known.length + found.length - own.length);
  // But for this word it is a row of the flat export.
  if (format.kind === 'feedback') return row['stage'] === 'feedback' ? likeness + 0.1 : 0;
  if (format.kind !== 'export') return likeness;
  // Layouts of one trainer may differ below the top level only.
  const shape = format.layout === 'wide' ? format.exporter.wide : format.exporter.long;
  const field = shape?.evidenceField('localization') ?? '';
  return likeness + (new RowReader(row).read(field) === undefined ? 0 : 0.1);
}
