/**
 * Claim (issue 6.6): every kind of fault that is planted into evidence or an export is found and named, at its place, and a
 * sound file has no finding. Each case spoils one thing; the code must be found, and no code that says something else is wrong.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FindingCode } from '../../src/model/finding.js';
import { FINDING_CODES } from '../../src/model/finding.js';
import type { CheckReport } from '../../src/model/finding.js';
import { check, codesOf, encodeRows, type JsonRow, readJsonl, Workbench } from './workbench.js';

const bench = new Workbench();
beforeAll(() => bench.open());
afterAll(() => bench.close());

const planted = new Set<FindingCode>();

/** Asserts that exactly these codes were found. */
function expectCodes(report: CheckReport, ...codes: FindingCode[]): void {
  expect(Object.keys(codesOf(report)).toSorted()).toEqual(codes.toSorted());
  for (const code of codes) planted.add(code);
}

/** All stages of an export as one file without companions; `change` spoils the rows. */
async function spoilRows(
  trainer: string,
  change: (rows: JsonRow[]) => void,
  options: { stage?: string; controlName?: string; layout?: 'wide' } = {},
): Promise<string> {
  const { stage = 'localization', controlName, layout } = options;
  const folder = await bench.export(trainer, {
    ...(controlName === undefined ? {} : { controlName }),
    ...(layout === undefined ? {} : { layout }),
  });
  const rows = readJsonl(join(folder, 'data', layout ?? stage, 'train-00000-of-00001.jsonl'));
  change(rows);
  return bench.write('rows.jsonl', encodeRows(rows));
}

const rowAt = (rows: readonly JsonRow[], index: number): JsonRow => {
  const row = rows[index];
  if (!row) throw new Error(`the example must have a row ${index}`);
  return row;
};

/** The object at a key of a row. */
const inner = (row: JsonRow, key: string): JsonRow => row[key] as JsonRow;

/** Changes the JSON text in a column. */
function editJson(row: JsonRow, key: string, change: (value: JsonRow) => void): void {
  const value = JSON.parse(String(row[key])) as JsonRow;
  change(value);
  row[key] = JSON.stringify(value);
}

const soundText = async (trainer = 'flat'): Promise<string> =>
  readFileSync(await spoilRows(trainer, () => {}), 'utf8');

describe('sound files', () => {
  it.each(['trl', 'swift', 'verl', 'prime', 'slime', 'nemo-gym', 'opsd', 'flat'])(
    '%s has no finding',
    async (trainer) => {
      const folder = await bench.export(trainer);
      const report = await check([folder], { against: [bench.evidence] });
      expectCodes(report);
      expect(report.files.map(({ format, rows, leaks }) => ({ format, rows, leaks }))).toEqual(
        Array.from({ length: 3 }, () => ({ format: trainer, rows: 4, leaks: 'against' })),
      );
    },
  );

  it.each(['trl', 'verl', 'prime', 'slime'])('%s, wide and Parquet, has no finding', async (trainer) => {
    const folder = await bench.export(trainer, { layout: 'wide', fileFormat: 'parquet' });
    const report = await check([folder], { against: [bench.evidence] });
    expectCodes(report);
    expect(report.files).toMatchObject([{ format: `${trainer}:wide`, container: 'parquet', rows: 4 }]);
  });

  it('evidence has no finding, and its leaks are checked from the record', async () => {
    const report = await check([join(bench.folder, 'ev')]);
    expectCodes(report);
    expect(report.files[0]).toMatchObject({ format: 'evidence', rows: 4, leaks: 'record' });
  });

  it.each(['swap:localization=patch', 'other-instance', 'generic', 'none'])(
    'the control %s is known and no fault',
    async (controlName) => {
      const folder = await bench.export('swift', { controlName });
      expectCodes(await check([folder], { against: [bench.evidence] }));
    },
  );

  it('with the fix in the row, leaks are checked without --against', async () => {
    const report = await check([await bench.export('trl', { withGold: true })]);
    expectCodes(report);
    expect(report.files.map(({ leaks }) => leaks)).toEqual(['row', 'row', 'row']);
  });

  it('without the fix it says that leaks were not checked', async () => {
    const report = await check([await bench.export('trl')]);
    expect(report.notes).toEqual([
      'leaks not checked in 3 of 3 files: they hold no fix (--against evidence.jsonl)',
    ]);
  });
});

