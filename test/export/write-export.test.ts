/** Claim: an export's files are complete, repeatable, split and sharded as asked, and all there or none. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { parseControl } from '../../src/export/control.js';
import { EXPORTERS, findExporter } from '../../src/export/registry.js';
import { parseSchedule, scheduleSchema } from '../../src/export/schedule.js';
import { parseSettings, settingsSchema } from '../../src/export/settings-file.js';
import { assignSplit, parseSplit } from '../../src/export/split.js';
import { rowMetadataSchema } from '../../src/export/row-fields.js';
import { OutputError } from '../../src/io/output-error.js';
import type { Evidence } from '../../src/model/evidence.js';
import { makeExportOptions } from '../../src/pipeline/export-defaults.js';
import type { ExportTarget, WriteExportOptions } from '../../src/pipeline/export-options.js';
import { type ExportResult, writeExport } from '../../src/pipeline/write-export.js';
import {
  COUNTER,
  manyRecords,
  readAll,
  readJson,
  shelfRecord,
  toJsonl,
  useFolder,
} from './shelf-evidence.js';

const folder = useFolder();

type Changes = Partial<Omit<WriteExportOptions, 'target'>>;

/** Exports these records into `out` of the test's folder. */
function exportRecords(
  records: readonly Evidence[],
  changes: Changes = {},
  target: ExportTarget = { kind: 'folder', path: join(folder.path, 'out') },
): Promise<ExportResult> {
  const input = folder.write('evidence.jsonl', toJsonl(records));
  return writeExport([input], makeExportOptions(target, { counter: COUNTER, ...changes }));
}

/** Every file below a folder with its bytes. */
function snapshot(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file.slice(path.length + 1), readFileSync(file, 'base64')]),
  );
}

const out = (name: string): string => join(folder.path, 'out', name);

describe('a folder', () => {
  it('holds a file per stage, the card, the settings and the schedule', async () => {
    const result = await exportRecords(await manyRecords(7), {
      exporter: findExporter('trl') ?? missing(),
      schedule: parseSchedule('localization:30,reproduction:20,patch:20'),
    });
    expect(Object.keys(snapshot(join(folder.path, 'out')))).toEqual([
      'README.md',
      'data/localization/train-00000-of-00001.jsonl',
      'data/patch/train-00000-of-00001.jsonl',
      'data/reproduction/train-00000-of-00001.jsonl',
      'schedule.json',
      'settings.json',
      'settings.md',
    ]);
    expect(result).toMatchObject({ instances: 7, rows: 21, leftOut: 0 });
    const settings = settingsSchema.parse(readJson(out('settings.json')));
    expect(settings).toEqual(result.settings);
    expect(settings.options['max_prompt_length']).toBeNull();
    expect(settings.files.map(({ rows }) => rows)).toEqual([7, 7, 7]);
    const schedule = scheduleSchema.parse(readJson(out('schedule.json')));
    expect(schedule.phases[1]).toEqual({
      stage: 'reproduction',
      iterations: 20,
      first_iteration: 31,
      last_iteration: 50,
      files: ['data/reproduction/train-00000-of-00001.jsonl'],
      rows: 7,
      split: 'train',
      field: 'privileged_context',
    });
  });

  it('is the same, byte for byte, the second time', async () => {
    const records = await manyRecords(9);
    const changes: Changes = {
      exporter: findExporter('verl') ?? missing(),
      fileFormat: 'parquet',
      shardRows: 2,
      split: parseSplit('train=0.7,test=0.3'),
      control: parseControl('generic'),
    };
    await exportRecords(records, changes);
    const first = snapshot(join(folder.path, 'out'));
    await exportRecords(records, changes);
    expect(snapshot(join(folder.path, 'out'))).toEqual(first);
  });

  it('measures the largest prompt, block and teacher prompt', async () => {
    const records = await manyRecords(4);
    const { settings } = await exportRecords(records);
    const rows = await readAll(out('data/patch/train-00000-of-00001.jsonl'));
    const largest = rows.toSorted(
      (left, right) => Number(right['token_count']) - Number(left['token_count']),
    )[0];
    expect(settings.largest.block).toEqual({
      tokens: COUNTER.count(String(largest?.['privileged_context'])),
      instance_id: largest?.['instance_id'],
      stage: 'patch',
    });
    expect(settings.largest.teacher.tokens).toBe(
      COUNTER.count(`${String(largest?.['prompt'])}\n\n${String(largest?.['privileged_context'])}`),
    );
    expect(settings.largest.prompt.tokens).toBe(
      Math.max(...records.map((record) => COUNTER.count(record.problem_statement))),
    );
  });

  it('is not touched when the export fails half-way', async () => {
    const records = await manyRecords(3);
    await exportRecords(records);
    const before = snapshot(join(folder.path, 'out'));
    const broken = folder.write(
      'broken.jsonl',
      `${toJsonl(await manyRecords(5))}{"schema_version": "1.0"}\n`,
    );
    const options = makeExportOptions(
      { kind: 'folder', path: join(folder.path, 'out') },
      { counter: COUNTER },
    );
    await expect(writeExport([broken], options)).rejects.toThrow('broken.jsonl, line 6');
    expect(snapshot(join(folder.path, 'out'))).toEqual(before);
    const fresh = makeExportOptions(
      { kind: 'folder', path: join(folder.path, 'new') },
      { counter: COUNTER, shardRows: 1 },
    );
    await expect(writeExport([broken], fresh)).rejects.toThrow('broken.jsonl');
    expect(existsSync(join(folder.path, 'new'))).toBe(false);
  });
});

