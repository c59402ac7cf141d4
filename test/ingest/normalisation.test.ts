/** Tests of what is done once for all corpora: statement, names, diffs, language, environment, carried fields. */
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/ingest/environment.js';
import { collectExtra } from '../../src/ingest/extra-fields.js';
import { FieldReader } from '../../src/ingest/field-reader.js';
import { findLanguage } from '../../src/ingest/instance-language.js';
import { cleanPatchText } from '../../src/ingest/patch-text.js';
import { completeRepositoryName, repositoryOfId } from '../../src/ingest/repository-name.js';
import { joinIssues, unwrapStatement } from '../../src/ingest/statement.js';
import { FIX, TEST_PATCH } from './rows.js';

describe('the problem statement', () => {
  test.each([
    ['plain text stays', 'A loan\r\n  is lost \n', 'A loan\r\n  is lost \n'],
    [
      'the frame and its line breaks go',
      '\n[ISSUE]\n**Title:** late\n\nbody\n[/ISSUE]\n',
      '**Title:** late\n\nbody',
    ],
    ['a frame inside a text stays', 'see [ISSUE]x[/ISSUE].', 'see [ISSUE]x[/ISSUE].'],
    ['a JSON quoting goes', '"# Title\\n\\nIt\\u2019s \\"late\\""', '# Title\n\nIt\u2019s "late"'],
    ['a JSON quoting around a frame goes, too', '"[ISSUE]late[/ISSUE]"', 'late'],
    ['a sentence in quotes that is no JSON stays', '"late" is not "early"', '"late" is not "early"'],
    ['half a frame stays', '[ISSUE]', '[ISSUE]'],
  ])('%s', (_, text, expected) => {
    expect(unwrapStatement(text)).toBe(expected);
  });

  test('issues are joined from a list or from a struct of lists; missing parts leave no gap', () => {
    const list = [
      { number: 1, title: 'Late', body: 'by a day' },
      { title: 'Lost', body: null },
      { title: '', body: '' },
    ];
    const struct = { number: [1n, 2n], title: ['Late', 'Lost'], body: ['by a day', null] };
    expect(joinIssues(list)).toBe('Late\nby a day\n\nLost');
    expect(joinIssues(struct)).toBe('Late\nby a day\n\nLost');
    for (const nothing of [null, undefined, 'text', 7, [], {}]) expect(joinIssues(nothing)).toBe('');
  });
});

test('repository names become owner/name', () => {
  expect(completeRepositoryName('orange3')).toBe('biolab/orange3');
  expect(completeRepositoryName('https://github.com/reading-room/shelf.git')).toBe('reading-room/shelf');
  expect(completeRepositoryName('git@github.com:reading-room/shelf')).toBe('reading-room/shelf');
  expect(completeRepositoryName('reading-room/shelf')).toBe('reading-room/shelf');
  expect(completeRepositoryName('constructor')).toBe('constructor');
  expect(repositoryOfId('reading-room__shelf.js-41')).toBe('reading-room/shelf.js');
  expect(repositoryOfId('loan-41')).toBe('');
});

describe('the text of a diff', () => {
  test('gets a final line break and is otherwise verbatim', () => {
    expect(cleanPatchText(FIX)).toBe(FIX);
    expect(cleanPatchText('\n' + FIX)).toBe('\n' + FIX);
    expect(cleanPatchText(FIX.replaceAll('\n', '\r\n').slice(0, -2))).toBe(
      `${FIX.replaceAll('\n', '\r\n').slice(0, -2)}\n`,
    );
    expect(cleanPatchText(' \n')).toBe('');
  });

  test('is taken out of a <patch> frame, also when it holds such a tag itself', () => {
    const inner = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-<patch>\n+</patch>\n';
    expect(cleanPatchText(`<patch>\n${inner}</patch>\n`)).toBe(inner);
    expect(cleanPatchText(inner)).toBe(inner);
  });
});