describe('faults of the bytes', () => {
  const CASES: readonly (readonly [FindingCode, (text: string) => string | Uint8Array])[] = [
    ['byte_order_mark', (text) => `\ufeff${text}`],
    ['crlf', (text) => text.replaceAll('\n', '\r\n')],
    ['blank_line', (text) => text.replace('\n', '\n\n')],
    ['last_line_unterminated', (text) => text.slice(0, -1)],
    ['row_not_json', (text) => text.replace('\n{', '\n{oops')],
    ['row_not_an_object', (text) => `${text}[1, 2]\n`],
    [
      'row_invalid_utf8',
      (text) => Buffer.concat([Buffer.from(text.slice(0, -3)), Buffer.from([0xff]), Buffer.from('"}\n')]),
    ],
    ['file_not_json_lines', (text) => `[${text.trimEnd().replaceAll('\n', ',\n')}]\n`],
    ['line_break_in_text', (text) => text.replace('Renewing', 'Re\u2028newing')],
    ['duplicate_key', (text) => text.replace('"repo":', '"repo":"shelf/other","repo":')],
    ['file_empty', () => ''],
  ];
  it.each(CASES)('%s', async (code, spoil) => {
    const path = bench.write('rows.jsonl', spoil(await soundText()));
    expectCodes(await check([path]), code);
  });

  it('row_truncated: the file ends inside a row', async () => {
    const path = bench.write('rows.jsonl', (await soundText()).slice(0, -40));
    expectCodes(await check([path]), 'row_truncated', 'last_line_unterminated');
  });

  it('row_too_large: a row nested deeper than 512 levels', async () => {
    const deep = `{"instance_id":${'['.repeat(600)}${']'.repeat(600)}}\n`;
    expectCodes(await check([bench.write('rows.jsonl', `${await soundText()}${deep}`)]), 'row_too_large');
  });

  it('names row, line and instance', async () => {
    const path = bench.write('rows.jsonl', (await soundText()).replace('\n{', '\n\n{'));
    const report = await check([
      await spoilRows('flat', (rows) => void (rowAt(rows, 2)['repo'] = null)),
      path,
    ]);
    const places = report.findings.flatMap(({ code, places: [place] }) => [
      { code, row: place?.row, line: place?.line, id: place?.instance_id },
    ]);
    expect(places).toContainEqual({ code: 'null_value', row: 2, line: 3, id: 'shelf__shelf-19' });
    expect(places).toContainEqual({ code: 'blank_line', row: -1, line: 2, id: '' });
  });
});

