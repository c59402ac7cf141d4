/** Owns a whole check: files in, findings out. What is wrong with a row is judged in src/check; here files are read and compared. */
import { createHash } from 'node:crypto';
import type { RowCompany } from '../check/check-row.js';
import { FindingLog } from '../check/finding-log.js';
import type { CheckFormat } from '../check/format.js';
import type { CheckReport } from '../model/finding.js';
import type { Evidence } from '../model/evidence.js';
import type { TokenCounter } from '../tokens/counter.js';
import { AgainstRecords } from './against.js';
import type { BuildProgress } from './build.js';
import { FileCheck } from './check-file.js';
import { type CheckFile, CompanionFinder, type Companions, listCheckFiles, sizeOf } from './check-input.js';
import { detectContainer } from './check-rows.js';

/** What a check compares with, and how strict it is. `makeCheckOptions` gives the defaults of the command line. */
export interface CheckOptions {
  /** The format of every file, null to recognise it. */
  readonly format: CheckFormat | null;
  /** evidence.jsonl files to compare exports with. */
  readonly against: readonly string[];
  /** Warnings count as errors. */
  readonly isStrict: boolean;
  /** The counter of a tokenizer, null when it is not at hand. */
  readonly loadCounter: (tokenizer: string) => TokenCounter | null;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BuildProgress) => void;
}

const DEFAULT_TOKENIZER = 'qwen3';

/**
 * Checks files, and the row files of folders. Files that are named together, or belong to one export, are taken as one dataset:
 * their ids are unique and their features agree. Memory: one short hash per row.
 * @throws InputError when a file cannot be read at all
 */
export async function checkFiles(inputs: readonly string[], options: CheckOptions): Promise<CheckReport> {
  const files = await listCheckFiles(inputs);
  const against = options.against.length > 0 ? await AgainstRecords.open(options.against) : null;
  try {
    const run = new CheckRun(options, against);
    await run.begin(files);
    for (const file of files) await run.check(file);
    return await run.finish();
  } finally {
    await against?.close();
  }
}

class CheckRun {
  readonly #log = new FindingLog();
  readonly #companions = new CompanionFinder();
  readonly #files: CheckReport['files'] = [];
  readonly #ids = new Map<string, Set<string>>();
  readonly #features = new Map<string, { readonly file: string; readonly features: string }>();
  readonly #counters = new Map<string, TokenCounter | null>();
  readonly #notes = new Set<string>();
  /** How far the whole is. */
  readonly #progress = { rows: 0, bytesRead: 0, bytesTotal: 0 };

  constructor(
    private readonly options: CheckOptions,
    private readonly against: AgainstRecords | null,
  ) {}

  async begin(files: readonly CheckFile[]): Promise<void> {
    for (const { path } of files) this.#progress.bytesTotal += await sizeOf(path);
  }

  async check(file: CheckFile): Promise<void> {
    const container = await detectContainer(file.path);
    const companions = await this.#companions.find(file.path);
    const checked = await new FileCheck(file, container, companions, {
      log: this.#log,
      format: this.options.format,
      signal: this.options.signal,
      onRow: (path) => this.#tellProgress(path),
      company: (format) => this.#company(format, companions),
      isNewId: (group, key) => this.#isNewId(group, key),
    }).run();
    const { format, rows, basis, features } = checked;
    this.#progress.bytesRead += await sizeOf(file.path);
    this.#files.push({ file: file.path, format: format.name, container, rows, leaks: basis });
    this.#compareFeatures(checked.group, file.path, features);
  }

  async finish(): Promise<CheckReport> {
    await this.#companions.checkFiles();
    for (const { path, code, message } of this.#companions.faults)
      this.#log.at({ file: path, row: -1, line: 0, instance_id: '' })(code, '', message);
    const unchecked = this.#files.filter(({ leaks }) => leaks === 'not checked').length;
    if (unchecked > 0) {
      this.#notes.add(
        `leaks not checked in ${unchecked} of ${this.#files.length} files: they hold no fix (--against evidence.jsonl)`,
      );
    }
    return {
      schema_version: '1.0',
      strict: this.options.isStrict,
      errors: this.#log.count('error'),
      warnings: this.#log.count('warning'),
      files: this.#files,
      findings: this.#log.list().map((entry) => ({ ...entry, places: [...entry.places] })),
      notes: [...this.#notes],
    };
  }

  /** Bytes are counted by whole files: rows of Parquet files have no place in bytes. */
  #tellProgress(file: string): void {
    this.#progress.rows += 1;
    this.options.onProgress?.({ file, built: 0, rejected: 0, ...this.#progress });
  }

  #company(format: CheckFormat, { settings }: Companions): RowCompany {
    const { against } = this;
    const findRecord = against ? (id: string): Promise<Evidence | null> => against.find(id) : null;
    if (format.kind !== 'export') return { settings, counter: null, countsAgree: false, findRecord };
    const name = settings?.tokenizer.name ?? DEFAULT_TOKENIZER;
    const counter = this.#counters.get(name) ?? this.options.loadCounter(name);
    this.#counters.set(name, counter);
    if (!counter) this.#notes.add(`lengths not checked: the tokenizer ${name} is not at hand`);
    const countsAgree =
      settings !== null &&
      counter !== null &&
      counter.vocabularySha256 === settings.tokenizer.vocabulary_sha256 &&
      counter.version === settings.tokenizer.counter_version;
    return { settings, counter, countsAgree, findRecord };
  }

  #isNewId(group: string, key: string): boolean {
    const ids = this.#ids.get(group) ?? new Set();
    this.#ids.set(group, ids);
    const hash = createHash('sha256').update(key).digest('base64').slice(0, 16);
    if (ids.has(hash)) return false;
    ids.add(hash);
    return true;
  }

  #compareFeatures(group: string, file: string, features: string): void {
    if (features === '') return;
    const first = this.#features.get(group);
    if (!first) this.#features.set(group, { file, features });
    else if (first.features !== features) {
      this.#log.at({ file, row: -1, line: 0, instance_id: '' })(
        'shards_differ',
        '',
        `other columns than ${first.file}: ${describeDifference(first.features, features)}`,
      );
    }
  }
}

/** The columns that stand in one list and not in the other. */
function describeDifference(first: string, second: string): string {
  const left = first.split(', ');
  const right = second.split(', ');
  const inLeft = new Set(left);
  const inRight = new Set(right);
  const gone = left.filter((column) => !inRight.has(column));
  const added = right.filter((column) => !inLeft.has(column));
  const words = [...gone.map((column) => `without ${column}`), ...added.map((column) => `with ${column}`)];
  return words.length === 0 ? 'another order' : words.join(', ');
}
