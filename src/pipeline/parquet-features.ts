/** Owns the columns of a Parquet file with their types, in the notation of the row schemas. */
import { parquetMetadataAsync, parquetSchema } from 'hyparquet';
import type { SchemaTree } from 'hyparquet';
import type { FoundColumn } from '../check/columns.js';
import { openForReading } from '../io/byte-source.js';
import { InputError } from '../io/input-error.js';
import { openParquetFile } from '../io/parquet-reader.js';

/** The top-level columns in file order. Errors: `InputError`. */
export async function readParquetFeatures(path: string): Promise<FoundColumn[]> {
  const handle = await openForReading(path);
  try {
    const metadata = await parquetMetadataAsync(await openParquetFile(handle, path));
    return parquetSchema(metadata).children.map((column) => ({
      name: column.element.name,
      type: describeTree(column),
    }));
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError('input_damaged', path, 'an intact Parquet file', `a damaged one (${reason})`, error);
  } finally {
    await handle.close();
  }
}

/** Deeper schemas are of no format of ours, and are not worth a stack. */
const MAX_DEPTH = 16;

function describeTree(tree: SchemaTree, depth = 0): string {
  const { element, children } = tree;
  if (depth > MAX_DEPTH) return '…';
  if (children.length === 0) return describeScalar(element);
  if (element.converted_type === 'LIST' || element.logical_type?.type === 'LIST') {
    // Three levels: the list, a repeated group, the item.
    const item = children[0]?.children[0] ?? children[0];
    return item ? `list<${describeTree(item, depth + 1)}>` : 'list<?>';
  }
  const fields = children.map((child) => `${child.element.name}: ${describeTree(child, depth + 1)}`);
  return `struct<${fields.join(', ')}>`;
}

function describeScalar(element: SchemaTree['element']): string {
  const { type = '', converted_type: converted, logical_type: logical } = element;
  if (logical?.type === 'TIMESTAMP' || converted?.startsWith('TIMESTAMP')) return 'timestamp';
  if (logical?.type === 'DATE' || converted === 'DATE') return 'date';
  if (type === 'BYTE_ARRAY') return converted === 'UTF8' || logical?.type === 'STRING' ? 'string' : 'binary';
  return type.toLowerCase();
}