describe('faults of keys and types', () => {
  const CASES: readonly (readonly [FindingCode, string, (row: JsonRow) => void])[] = [
    ['key_missing', 'flat', (row) => delete row['repo']],
    ['key_unknown', 'flat', (row) => void (row['hint'] = 'x')],
    ['reserved_column', 'trl', (row) => void (row['completion'] = 'x')],
    ['reserved_column', 'verl', (row) => void (row['tools_kwargs'] = 'x')],
    ['reserved_column', 'swift', (row) => void (row['solution'] = 'x')],
    ['type_mismatch', 'flat', (row) => void (row['token_count'] = '12')],
    ['value_invalid', 'verl', (row) => void (row['ability'] = 'poetry')],
    ['null_value', 'verl', (row) => void (inner(row, 'extra_info')['workdir'] = null)],
    ['text_ill_formed', 'flat', (row) => void (row['workdir'] = 'cut \ud83d here')],
    ['integer_too_large', 'flat', (row) => void (row['token_count'] = 2 ** 60)],
    ['float_for_integer', 'flat', (row) => void (row['token_count'] = 1.5)],
    ['json_text_malformed', 'flat', (row) => void (row['FAIL_TO_PASS'] = "['a']")],
    ['json_text_invalid', 'flat', (row) => void (row['PASS_TO_PASS'] = '{"a":1}')],
    ['instance_id_blank', 'opsd', (row) => void (row['instance_id'] = '')],
    ['messages_missing', 'trl', (row) => void (row['prompt'] = [])],
    ['teacher_prompt_missing', 'swift', (row) => delete row['teacher_prompt']],
  ];
  it.each(CASES)('%s in %s', async (code, trainer, change) => {
    const report = await check([await spoilRows(trainer, (rows) => change(rowAt(rows, 1)))], { as: trainer });
    // A blank id also is another instance than the one shown; TRL rows without limits beside them are long.
    const others: FindingCode[] = code === 'instance_id_blank' ? ['control_mismatch'] : [];
    const found = Object.keys(codesOf(report)).filter((name) => name !== 'longer_than_default');
    expect(found.toSorted()).toEqual([code, ...others].toSorted());
    expect(report.findings.find((finding) => finding.code === code)?.places[0]).toMatchObject({
      row: 1,
      line: 2,
    });
    planted.add(code);
  });

  it('key_order: one row has its keys in another order', async () => {
    const path = await spoilRows('flat', (rows) => {
      const { instance_id, ...rest } = rowAt(rows, 2);
      rows[2] = { ...rest, instance_id };
    });
    expectCodes(await check([path]), 'key_order');
  });

  it('float_for_integer: 1.0 is seen in the text, though its value is whole', async () => {
    const text = (await soundText()).replace(/"token_count":(\d+)/, '"token_count":$1.0');
    expectCodes(await check([bench.write('rows.jsonl', text)]), 'float_for_integer');
  });

  it('keys_differ: an optional key stands in some rows only', async () => {
    const path = await spoilRows('nemo-gym', (rows) => {
      rowAt(rows, 3)['agent_ref'] = { type: 'responses_api_agents', name: 'swe' };
    });
    expectCodes(await check([path]), 'keys_differ');
  });

  it('format_unknown, types_differ and keys_differ in rows of no known format', async () => {
    const path = bench.write('rows.jsonl', encodeRows([{ a: 1, b: 'x' }, { a: '1', b: 'x' }, { a: 1 }]));
    expectCodes(await check([path]), 'format_unknown', 'types_differ', 'keys_differ');
  });

  it('column_all_dates: a column of dates becomes timestamps', async () => {
    const path = await spoilRows('flat', (rows) => {
      for (const [index, row] of rows.entries()) row['base_commit'] = `2026-01-0${index + 1}T10:00:00Z`;
    });
    const report = await check([path]);
    expectCodes(report, 'column_all_dates');
    expect(report.findings[0]?.places[0]?.path).toBe('base_commit');
  });

  it('agent_trace_columns: the columns of an agent trace', async () => {
    const rows = [{ type: 'message', message: { role: 'user' }, privileged_context: 'x' }];
    expectCodes(
      await check([bench.write('rows.jsonl', encodeRows(rows))]),
      'format_unknown',
      'agent_trace_columns',
    );
  });
});

