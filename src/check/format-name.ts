/** Owns the names of the formats that `check` knows. What each looks like is format.ts. */
import { TRAINERS } from '../export/trainer.js';

/** `evidence`, `rejects`, `feedback`, and per trainer its name and, for the wide layout, that with `:wide`. */
export const CHECK_FORMAT_NAMES: readonly string[] = [
  'evidence',
  'rejects',
  'feedback',
  ...Object.entries(TRAINERS).flatMap(([name, { hasWide }]) => (hasWide ? [name, `${name}:wide`] : [name])),
];
