/** Claim: the format of a file is told from the keys of its rows, also when one is missing, and can be named instead. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkJsonText } from '../../src/check/json-text.js';
import { findControlTokens } from '../../src/check/control-token.js';
import { CHECK_FORMATS, recognizeFormat } from '../../src/check/format.js';
import { CHECK_FORMAT_NAMES } from '../../src/check/format-name.js';
import { EXPORTERS } from '../../src/export/registry.js';
import { rejectSchema } from '../../src/model/issue.js';
import { check, type JsonRow, readJsonl, Workbench } from './workbench.js';

const bench = new Workbench();
beforeAll(() => bench.open());
afterAll(() => bench.close());

async function firstRow(trainer: string, layout: 'long' | 'wide'): Promise<JsonRow> {
  const folder = join(await bench.export(trainer, { layout }), 'data', layout === 'wide' ? 'wide' : 'patch');
  const [name] = readdirSync(folder);
  return readJsonl(join(folder, name ?? ''))[0] ?? {};
}

const CASES = EXPORTERS.flatMap(({ name, wide }) => [
  [name, 'long'] as const,
  ...(wide === null ? [] : [[name, 'wide'] as const]),
]);

/** Columns without which a row may be of several trainers or layouts. */
const TELLING = new Set([
  'messages',
  'prompt',
  'extra_info',
  'info',
  'metadata',
  'problem',
  'solution',
  'answer',
  'label',
]);

describe('the format of a row', () => {
  it.each(CASES)('%s %s', async (trainer, layout) => {
    const row = await firstRow(trainer, layout);
    const name = layout === 'wide' ? `${trainer}:wide` : trainer;
    expect(recognizeFormat(row).name).toBe(name);
    for (const key of Object.keys(row)) {
      if (TELLING.has(key)) continue;
      const { [key]: _gone, ...rest } = row;
      expect(recognizeFormat(rest).name, `without ${key}`).toBe(name);
    }
  });

  it('evidence, rejects, and neither', () => {
    expect(recognizeFormat(readJsonl(bench.evidence)[0] ?? {}).name).toBe('evidence');
    const keys = Object.keys(rejectSchema.shape);
    expect(recognizeFormat(Object.fromEntries(keys.map((key) => [key, '']))).name).toBe('rejects');
    expect(recognizeFormat({ instance_id: 'a', patch: 'b', repo: 'c' }).name).toBe('');
    expect(new Set(CHECK_FORMATS.map(({ name }) => name)).size).toBe(CHECK_FORMATS.length);
  });

  it('the names that --as takes are those of the formats, in their order', () => {
    expect(CHECK_FORMAT_NAMES).toEqual(CHECK_FORMATS.map(({ name }) => name));
  });

  it('a named format is used, whatever the rows look like', async () => {
    const report = await check([bench.evidence], { as: 'trl' });
    expect(report.files[0]?.format).toBe('trl');
    expect(report.findings.map(({ code }) => code)).toContain('key_missing');
  });
});

describe('the text of a row', () => {
  const find = (text: string): string[] => {
    const found: string[] = [];
    checkJsonText(text, (code, path) => void found.push(path === '' ? code : `${code} ${path}`));
    return found;
  };

  it('finds keys that come twice, also when they are spelled differently', () => {
    expect(find('{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}')).toEqual([]);
    expect(find('{"a":1,"b":[{"x":1,"x":2}],"\\u0061":3}')).toEqual(['duplicate_key x', 'duplicate_key a']);
    expect(find('{"a\\\\":":\\"b\\":","b":1}')).toEqual([]);
  });

  it('finds whole numbers written as floats', () => {
    expect(find('{"a":1,"b":-2,"c":"1.0","d":1.5}')).toEqual([]);
    expect(find('[1.0,2e3,-0.0]')).toEqual(['float_for_integer', 'float_for_integer', 'float_for_integer']);
  });

  it('finds nothing in what JSON.stringify writes, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, ' ');
        const isSmall = !/[eE.]/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
        if (isSmall) expect(find(text)).toEqual([]);
      }),
    );
  });
});

describe('control tokens', () => {
  it('are counted, and look-alikes are not', () => {
    const text =
      '<|im_end|> and <|im_end|>, </think>, <image>, <tool_call>; not <|a b|>, <imagery>, a <| b |> c, <|>';
    expect([...findControlTokens(text)]).toEqual([
      ['<|im_end|>', 2],
      ['</think>', 1],
      ['<image>', 1],
      ['<tool_call>', 1],
    ]);
  });
});