describe('the card', () => {
  it('names a configuration per stage with exactly the files there are, and the features of the rows', async () => {
    const records = await manyRecords(12);
    await exportRecords(records, {
      exporter: findExporter('verl') ?? missing(),
      shardRows: 5,
      split: parseSplit('train=0.7,test=0.3'),
    });
    const card = readFileSync(out('README.md'), 'utf8');
    const [, yaml = ''] = card.split('---\n');
    const front: unknown = parse(yaml);
    expect(yaml).not.toContain('&');
    const trainCount = records.filter(
      ({ instance_id }) => assignSplit(instance_id, parseSplit('train=0.7,test=0.3')) === 'train',
    ).length;
    expect(front).toMatchObject({
      configs: [
        { config_name: 'all', default: true },
        {
          config_name: 'localization',
          data_files: [
            { split: 'train', path: `data/localization/train-*-of-0000${Math.ceil(trainCount / 5)}.jsonl` },
            { split: 'test', path: 'data/localization/test-00000-of-00001.jsonl' },
          ],
        },
        { config_name: 'reproduction' },
        { config_name: 'patch' },
      ],
      dataset_info: [
        {
          config_name: 'all',
          features: [
            { name: 'data_source', dtype: 'string' },
            {
              name: 'prompt',
              list: [
                { name: 'role', dtype: 'string' },
                { name: 'content', dtype: 'string' },
              ],
            },
            { name: 'ability' },
            {
              name: 'reward_model',
              struct: [
                { name: 'style' },
                { name: 'ground_truth' },
                { name: 'instance_id' },
                { name: 'test_patch' },
              ],
            },
            { name: 'extra_info' },
          ],
        },
        {},
        {},
        {},
      ],
    });
    expect(card).toContain('| shelf/part-0 | 4 | not named |');
    expect(card).toContain('| swe-bench | 12 |');
  });
});

