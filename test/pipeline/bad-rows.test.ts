import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeAtomically } from '../../src/io/atomic-output.js';
import { ParquetRowWriter } from '../../src/io/parquet-writer.js';
import { evidenceSchema } from '../../src/model/evidence.js';
import { type Reject, rejectSchema } from '../../src/model/issue.js';
import { NO_OVERRIDES } from '../../src/extract/repair.js';
import { manifestSchema } from '../../src/pipeline/manifest.js';
import { type WriteBuildOptions, writeBuild } from '../../src/pipeline/write-build.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { runCommand } from '../support/command.js';
import { SHELF_ROWS } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bad-rows-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const readLines = (file: string): unknown[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

const GOOD = SHELF_ROWS.map((row) => Buffer.from(JSON.stringify(row)));
const [FIRST = {}] = SHELF_ROWS;
const patchOf = (row: Readonly<Record<string, unknown>>): string => String(row['patch']);

/** One bad row of each kind, with the code it must be rejected with. */
const BAD: readonly (readonly [name: string, code: Reject['code'], bytes: Buffer])[] = [
  ['no JSON', 'row_malformed_json', Buffer.from('{"instance_id": "x", }')],
  ['null', 'row_not_an_object', Buffer.from('null')],
  ['a list', 'row_not_an_object', Buffer.from('[1, 2]')],
  ['invalid UTF-8', 'row_invalid_utf8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['fields of no format', 'format_unknown', Buffer.from('{"question": "why", "answer": "because"}')],
  [
    'an empty fix',
    'fix_missing',
    Buffer.from(JSON.stringify({ ...FIRST, instance_id: 'b__b-1', patch: '' })),
  ],
  [
    'prose instead of a fix',
    'diff_malformed',
    Buffer.from(JSON.stringify({ ...FIRST, instance_id: 'b__b-2', patch: 'please fix it\n' })),
  ],
  [
    'a truncated hunk',
    'diff_malformed',
    Buffer.from(
      JSON.stringify({
        ...FIRST,
        instance_id: 'b__b-3',
        patch: patchOf(FIRST).split('\n').slice(0, -4).join('\n'),
      }),
    ),
  ],
  [
    'a number as fix',
    'field_invalid',
    Buffer.from(JSON.stringify({ ...FIRST, instance_id: 'b__b-4', patch: 7 })),
  ],
  [
    'the same id with another fix',
    'duplicate_instance_id',
    Buffer.from(JSON.stringify({ ...FIRST, problem_statement: 'another story' })),
  ],
];

const OPTIONS: WriteBuildOptions = {
  ingester: null,
  counter: loadCounter('qwen3'),
  profile: DEFAULT_PROFILE,
  overrides: NO_OVERRIDES,
  limit: Infinity,
  only: new Set(),
  carry: [],
};

describe('a bad row costs only itself', () => {
  for (const [name, code, bytes] of BAD) {
    it(`${name}, at every position`, async () => {
      // A duplicate is only one when the first row came before it.
      const from = code === 'duplicate_instance_id' ? 1 : 0;
      for (let position = from; position <= GOOD.length; position += 1) {
        const lines = [...GOOD.slice(0, position), bytes, ...GOOD.slice(position)];
        const input = join(folder, 'rows.jsonl');
        writeFileSync(input, Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
        await writeBuild([input], join(folder, 'evidence'), OPTIONS);
        const built = z.array(evidenceSchema).parse(readLines('evidence/evidence.jsonl'));
        expect(built.map((record) => record.instance_id)).toEqual(
          SHELF_ROWS.map((row) => row['instance_id']),
        );
        const rejects = z.array(rejectSchema).parse(readLines('evidence/rejects.jsonl'));
        expect(rejects).toHaveLength(1);
        expect(rejects[0]).toMatchObject({ code, file: 'rows.jsonl', row: position, line: position + 1 });
        expect(rejects[0]?.message).not.toBe('');
      }
    });
  }

  it('a row of no known format is told by its fields, the same from Parquet as from JSON Lines', async () => {
    const row = { question: 'why', answer: 'because' };
    writeFileSync(join(folder, 'rows.jsonl'), `${JSON.stringify(row)}\n`);
    await writeAtomically(async (outputs) => {
      const output = await outputs.open(join(folder, 'rows.parquet'));
      const writer = new ParquetRowWriter(output, { question: 'string', answer: 'string' });
      await writer.append(row);
      await writer.finish();
    });
    const rejects: unknown[] = [];
    for (const file of ['rows.jsonl', 'rows.parquet']) {
      await writeBuild([join(folder, file)], join(folder, 'evidence'), OPTIONS);
      const [{ line: _line, file: _file, ...told }] = z
        .tuple([rejectSchema])
        .parse(readLines('evidence/rejects.jsonl'));
      rejects.push(told);
    }
    expect(rejects[1]).toEqual(rejects[0]);
    expect(rejects[1]).toMatchObject({ code: 'format_unknown', got: 'the fields question, answer' });
  });

  it('the command says where it stands and ends with 1', async () => {
    const lines = [...GOOD.slice(0, 2), Buffer.from('null'), ...GOOD.slice(2)];
    writeFileSync(
      join(folder, 'rows.jsonl'),
      Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])),
    );
    const { exitCode, stderr } = await runCommand(['build', 'rows.jsonl'], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('rows.jsonl, row 2 (line 3): row_not_an_object');
  });

  it('--max-rejects lets a known number pass', async () => {
    writeFileSync(
      join(folder, 'rows.jsonl'),
      Buffer.concat([...GOOD.flatMap((line) => [line, Buffer.from('\n')]), Buffer.from('null\n')]),
    );
    expect((await runCommand(['build', 'rows.jsonl', '--max-rejects', '1'], folder)).exitCode).toBe(0);
    expect((await runCommand(['build', 'rows.jsonl', '--max-rejects', '0'], folder)).exitCode).toBe(1);
  });

  it('the same row twice is kept once and noted', async () => {
    const [first = Buffer.alloc(0)] = GOOD;
    writeFileSync(
      join(folder, 'rows.jsonl'),
      Buffer.concat([...GOOD, first].flatMap((line) => [line, Buffer.from('\n')])),
    );
    const { exitCode } = await runCommand(['build', 'rows.jsonl'], folder);
    expect(exitCode).toBe(0);
    expect(readLines('evidence/evidence.jsonl')).toHaveLength(GOOD.length);
    const manifest = manifestSchema.parse(
      JSON.parse(readFileSync(join(folder, 'evidence/manifest.json'), 'utf8')),
    );
    expect(manifest).toMatchObject({
      counts: { read: 5, built: 4, duplicates: 1, warned_by_code: { duplicate_row: 1 } },
      duplicates: [
        {
          instance_id: 'shelf__shelf-12',
          kept: { file: 'rows.jsonl', row: 0 },
          dropped: { file: 'rows.jsonl', row: 4 },
        },
      ],
    });
  });
});

describe('no half-written output', () => {
  it('an output folder that cannot be made ends with exit code 4 and leaves nothing', async () => {
    writeFileSync(
      join(folder, 'rows.jsonl'),
      Buffer.concat(GOOD.flatMap((line) => [line, Buffer.from('\n')])),
    );
    writeFileSync(join(folder, 'evidence'), 'a file in the way');
    const { exitCode, stderr } = await runCommand(['build', 'rows.jsonl'], folder);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('evidence');
    expect(readdirSync(folder).toSorted()).toEqual(['evidence', 'rows.jsonl']);
    expect(readFileSync(join(folder, 'evidence'), 'utf8')).toBe('a file in the way');
  });

  it('an input that does not exist ends with exit code 3 and leaves nothing', async () => {
    const { exitCode, stderr } = await runCommand(['build', 'missing.jsonl'], folder);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('missing.jsonl');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a failed build leaves the former output as it was', async () => {
    writeFileSync(
      join(folder, 'rows.jsonl'),
      Buffer.concat(GOOD.flatMap((line) => [line, Buffer.from('\n')])),
    );
    await runCommand(['build', 'rows.jsonl'], folder);
    const before = readFileSync(join(folder, 'evidence/evidence.jsonl'), 'utf8');
    const { exitCode } = await runCommand(['build', 'rows.jsonl', 'missing.jsonl'], folder);
    expect(exitCode).toBe(3);
    expect(readFileSync(join(folder, 'evidence/evidence.jsonl'), 'utf8')).toBe(before);
    expect(readdirSync(join(folder, 'evidence')).toSorted()).toEqual([
      'evidence.jsonl',
      'manifest.json',
      'rejects.jsonl',
    ]);
  });
});