describe('faults of what rows say', () => {
  const CASES: readonly (readonly [FindingCode, string, (row: JsonRow, rows: JsonRow[]) => void])[] = [
    ['duplicate_id', 'flat', (row, rows) => void rows.push({ ...row })],
    [
      'last_turn_not_user',
      'slime',
      (row) => void (row['prompt'] as JsonRow[]).push({ role: 'system', content: 'Hm.' }),
    ],
    [
      'message_empty',
      'slime',
      (row) => void (row['prompt'] as JsonRow[]).unshift({ role: 'system', content: ' \n' }),
    ],
    ['evidence_blank', 'flat', (row) => void (row['privileged_context'] = '\n')],
    [
      'teacher_prompt_mismatch',
      'swift',
      (row) => void (row['teacher_prompt'] = `Read this. ${String(row['teacher_prompt'])}`),
    ],
    ['control_unknown', 'flat', (row) => editShown(row, { control: 'magic' })],
    ['control_mismatch', 'flat', (row) => editShown(row, { control: 'none' })],
    [
      'control_token',
      'flat',
      (row) => void (row['prompt'] = `${String(row['prompt'])}\nIt prints <|im_end|> here.`),
    ],
    [
      'control_token',
      'flat',
      (row) =>
        void (row['privileged_context'] = `${String(row['privileged_context'])}  99 | x = "</think>"\n`),
    ],
  ];
  it.each(CASES)('%s in %s', async (code, trainer, change) => {
    const report = await check([await spoilRows(trainer, (rows) => change(rowAt(rows, 0), rows))]);
    const found = Object.keys(codesOf(report)).filter(
      (name) => name !== 'control_mismatch' || code === 'control_mismatch',
    );
    expect(found).toEqual([code]);
    planted.add(code);
  });

  it('role_unknown', async () => {
    const path = await spoilRows('slime', (rows) => {
      (rowAt(rows, 0)['prompt'] as JsonRow[]).unshift({ role: 'developer', content: 'Be brief.' });
    });
    expectCodes(await check([path]), 'role_unknown');
  });

  it('a control token is a warning, with --strict an error', async () => {
    const path = await spoilRows('flat', (rows) => void (rowAt(rows, 0)['prompt'] = 'Why <image> here?'));
    const report = await check([path]);
    expect([report.errors, report.warnings]).toEqual([0, 1]);
    expect((await check([path], { isStrict: true })).strict).toBe(true);
  });

  it('prompt_blank: the dataset has no statement, and the row says so', async () => {
    const path = await spoilRows('flat', (rows) => {
      rowAt(rows, 0)['prompt'] = '';
      editJson(
        rowAt(rows, 0),
        'metadata',
        (metadata) => (metadata['warnings'] = ['problem_statement_missing']),
      );
    });
    const report = await check([path]);
    expectCodes(report, 'prompt_blank');
    expect(report.errors).toBe(0);
  });

  it('control_mismatch: the other instance is the row’s own', async () => {
    const path = await spoilRows(
      'flat',
      (rows) => editShown(rowAt(rows, 1), { instance_id: 'shelf__shelf-15' }),
      {
        controlName: 'other-instance',
      },
    );
    expectCodes(await check([path]), 'control_mismatch');
  });

  it('longer_than_default: no settings.json says that the limit was lifted', async () => {
    const path = await spoilRows('trl', (rows) => {
      (rowAt(rows, 0)['prompt'] as JsonRow[])[0] = { role: 'user', content: 'word '.repeat(600) };
    });
    const report = await check([path]);
    expectCodes(report, 'longer_than_default');
    expect(report.errors).toBe(0);
  });
});

/** Changes what the metadata says about the block that is shown. */
const editShown = (row: JsonRow, changes: JsonRow): void =>
  editJson(row, 'metadata', (metadata) =>
    Object.assign(inner(inner(metadata, 'shown'), 'localization'), changes),
  );

/** A line that the example's fix adds, and one of its tests. */
const FIX_LINE = 'loan.due = max(loan.due, today) + WEEK';
const TEST_LINE = 'assert (self.loan.due - before).days == 7';

