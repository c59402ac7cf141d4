/**
 * Owns the contract of an ingester: a raw row of one corpus in, an Instance or the reason why not out.
 * The list of ingesters is in registry.ts; a new corpus is one file and one line there.
 */
import type { Instance, Source } from '../model/instance.js';
import type { Outcome } from '../model/issue.js';

/** A decoded row: an object whose values nobody has checked yet. */
export type Row = Readonly<Record<string, unknown>>;

/** What an ingester may want to know besides the row. */
export interface IngestContext {
  /** Fields to carry over besides the default ones (`--carry`), verbatim names of the row. */
  readonly carry: readonly string[];
  /** Where the row stands; copied into the instance. */
  readonly source: Source;
  /** Key under which the row stood in an id → row file, "" otherwise. */
  readonly keyInFile: string;
  /** User globs that override the path rules (`--tests`, `--source`), needed where one diff holds fix and tests. */
  readonly testGlobs: readonly string[];
  readonly sourceGlobs: readonly string[];
}

/** What the `formats` command prints about a corpus. */
export interface FormatNotes {
  readonly title: string;
  /** Which fields make it recognisable. */
  readonly recognisedBy: string;
  readonly localization: string;
  readonly reproduction: string;
  readonly patch: string;
  /** What rows of this corpus cannot give, "" when nothing is missing. */
  readonly missing: string;
}

/** How rows of one corpus are recognised and become instances. A new corpus is one of these. */
export interface Ingester {
  /** Name used by `--format` and in the record's `corpus`, e.g. `swe-bench`. */
  readonly name: string;
  readonly notes: FormatNotes;
  /** Columns worth decoding from a columnar file; carried fields are added by the pipeline. */
  readonly columns: readonly string[];
  /** What a row of this corpus cannot do without, each as alternative fields (dots lead into objects). */
  readonly needs: readonly (readonly string[])[];
  /** Why this row is of this corpus, or null when it is not. Looks at keys and value shapes only, cheap. */
  detect(row: Row): string | null;
  /** Turns the row into an Instance. Never throws on bad data. */
  ingest(row: Row, context: IngestContext): Outcome<Instance>;
}

/** The outcome of detection: which ingester, and why. */
export interface Detection {
  readonly ingester: Ingester;
  readonly reason: string;
}
