/**
 * Owns what is said of inputs without rows, whatever their format: an empty one among others is worth a word (a shard may be
 * empty), and when all are there is nothing to work on. Owns no reading.
 */
import { InputError } from '../io/input-error.js';

/** Told of each input that holds no row. */
export type EmptyInputListener = (input: string) => void;

/** Passes `rows` on; calls `onEmpty` when they end before the first one. */
export async function* noticeEmpty<Row>(rows: AsyncIterable<Row>, onEmpty: () => void): AsyncGenerator<Row> {
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    yield row;
  }
  if (isEmpty) onEmpty();
}

/**
 * A listener that passes empty inputs on, for the rows of `inputs` together.
 * @throws InputError (from the listener) when the last of them turns out to be empty too
 */
export function refuseAllEmpty(
  inputs: readonly string[],
  onEmptyInput: EmptyInputListener = () => undefined,
): EmptyInputListener {
  let emptyCount = 0;
  return (input) => {
    emptyCount += 1;
    if (emptyCount < inputs.length) return onEmptyInput(input);
    const names = inputs.map((name) => (name === '-' ? 'stdin' : name)).join(', ');
    throw new InputError('input_empty', names, 'at least one row', 'none');
  };
}
