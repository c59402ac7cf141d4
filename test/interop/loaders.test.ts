/**
 * Claim (issue 6.8): every export loads with Hugging Face `datasets`, pandas and pyarrow with the types that were promised, by
 * stage and all together, through the dataset card and file by file, and the values are those that were written.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ndjson from 'ndjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ColumnType, listColumns } from '../../src/export/row-columns.js';
import { EXPORTERS } from '../../src/export/registry.js';
import { toCanonicalJson } from '../../src/io/canonical-json.js';
import { parseSplit } from '../../src/export/split.js';
import { readJsonl, Workbench } from '../check/workbench.js';
import { HAS_PYTHON, PYTHON_NOTE, runPython } from './python.js';

const bench = new Workbench();

const loadedSchema = z.strictObject({
  configs: z.record(z.string(), z.record(z.string(), z.int())),
  features: z.record(z.string(), z.string()),
  hashes: z.record(z.string(), z.string()),
  concatenated: z.int(),
  pandas: z.record(z.string(), z.tuple([z.int(), z.array(z.string())])),
  arrow: z.record(z.string(), z.array(z.string())),
});

interface Job {
  readonly name: string;
  readonly trainer: string;
  readonly format: 'jsonl' | 'parquet';
  readonly layout: 'long' | 'wide';
  readonly folder: string;
  readonly configs: readonly string[];
  readonly files: readonly string[];
}

const jobs: Job[] = [];
/** Small shards, and a split: several files of every kind. */
const SPLIT = parseSplit('train=0.5,test=0.5');

beforeAll(async () => {
  await bench.open();
  for (const { name: trainer, wide } of EXPORTERS) {
    for (const format of ['jsonl', 'parquet'] as const) {
      await addJob(trainer, format, 'long');
      if (wide !== null) await addJob(trainer, format, 'wide');
    }
  }
});
afterAll(() => bench.close());

async function addJob(trainer: string, format: Job['format'], layout: Job['layout']): Promise<void> {
  const folder = await bench.export(trainer, { layout, fileFormat: format, split: SPLIT, shardRows: 2 });
  const files = readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const configs = layout === 'wide' ? ['wide'] : ['all', 'localization', 'reproduction', 'patch'];
  jobs.push({ name: `${trainer} ${format} ${layout}`, trainer, format, layout, folder, configs, files });
}

/** A type as `datasets` 5 writes it. */
function describeFeature(type: ColumnType): string {
  if (type === 'boolean') return "Value('bool')";
  if (typeof type === 'string') return `Value('${type}')`;
  if ('list' in type) return `List(${describeFeature(type.list)})`;
  return `{${describeFields(type.struct)}}`;
}

const describeFields = (fields: Readonly<Record<string, ColumnType>>): string =>
  Object.entries(fields)
    .map(([name, type]) => `'${name}': ${describeFeature(type)}`)
    .join(', ');

function columnsOf({ trainer, layout }: Job): Readonly<Record<string, ColumnType>> {
  const exporter = EXPORTERS.find(({ name }) => name === trainer);
  const shape = layout === 'wide' ? exporter?.wide : exporter?.long;
  if (!shape) throw new Error(`${trainer} has no ${layout} layout`);
  return listColumns(shape.schema, false);
}

const hashRows = (rows: readonly unknown[]): string => {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${toCanonicalJson(row)}\n`);
  return hash.digest('hex');
};

describe.skipIf(!HAS_PYTHON)(`exports in Python${PYTHON_NOTE}`, () => {
  let loaded: Record<string, z.infer<typeof loadedSchema>> = {};
  beforeAll(() => {
    loaded = z.record(z.string(), loadedSchema).parse(runPython('load_exports.py', jobs));
  }, 300_000);

  it('every configuration of the card loads, with its splits and rows', () => {
    for (const { name, layout } of jobs) {
      const perSplit = loaded[name]?.configs[layout === 'wide' ? 'wide' : 'localization'] ?? {};
      const total = Object.values(perSplit).reduce((sum, rows) => sum + rows, 0);
      expect(total, name).toBe(4);
      if (layout === 'wide') continue;
      expect(loaded[name]?.configs, name).toEqual({
        localization: perSplit,
        reproduction: perSplit,
        patch: perSplit,
        all: Object.fromEntries(Object.entries(perSplit).map(([split, rows]) => [split, rows * 3])),
      });
    }
  });

  it('features are those of the row schema, by the card and inferred from each file', () => {
    for (const job of jobs) {
      const expected = `{${describeFields(columnsOf(job))}}`;
      const features = Object.entries(loaded[job.name]?.features ?? {});
      expect(features.length).toBe(job.configs.length + job.files.length);
      for (const [place, found] of features) expect(found, `${job.name}, ${place}`).toBe(expected);
    }
  });

  it('files loaded one by one go together', () => {
    for (const { name, layout } of jobs)
      expect(loaded[name]?.concatenated, name).toBe(layout === 'wide' ? 4 : 12);
  });

  it('pandas and pyarrow read every Parquet file with all its columns', () => {
    for (const job of jobs.filter(({ format }) => format === 'parquet')) {
      const names = Object.keys(columnsOf(job));
      for (const file of job.files) {
        expect(loaded[job.name]?.pandas[file]?.[1], `${job.name}, ${file}`).toEqual(names);
        const types = loaded[job.name]?.arrow[file] ?? [];
        expect(types.map((column) => column.split(': ', 1)[0])).toEqual(names);
      }
    }
    const [first] = Object.values(loaded['trl parquet long']?.arrow ?? {});
    expect(first).toContain('prompt: list<element: struct<role: string, content: string>>');
  });

  it('values are those of the JSON lines, in both formats and by both readers', () => {
    for (const job of jobs) {
      const lines = jobs.find(({ name }) => name === `${job.trainer} jsonl ${job.layout}`);
      for (const file of job.files) {
        const rows = readJsonl(join(lines?.folder ?? '', file.replace(/parquet$/, 'jsonl')));
        const hashes = loaded[job.name]?.hashes ?? {};
        expect(hashes[file], `${job.name}, ${file}`).toBe(hashRows(rows));
        if (job.format === 'parquet') expect(hashes[`${file} by pyarrow`]).toBe(hashRows(rows));
      }
    }
  });
});

describe('exports in another reader of JSON lines', () => {
  it('the ndjson package reads every file to the same rows', async () => {
    for (const { folder, files, format } of jobs) {
      if (format !== 'jsonl') continue;
      for (const file of files) {
        const rows: unknown[] = [];
        for await (const row of createReadStream(join(folder, file)).pipe(ndjson.parse({ strict: true })))
          rows.push(row);
        expect(rows).toEqual(readJsonl(join(folder, file)));
      }
    }
  });
});
