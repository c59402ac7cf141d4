/**
 * Claim (issue 6.8): by the documented rules of TRL, ms-swift and prime-rl, with the settings that `export` prints, the teacher
 * reads the text that we say, and the student the prompt alone. The rules stand in teacher_text.py with the commits they
 * were read at; the golden strings here are what they give.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findExporter } from '../../src/export/registry.js';
import { evidenceSchema } from '../../src/model/evidence.js';
import { readJsonl, Workbench } from '../check/workbench.js';
import { HAS_PYTHON, PYTHON_NOTE, runPython } from './python.js';

const TEMPLATE = readFileSync(new URL('chat.jinja', import.meta.url), 'utf8');

/** Braces must not be taken for placeholders, percent signs and backslashes for formats. */
const PROMPT = 'Renewing fails\n\nWhy does {loan} say "%s"? See C:\\shelf.';
const BLOCK = '## Where the fault is\n\n### shelf/loans.py\n> 44 | loan.due = {0}\n';
const SYSTEM = 'You repair a library program.';

const messagesSchema = z.array(z.strictObject({ role: z.string(), content: z.string() }));
const resultSchema = z.record(
  z.string(),
  z.strictObject({
    student: messagesSchema,
    teacher: messagesSchema,
    student_text: z.string(),
    teacher_text: z.string(),
  }),
);

const SYSTEM_TURN = { role: 'system', content: SYSTEM };
const STUDENT = [SYSTEM_TURN, { role: 'user', content: PROMPT }];

describe.skipIf(!HAS_PYTHON)(`teacher and student${PYTHON_NOTE}`, () => {
  const bench = new Workbench();
  let results: z.infer<typeof resultSchema> = {};
  beforeAll(async () => {
    await bench.open();
    const evidence = evidenceSchema.parse(readJsonl(bench.evidence)[0]);
    const made = ['trl', 'swift', 'prime'].map((name) => {
      const exporter = findExporter(name);
      if (!exporter) throw new Error(`no exporter ${name}`);
      const row = exporter.long.toRow({
        evidence,
        extra: {},
        system: SYSTEM,
        prompt: PROMPT,
        profileName: 'default@1',
        withGold: false,
        agent: '',
        split: 'train',
        index: 0,
        block: {
          stage: 'localization',
          text: BLOCK,
          tokenCount: 1,
          control: 'matched',
          shownStage: 'localization',
          shownInstance: evidence.instance_id,
        },
      });
      const largest = { tokenCount: 1, instanceId: '', stage: '' };
      const { options } = exporter.settings({
        layout: 'long',
        fileFormat: 'jsonl',
        dataFile: 'rows.jsonl',
        control: 'matched',
        agent: '',
        withGold: false,
        rows: 1,
        prompt: largest,
        block: largest,
        teacher: largest,
        blankPrompts: 0,
        withoutImage: 0,
        withoutTestCommand: 0,
      });
      return { name, row, options };
    });
    results = resultSchema.parse(
      runPython('teacher_text.py', {
        chat_template: TEMPLATE,
        rows: Object.fromEntries(made.map(({ name, row }) => [name, row])),
        options: Object.fromEntries(made.map(({ name, options }) => [name, options])),
      }),
    );
  }, 120_000);
  afterAll(() => bench.close());

  it('the student reads the prompt alone, whatever the trainer', () => {
    for (const result of Object.values(results)) expect(result.student).toEqual(STUDENT);
    expect(Object.keys(results)).toEqual(['trl', 'swift', 'prime']);
  });

  it('TRL SDFT at f2cd577: the block follows the prompt in the last user turn', () => {
    expect(results['trl']?.teacher).toEqual([
      SYSTEM_TURN,
      {
        role: 'user',
        content:
          'Renewing fails\n\nWhy does {loan} say "%s"? See C:\\shelf.\n\n' +
          '## Where the fault is\n\n### shelf/loans.py\n> 44 | loan.due = {0}\n',
      },
    ]);
  });

  it('ms-swift at 3602360: teacher_prompt in place of the last user turn says the same', () => {
    expect(results['swift']?.teacher).toEqual(results['trl']?.teacher);
  });

  it('prime-rl opsd at 559b447: the block is a system message in front of the student’s own', () => {
    expect(results['prime']?.teacher).toEqual([
      { role: 'system', content: '## Where the fault is\n\n### shelf/loans.py\n> 44 | loan.due = {0}\n' },
      ...STUDENT,
    ]);
  });

  it('through a ChatML template both end in the same generation prompt, and only the teacher’s text holds the block', () => {
    expect(results['trl']?.student_text).toBe(
      '<|im_start|>system\nYou repair a library program.<|im_end|>\n' +
        '<|im_start|>user\nRenewing fails\n\nWhy does {loan} say "%s"? See C:\\shelf.<|im_end|>\n' +
        '<|im_start|>assistant\n',
    );
    for (const { student_text: student, teacher_text: teacher } of Object.values(results)) {
      expect(teacher.endsWith('<|im_end|>\n<|im_start|>assistant\n')).toBe(true);
      expect(teacher).toContain(BLOCK);
      expect(student).not.toContain('Where the fault is');
    }
    // prime-rl keeps the student's own tokens as they are.
    const prime = results['prime'];
    expect(prime?.teacher_text.endsWith(prime.student_text)).toBe(true);
  });
});
