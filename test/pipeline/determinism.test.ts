import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { SHELF_ROWS } from '../support/shelf.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'determinism-'));
  writeFileSync(join(folder, 'rows.jsonl'), SHELF_ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
});
afterEach(() => rmSync(folder, { recursive: true }));

const readOutputs = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, name))
      .toSorted()
      .map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]),
  );

describe('same input and options, same bytes', () => {
  it('over two runs', async () => {
    await runCommand(['build', 'rows.jsonl', '-o', 'first', '-q'], folder);
    await runCommand(['build', 'rows.jsonl', '-o', 'second', '-q'], folder);
    expect(readOutputs('second')).toEqual(readOutputs('first'));
  });

  it('wherever the files stand: no absolute path is written', async () => {
    await runCommand(['build', 'rows.jsonl', '-o', 'near', '-q'], folder);
    await runCommand(['build', join(folder, 'rows.jsonl'), '-o', join(folder, 'far'), '-q'], tmpdir());
    expect(readOutputs('far')).toEqual(readOutputs('near'));
    for (const text of Object.values(readOutputs('far'))) expect(text).not.toContain(folder);
  });

  it('from JSON, from JSONL with CRLF and from JSONL: the records differ only in where they came from', async () => {
    writeFileSync(join(folder, 'rows.json'), JSON.stringify(SHELF_ROWS, null, 2));
    writeFileSync(join(folder, 'crlf.jsonl'), SHELF_ROWS.map((row) => `${JSON.stringify(row)}\r\n`).join(''));
    const records = async (file: string): Promise<unknown[]> => {
      await runCommand(['build', file, '-o', `out-${file}`, '-q'], folder);
      const lines = readFileSync(join(folder, `out-${file}`, 'evidence.jsonl'), 'utf8')
        .trimEnd()
        .split('\n');
      return lines.map((line) => ({ ...(JSON.parse(line) as object), source: null }));
    };
    const expected = await records('rows.jsonl');
    expect(expected).toHaveLength(SHELF_ROWS.length);
    expect(await records('rows.json')).toEqual(expected);
    expect(await records('crlf.jsonl')).toEqual(expected);
  });
});
