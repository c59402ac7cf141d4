/**
 * Owns what the rows of one file have in common: keys and their order, types, dates; and what no value may be (null, ill-formed
 * text, an integer beyond 2^53). Of a known format the schema says which keys and types there are; here it is held against the
 * other rows. Walks without recursion.
 */
import { z } from 'zod';
import type { Report } from './finding-log.js';
import type { Row } from './row-reader.js';

/** What is known of one place in the rows. */
interface ShapeNode {
  /** Keys in the order of the format, null when the format does not say. */
  readonly expected: readonly string[] | null;
  /** Those of them that a row may lack, as long as all rows do. */
  readonly optional: ReadonlySet<string>;
  /** Keys of the first object seen here. */
  keys: readonly string[] | null;
  type: string;
  texts: number;
  dates: number;
  readonly fields: Map<string, ShapeNode>;
  item: ShapeNode | null;
}

interface Step {
  readonly value: unknown;
  readonly node: ShapeNode;
  readonly path: string;
}

/**
 * Source: `datasets` reads JSON with pyarrow, which takes ISO 8601 texts for timestamps when all of a column are: see
 * trainers.md §4.
 */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}(?::\d{2}(?::\d{2})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

export class FileShape {
  readonly #root: ShapeNode;
  readonly #isKnown: boolean;

  /** @param schema of a row, null for an unknown format */
  constructor(schema: z.ZodObject | null) {
    this.#isKnown = schema !== null;
    this.#root = schema === null ? makeNode(null) : nodeOf(schema);
  }

  /** Looks at one row. Codes: keys_differ, key_order, types_differ, null_value, text_ill_formed, integer_too_large. */
  add(row: Row, report: Report): void {
    const open: Step[] = [{ value: row, node: this.#root, path: '' }];
    for (let step = open.pop(); step !== undefined; step = open.pop()) this.#visit(step, open, report);
  }

  /** Paths of the columns in which every text is a date. */
  listDateColumns(): string[] {
    const found: string[] = [];
    const open: { readonly node: ShapeNode; readonly path: string }[] = [{ node: this.#root, path: '' }];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { node, path } = step;
      if (node.texts > 0 && node.dates === node.texts) found.push(path);
      for (const [key, field] of node.fields) open.push({ node: field, path: joinPath(path, key) });
      if (node.item) open.push({ node: node.item, path: `${path}[]` });
    }
    return found.sort();
  }

  /** The columns of the first row with their types, for comparing files: `name:type` in order. */
  describe(): string {
    const keys = this.#root.keys ?? [];
    return keys.map((key) => `${key}:${this.#root.fields.get(key)?.type ?? ''}`).join(', ');
  }

  /** Top-level keys of the first row. */
  get keys(): readonly string[] {
    return this.#root.keys ?? [];
  }

  #visit({ value, node, path }: Step, open: Step[], report: Report): void {
    const type = typeOf(value);
    if (type === 'null') {
      report('null_value', path, 'found null, expected a value');
      return;
    }
    if (node.type === '') node.type = type;
    else if (node.type !== type && !this.#isKnown)
      report('types_differ', path, `found ${type}, earlier rows have ${node.type}`);
    if (typeof value === 'string') checkText(value, node, path, report);
    else if (typeof value === 'number') checkNumber(value, path, report);
    else if (Array.isArray(value)) {
      node.item ??= makeNode(null);
      const { item } = node;
      // Backwards, so that the first item is looked at first.
      for (let index = value.length - 1; index >= 0; index -= 1)
        open.push({ value: value[index], node: item, path: `${path}[${index}]` });
    } else if (typeof value === 'object' && value !== null)
      this.#visitObject(value, node, path, open, report);
  }

  #visitObject(value: object, node: ShapeNode, path: string, open: Step[], report: Report): void {
    const keys = Object.keys(value);
    node.keys ??= keys;
    this.#compareKeys(keys, node, path, report);
    for (const key of keys.toReversed()) {
      if (!key.isWellFormed()) report('text_ill_formed', path, 'a key holds a lone surrogate');
      const field = node.fields.get(key) ?? makeNode(null);
      node.fields.set(key, field);
      open.push({ value: Reflect.get(value, key), node: field, path: joinPath(path, key) });
    }
  }

  #compareKeys(keys: readonly string[], node: ShapeNode, path: string, report: Report): void {
    const first = node.keys ?? keys;
    const order = node.expected ?? first;
    if (sameList(keys, first) && (node.expected === null || first !== keys)) return;
    const known = new Set(order);
    const own = new Set(keys);
    const shared = keys.filter((key) => known.has(key));
    const wanted = order.filter((key) => own.has(key));
    if (!sameList(shared, wanted)) {
      const at = shared.findIndex((key, index) => key !== wanted[index]);
      report('key_order', path, `found ${shared[at] ?? ''} where ${wanted[at] ?? ''} is expected`);
    }
    const before = new Set(first);
    // Other keys of a known format are missing or unknown by its schema, whatever other rows have.
    const mayDiffer = (key: string): boolean => node.expected === null || node.optional.has(key);
    const missing = first.filter((key) => !own.has(key) && mayDiffer(key));
    const added = keys.filter((key) => !before.has(key) && mayDiffer(key));
    if (missing.length === 0 && added.length === 0) return;
    const words = [
      ...(missing.length > 0 ? [`${missing.join(', ')} missing`] : []),
      ...(added.length > 0 ? [`${added.join(', ')} added`] : []),
    ];
    report('keys_differ', path, `compared with the first row: ${words.join('; ')}`);
  }
}

function checkText(text: string, node: ShapeNode, path: string, report: Report): void {
  if (!text.isWellFormed()) report('text_ill_formed', path, 'the text holds a lone surrogate');
  node.texts += 1;
  if (text.length <= 25 && ISO_DATE.test(text)) node.dates += 1;
}

function checkNumber(value: number, path: string, report: Report): void {
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    report('integer_too_large', path, `found ${value}, expected an integer within 2^53`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a float';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const NONE: ReadonlySet<string> = new Set();

const makeNode = (expected: readonly string[] | null, optional = NONE): ShapeNode => ({
  expected,
  optional,
  keys: null,
  type: '',
  texts: 0,
  dates: 0,
  fields: new Map(),
  item: null,
});

/** The nodes of a schema. Recursive: on the depth of our own schemas, not of input. */
function nodeOf(schema: unknown): ShapeNode {
  if (schema instanceof z.ZodOptional) return nodeOf(schema.unwrap());
  if (schema instanceof z.ZodArray) {
    const node = makeNode(null);
    node.item = nodeOf(schema.element);
    return node;
  }
  if (!(schema instanceof z.ZodObject)) return makeNode(null);
  const optional = Object.entries(schema.shape).flatMap(([key, field]) =>
    field instanceof z.ZodOptional ? [key] : [],
  );
  const node = makeNode(Object.keys(schema.shape), new Set(optional));
  for (const [key, field] of Object.entries(schema.shape)) node.fields.set(key, nodeOf(field));
  return node;
}

const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const sameList = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((key, index) => key === right[index]);
