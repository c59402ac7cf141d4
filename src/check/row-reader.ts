/** Owns reading a field of a row by its path, through objects, lists and JSON text, each text parsed once. */

export type Row = Readonly<Record<string, unknown>>;

export class RowReader {
  readonly #parsed = new Map<string, unknown>();

  constructor(readonly row: Row) {}

  /**
   * The value at a path such as `extra_info.metadata.control`; a JSON text on the way is entered. Undefined where there is
   * nothing.
   */
  read(path: string): unknown {
    let value: unknown = this.row;
    for (const key of path.split('.')) {
      if (typeof value === 'string') value = this.#parse(value);
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = Reflect.get(value, key);
    }
    return value;
  }

  /** The text at a path, "" where there is none. */
  text(path: string): string {
    const value = path === '' ? undefined : this.read(path);
    return typeof value === 'string' ? value : '';
  }

  #parse(text: string): unknown {
    if (!this.#parsed.has(text)) this.#parsed.set(text, parseJson(text));
    return this.#parsed.get(text);
  }
}

/** The value of a JSON text, undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
