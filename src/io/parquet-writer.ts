/**
 * Owns writing rows as Parquet with an explicit schema, one row group at a time. Encoding is hyparquet-writer's work.
 * The file is what pyarrow would write for such a table: every level OPTIONAL, lists in three levels.
 */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { OutputFile } from './output-file.js';

/** hyparquet-writer brings a hyparquet of its own, so its types are taken from its own signature. */
type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

export type ParquetScalar = 'string' | 'int64' | 'double' | 'boolean';

/** A struct may hold structs: `datasets` reads them back as long as every row has the same fields. */
export interface ParquetStruct {
  readonly struct: Readonly<Record<string, ParquetType>>;
}

export type ParquetType = ParquetScalar | ParquetStruct | { readonly list: ParquetType };

/** Column names and types in file order. */
export type ParquetSchema = Readonly<Record<string, ParquetType>>;

export interface ParquetWriteOptions {
  /** Rows per row group; the memory needed is that of one group. Default 100. */
  readonly rowsPerGroup?: number;
}

const DEFAULT_ROWS_PER_GROUP = 100;

/** Makes a Parquet file of rows; call `append` for each and `finish` once. The output file is not finished by it. */
export class ParquetRowWriter {
  readonly #schema: ParquetSchema;
  readonly #rowsPerGroup: number;
  readonly #bytes: DrainingWriter;
  readonly #writer: ParquetWriter;
  #group: Readonly<Record<string, unknown>>[] = [];

  constructor(output: OutputFile, schema: ParquetSchema, options: ParquetWriteOptions = {}) {
    this.#schema = schema;
    this.#rowsPerGroup = options.rowsPerGroup ?? DEFAULT_ROWS_PER_GROUP;
    this.#bytes = new DrainingWriter(output);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: listSchemaElements(schema),
      createdBy: 'swe-evidence',
    });
  }

  /**
   * Adds a row. Lone surrogates in text become U+FFFD.
   *
   * @throws TypeError when a column is missing or has another type than the schema says; there are no nulls
   */
  async append(row: Readonly<Record<string, unknown>>): Promise<void> {
    const checked: Record<string, unknown> = {};
    for (const [name, type] of Object.entries(this.#schema)) checked[name] = checkCell(name, type, row[name]);
    this.#group.push(checked);
    if (this.#group.length >= this.#rowsPerGroup) await this.#writeGroup();
  }

  /** Writes the last row group and the footer. */
  async finish(): Promise<void> {
    if (this.#group.length > 0) await this.#writeGroup();
    await this.#writer.finish();
    await this.#bytes.flush();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#group;
    this.#group = [];
    const columnData = Object.keys(this.#schema).map((name) => ({
      name,
      data: rows.map((row) => row[name]),
    }));
    await this.#writer.write({ columnData, rowGroupSize: rows.length });
    await this.#bytes.flush();
  }
}

/** hyparquet-writer's byte buffer, emptied into the output file after each row group. */
class DrainingWriter extends ByteWriter {
  readonly #output: OutputFile;

  constructor(output: OutputFile) {
    super();
    this.#output = output;
  }

  async flush(): Promise<void> {
    const bytes = new Uint8Array(this.buffer, 0, this.index).slice();
    this.index = 0;
    if (bytes.length > 0) await this.#output.write(bytes);
  }
}

function listSchemaElements(schema: ParquetSchema): SchemaElement[] {
  const elements: SchemaElement[] = [{ name: 'schema', num_children: Object.keys(schema).length }];
  for (const [name, type] of Object.entries(schema)) elements.push(...describeColumn(name, type));
  return elements;
}

function describeColumn(name: string, type: ParquetType): SchemaElement[] {
  if (typeof type === 'string') return [{ name, repetition_type: 'OPTIONAL', ...SCALARS[type] }];
  if ('struct' in type) {
    const fields = Object.entries(type.struct);
    return [
      { name, repetition_type: 'OPTIONAL', num_children: fields.length },
      ...fields.flatMap(([field, fieldType]) => describeColumn(field, fieldType)),
    ];
  }
  return [
    {
      name,
      repetition_type: 'OPTIONAL',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...describeColumn('element', type.list),
  ];
}

const SCALARS: Readonly<Record<ParquetScalar, Partial<SchemaElement>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  int64: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

function checkCell(column: string, type: ParquetType, cell: unknown): unknown {
  if (typeof type === 'string') return checkScalar(column, type, cell);
  if ('struct' in type) {
    if (typeof cell !== 'object' || cell === null || Array.isArray(cell))
      throw refuse(column, 'an object', cell);
    const fields = new Map(Object.entries(cell));
    return Object.fromEntries(
      Object.entries(type.struct).map(([field, fieldType]) => {
        return [field, checkCell(`${column}.${field}`, fieldType, fields.get(field))];
      }),
    );
  }
  if (!Array.isArray(cell)) throw refuse(column, 'a list', cell);
  return cell.map((item: unknown, index) => checkCell(`${column}[${index}]`, type.list, item));
}

function checkScalar(column: string, type: ParquetScalar, cell: unknown): unknown {
  if (type === 'string' && typeof cell === 'string') return cell.toWellFormed();
  if (type === 'boolean' && typeof cell === 'boolean') return cell;
  if (type === 'double' && typeof cell === 'number') return cell;
  if (type === 'int64' && typeof cell === 'bigint' && BigInt.asIntN(64, cell) === cell) return cell;
  if (type === 'int64' && typeof cell === 'number' && Number.isSafeInteger(cell)) return BigInt(cell);
  throw refuse(column, type, cell);
}

function refuse(column: string, expected: string, cell: unknown): TypeError {
  const got =
    cell === null
      ? 'null'
      : typeof cell === 'number' || typeof cell === 'bigint'
        ? String(cell)
        : typeof cell;
  return new TypeError(`column ${column}: expected ${expected}, found ${got}`);
}
