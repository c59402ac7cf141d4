/** Claim: templates, splits, schedules, controls and profiles are read strictly, and mean what they say. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeControl, parseControl } from '../../src/export/control.js';
import { framePrompt, parseEvidenceTemplate, parsePromptTemplate } from '../../src/export/framing.js';
import { ExportPlanError } from '../../src/export/plan-error.js';
import { buildSchedule, parseSchedule } from '../../src/export/schedule.js';
import { assignSplit, parseSplit } from '../../src/export/split.js';
import { fillTemplate, parseTemplate } from '../../src/export/template.js';
import { shelfRecord } from './shelf-evidence.js';

const KNOWN = { a: 'one', b: 'two' };
const read = (text: string) => parseTemplate(text, '--prompt-template p.txt', KNOWN, []);

describe('templates', () => {
  it('put values in once: braces in a value mean nothing', () => {
    expect(fillTemplate(read('<{a}|{b}|{a}>'), { a: '{b}', b: '{{a}}' })).toBe('<{b}|{{a}}|{b}>');
  });

  it('double braces are braces, a final line feed does not count', () => {
    expect(fillTemplate(read('{{"k": {a}}}\n'), { a: '1', b: '' })).toBe('{"k": 1}');
    expect(fillTemplate(read('{a}\n\n'), { a: '1', b: '' })).toBe('1\n');
  });

  it('any value comes back whole, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(fillTemplate(read('x{a}y{b}z'), { a: left, b: right })).toBe(`x${left}y${right}z`);
      }),
    );
  });

  const BAD: readonly (readonly [string, string])[] = [
    ['line\n{c}', 'line 2: found {c}'],
    ['{', 'line 1: found a single "{"'],
    ['}', 'line 1: found a single "}"'],
    ['{a', 'line 1: found a single "{"'],
    ['{ a }', 'line 1: found a single "{"'],
    ['{"k": 1}', 'a brace of the text is written twice'],
    ['{toString}', 'found {toString}'],
  ];
  it.each(BAD)('%j is refused, with the line and the names there are', (text, words) => {
    expect(() => read(text)).toThrow(ExportPlanError);
    expect(() => read(text)).toThrow(words);
    expect(() => read(text)).toThrow('{b}  two');
  });

  it('the prompt must hold the task, and cannot name the evidence', () => {
    expect(() => parsePromptTemplate('Do it.', 'p')).toThrow('expected {prompt} or {problem_statement}');
    expect(() => parsePromptTemplate('{prompt} {evidence}', 'p')).toThrow('found {evidence}');
    expect(() => parseEvidenceTemplate('{stage}', 'e')).toThrow('expected {evidence}');
  });

  it('the prompt is framed with what the student may know', async () => {
    const evidence = await shelfRecord(0, { student_context: [{ title: 'Interface', text: 'renew()' }] });
    const framing = {
      system: '',
      promptTemplate: parsePromptTemplate('In {repo}:\n{problem_statement}{student_context}\n', 'p'),
      evidenceTemplate: null,
    };
    const prompt = framePrompt(evidence, framing);
    expect(prompt.startsWith(`In shelf/shelf:\n${evidence.problem_statement}## Interface\n\nrenew()`)).toBe(
      true,
    );
  });
});

describe('split', () => {
  it.each([
    'train',
    'train=',
    'train=0',
    'train=1.5',
    'train=x',
    '=1',
    'a-b=1',
    'train=0.5,test=0.4',
    'a=0.5,a=0.5',
    '',
  ])('%j is refused', (text) => {
    expect(() => parseSplit(text)).toThrow(ExportPlanError);
  });

  it('puts about the named shares into each part, and never moves a row', () => {
    const parts = parseSplit('train=0.9,test=0.1');
    const ids = Array.from({ length: 5000 }, (_, index) => `owner__repo-${index}`);
    const splits = ids.map((id) => assignSplit(id, parts));
    const share = splits.filter((name) => name === 'test').length / ids.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
    // The hash is part of the contract: these must never change.
    expect(
      ['shelf__shelf-12', 'shelf__shelf-15', 'shelf__shelf-19', 'shelf__shelf-23'].map((id) =>
        assignSplit(id, parseSplit('train=0.5,test=0.5')),
      ),
    ).toMatchInlineSnapshot(`
      [
        "train",
        "train",
        "train",
        "test",
      ]
    `);
  });

  it('a smaller test part is a part of the larger one', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `id-${index}`);
    const inTest = (spec: string): Set<string> =>
      new Set(ids.filter((id) => assignSplit(id, parseSplit(spec)) === 'test'));
    const small = inTest('train=0.95,test=0.05');
    const large = inTest('train=0.8,test=0.2');
    expect(small.size).toBeGreaterThan(0);
    expect([...small].every((id) => large.has(id))).toBe(true);
  });
});

describe('schedule', () => {
  it('lists phases in the order given, a stage may come again', () => {
    const schedule = buildSchedule(
      parseSchedule('localization:30, reproduction:20,localization:5'),
      (stage) => ({
        files: [`data/${stage}/train-00000-of-00001.jsonl`],
        rows: 3,
        split: 'train',
        field: 'privileged_context',
      }),
    );
    expect(schedule.total_iterations).toBe(55);
    expect(
      schedule.phases.map(({ stage, first_iteration, last_iteration }) => [
        stage,
        first_iteration,
        last_iteration,
      ]),
    ).toEqual([
      ['localization', 1, 30],
      ['reproduction', 31, 50],
      ['localization', 51, 55],
    ]);
  });

  it.each(['', 'localization', 'localization:0', 'localization:1.5', 'all:3', 'patch:3:4', 'patch:-1'])(
    '%j is refused',
    (text) => {
      expect(() => parseSchedule(text)).toThrow('expected STAGE:ITERATIONS');
    },
  );
});

describe('control', () => {
  it.each([
    'matched',
    'other-instance',
    'generic',
    'none',
    'swap:localization=patch',
    'swap:localization=patch,patch=localization',
  ])('%s is read and written back', (text) => {
    expect(describeControl(parseControl(text))).toBe(text);
  });

  it.each([
    '',
    'swap',
    'swap:',
    'swap:localization',
    'swap:localization=localization',
    'swap:localization=nowhere',
    'swap:a=b',
    'swap:patch=full,patch=localization',
    'wrong',
  ])('%j is refused', (text) => {
    expect(() => parseControl(text)).toThrow(ExportPlanError);
  });
});