describe('leaks', () => {
  const against = (): { against: string[] } => ({ against: [bench.evidence] });
  const append = (row: JsonRow, text: string): void =>
    void (row['privileged_context'] = `${String(row['privileged_context'])}${text}\n`);

  it('leak_localization: an added line, numbered or not', async () => {
    for (const line of [`  44 |         ${FIX_LINE}`, FIX_LINE]) {
      const path = await spoilRows('flat', (rows) => append(rowAt(rows, 0), line));
      const report = await check([path], against());
      expectCodes(report, 'leak_localization');
      expect(report.findings[0]?.places[0]).toMatchObject({
        row: 0,
        stage: 'localization',
        path: 'privileged_context',
      });
    }
  });

  it('leak_localization: a name that only the repair has', async () => {
    const path = await spoilRows('flat', (rows) => append(rowAt(rows, 1), '  12 | weighted_sum'));
    expectCodes(await check([path], against()), 'leak_localization');
  });

  it('leak_localization: the new path of a renamed file', async () => {
    const path = await spoilRows('flat', (rows) => append(rowAt(rows, 3), '### shelf/house_rules.py'));
    const report = await check([path], against());
    expectCodes(report, 'leak_localization');
  });

  it('leak_reproduction: an added line in a diff', async () => {
    const path = await spoilRows('flat', (rows) => append(rowAt(rows, 0), `+        ${FIX_LINE}`), {
      stage: 'reproduction',
    });
    expectCodes(await check([path], { against: [bench.evidence] }), 'leak_reproduction');
  });

  it('leaks of both kinds are found by the fix in the row, without --against', async () => {
    for (const [stage, code] of [
      ['localization', 'leak_localization'],
      ['reproduction', 'leak_reproduction'],
    ] as const) {
      const folder = await bench.export('flat', { withGold: true });
      const rows = readJsonl(join(folder, 'data', stage, 'train-00000-of-00001.jsonl'));
      append(rowAt(rows, 0), FIX_LINE);
      expectCodes(await check([bench.write('rows.jsonl', encodeRows(rows))]), code);
    }
  });

  it('stage_impure: localization with a hunk of a diff, also where the fix is not known', async () => {
    const path = await spoilRows('flat', (rows) => append(rowAt(rows, 0), '@@ -34,8 +34,9 @@ class Ledger:'));
    expectCodes(await check([path]), 'stage_impure');
  });

  it('stage_impure: localization with a line of the tests', async () => {
    const path = await spoilRows('flat', (rows) => append(rowAt(rows, 0), `  20 |     ${TEST_LINE}`));
    const report = await check([path], against());
    expectCodes(report, 'stage_impure');
  });

  it('stage_impure: reproduction with the block of the patch', async () => {
    const path = await spoilRows('flat', (rows) => append(rowAt(rows, 1), '## The verified repair'), {
      stage: 'reproduction',
    });
    expectCodes(await check([path]), 'stage_impure');
  });

  it('a swapped block is judged by the stage it shows', async () => {
    const folder = await bench.export('flat', { controlName: 'swap:localization=patch' });
    const rows = readJsonl(join(folder, 'data', 'localization', 'train-00000-of-00001.jsonl'));
    expectCodes(await check([bench.write('rows.jsonl', encodeRows(rows))], against()));
    editShown(rowAt(rows, 0), { control: 'matched', stage: 'localization' });
    const codes = codesOf(await check([bench.write('rows.jsonl', encodeRows(rows))], against()));
    expect(Object.keys(codes)).toEqual(expect.arrayContaining(['leak_localization', 'stage_impure']));
  });

  it('leak_student: a line of the evidence in the prompt that the task does not say', async () => {
    const path = await spoilRows('flat', (rows) => {
      rowAt(rows, 0)['prompt'] = `${String(rowAt(rows, 0)['prompt'])}\nif loan.renewals >= MAX_RENEWALS:`;
    });
    expectCodes(await check([path], against()), 'leak_student');
  });

  it.each([
    ['nemo-gym', (row: JsonRow) => row, 'problem_statement'],
    [
      'nemo-gym',
      (row: JsonRow) => inner(inner(row, 'responses_create_params'), 'metadata'),
      'problem_statement',
    ],
    ['verl', (row: JsonRow) => inner(row, 'extra_info'), 'problem_statement'],
    ['slime', (row: JsonRow) => inner(row, 'metadata'), 'problem_statement'],
    ['flat', (row: JsonRow) => row, 'test_command'],
    ['flat', (row: JsonRow) => row, 'docker_image'],
  ])(
    'leak_student: the fix in a field of %s that no trainer shows, but hands on',
    async (trainer, at, field) => {
      const plant = (rows: JsonRow[]): void => {
        const target = at(rowAt(rows, 0));
        target[field] = `${String(target[field])}\n        ${FIX_LINE}\n`;
      };
      const path = await spoilRows(trainer, plant, { stage: 'patch' });
      const report = await check([path], against());
      expectCodes(report, 'leak_student');
      expect(report.findings[0]?.places[0]?.path).toContain(field);
    },
  );

  it('leak_student: the heading of a block in the prompt, where the task is not known', async () => {
    const path = await spoilRows('flat', (rows) => {
      rowAt(rows, 0)['system'] = 'Be brief.\n## Where the fault is\nIn shelf/loans.py.';
    });
    expectCodes(await check([path]), 'leak_student');
  });

  it('not_in_against: the record of an instance is missing', async () => {
    const [, ...others] = readFileSync(bench.evidence, 'utf8').split(/(?<=\n)/);
    const path = bench.write('evidence.jsonl', others.join(''));
    const report = await check([await spoilRows('flat', () => {})], { against: [path] });
    expectCodes(report, 'not_in_against');
    expect(report.files[0]?.leaks).toBe('not checked');
  });
});

