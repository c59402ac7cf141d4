/** Tests of rows inside a wrapper, and of the id of a row that could not be read. */
import { describe, expect, test } from 'vitest';
import { guessInstanceId } from '../../src/ingest/instance-id.js';
import { detectFormat } from '../../src/ingest/detection.js';
import { findIngester } from '../../src/ingest/registry.js';
import { unwrapRow } from '../../src/ingest/wrapped.js';
import { FIX, ingest, refusal, sweBenchRow, without } from './rows.js';

const wrapped = findIngester('wrapped');
if (wrapped === undefined) throw new Error('no ingester named wrapped');
const ID = 'reading-room__shelf-41';

describe('finds the inner row', () => {
  test('as an object under verifier_metadata, with image and folder of the wrapper', () => {
    const row = {
      responses_create_params: {
        input: [],
        metadata: { docker_image: 'me/shelf:41', patch_workdir: '/src' },
      },
      verifier_metadata: {
        instance_id: ID,
        fail_to_pass: ['x'],
        instance_dict: sweBenchRow({ docker_image: null }),
      },
    };
    expect(detectFormat(row)?.reason).toMatch(
      /^verifier_metadata\.instance_dict holds a row of swe-bench: it has/,
    );
    expect(ingest(wrapped, row)).toMatchObject({
      corpus: 'swe-bench',
      instance_id: ID,
      environment: { image: 'me/shelf:41', workdir: '/src' },
      fail_to_pass: ['tests/test_loans.py::test_renew'],
    });
  });

  test('as JSON text in the metadata; its statement counts, not the longer one of the wrapper', () => {
    const inner = without(sweBenchRow({ repo: 'getmoto/moto' }), 'environment_setup_commit');
    const metadata = {
      instance_id: ID,
      dataset_name: 'SWE-Gym/SWE-Gym',
      problem_statement: `${String(inner.problem_statement)}\n\nFollowing are the new interfaces: renew()`,
      instance_dict: JSON.stringify(inner),
    };
    const instance = ingest(wrapped, { responses_create_params: { metadata } });
    expect(instance.corpus).toBe('swe-gym');
    expect(instance.problem_statement).toBe(inner.problem_statement);
    expect(instance.extra).toMatchObject({ dataset_name: 'SWE-Gym/SWE-Gym' });
  });

  test('as the metadata themselves', () => {
    const metadata = { ...without(sweBenchRow(), 'patch'), golden_patch: FIX };
    expect(ingest(wrapped, { responses_create_params: { metadata } }).fix).toBe(FIX);
  });

  test('as task_info beside the set-up', () => {
    const row = { task_id: ID, setup_info: { test_cmd: 'pytest -rA' }, task_info: sweBenchRow() };
    expect(ingest(wrapped, row)).toMatchObject({
      instance_id: ID,
      environment: { test_command: 'pytest -rA' },
    });
  });
});

test('a row that holds its fix itself is not unwrapped', () => {
  const row = sweBenchRow({
    responses_create_params: { metadata: { instance_dict: sweBenchRow({ instance_id: 'other' }) } },
  });
  expect(unwrapRow(row)).toBe(null);
  expect(detectFormat(row)?.ingester.name).toBe('swe-bench');
});

test('two ids that differ are an error, not a choice', () => {
  const row = { verifier_metadata: { instance_id: 'other', instance_dict: sweBenchRow() } };
  expect(refusal(wrapped, row)).toMatchObject({
    code: 'field_invalid',
    path: 'verifier_metadata.instance_dict.instance_id',
    expected: 'other',
    got: ID,
  });
});

test('a wrapper around nothing known is no known format', () => {
  const row = { instance: { question: 'why' } };
  expect(detectFormat(row)).toBe(null);
  expect(refusal(wrapped, row)).toMatchObject({ code: 'field_missing', got: 'the fields instance' });
});

test('carried fields are looked up in the row, then in the wrapper', () => {
  const row = { instance: sweBenchRow(), score: 3, version: 'outer' };
  const extra = ingest(wrapped, row, { carry: ['score', 'version', 'absent'] }).extra;
  expect(extra).toMatchObject({ score: 3, version: '1.3', absent: '' });
});

test('the id of a refused row is found where it can be', () => {
  expect(guessInstanceId(sweBenchRow(), 'key')).toBe(ID);
  expect(guessInstanceId({ instance: { instance_id: ID } }, '')).toBe(ID);
  expect(guessInstanceId({ question: 'why' }, 'key')).toBe('key');
  expect(guessInstanceId({ org: 'reading-room', repo: 'shelf', number: 41n }, '')).toBe(ID);
  expect(guessInstanceId({ repo_name: 'shelf', commit_hash: '2d9617bd0cb1f0ba' }, '')).toBe(
    'shelf__2d9617bd0cb1',
  );
  expect(guessInstanceId({}, '')).toBe('');
});
