/**
 * Owns reading one column chunk of a Parquet file page by page, so that memory holds a page and not the chunk.
 *
 * hyparquet's row ranges go through the chunk from its start for every range (a file without an offset index, as
 * Arrow writes it, has no other way in): quadratic within a large row group. Here each page is decoded once.
 * Source: https://parquet.apache.org/docs/file-format/data-pages/
 */
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { convert } from 'hyparquet/src/convert.js';
import { isFlatColumn } from 'hyparquet/src/schema.js';
import type { AsyncBuffer, ColumnMetaData, DecodedArray } from 'hyparquet';
import type { ColumnDecoder, PageHeader } from 'hyparquet/src/types.js';

const WINDOW_BYTES = 64 * 1024;

/** The values of one leaf column within one row group, in order. */
export class ParquetColumn {
  readonly #file: AsyncBuffer;
  readonly #decoder: ColumnDecoder;
  readonly #valueCount: number;
  readonly #isFlat: boolean;
  readonly #end: number;
  #position: number;
  #window = new ArrayBuffer(0);
  #windowStart = 0;
  #dictionary: DecodedArray | undefined;
  #valuesSeen = 0;
  #pending: DecodedArray = [];
  #pendingStart = 0;

  constructor(file: AsyncBuffer, decoder: ColumnDecoder, chunk: ColumnMetaData) {
    this.#file = file;
    this.#decoder = decoder;
    this.#valueCount = Number(chunk.num_values);
    this.#isFlat = isFlatColumn(decoder.schemaPath);
    this.#position = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
    this.#end = this.#position + Number(chunk.total_compressed_size);
    if (this.#position < 4 || this.#end > file.byteLength) {
      throw new RangeError(`column ${decoder.pathInSchema.join('.')} lies outside the file`);
    }
  }

  /** 0-based file offset of the next page. */
  get position(): number {
    return this.#position;
  }

  /** The next `rowCount` values (nested columns: one nested array per row). Throws when the chunk holds fewer. */
  async take(rowCount: number): Promise<unknown[]> {
    while (this.#available() < rowCount && !this.#isEnded()) await this.#readNextPage();
    if (this.#available() < rowCount) {
      const name = this.#decoder.pathInSchema.join('.');
      throw new RangeError(`column ${name} holds fewer values than its row group has rows`);
    }
    const start = this.#pendingStart;
    this.#pendingStart += rowCount;
    return Array.from(this.#pending.slice(start, this.#pendingStart));
  }

  #isEnded(): boolean {
    return this.#valuesSeen >= this.#valueCount || this.#position >= this.#end;
  }

  /** Until the chunk ends, the last row of a nested column may go on in the next page. */
  #available(): number {
    const rowCount = this.#pending.length - this.#pendingStart;
    return this.#isFlat || this.#isEnded() ? rowCount : rowCount - 1;
  }

  async #readNextPage(): Promise<void> {
    const { header, headerBytes } = await this.#readHeader();
    const pageStart = this.#position + headerBytes;
    const pageBytes = header.compressed_page_size;
    // A damaged header may lack the field; without this check the position would be lost and the loop never end.
    if (!isCount(pageBytes) || pageStart + pageBytes > this.#end)
      throw new RangeError('a page has an impossible size');
    const pageEnd = pageStart + pageBytes;
    this.#position = pageEnd;
    if (String(header.type) === 'INDEX_PAGE') return;
    const view = await this.#load(pageStart, pageBytes);
    const reader = { view, offset: 0 };
    if (header.type === 'DICTIONARY_PAGE') {
      const { data } = readPage(reader, header, this.#decoder, undefined, undefined, 0);
      if (data !== undefined) this.#dictionary = convert(data, this.#decoder);
      return;
    }
    const valueCount = countValues(header);
    if (this.#valuesSeen + valueCount > this.#valueCount)
      throw new RangeError('a page holds too many values');
    this.#valuesSeen += valueCount;
    const rest = this.#pending.slice(this.#pendingStart);
    this.#pendingStart = 0;
    const previous = this.#isFlat ? undefined : Array.from(rest);
    const { data = [] } = readPage(reader, header, this.#decoder, this.#dictionary, previous, 0);
    if (data === previous || rest.length === 0) this.#pending = data;
    else this.#pending = Array.from(rest).concat(Array.from(data));
  }

  /** A page header's length is known only after parsing it: try with a small window, then with larger ones. */
  async #readHeader(): Promise<{ readonly header: PageHeader; readonly headerBytes: number }> {
    const available = this.#end - this.#position;
    for (let byteCount = Math.min(1024, available); ; byteCount = Math.min(byteCount * 8, available)) {
      const reader = { view: await this.#load(this.#position, byteCount), offset: 0 };
      try {
        const header = parquetHeader(reader);
        return { header, headerBytes: reader.offset };
      } catch (error) {
        if (!(error instanceof RangeError) || byteCount >= available) throw error;
      }
    }
  }

  async #load(start: number, byteCount: number): Promise<DataView> {
    const windowEnd = this.#windowStart + this.#window.byteLength;
    if (start < this.#windowStart || start + byteCount > windowEnd) {
      const end = Math.min(this.#end, start + Math.max(byteCount, WINDOW_BYTES));
      this.#window = await this.#file.slice(start, end);
      this.#windowStart = start;
      if (this.#window.byteLength < byteCount) throw new RangeError('the file ends inside a page');
    }
    return new DataView(this.#window, start - this.#windowStart, byteCount);
  }
}

/**
 * The number of values in a data page. Refuses a header that lacks a field or contradicts itself: hyparquet reads it
 * all the same and, with a length that is undefined, decodes without an end.
 */
function countValues(header: PageHeader): number {
  const { data_page_header: first, data_page_header_v2: second, compressed_page_size: pageBytes } = header;
  const valueCount = (first ?? second)?.num_values;
  if (!isCount(valueCount)) throw new RangeError('a page does not say how many values it has');
  if ((first ?? second)?.encoding === undefined)
    throw new RangeError('a page does not say how it is encoded');
  if (second === undefined) return valueCount;
  const { num_nulls: nulls, num_rows: rows } = second;
  const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = second;
  if (!isCount(nulls) || !isCount(rows) || nulls > valueCount || rows > valueCount) {
    throw new RangeError('a page has impossible counts of rows and nulls');
  }
  if (!isCount(definitions) || !isCount(repetitions) || definitions + repetitions > pageBytes) {
    throw new RangeError('a page has levels of an impossible size');
  }
  return valueCount;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0;
}
