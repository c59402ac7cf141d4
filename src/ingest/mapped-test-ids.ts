/** Owns reading test ids in the encoding a mapping file names, where reading every encoding would be a guess. */
import { type Outcome, refuse } from '../model/issue.js';
import { describeValue } from './describe-value.js';
import { decodeJson } from './field-reader.js';
import { readPythonLiteral } from './python-literal.js';
import { readTestIds } from './test-ids.js';

export const TEST_ID_ENCODINGS = ['auto', 'json', 'python', 'lines', 'commas', 'spaces'] as const;
export type TestIdEncoding = (typeof TEST_ID_ENCODINGS)[number];

const SEPARATORS: Partial<Record<TestIdEncoding, string | RegExp>> = {
  lines: /\r?\n/,
  commas: ',',
  spaces: /\s+/,
};

/** Reads test ids written in `encoding`; values that are no text are read as they are. Issue: `field_invalid`. */
export function readMappedTestIds(
  value: unknown,
  encoding: TestIdEncoding,
  field: string,
): Outcome<string[]> {
  if (typeof value !== 'string' || value.trim() === '' || encoding === 'auto')
    return readTestIds(value, field);
  const separator = SEPARATORS[encoding];
  if (separator !== undefined) {
    const parts = value.split(separator).map((part) => part.trim());
    return readTestIds(
      parts.filter((part) => part !== ''),
      field,
    );
  }
  const decoded = encoding === 'json' ? decodeJson(value) : literalOf(value);
  if (decoded !== undefined && typeof decoded !== 'string') return readTestIds(decoded, field);
  return refuse('field_invalid', `the field ${field} is no list written as ${encoding}`, {
    expected: `a list of test ids as ${encoding === 'json' ? 'JSON' : 'a Python literal'}`,
    got: describeValue(value),
    path: field,
  });
}

function literalOf(text: string): unknown {
  const literal = readPythonLiteral(text);
  return literal.ok ? literal.value : undefined;
}
