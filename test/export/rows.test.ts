/** Claim: every format's rows follow its strict schema, with the same keys and types, and give nothing away by accident. */
import { z } from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Exporter, ExportRow } from '../../src/export/exporter.js';
import { primeInfoSchema, primeWideInfoSchema } from '../../src/export/prime.js';
import { EXPORTERS, findExporter } from '../../src/export/registry.js';
import { listColumns } from '../../src/export/row-columns.js';
import { rowMetadataSchema } from '../../src/export/row-fields.js';
import type { Layout } from '../../src/export/layout.js';
import type { Evidence } from '../../src/model/evidence.js';
import { STAGES } from '../../src/model/stage.js';
import { makeRowOptions } from '../../src/pipeline/export-defaults.js';
import type { RowOptions } from '../../src/pipeline/export-options.js';
import { toRows } from '../../src/pipeline/export-rows.js';
import { renderBlock } from '../../src/render/block.js';
import { renderPrompt } from '../../src/render/prompt.js';
import { COUNTER, shelfRecord } from './shelf-evidence.js';

let records: Evidence[] = [];
beforeAll(async () => {
  records = await Promise.all([0, 1, 2, 3].map((index) => shelfRecord(index)));
  // One that has what the others lack, so that optional content cannot change a type.
  records.push(
    await shelfRecord(0, {
      instance_id: 'shelf__shelf-99',
      problem_statement: '',
      base: { kind: 'parent_of', value: 'f'.repeat(40) },
      environment: { image: 'shelf/eval:12', workdir: '/testbed', test_command: 'pytest -q' },
      extra: JSON.stringify({ version: 3, created_at: '2026-01-05', nested: { depth: [1, null] } }),
      student_context: [{ title: 'Interface', text: 'renew(loan, today)' }],
    }),
  );
});

const LAYOUTS: readonly { readonly exporter: Exporter; readonly layout: Layout }[] = EXPORTERS.flatMap(
  (exporter) => [
    { exporter, layout: 'long' as const },
    ...(exporter.wide ? [{ exporter, layout: 'wide' as const }] : []),
  ],
);

const optionsFor = (exporter: Exporter, layout: Layout, changes: Partial<RowOptions> = {}): RowOptions =>
  makeRowOptions({
    counter: COUNTER,
    exporter,
    layout,
    stages: layout === 'wide' ? STAGES : [...STAGES, 'full'],
    ...changes,
  });

const rowsOf = (options: RowOptions): ExportRow[] =>
  records.flatMap((evidence, index) => toRows(evidence, options, { split: 'train', index }));

const schemaOf = (exporter: Exporter, layout: Layout): z.ZodObject =>
  layout === 'wide' && exporter.wide ? exporter.wide.schema : exporter.long.schema;

/** The value at a path with dots; a text on the way is read as JSON. */
function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => {
    const object: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof object === 'object' && object !== null
      ? Object.entries(object).find(([name]) => name === key)?.[1]
      : undefined;
  }, row);
}