describe('files', () => {
  it.each(EXPORTERS.map(({ name }) => name))(
    '%s: Parquet holds the same values as JSON Lines',
    async (name) => {
      const exporter = findExporter(name) ?? missing();
      const records = [
        ...(await manyRecords(5)),
        await shelfRecord(0, { instance_id: 'odd__odd-1', problem_statement: 'é \u2028 \u0000 {x}' }),
      ];
      for (const fileFormat of ['jsonl', 'parquet'] as const) {
        await exportRecords(
          records,
          { exporter, fileFormat },
          { kind: 'file', path: out(`rows.${fileFormat}`) },
        );
      }
      const rows = await readAll(out('rows.jsonl'));
      expect(rows).toHaveLength(18);
      expect(await readAll(out('rows.parquet'))).toEqual(rows);
      for (const row of rows) expect(exporter.long.schema.safeParse(row).error?.issues ?? []).toEqual([]);
    },
  );

  it('one file holds all stages, instance by instance', async () => {
    await exportRecords(await manyRecords(2), {}, { kind: 'file', path: out('rows.jsonl') });
    expect((await readAll(out('rows.jsonl'))).map(({ evidence_id }) => evidence_id)).toEqual([
      'shelf__shelf-0:localization',
      'shelf__shelf-0:reproduction',
      'shelf__shelf-0:patch',
      'shelf__shelf-1:localization',
      'shelf__shelf-1:reproduction',
      'shelf__shelf-1:patch',
    ]);
  });

  it('its settings stand in a folder beside it that loaders leave alone, and name it as seen from its own', async () => {
    const target = { kind: 'file', path: out('rows.jsonl') } as const;
    const changes: Changes = { exporter: findExporter('verl') ?? missing(), agent: 'no' };
    const { settings, settingsPath } = await exportRecords(await manyRecords(2), changes, target);
    expect(settingsPath).toBe(out('__settings__/rows.jsonl.yaml'));
    const first = snapshot(join(folder.path, 'out'));
    expect(Object.keys(first)).toEqual(['__settings__/rows.jsonl.yaml', 'rows.jsonl']);
    const written = settingsSchema.parse(parseSettings(readFileSync(settingsPath, 'utf8')));
    expect(written).toEqual({
      ...settings,
      notes: settings.notes.map((note) => note.replace(out('rows.jsonl'), 'rows.jsonl')),
      files: settings.files.map((file) => ({ ...file, file: 'rows.jsonl' })),
    });
    expect(written).toMatchObject({ rows: 6, agent: 'no', files: [{ rows: 6, file: 'rows.jsonl' }] });
    await exportRecords(await manyRecords(2), changes, target);
    expect(snapshot(join(folder.path, 'out'))).toEqual(first);
  });

  it('and its settings are both there or neither', async () => {
    const broken = folder.write(
      'broken.jsonl',
      `${toJsonl(await manyRecords(2))}{"schema_version": "1.0"}\n`,
    );
    const exportTo = (path: string): Promise<ExportResult> =>
      writeExport([broken], makeExportOptions({ kind: 'file', path }, { counter: COUNTER }));
    await expect(exportTo(out('rows.jsonl'))).rejects.toThrow('broken.jsonl');
    expect(existsSync(join(folder.path, 'out'))).toBe(false);
    // Nothing can be put where the settings go: then the rows do not appear either.
    folder.write('__settings__', 'a file');
    const input = folder.write('evidence.jsonl', toJsonl(await manyRecords(2)));
    const path = join(folder.path, 'rows.jsonl');
    await expect(
      writeExport([input], makeExportOptions({ kind: 'file', path }, { counter: COUNTER })),
    ).rejects.toThrow(OutputError);
    expect(existsSync(path)).toBe(false);
  });

  it.skipIf(!existsSync('/dev/null'))('a device has no settings beside it', async () => {
    const target = { kind: 'file', path: '/dev/null' } as const;
    const { rows, settingsPath } = await exportRecords(await manyRecords(2), {}, target);
    expect({ rows, settingsPath }).toEqual({ rows: 6, settingsPath: '' });
    expect(existsSync('/dev/__settings__')).toBe(false);
  });

  it('a stream gets the same lines as a file', async () => {
    const records = await manyRecords(3);
    let text = '';
    await exportRecords(
      records,
      {},
      { kind: 'stream', write: (chunk) => Promise.resolve(void (text += chunk)) },
    );
    await exportRecords(records, {}, { kind: 'file', path: out('rows.jsonl') });
    expect(text).toBe(readFileSync(out('rows.jsonl'), 'utf8'));
  });
});

