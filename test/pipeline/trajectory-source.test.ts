/** Claims: every way of keeping runs on disk gives the same runs; what is no run is said, and never costs another one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../src/io/input-error.js';
import { readRuns, type SourceItem } from '../../src/pipeline/trajectory-source.js';
import { RUN_PATH } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const RUN = JSON.parse(readFileSync(RUN_PATH, 'utf8')) as Record<string, unknown>;
const CHAT = [
  { role: 'user', content: 'Firing 7 starts twice.' },
  { role: 'assistant', content: '<function=bash>\n<parameter=command>ls</parameter>\n</function>' },
  { role: 'user', content: 'kiln.py' },
];

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function readAll(...inputs: string[]): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const item of readRuns(inputs, {})) items.push(item);
  return items;
}

/** `dialect steps id` of runs, `code place` of rejects, `skipped name` of other files. */
const tell = (items: readonly SourceItem[]): string[] =>
  items.map((item) => {
    if (item.kind === 'run')
      return `${item.trajectory.dialect} ${item.trajectory.steps.length} ${item.trajectory.instance_id}`.trimEnd();
    if (item.kind === 'rejected') return `${item.problem.code} ${item.problem.source.row}`;
    return `skipped ${item.source.file.slice(folder.length + 1)}`;
  });

describe('one file', () => {
  it.each([
    ['JSON Lines', 'run.jsonl', JSON.stringify(RUN)],
    ['JSON Lines with a byte order mark and CRLF', 'run.jsonl', `\ufeff${JSON.stringify(RUN)}\r\n\r\n`],
    ['a JSON document', 'run.json', JSON.stringify(RUN, null, 2)],
    ['a .traj file', 'run.traj', JSON.stringify(RUN, null, 1)],
    ['gzip', 'run.jsonl.gz', gzipSync(JSON.stringify(RUN))],
  ])('%s', async (_name, name, content) => {
    expect(tell(await readAll(put(name, content)))).toEqual(['r2e-gym 21 shelf__shelf-12']);
  });

  it('a list of runs, a list under a key, and a map from id to run give each of them', async () => {
    expect(tell(await readAll(put('list.json', JSON.stringify([RUN, CHAT]))))).toEqual([
      'r2e-gym 21 shelf__shelf-12',
      'chat-xml 1',
    ]);
    expect(
      tell(await readAll(put('key.json', JSON.stringify({ seed: 7, runs: [CHAT, CHAT] })))),
    ).toHaveLength(2);
    expect(
      tell(await readAll(put('map.json', JSON.stringify({ 'kiln__kiln-7': { messages: CHAT } })))),
    ).toEqual(['chat-xml 1 kiln__kiln-7']);
  });

  it('a list of messages is one run, not many', async () => {
    expect(tell(await readAll(put('chat.json', JSON.stringify(CHAT))))).toEqual(['chat-xml 1']);
    expect(
      tell(await readAll(put('chat.jsonl', `${JSON.stringify(CHAT)}\n${JSON.stringify(CHAT)}\n`))),
    ).toEqual(['chat-xml 1', 'chat-xml 1']);
  });

  it('a bad line costs itself, and its place is told', async () => {
    const lines = ['[1, 2', JSON.stringify(CHAT), '{"a": 1}', JSON.stringify(RUN)];
    const items = await readAll(put('mixed.jsonl', lines.join('\n')));
    expect(tell(items)).toEqual([
      'row_malformed_json 0',
      'chat-xml 1',
      'dialect_unknown 2',
      'r2e-gym 21 shelf__shelf-12',
    ]);
    expect(items[2]).toMatchObject({ problem: { source: { line: 3 } } });
  });

  it('no run at all is an error that names the keys', async () => {
    const failure = readAll(put('rows.json', JSON.stringify({ instance_id: 'x', patch: 'y' })));
    await expect(failure).rejects.toThrow(InputError);
    await expect(failure).rejects.toThrow('expected an agent run, found the keys instance_id, patch');
  });

  it('bytes that are no UTF-8 are told', async () => {
    const broken = Buffer.concat([Buffer.from('{"a": "'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    const items = await readAll(put('run.jsonl', Buffer.concat([broken, Buffer.from(JSON.stringify(RUN))])));
    expect(tell(items)).toEqual(['row_invalid_utf8 0', 'r2e-gym 21 shelf__shelf-12']);
  });
});

describe('a folder', () => {
  it('gives its runs at any depth by name; settings, reports and logs beside them are no runs', async () => {
    put('b/run.traj', JSON.stringify(RUN));
    put('a/deep/chat.json', JSON.stringify(CHAT));
    put('a/config.json', '{"model": "m"}');
    put('a/test_output.txt', 'collected 3 items');
    put('.hidden/run.json', JSON.stringify(RUN));
    expect(tell(await readAll(folder))).toEqual([
      'skipped a/config.json',
      'skipped a/test_output.txt',
      'chat-xml 1',
      'r2e-gym 21 shelf__shelf-12',
    ]);
  });

  it('a broken .traj in it is a reject', async () => {
    put('run.jsonl', JSON.stringify(RUN));
    put('cut.traj', '{"trajectory": [');
    expect(tell(await readAll(folder))).toEqual(['row_malformed_json 0', 'r2e-gym 21 shelf__shelf-12']);
  });

  it('event files are one conversation, in the order of their numbers', async () => {
    const event = (id: string, command: string): string =>
      JSON.stringify({
        kind: 'ActionEvent',
        source: 'agent',
        llm_response_id: id,
        tool_name: 'terminal',
        tool_call_id: id,
        thought: [],
        action: { kind: 'TerminalAction', command },
        tool_call: { id, name: 'terminal', arguments: JSON.stringify({ command }) },
      });
    put('kiln__kiln-7/events/event-00010-b.json', event('b', 'python reproduce.py'));
    put('kiln__kiln-7/events/event-00002-a.json', event('a', 'ls'));
    put('kiln__kiln-7/base_state.json', '{}');
    const items = await readAll(folder);
    const run = items.find((item) => item.kind === 'run');
    const commands =
      run?.kind === 'run' ? run.trajectory.steps.map((step) => step.calls[0]?.args['command']) : [];
    expect(commands).toEqual(['ls', 'python reproduce.py']);
  });
});
