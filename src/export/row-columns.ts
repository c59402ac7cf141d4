/**
 * Owns the way from a row's zod schema to column types, so that one declaration gives the check of a row, the schema of
 * a Parquet file and the features of a dataset card.
 */
import { z } from 'zod';

export type ColumnType =
  | 'string'
  | 'int64'
  | 'boolean'
  | { readonly struct: Readonly<Record<string, ColumnType>> }
  | { readonly list: ColumnType };

/** Names and types in file order. */
export type RowColumns = Readonly<Record<string, ColumnType>>;

/**
 * The columns of a row schema. Optional keys are kept or left out all together, since every row of a file has the
 * same keys. Throws a plain Error for a type that no column can hold: that is a mistake in the schema.
 */
export function listColumns(schema: z.ZodObject, withOptional: boolean): RowColumns {
  const columns: [string, ColumnType][] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    if (field instanceof z.ZodOptional) {
      if (withOptional) columns.push([name, readType(name, field.unwrap(), withOptional)]);
    } else {
      columns.push([name, readType(name, field, withOptional)]);
    }
  }
  return Object.fromEntries(columns);
}

function readType(name: string, field: unknown, withOptional: boolean): ColumnType {
  if (field instanceof z.ZodString || field instanceof z.ZodEnum || field instanceof z.ZodLiteral)
    return 'string';
  if (field instanceof z.ZodNumber) return 'int64';
  if (field instanceof z.ZodBoolean) return 'boolean';
  if (field instanceof z.ZodArray) return { list: readType(name, field.element, withOptional) };
  if (field instanceof z.ZodObject) return { struct: listColumns(field, withOptional) };
  throw new Error(`column ${name}: no column type for this schema`);
}

/** One feature in the notation of a dataset card. Source: `datasets`, Features._from_yaml_list. */
export interface CardFeature {
  readonly name: string;
  readonly dtype?: string;
  readonly struct?: readonly CardFeature[];
  readonly list?: string | readonly CardFeature[];
}

/** The `features` of a dataset card. */
export function listFeatures(columns: RowColumns): CardFeature[] {
  return Object.entries(columns).map(([name, type]) => toFeature(name, type));
}

function toFeature(name: string, type: ColumnType): CardFeature {
  if (typeof type === 'string') return { name, dtype: DTYPES[type] };
  if ('struct' in type) return { name, struct: listFeatures(type.struct) };
  if (typeof type.list === 'string') return { name, list: DTYPES[type.list] };
  if ('struct' in type.list) return { name, list: listFeatures(type.list.struct) };
  throw new Error(`column ${name}: no list of lists`);
}

const DTYPES = { string: 'string', int64: 'int64', boolean: 'bool' } as const;
