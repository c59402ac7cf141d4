/**
 * Claim (issue 6.1): the settings beside a single data file stay out of the way of every loader that is given the folder.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJsonl, Workbench } from '../check/workbench.js';
import { HAS_PYTHON, PYTHON_NOTE, runPython } from './python.js';

const bench = new Workbench();
beforeAll(() => bench.open());
afterAll(() => bench.close());

describe.skipIf(!HAS_PYTHON)(`a folder of single files${PYTHON_NOTE}`, () => {
  it.each(['jsonl', 'parquet'] as const)('of %s loads as a whole', async (fileFormat) => {
    const folder = join(bench.folder, `single-${fileFormat}`);
    const settings: string[] = [];
    for (const name of ['train', 'test'])
      settings.push(await bench.exportFile('trl', join(folder, `${name}.${fileFormat}`), fileFormat));
    const loader = fileFormat === 'parquet' ? 'parquet' : 'json';
    const rows = readJsonl(bench.evidence).length * 3;
    expect(runPython('load_folder.py', { folder, loader })).toEqual({
      folder: { train: rows, test: rows },
      data_dir: { train: rows, test: rows },
      arrow: rows * 2,
    });
    expect(settings.map((path) => path.slice(folder.length))).toEqual([
      `/__settings__/train.${fileFormat}.yaml`,
      `/__settings__/test.${fileFormat}.yaml`,
    ]);
  });
});