/** Key paths with the types of their values, e.g. `extra_info.index:number`. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => shapeOf(item, `${path}[]`)))];
  if (typeof value !== 'object' || value === null)
    return [`${path}:${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([key, child]) => shapeOf(child, `${path}.${key}`));
}

describe.each(LAYOUTS)('$exporter.name rows, layout $layout', ({ exporter, layout }) => {
  it('follow the schema, key by key in its order', () => {
    const options = optionsFor(exporter, layout);
    const schema = schemaOf(exporter, layout);
    const rows = rowsOf(options);
    expect(rows).toHaveLength(layout === 'wide' ? 5 : 20);
    for (const row of rows) {
      expect(schema.safeParse(row).error?.issues ?? []).toEqual([]);
      expect(Object.keys(row)).toEqual(Object.keys(listColumns(schema, false)));
    }
  });

  it('have the same keys and types throughout, and no null', () => {
    const shapes = new Set(rowsOf(optionsFor(exporter, layout)).map((row) => shapeOf(row).join('\n')));
    expect(shapes.size).toBe(1);
    expect([...shapes].join('\n')).not.toContain(':null');
  });

  it('hold the text for the teacher where the exporter says', () => {
    const options = optionsFor(exporter, layout);
    const shape = layout === 'wide' && exporter.wide ? exporter.wide : exporter.long;
    for (const evidence of records) {
      const rows = toRows(evidence, options, { split: 'train', index: 0 });
      STAGES.forEach((stage, index) => {
        const text = valueAt(rows[layout === 'wide' ? 0 : index], shape.evidenceField(stage));
        expect(text).toBeTypeOf('string');
        expect(text).toContain(renderBlock(evidence, stage));
      });
    }
  });

  it('keep the block away from the student', () => {
    for (const row of rowsOf(optionsFor(exporter, layout))) {
      const student = JSON.stringify(
        row['prompt'] ?? row['messages'] ?? row['problem'] ?? valueAt(row, 'responses_create_params.input'),
      );
      expect(student).not.toContain('Where the fault is');
      expect(student).not.toContain('How the failure shows');
      expect(student).not.toContain('The verified repair');
    }
  });

  it('say their control in the metadata', () => {
    const options = optionsFor(exporter, layout, {
      control: { kind: 'swap', shown: new Map([['localization', 'patch']]) },
    });
    const [first] = toRows(records[0] ?? fail(), options, { split: 'train', index: 0 });
    const paths = new Map([
      ['verl', 'extra_info.metadata'],
      ['prime', 'info.metadata'],
      ['slime', 'metadata.metadata'],
    ]);
    const found = valueAt(first, paths.get(exporter.name) ?? 'metadata');
    const metadata = rowMetadataSchema.parse(typeof found === 'string' ? JSON.parse(found) : found);
    expect(metadata.control).toBe('swap:localization=patch');
    expect(metadata.shown['localization']).toEqual({
      control: 'swap:localization=patch',
      stage: 'patch',
      instance_id: 'shelf__shelf-12',
    });
  });

  it('leave the fix out unless it is asked for', () => {
    const fixLine = 'loan.due = max(loan.due, today) + WEEK';
    const stages = ['localization'] as const;
    const plain = toRows(records[0] ?? fail(), optionsFor(exporter, 'long', { stages }), {
      split: 'train',
      index: 0,
    });
    expect(JSON.stringify(plain)).not.toContain(fixLine);
    const gold = toRows(records[0] ?? fail(), optionsFor(exporter, 'long', { stages, withGold: true }), {
      split: 'train',
      index: 0,
    });
    expect(JSON.stringify(gold).includes(fixLine)).toBe(exporter.name !== 'opsd');
  });
});

/** Names that a trainer takes for something else. Source: reference of each exporter's first comment. */
const RESERVED: Readonly<Record<string, readonly string[]>> = {
  trl: [
    'prompts',
    'completions',
    'completion',
    'completion_ids',
    'trainer_state',
    'environment',
    'teacher_prompt',
    'image',
    'images',
    'golden_response',
  ],
  swift: [
    'prompt',
    'question',
    'problem',
    'instruction',
    'input',
    'query',
    'response',
    'answer',
    'output',
    'solution',
    'text',
    'completion',
    'content',
    'target',
    'targets',
    'system',
    'image',
    'images',
    'label',
    'tools',
    'objects',
    'channel',
    'margin',
  ],
  verl: [
    'raw_prompt',
    'dummy_tensor',
    'index',
    'tools_kwargs',
    'interaction_kwargs',
    'uid',
    '__num_turns__',
    'multi_modal_data',
    'images',
    'videos',
    'audios',
  ],
  prime: ['task', 'example_id', 'question'],
};

describe('reserved names', () => {
  it.each(Object.entries(RESERVED))('%s rows use none', (name, reserved) => {
    const exporter = findExporter(name) ?? fail();
    const columns = [exporter.long, exporter.wide].flatMap((layout) =>
      Object.keys(layout?.schema.shape ?? {}),
    );
    expect(columns.filter((column) => reserved.includes(column))).toEqual([]);
  });

  it('no set of columns looks like an agent trace to `datasets`', () => {
    for (const { long, wide } of EXPORTERS) {
      for (const layout of [long, wide]) {
        const columns = new Set(Object.keys(layout?.schema.shape ?? {}));
        for (const marks of [
          ['id', 'source', 'model', 'system_prompt', 'messages'],
          ['type', 'message'],
          ['type', 'payload'],
          ['type', 'id', 'cwd', 'version'],
        ]) {
          expect(marks.every((mark) => columns.has(mark))).toBe(false);
        }
      }
    }
  });
});