describe('shards and splits', () => {
  it('shards say how many there are, and together hold every row once, in order', async () => {
    const records = await manyRecords(11);
    await exportRecords(records, { stages: ['patch'], shardRows: 4, fileFormat: 'parquet' });
    const names = [0, 1, 2].map((shard) => `data/patch/train-0000${shard}-of-00003.parquet`);
    expect(readdirSync(out('data/patch'))).toEqual(names.map((name) => name.slice('data/patch/'.length)));
    const rows = (await Promise.all(names.map((name) => readAll(out(name))))).flat();
    expect(rows.map(({ instance_id }) => instance_id)).toEqual(records.map(({ instance_id }) => instance_id));
    expect(readJson(out('settings.json'))).toMatchObject({ files: [{ rows: 4 }, { rows: 4 }, { rows: 3 }] });
  });

  it('a full last shard opens no empty one', async () => {
    await exportRecords(await manyRecords(8), { stages: ['patch'], shardRows: 4 });
    expect(readdirSync(out('data/patch'))).toHaveLength(2);
  });

  it('no row moves when rows are added', async () => {
    const split = parseSplit('train=0.6,test=0.4');
    const idsIn = async (name: string): Promise<unknown[]> =>
      (await readAll(out(`data/patch/${name}-00000-of-00001.jsonl`))).map(({ instance_id }) => instance_id);
    await exportRecords(await manyRecords(10), { stages: ['patch'], split });
    const before = [await idsIn('train'), await idsIn('test')];
    await exportRecords((await manyRecords(25)).toReversed(), { stages: ['patch'], split });
    const after = [await idsIn('train'), await idsIn('test')];
    before.forEach((ids, index) => expect(after[index]).toEqual(expect.arrayContaining(ids)));
    expect([...(after[0] ?? []), ...(after[1] ?? [])]).toHaveLength(25);
  });

  it('by repository, a repository is in one split only', async () => {
    await exportRecords(await manyRecords(30), {
      stages: ['patch'],
      split: parseSplit('train=0.5,test=0.5'),
      splitBy: 'repo',
    });
    const seen = new Map<unknown, Set<string>>();
    for (const file of readdirSync(out('data/patch'))) {
      for (const { repo } of await readAll(out(`data/patch/${file}`))) {
        seen.set(repo, (seen.get(repo) ?? new Set()).add(file));
      }
    }
    expect(seen.size).toBe(3);
    for (const files of seen.values()) expect(files.size).toBe(1);
  });
});

describe('budgets', () => {
  it('cut the blocks, and leave out an instance that cannot be cut so far', async () => {
    const records = await manyRecords(4);
    const cut = await exportRecords(records, { stages: ['patch'], budgets: { patch: 200 } });
    expect(cut.leftOut).toBe(0);
    expect(cut.settings.max_tokens).toEqual({ patch: 200 });
    expect(cut.settings.largest.block.tokens).toBeLessThanOrEqual(200);
    const rows = await readAll(out('data/patch/train-00000-of-00001.jsonl'));
    expect(
      rows.filter((row) => String(row['privileged_context']).includes('Left out to save tokens')).length,
    ).toBeGreaterThan(0);
    const refused = await exportRecords(
      records,
      { stages: ['patch'], budgets: { patch: 3 }, shardRows: 1 },
      { kind: 'folder', path: join(folder.path, 'other') },
    );
    expect(refused).toMatchObject({ instances: 0, leftOut: 4 });
    expect(refused.findings[0]).toContain('shelf__shelf-0: budget_too_small');
  });

  it('only count for blocks that are shown', async () => {
    const { leftOut } = await exportRecords(await manyRecords(2), {
      stages: ['localization'],
      budgets: { patch: 3 },
    });
    expect(leftOut).toBe(0);
  });
});

