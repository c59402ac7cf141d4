/** Owns the records that exports are checked against: kept in a temporary file, found by id. */
import { InputError } from '../io/input-error.js';
import { readRows } from '../io/read-rows.js';
import { type Evidence, evidenceSchema } from '../model/evidence.js';
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
    for await (const result of readRows(file, {})) {
      const place = result.ok ? result.row : result.problem;
      const parsed = result.ok ? evidenceSchema.safeParse(result.row.value) : null;
      if (!parsed?.success) {
        const got = result.ok ? 'a row that is none' : result.problem.message;
        throw new InputError('input_damaged', `${file}, line ${place.line}`, 'an evidence record', got);
      }
      if (this.#ids.has(parsed.data.instance_id)) continue;
      await this.spool.append(parsed.data);
      this.#ids.add(parsed.data.instance_id);
    }
  }
}
