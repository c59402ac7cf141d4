/** Owns the records that exports are checked against: kept in a temporary file, found by id. */
import type { Evidence } from '../model/evidence.js';
import { readEvidenceFile } from './evidence-file.js';
import { EvidenceSpool } from './export-spool.js';

export class AgainstRecords {
  readonly #ids = new Set<string>();

  private constructor(private readonly spool: EvidenceSpool) {}

  /** Reads evidence.jsonl files; of an id that comes twice the first record counts. Errors: `InputError`. */
  static async open(files: readonly string[]): Promise<AgainstRecords> {
    const records = new AgainstRecords(await EvidenceSpool.open());
    try {
      for (const file of files) await records.#read(file);
      return records;
    } catch (error) {
      await records.close();
      throw error;
    }
  }

  async find(instanceId: string): Promise<Evidence | null> {
    return this.#ids.has(instanceId) ? this.spool.find(instanceId) : null;
  }

  /** Removes the temporary file. Never throws. */
  close(): Promise<void> {
    return this.spool.close();
  }

  async #read(file: string): Promise<void> {
    for await (const evidence of readEvidenceFile(file)) {
      if (this.#ids.has(evidence.instance_id)) continue;
      await this.spool.append(evidence);
      this.#ids.add(evidence.instance_id);
    }
  }
}