describe('rows of feedback', () => {
  const rowOf = async (text: string): Promise<string> => {
    const [row = {}] = readJsonl(await spoilRows('flat', () => {}));
    const feedback = { ...row, stage: 'feedback', privileged_context: text };
    return bench.write(
      'feedback.jsonl',
      encodeRows(
        ['', ':2'].map((order) => ({ ...feedback, evidence_id: `shelf__shelf-12:feedback${order}` })),
      ),
    );
  };

  it('are recognised, are no fault, and several may be of one instance', async () => {
    const report = await check([await rowOf('## What a failed attempt shows\n\n1 test fails.\n')], {
      against: [bench.evidence],
    });
    expectCodes(report);
    expect(report.files[0]).toMatchObject({ format: 'feedback', rows: 2, leaks: 'against' });
  });

  it('leak_reproduction: a line of the fix in the text of the attempt', async () => {
    const path = await rowOf(`## What a failed attempt shows\n\n        ${FIX_LINE}\n`);
    expectCodes(await check([path], { against: [bench.evidence] }), 'leak_reproduction');
  });
});

describe('faults of evidence', () => {
  const spoil = (change: (record: JsonRow) => void): string => {
    const rows = readJsonl(bench.evidence);
    change(rowAt(rows, 0));
    return bench.write('evidence.jsonl', encodeRows(rows));
  };
  /** The hunk of shelf/loans.py in the example's first record. */
  const hunkOf = (record: JsonRow): JsonRow => {
    const files = inner(record, 'localization')['files'] as JsonRow[];
    const file = files.find(({ path }) => path === 'shelf/loans.py');
    return (file?.['hunks'] as JsonRow[] | undefined)?.[0] ?? {};
  };
  const fileOf = (record: JsonRow): JsonRow =>
    (inner(record, 'localization')['files'] as JsonRow[]).find(({ path }) => path === 'shelf/loans.py') ?? {};
  const patchFileOf = (record: JsonRow): JsonRow => (inner(record, 'patch')['files'] as JsonRow[])[0] ?? {};
  const testOf = (record: JsonRow): JsonRow => (inner(record, 'reproduction')['tests'] as JsonRow[])[0] ?? {};

  it('leak_localization and stage_impure: a fix line in a hunk', async () => {
    const path = spoil(
      (record) => void (hunkOf(record)['text'] = `${String(hunkOf(record)['text'])}        ${FIX_LINE}\n`),
    );
    expectCodes(await check([path]), 'leak_localization', 'stage_impure');
  });

  it('leak_reproduction: a fix line in a test', async () => {
    const path = spoil((record) => {
      const test = testOf(record);
      test['code'] = `${String(test['code'])}        self.log.append(("renew", loan.copy, today))\n`;
    });
    expectCodes(await check([path]), 'leak_reproduction');
  });

  it('stage_impure: a test line in a hunk', async () => {
    const path = spoil(
      (record) => void (hunkOf(record)['text'] = `${String(hunkOf(record)['text'])}${TEST_LINE}\n`),
    );
    expectCodes(await check([path]), 'stage_impure');
  });

  it('stage_impure: a window that does not agree with its hunk; one that does is no fault', async () => {
    const window = (record: JsonRow, text: string): void => {
      const files = inner(record, 'localization')['files'] as JsonRow[];
      const file = files.find(({ path }) => path === 'shelf/loans.py') ?? {};
      file['windows'] = [{ start_line: hunkOf(record)['start_line'], text }];
    };
    const textOf = (record: JsonRow): string => String(hunkOf(record)['text']);
    expectCodes(await check([spoil((record) => window(record, textOf(record)))]));
    const path = spoil((record) =>
      window(record, textOf(record).replace('loan.due = today', 'loan.due = later')),
    );
    expect(Object.keys(codesOf(await check([path])))).toContain('stage_impure');
  });

  it('leak_student: a fix line in the statement, more than were counted', async () => {
    const path = spoil(
      (record) => void (record['problem_statement'] = `${String(record['problem_statement'])}\n${FIX_LINE}`),
    );
    expectCodes(await check([path]), 'leak_student');
  });

  it('fingerprint_mismatch: the fix was changed', async () => {
    const path = spoil((record) => {
      const patch = inner(record, 'patch');
      patch['diff'] = String(patch['diff']).replace(
        '("renew", loan.copy, today)',
        '("renewed", loan.copy, today)',
      );
    });
    expectCodes(await check([path]), 'fingerprint_mismatch');
  });

  it.each([
    ['touched', (record: JsonRow) => void (hunkOf(record)['touched'] = [{ start: 1, end: 999 }])],
    ['old_start', (record: JsonRow) => void (hunkOf(record)['old_start'] = 7)],
    ['old_lines', (record: JsonRow) => void (hunkOf(record)['old_lines'] = 7)],
    ['insert_after', (record: JsonRow) => void (hunkOf(record)['insert_after'] = [1])],
    ['start_line', (record: JsonRow) => void (hunkOf(record)['start_line'] = 1)],
    ['additions', (record: JsonRow) => void (patchFileOf(record)['additions'] = 99)],
    ['status', (record: JsonRow) => void (patchFileOf(record)['status'] = 'renamed')],
    ['files', (record: JsonRow) => void (inner(record, 'patch')['files'] = [patchFileOf(record)])],
    ['revision', (record: JsonRow) => void (inner(record, 'repository')['verified'] = true)],
    ['hunks', (record: JsonRow) => void (fileOf(record)['hunks'] = [])],
  ])('fact_mismatch: %s is not what the diff says', async (field, change) => {
    const report = await check([spoil(change)]);
    expectCodes(report, 'fact_mismatch');
    expect(report.findings[0]?.places[0]?.path).toContain(field);
  });

  it('hunks that git places elsewhere are no fault, but only all of their numbers together', async () => {
    const move = (record: JsonRow): void => {
      record['warnings'] = [{ code: 'hunk_moved', message: 'moved', path: 'shelf/loans.py' }];
      const hunk = hunkOf(record);
      for (const key of ['old_start', 'start_line']) hunk[key] = Number(hunk[key]) + 5;
      for (const range of hunk['touched'] as JsonRow[])
        for (const key of ['start', 'end']) range[key] = Number(range[key]) + 5;
      hunk['insert_after'] = (hunk['insert_after'] as number[]).map((line) => line + 5);
    };
    expectCodes(await check([spoil(move)]));
    const half = (record: JsonRow): void => {
      move(record);
      hunkOf(record)['insert_after'] = [38];
    };
    expectCodes(await check([spoil(half)]), 'fact_mismatch');
  });

  it.each(['{not json', '[]', '"text"'])(
    'extra holds %s: it must be the text of an object',
    async (extra) => {
      expectCodes(await check([spoil((record) => void (record['extra'] = extra))]), 'value_invalid');
    },
  );

  it('diff_unreadable: the counts of a hunk are wrong', async () => {
    const path = spoil((record) => {
      const patch = inner(record, 'patch');
      patch['diff'] = String(patch['diff']).replace('@@ -34,8 +34,9 @@', '@@ -34,8 +34,99 @@');
    });
    expectCodes(await check([path]), 'diff_unreadable');
  });

  it('evidence_blank: no fix', async () => {
    expectCodes(
      await check([spoil((record) => void (inner(record, 'patch')['diff'] = ''))]),
      'evidence_blank',
    );
  });

  it('duplicate_id: a record comes twice, also in two files', async () => {
    const path = bench.write(
      'evidence.jsonl',
      encodeRows([...readJsonl(bench.evidence), rowAt(readJsonl(bench.evidence), 1)]),
    );
    expectCodes(await check([path]), 'duplicate_id');
    expect(
      codesOf(await check([bench.evidence, bench.write('more.jsonl', readFileSync(bench.evidence))])),
    ).toEqual({ duplicate_id: 4 });
  });

  it('key_missing, value_invalid: a record of another version', async () => {
    const path = spoil((record) => {
      record['schema_version'] = '9';
      delete record['fingerprint'];
    });
    expectCodes(await check([path]), 'key_missing', 'value_invalid');
  });
});

