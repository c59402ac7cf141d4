/** Owns finding the evidence that belongs to a run or a report: all records wait in a temporary file, memory holds their ids. */
import { decodeExtra, failToPassOf, passToPassOf } from '../export/row-fields.js';
import type { Evidence } from '../model/evidence.js';
import type { Trajectory } from '../trajectory/trajectory.js';
import type { BuildOptions } from './build.js';
import { readEvidence } from './evidence-rows.js';
import { EvidenceSpool } from './export-spool.js';
import type { TestLists } from './trajectory-report.js';
import type { RunSource } from './trajectory-problem.js';

/** How the id of a run was found. */
export type MatchedBy = 'option' | 'run' | 'file name';

export interface EvidenceMatch {
  readonly evidence: Evidence;
  readonly by: MatchedBy;
}

export class EvidenceIndex {
  readonly #ids = new Set<string>();
  #last: Evidence | undefined;
  /** Rows of the inputs that could not be built. */
  rejected = 0;

  private constructor(private readonly spool: EvidenceSpool) {}

  /**
   * Reads evidence files, or builds dataset rows on the way. The first record of an id counts.
   * @throws InputError when an input is unusable
   */
  static async open(inputs: readonly string[], options: BuildOptions): Promise<EvidenceIndex> {
    const index = new EvidenceIndex(await EvidenceSpool.open());
    try {
      for await (const row of readEvidence(inputs, options)) {
        if (row.kind === 'rejected') index.rejected += 1;
        else if (!index.#ids.has(row.evidence.instance_id)) {
          index.#ids.add(row.evidence.instance_id);
          await index.spool.append(row.evidence);
        }
      }
      return index;
    } catch (error) {
      await index.close();
      throw error;
    }
  }

  get size(): number {
    return this.#ids.size;
  }

  /**
   * The evidence of a run: by `instance` when it is given, by the id that the run names, else by the longest id that stands in its file's
   * path (`runs/shelf__shelf-12/run.traj`). Undefined when none of them is known.
   */
  async find(
    run: { readonly instanceId: string; readonly source: Pick<RunSource, 'file'> },
    instance: string,
  ): Promise<EvidenceMatch | undefined> {
    if (instance !== '') return this.#read(instance, 'option');
    const named = normalizeId(run.instanceId);
    if (named !== '') return this.#read(this.#ids.has(run.instanceId) ? run.instanceId : named, 'run');
    const inPath = this.#findInPath(run.source.file);
    return inPath === undefined ? undefined : this.#read(inPath, 'file name');
  }

  async #read(id: string, by: MatchedBy): Promise<EvidenceMatch | undefined> {
    if (!this.#ids.has(id)) return undefined;
    if (this.#last?.instance_id !== id) this.#last = await this.spool.find(id);
    return { evidence: this.#last, by };
  }

  #findInPath(path: string): string | undefined {
    let found: string | undefined;
    for (const id of this.#ids) {
      const at = path.lastIndexOf(id);
      if (at < 0 || id.length <= (found?.length ?? 0)) continue;
      const isWhole =
        !/[A-Za-z0-9]/.test(path[at - 1] ?? '') && !/[A-Za-z0-9]/.test(path[at + id.length] ?? '');
      if (isWhole) found = id;
    }
    return found;
  }

  /** Removes the temporary file. Never throws. */
  async close(): Promise<void> {
    await this.spool.close();
  }
}

/** `org/repo:pr-12`, as Multi-SWE-bench's reports name an instance, is `org__repo-12` in its dataset. */
export const normalizeId = (id: string): string => id.replace(/^([^/\s]+)\/([^/\s]+):pr-(\d+)$/, '$1__$2-$3');

/** A run with the id it was matched by, when it names none itself. */
export function nameRun(trajectory: Trajectory, id: string): Trajectory {
  return id === '' || id === trajectory.instance_id ? trajectory : { ...trajectory, instance_id: id };
}

/** The listed tests of an instance, for reports that do not name them; pass-to-pass only where the record carries them. */
export function listTests(evidence: Evidence | undefined): TestLists {
  if (evidence === undefined) return {};
  const passToPass = passToPassOf(decodeExtra(evidence));
  return {
    failToPass: failToPassOf(evidence),
    ...(passToPass.length === 0 ? {} : { passToPass }),
  };
}