describe('what is left out', () => {
  it('an id that came before, and a record that leaks, with the reason', async () => {
    const [first, second] = await manyRecords(2);
    if (!first || !second) throw new Error('two records were asked for');
    const leaking = {
      ...first,
      instance_id: 'leak__leak-1',
      localization: {
        files: first.localization.files.map((file) => ({
          ...file,
          hunks: file.hunks.map((hunk) => ({ ...hunk, text: 'loan.due = max(loan.due, today) + WEEK\n' })),
        })),
      },
    };
    const result = await exportRecords([first, second, first, leaking]);
    expect(result).toMatchObject({ instances: 2, rows: 6, leftOut: 2 });
    expect(result.findings[0]).toBe('shelf__shelf-0: the id came before');
    expect(result.findings[1]).toContain(
      'leak__leak-1: leak in localization: loan.due = max(loan.due, today) + WEEK',
    );
  });

  it('other-instance: an instance alone in its repository; shard counts leave it out too', async () => {
    const records = await manyRecords(6);
    const alone = await shelfRecord(1, { instance_id: 'alone__alone-1', repo: 'alone/alone' });
    const result = await exportRecords([alone, ...records], {
      stages: ['localization'],
      control: parseControl('other-instance'),
      shardRows: 6,
    });
    expect(result).toMatchObject({ instances: 6, rows: 6, leftOut: 1 });
    expect(result.findings[0]).toBe(
      'alone__alone-1: no other instance of alone/alone with another fix to show',
    );
    const rows = await readAll(out('data/localization/train-00000-of-00001.jsonl'));
    for (const row of rows) {
      const { control, shown } = rowMetadataSchema.parse(JSON.parse(String(row['metadata'])));
      expect(control).toBe('other-instance');
      const donor = records.find(({ instance_id }) => instance_id === shown['localization']?.instance_id);
      expect(donor?.repo).toBe(row['repo']);
      expect(donor?.instance_id).not.toBe(row['instance_id']);
    }
  });

  it('none: the row is there, its block is empty, and the template adds nothing', async () => {
    const result = await exportRecords(await manyRecords(2), {
      exporter: findExporter('swift') ?? missing(),
      control: parseControl('none'),
    });
    const rows = await readAll(out('data/patch/train-00000-of-00001.jsonl'));
    expect(rows.map(({ token_count }) => token_count)).toEqual([0, 0]);
    for (const row of rows)
      expect(row['messages']).toEqual([{ role: 'user', content: row['teacher_prompt'] }]);
    expect(result.settings.control).toBe('none');
  });
});

describe('a folder that holds another export', () => {
  it('is refused when files of that one would stay, and nothing changes', async () => {
    const records = await manyRecords(4);
    await exportRecords(records, { shardRows: 2 });
    const before = readdirSync(out(''), { recursive: true }).toSorted();
    const settings = readFileSync(out('settings.json'), 'utf8');
    await expect(exportRecords(records)).rejects.toMatchObject({
      code: 'output_mixed',
      message: expect.stringContaining('data/localization/train-00000-of-00002.jsonl'),
    });
    await expect(exportRecords(records, { stages: ['patch'], shardRows: 2 })).rejects.toThrow(OutputError);
    expect(readdirSync(out(''), { recursive: true }).toSorted()).toEqual(before);
    expect(readFileSync(out('settings.json'), 'utf8')).toBe(settings);
  });

  it('is replaced when all of its files are; files of others do not matter', async () => {
    const records = await manyRecords(4);
    await exportRecords(records, { shardRows: 2 });
    writeFileSync(out('data/notes.md'), 'Ours.\n');
    const again = await exportRecords(records.slice(0, 3), { shardRows: 2 });
    expect(again.rows).toBe(9);
    expect(existsSync(out('data/notes.md'))).toBe(true);
  });
});

function missing(): never {
  throw new Error('there is such an exporter');
}