describe('what single trainers need', () => {
  const first = (name: string, changes: Partial<RowOptions> = {}): ExportRow =>
    toRows(records[4] ?? fail(), optionsFor(findExporter(name) ?? fail(), 'long', changes), {
      split: 'train',
      index: 7,
    })[0] ?? {};

  it('swift: teacher_prompt is the last user turn with the block behind it', () => {
    const evidence = records[0] ?? fail();
    const [row] = toRows(evidence, optionsFor(findExporter('swift') ?? fail(), 'long'), {
      split: 'train',
      index: 0,
    });
    const prompt = renderPrompt(evidence);
    expect(row?.['messages']).toEqual([{ role: 'user', content: prompt }]);
    expect(row?.['teacher_prompt']).toBe(`${prompt}\n\n${renderBlock(evidence, 'localization')}`);
  });

  it('a system message comes first, the user last', () => {
    const framing = { system: 'You repair programs.', promptTemplate: null, evidenceTemplate: null };
    for (const name of ['trl', 'verl', 'prime', 'slime']) {
      const prompt = z.array(z.looseObject({ role: z.string() })).parse(first(name, { framing })['prompt']);
      expect(prompt.map(({ role }) => role)).toEqual(['system', 'user']);
    }
    expect(first('flat', { framing })['system']).toBe('You repair programs.');
    expect(String(first('opsd', { framing })['problem']).startsWith('You repair programs.\n\n')).toBe(true);
  });

  it('verl: the agent loop finds its sandbox and its name', () => {
    const row = first('verl', { agent: 'swe_agent' });
    expect(Object.keys(row).slice(0, 2)).toEqual(['data_source', 'agent_name']);
    expect(row).toMatchObject({
      data_source: 'swe_evidence/localization',
      agent_name: 'swe_agent',
      extra_info: {
        index: 7,
        split: 'train',
        version: '3',
        base_commit: `${'f'.repeat(40)}^`,
        sandbox_overrides: {
          docker_image: 'shelf/eval:12',
          use_preexisting_repo: true,
          preexisting_repo_name: 'testbed',
          preexisting_repo_reset: true,
        },
      },
    });
    expect(first('verl')).not.toHaveProperty('agent_name');
  });

  it('prime: info is a JSON text with the block, the task and the carried fields', () => {
    const info: unknown = JSON.parse(String(first('prime')['info']));
    expect(primeInfoSchema.safeParse(info).error?.issues ?? []).toEqual([]);
    expect(info).toMatchObject({
      image: 'shelf/eval:12',
      workdir: '/testbed',
      version: 3,
      nested: { depth: [1, null] },
    });
    const wide = toRows(records[0] ?? fail(), optionsFor(findExporter('prime') ?? fail(), 'wide'), {
      split: 'train',
      index: 0,
    });
    expect(primeWideInfoSchema.safeParse(JSON.parse(String(wide[0]?.['info']))).error?.issues ?? []).toEqual(
      [],
    );
  });

  it('slime and NeMo-Gym: image and folder stand where the rollout reads them', () => {
    expect(first('slime')).toMatchObject({
      label: 'shelf__shelf-99',
      metadata: {
        image: 'shelf/eval:12',
        workdir: '/testbed',
        eval_cmd: 'pytest -q',
        remote_env_info: { image_url: 'shelf/eval:12' },
      },
    });
    const gym = first('nemo-gym', { agent: 'swe_agents_train' });
    expect(gym).toMatchObject({
      agent_ref: { type: 'responses_api_agents', name: 'swe_agents_train' },
      responses_create_params: { metadata: { docker_image: 'shelf/eval:12', patch_workdir: '/testbed' } },
    });
    expect(JSON.stringify(valueAt(gym, 'responses_create_params'))).not.toContain('Where the fault is');
  });

  it('a carried test patch stands in its column without the fix', async () => {
    const evidence = await shelfRecord(0, { extra: JSON.stringify({ test_patch: 'diff --git a/t b/t\n' }) });
    const [row] = toRows(evidence, optionsFor(findExporter('trl') ?? fail(), 'long'), {
      split: 'train',
      index: 0,
    });
    expect(row).toMatchObject({ test_patch: 'diff --git a/t b/t\n', gold_patch: '' });
  });

  it('half a surrogate pair does not reach a nested JSON text', async () => {
    const evidence = await shelfRecord(0, { problem_statement: 'a\ud83d b' });
    const [row] = toRows(evidence, optionsFor(findExporter('prime') ?? fail(), 'long'), {
      split: 'train',
      index: 0,
    });
    expect(String(row?.['info'])).not.toMatch(/\\ud83d/i);
  });
});

function fail(): never {
  throw new Error('the example must have this');
}
