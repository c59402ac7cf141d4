/** Claim: any path a user gives is read, or the error says what was expected and what was found. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../src/io/read-rows.js';
import {
  collect,
  listOutcomes,
  listRows,
  listValues,
  makeFile,
  makeFolder,
  readAll,
  readContent,
  splitBytes,
} from './workbench.js';

const LINES = '{"instance_id":"a"}\n{"instance_id":"b"}\n';
const VALUES = [{ instance_id: 'a' }, { instance_id: 'b' }];

/** LINES as Zstandard: a frame with one raw block and no checksum. Source: RFC 8878 §3.1.1. */
function frameZstd(content: Buffer): Buffer {
  const blockHeader = Buffer.alloc(3);
  blockHeader.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, content.length]), blockHeader, content]);
}

describe('compressed inputs', () => {
  it('reads gzip, also of several members, by content and not by name', async () => {
    const members = Buffer.concat([gzipSync(LINES.slice(0, 25)), gzipSync(LINES.slice(25))]);
    for (const [name, bytes] of [
      ['rows.jsonl.gz', gzipSync(LINES)],
      ['rows.jsonl', members],
      ['rows.json.gz', gzipSync(JSON.stringify(VALUES))],
      ['rows.csv.gz', gzipSync('instance_id,x\na,1\nb,2\n')],
    ] as const) {
      expect(listRows(await readContent(name, bytes, { chunkBytes: 7 }))).toMatchObject([
        { value: { instance_id: 'a' } },
        { value: { instance_id: 'b' } },
      ]);
    }
  });

  it('reads Zstandard of several frames in any chunks', async () => {
    const bytes = Buffer.concat([
      frameZstd(Buffer.from(LINES.slice(0, 25))),
      frameZstd(Buffer.from(LINES.slice(25))),
    ]);
    for (const chunkBytes of [1, 2, 3, 5, 100]) {
      expect(listValues(await readContent('rows.jsonl.zst', bytes, { chunkBytes }))).toEqual(VALUES);
    }
  });

  it('counts offsets in the decompressed text', async () => {
    const rows = listRows(await readContent('rows.jsonl.gz', gzipSync(`\ufeff${LINES}`)));
    expect(rows.map(({ byteOffset, line }) => [byteOffset, line])).toEqual([
      [3, 1],
      [23, 2],
    ]);
  });

  it.each([
    ['gzip', gzipSync(LINES.repeat(50)).subarray(0, -9), 'a complete gzip stream'],
    ['Zstandard', frameZstd(Buffer.from(LINES)).subarray(0, -3), 'a complete Zstandard stream'],
  ])('says that a %s stream was cut off', async (_, bytes, expected) => {
    const path = await makeFile('rows.jsonl.x', bytes);
    await expect(readAll(path)).rejects.toMatchObject({ code: 'input_damaged', file: path, expected });
  });

  it('refuses a compressed stream inside another', async () => {
    const nested = gzipSync(gzipSync(LINES));
    await expect(readContent('rows.gz', nested)).rejects.toMatchObject({ code: 'input_unknown_content' });
  });
});

describe('folders', () => {
  it('reads one-row JSON files sorted by name, each its own file, and leaves other files alone', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'b.json'), '{\n "instance_id": "b"\n}');
    await writeFile(join(folder, 'a.json'), '{"instance_id": "a"}\n');
    await writeFile(join(folder, 'README.md'), '# none');
    await writeFile(join(folder, '.hidden.json'), 'x');
    await mkdir(join(folder, 'c.json'));
    const rows = listRows(await readAll(`${folder}/`));
    expect(rows.map(({ value, file, row }) => [value['instance_id'], file, row])).toEqual([
      ['a', `${folder}/a.json`, 0],
      ['b', `${folder}/b.json`, 0],
    ]);
  });

  it('loses only the one-row file that holds nothing', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a.json'), '');
    await writeFile(join(folder, 'b.json'), '<html>');
    await writeFile(join(folder, 'c.json'), '{"instance_id": "c"');
    await writeFile(join(folder, 'd.json'), '{"instance_id": "d"}');
    const outcomes = ['row_malformed_json', 'row_malformed_json', 'row_truncated', 'ok'];
    expect(listOutcomes(await readAll(folder))).toEqual(outcomes);
  });

  it('reads shards of lines and reports progress over all of them', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'part-1.jsonl'), LINES);
    await writeFile(join(folder, 'part-0.jsonl'), LINES);
    const progress: [number, number][] = [];
    const results = await readAll(folder, { onProgress: (read, total) => progress.push([read, total]) });
    expect(listValues(results)).toEqual([...VALUES, ...VALUES]);
    expect(progress).toEqual([
      [LINES.length, LINES.length * 2],
      [LINES.length * 2, LINES.length * 2],
    ]);
  });
});