describe('faults of files', () => {
  const DATA = join('data', 'patch', 'train-00000-of-00001.jsonl');

  it('sha256_mismatch, row_count_mismatch: a row was taken out', async () => {
    const folder = await bench.export('flat');
    const path = join(folder, DATA);
    writeFileSync(path, encodeRows(readJsonl(path).slice(1)));
    expectCodes(await check([folder]), 'sha256_mismatch', 'row_count_mismatch');
    const evidence = bench.copyEvidence();
    writeFileSync(join(evidence, 'evidence.jsonl'), encodeRows(readJsonl(bench.evidence).slice(1)));
    expect(codesOf(await check([evidence]))).toEqual({ sha256_mismatch: 1, row_count_mismatch: 1 });
  });

  it('token_count_mismatch: a text was changed', async () => {
    const folder = await bench.export('flat');
    const path = join(folder, DATA);
    const rows = readJsonl(path);
    rowAt(rows, 0)['privileged_context'] = `${String(rowAt(rows, 0)['privileged_context'])}One more line.\n`;
    writeFileSync(path, encodeRows(rows));
    expectCodes(await check([folder]), 'sha256_mismatch', 'token_count_mismatch');
  });

  it('longer_than_setting: settings.json sets a limit that a text exceeds', async () => {
    const folder = await bench.export('trl');
    const path = join(folder, 'settings.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"max_prompt_length": null', '"max_prompt_length": 100'),
    );
    const report = await check([folder]);
    expectCodes(report, 'longer_than_setting');
    expect(report.errors).toBeGreaterThan(0);
  });

  it('settings of a single file count as those of a folder do', async () => {
    const path = join(bench.folder, 'single', 'rows.jsonl');
    const settings = await bench.exportFile('trl', path);
    expectCodes(await check([path]));
    const text = readFileSync(settings, 'utf8');
    writeFileSync(settings, text.replace('max_prompt_length: null', 'max_prompt_length: 100'));
    expectCodes(await check([path]), 'longer_than_setting');
    writeFileSync(settings, text.replace('rows: ', 'lines: '));
    expectCodes(await check([path]), 'companion_invalid');
    writeFileSync(settings, text);
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(1).join('\n'));
    expectCodes(await check([path]), 'sha256_mismatch', 'row_count_mismatch');
  });

  it('file_missing: settings.json names a file that is not there', async () => {
    const folder = await bench.export('flat');
    rmSync(join(folder, DATA));
    expectCodes(await check([folder]), 'file_missing');
  });

  it('file_not_named: a shard of another export stands beside those of this one', async () => {
    const folder = await bench.export('flat');
    writeFileSync(join(folder, DATA.replace('00001', '00004')), '');
    expectCodes(await check([folder]), 'file_not_named', 'file_empty');
  });

  it('companion_invalid: settings.json is not what it says', async () => {
    const folder = await bench.export('flat');
    const path = join(folder, 'settings.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"rows":', '"lines":'));
    expectCodes(await check([folder]), 'companion_invalid');
  });

  it('stage_misplaced: the files of two stages were exchanged', async () => {
    const folder = await bench.export('flat');
    const other = join(folder, 'data', 'localization', 'train-00000-of-00001.jsonl');
    renameSync(join(folder, DATA), join(folder, 'patch'));
    renameSync(other, join(folder, DATA));
    renameSync(join(folder, 'patch'), other);
    expectCodes(await check([folder]), 'sha256_mismatch', 'stage_misplaced');
  });

  it('split_word_in_name: a split word beside other words', async () => {
    const text = await soundText();
    const report = await check([bench.write('swe_test_patch.jsonl', text)]);
    expectCodes(report, 'split_word_in_name');
    expect(report.errors).toBe(0);
    expectCodes(await check([bench.write('test.jsonl', text)]));
    expectCodes(await check([bench.write('train-00000-of-00003.jsonl', text)]));
  });

  it('shards_differ: one shard has a column more', async () => {
    const plain = await bench.export('verl', { stages: ['localization'] });
    const named = await bench.export('verl', { stages: ['reproduction'], agent: 'swe_agent' });
    const [first, second] = [plain, named].map((folder, index) => {
      const stage = index === 0 ? 'localization' : 'reproduction';
      return bench.write(
        'train.jsonl',
        readFileSync(join(folder, 'data', stage, 'train-00000-of-00001.jsonl')),
      );
    });
    const report = await check([first ?? '', second ?? '']);
    expect(Object.keys(codesOf(report))).toContain('shards_differ');
    planted.add('shards_differ');
  });
});

describe('the list of codes', () => {
  it('every code is planted somewhere above or in the Parquet cases, 25 and more', () => {
    const elsewhere: FindingCode[] = ['parquet_column_type'];
    const missing = (Object.keys(FINDING_CODES) as FindingCode[]).filter(
      (code) => !planted.has(code) && !elsewhere.includes(code),
    );
    expect(missing).toEqual([]);
    expect(planted.size).toBeGreaterThanOrEqual(25);
  });
});
