/** Owns reading an evidence file record by record: every line is a record, or the file is damaged. */
import { InputError } from '../io/input-error.js';
import { readRows } from '../io/read-rows.js';
import { type Evidence, evidenceSchema } from '../model/evidence.js';

/**
 * The records of an evidence file, in order.
 * @throws InputError `input_damaged` at the first line that holds none, with the first thing that is wrong with it
 */
export async function* readEvidenceFile(file: string): AsyncGenerator<Evidence> {
  for await (const result of readRows(file, {})) {
    const { line } = result.ok ? result.row : result.problem;
    const refuse = (got: string): InputError =>
      new InputError('input_damaged', `${file}, line ${line}`, 'an evidence record', got);
    if (!result.ok) throw refuse(result.problem.message);
    const parsed = evidenceSchema.safeParse(result.row.value);
    if (parsed.success) {
      yield parsed.data;
      continue;
    }
    const [issue] = parsed.error.issues;
    throw refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
}