describe('other ways in', () => {
  it('reads stdin by content, Parquet included', async () => {
    for (const text of [LINES, JSON.stringify(VALUES), 'instance_id,x\na,1\nb,2\n']) {
      const stdin = splitBytes(Buffer.from(text), [5]);
      const rows = [];
      for await (const result of readRows('-', { stdin }))
        rows.push(result.ok && result.row.value['instance_id']);
      expect(rows).toEqual(['a', 'b']);
    }
  });

  it.skipIf(process.platform === 'win32')('reads a named pipe once', async () => {
    const pipe = join(await makeFolder(), 'rows.jsonl');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, LINES);
    expect(listValues(await readAll(pipe))).toEqual(VALUES);
    await writing;
  });

  it('takes the format it is told', async () => {
    expect(listOutcomes(await readContent('x', '[{"a":1}]\n', { format: 'jsonl' }))).toEqual([
      'row_not_an_object',
    ]);
    await expect(readContent('x', LINES, { format: 'parquet' })).rejects.toMatchObject({
      code: 'input_damaged',
    });
  });

  it.skipIf(process.platform !== 'linux')('closes the file when the reader of rows stops early', async () => {
    const path = await makeFile('rows.jsonl', LINES.repeat(1000));
    for (let run = 0; run < 50; run++) {
      for await (const result of readRows(path, { chunkBytes: 64 })) {
        expect(result.ok).toBe(true);
        break;
      }
    }
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
    );
    expect(open).not.toContain(path);
  });
});

describe('inputs that cannot be used', () => {
  it.each([
    ['a missing file', 'none.jsonl', 'input_missing'],
    ['a path below a file', 'rows.jsonl/x', 'input_missing'],
    ['a folder without rows', '.', 'input_empty'],
  ])('names %s', async (_, name, code) => {
    const folder = await makeFolder();
    const input = name === '.' ? folder : join(folder, name);
    if (name.includes('/')) await writeFile(join(folder, 'rows.jsonl'), LINES);
    await expect(readAll(input)).rejects.toMatchObject({ name: 'InputError', code, file: input });
  });

  it.each([
    ['rows.txt', 'hello\nworld\n', 'text that starts with "hello"'],
    ['rows.jsonl', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-16 text'],
    ['program', Buffer.from('\x7fELF,\x02\x00\x00,\n1,2\n', 'latin1'), 'binary content (a NUL byte)'],
    ['rows.zip', 'PK\x03\x04', 'a zip archive'],
  ])('says what it found in %s', async (name, content, got) => {
    await expect(readContent(name, content)).rejects.toMatchObject({ code: 'input_unknown_content', got });
  });
});

describe('inputs without rows', () => {
  it.each([
    ['rows.jsonl', ''],
    ['rows.jsonl', ' \n\r\n'],
    ['rows.json', ''],
    ['rows.json', '\ufeff \n'],
    ['rows.json', '[]'],
    ['rows.json', '{"instances": []}'],
    ['rows.csv', ''],
    ['rows.csv', 'instance_id,repo\n'],
    ['rows', ''],
    ['rows.json.gz', gzipSync('')],
  ])('yield none in any format: %s of %j', async (name, content) => {
    expect(await readContent(name, content)).toEqual([]);
  });

  it('yield none on stdin and in Parquet either', async () => {
    async function* nothing(): AsyncGenerator<Uint8Array> {}
    expect(await collect(readRows('-', { stdin: nothing() }))).toEqual([]);
    const path = join(await makeFolder(), 'rows.parquet');
    const columns = [{ name: 'instance_id', data: [], type: 'STRING' as const }];
    await writeFile(path, Buffer.from(parquetWriteBuffer({ columnData: columns })));
    expect(await readAll(path)).toEqual([]);
  });

  it('cost nothing in a folder, but for an instance of its own that is gone', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a.csv'), '');
    await writeFile(join(folder, 'b.json'), '');
    await writeFile(join(folder, 'c.jsonl'), '');
    await writeFile(join(folder, 'd.jsonl'), LINES);
    const results = await readAll(folder);
    expect(results.slice(1)).toHaveLength(LINES.trimEnd().split('\n').length);
    expect(results[0]).toMatchObject({
      ok: false,
      problem: { code: 'row_malformed_json', file: join(folder, 'b.json') },
    });
  });
});