describe('the language', () => {
  test('is what the row says, in its canonical form', () => {
    expect(findLanguage('JS', FIX, '')).toBe('javascript');
    expect(findLanguage('C++', '', '')).toBe('cpp');
  });

  test('is else that of the fix, else that of the tests', () => {
    expect(findLanguage('', FIX, '')).toBe('python');
    expect(findLanguage('', 'diff --git a/CHANGES b/CHANGES\n', TEST_PATCH)).toBe('python');
    expect(findLanguage('', '--- a/a b.go\t2021\n+++ b/a b.go\t2021\n@@ -1 +1 @@\n-x\n+y\n', '')).toBe('go');
    expect(findLanguage('', '', '')).toBe('');
  });

  test('is not taken from a body line that looks like a header', () => {
    const diff = 'diff --git a/x.go b/x.go\n@@ -1 +1,3 @@\n x\n+++ b/y.py\n+diff --git a/z.py b/z.py\n';
    expect(findLanguage('', diff, '')).toBe('go');
  });
});

const read = (row: Record<string, unknown>) => readEnvironment(new FieldReader(row));

describe('the environment', () => {
  test('knows the folder of images whose harness it knows', () => {
    expect(read({ image: 'swebench/sweb.eval.x86_64.reading-room_1776_shelf-41:latest' }).workdir).toBe(
      '/testbed',
    );
    expect(read({ docker_image: 'registry:5000/me:sweb.eval.x86_64.shelf__shelf-41' }).workdir).toBe(
      '/testbed',
    );
    expect(read({ image_name: 'jyangballin/swesmith.x86_64.reading-room_1776_shelf' }).workdir).toBe(
      '/testbed',
    );
    expect(read({ docker_image: 'me/sweap-images:shelf' }).workdir).toBe('/app');
    expect(read({ docker_image: 'me/shelf:1' }).workdir).toBe('');
    expect(read({ docker_image: 'me/sweap-images:shelf', repo_directory: '/src' }).workdir).toBe('/src');
  });

  test('takes the test command from a text, a list of lines, a nested field, a script', () => {
    expect(read({ test_command: 'mvn test' }).test_command).toBe('mvn test');
    expect(read({ test_cmds: ['cd a', 'make check'] }).test_command).toBe('cd a\nmake check');
    expect(read({ install_config: { test_cmd: ['make check'] } }).test_command).toBe('make check');
    const script =
      "set -x\n: '>>>>> Start Test Output'\npytest -rA tests/test_loans.py\n: '>>>>> End Test Output'\n";
    expect(read({ eval_script: script }).test_command).toBe('pytest -rA tests/test_loans.py');
    expect(read({ eval_script: 'pytest' }).test_command).toBe('');
    expect(read({ test_cmds: [1] }).test_command).toBe('');
  });
});

describe('carried fields', () => {
  test('are small facts under their own names, never what tells the fix', () => {
    const row = {
      version: '1.3',
      difficulty: 'easy',
      hints_text: 'use max()',
      pr_description: 'x',
      license: 'y'.repeat(501),
    };
    expect(collectExtra(row, ['t'], ['difficulty'], [])).toEqual({
      pass_to_pass: ['t'],
      version: '1.3',
      difficulty: 'easy',
    });
  });

  test('are verbatim when named, "" when the row lacks them, and may be nested', () => {
    const row = { hints_text: 'use max()', meta: { labels: ['a'], deep: { x: null } }, pass_to_pass: 'raw' };
    expect(
      collectExtra(row, [], [], ['hints_text', 'meta.labels', 'meta', 'absent', 'pass_to_pass', '__proto__']),
    ).toEqual({
      pass_to_pass: [],
      hints_text: 'use max()',
      'meta.labels': ['a'],
      meta: { labels: ['a'], deep: { x: '' } },
      absent: '',
      ['__proto__']: '',
    });
  });

  test('are JSON values, whatever a columnar file decodes to', () => {
    const row = { a: 5n, b: 9007199254740993n, c: new Date(0), d: new Uint8Array(4), e: Number.NaN };
    const extra = collectExtra(row, [], [], Object.keys(row));
    expect(extra).toMatchObject({
      a: 5,
      b: '9007199254740993',
      c: '1970-01-01T00:00:00.000Z',
      d: '(4 bytes)',
      e: 'NaN',
    });
    let deep: unknown = 'core';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(JSON.stringify(collectExtra({ deep }, [], [], ['deep'])).length).toBeLessThan(200);
  });
});
