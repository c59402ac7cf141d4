/**
 * Owns `build --exclude`: keeping a training set clean of its test set. Which fixes, ids and bases stand in other datasets, and
 * whether a record is one of them. Memory: three short texts per excluded instance.
 */
import { basename } from 'node:path';
import { fingerprintFix } from '../extract/fingerprint.js';
import { type PathOverrides, readRepair } from '../extract/repair.js';
import { detectFormat } from '../ingest/detection.js';
import { guessInstanceId } from '../ingest/instance-id.js';
import { InputError } from '../io/input-error.js';
import type { RawRow } from '../io/raw-row.js';
import { readRows } from '../io/read-rows.js';
import { type Evidence, evidenceSchema } from '../model/evidence.js';
import type { Base } from '../model/instance.js';
import { type Issue, refuse } from '../model/issue.js';

/** Why a record is excluded; the first that applies. */
export const EXCLUSION_REASONS = ['fingerprint', 'id', 'base'] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** What is compared: from a record, or from a row of a dataset. */
type Traits = Pick<Evidence, 'instance_id' | 'repo' | 'base' | 'fingerprint'>;

const COMMIT = /^[0-9a-f]{40}$/;

/** The fixes, ids and bases of datasets that must not be trained on. */
export class Exclusion {
  /** Names of the files, without their folders. */
  readonly files: readonly string[];
  /** Instances in them. */
  size = 0;
  /** Rows of them that could not be read: they exclude by their id at most. */
  unread = 0;
  /** What was dropped so far. */
  readonly dropped: Record<ExclusionReason, number> = { fingerprint: 0, id: 0, base: 0 };
  readonly #known: Record<ExclusionReason, Map<string, string>> = {
    fingerprint: new Map(),
    id: new Map(),
    base: new Map(),
  };

  private constructor(files: readonly string[]) {
    this.files = files.map((file) => basename(file));
  }

  /**
   * Reads datasets and evidence files, in whatever format `build` reads.
   * @throws InputError when one cannot be used, or holds no row that can be read
   */
  static async read(files: readonly string[], overrides: PathOverrides): Promise<Exclusion> {
    const exclusion = new Exclusion(files);
    for (const file of files) {
      const before = exclusion.size;
      for await (const result of readRows(file, {})) {
        const traits = result.ok ? readTraits(result.row, overrides) : null;
        if (traits) exclusion.#remember(traits, basename(file));
        else {
          exclusion.unread += 1;
          const id = result.ok ? guessInstanceId(result.row.value, result.row.keyInFile) : '';
          if (id !== '') exclusion.#known.id.set(id, basename(file));
        }
      }
      if (exclusion.size === before)
        throw new InputError(
          'input_unknown_content',
          file,
          'evidence or a repair dataset',
          'no row that is either',
        );
    }
    return exclusion;
  }

  get droppedCount(): number {
    return EXCLUSION_REASONS.reduce((sum, reason) => sum + this.dropped[reason], 0);
  }

  /** The reject of a record that stands in one of the datasets, null for any other; counts what it drops. */
  judge(record: Traits): Issue | null {
    for (const reason of EXCLUSION_REASONS) {
      const key = keyOf(record, reason);
      const file = key === '' ? undefined : this.#known[reason].get(key);
      if (file === undefined) continue;
      this.dropped[reason] += 1;
      return refuse('excluded', `the ${WORDS[reason]} stands in ${file}`, {
        expected: `an instance that is not in ${this.files.join(', ')}`,
        got: key,
        path: FIELDS[reason],
      }).issue;
    }
    return null;
  }

  #remember(traits: Traits, file: string): void {
    this.size += 1;
    for (const reason of EXCLUSION_REASONS) {
      const key = keyOf(traits, reason);
      if (key !== '' && !this.#known[reason].has(key)) this.#known[reason].set(key, file);
    }
  }
}

const WORDS: Readonly<Record<ExclusionReason, string>> = {
  fingerprint: 'fix',
  id: 'id',
  base: 'base commit',
};
const FIELDS: Readonly<Record<ExclusionReason, string>> = {
  fingerprint: 'fingerprint',
  id: 'instance_id',
  base: 'base',
};

function keyOf(traits: Traits, reason: ExclusionReason): string {
  if (reason === 'fingerprint') return traits.fingerprint;
  return reason === 'id' ? traits.instance_id : baseKey(traits.base, traits.repo);
}

/** A full commit says enough by itself, also in a fork or mirror; a branch or short name only with its repository. */
function baseKey({ kind, value }: Base, repo: string): string {
  if (kind === 'unknown' || value === '') return '';
  return COMMIT.test(value) ? `${kind} ${value}` : `${kind} ${value} of ${repo}`;
}

/** The traits of a row; null when it is no evidence and no row of a known dataset. */
function readTraits(row: RawRow, overrides: PathOverrides): Traits | null {
  const record = evidenceSchema.safeParse(row.value);
  if (record.success) return record.data;
  const detection = detectFormat(row.value);
  const ingested = detection?.ingester.ingest(row.value, {
    carry: [],
    source: { file: row.file, row: row.row, line: row.line, sha256: row.sha256 },
    keyInFile: row.keyInFile,
    testGlobs: overrides.testGlobs,
    sourceGlobs: overrides.sourceGlobs,
  });
  if (!ingested?.ok) return null;
  const { instance_id, repo, base } = ingested.value;
  const repair = readRepair(ingested.value, overrides);
  return repair.ok ? { instance_id, repo, base, fingerprint: fingerprintFix(repair.value.fix) } : null;
}
