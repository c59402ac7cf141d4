/** Owns guessing the id of a row that could not be ingested, so that its reject can be found again. */
import { textAt, valueAt } from './field-reader.js';
import type { Row } from './ingester.js';
import { unwrapRow } from './wrapped.js';

/** The id the row itself or its wrapper states, else its key in the file, else one made of its names; "" if none. */
export function guessInstanceId(row: Row, keyInFile: string): string {
  const inner = unwrapRow(row)?.row ?? row;
  const stated = textAt(row, 'instance_id') || textAt(inner, 'instance_id');
  if (stated !== '') return stated;
  if (keyInFile !== '') return keyInFile;
  const number = valueAt(inner, 'number');
  if (textAt(inner, 'org') !== '' && (typeof number === 'number' || typeof number === 'bigint')) {
    return `${textAt(inner, 'org')}__${textAt(inner, 'repo')}-${String(number)}`;
  }
  const commit = textAt(inner, 'commit_hash');
  const repo = textAt(inner, 'repo_name');
  return repo !== '' && commit !== '' ? `${repo}__${commit.slice(0, 12)}` : '';
}
