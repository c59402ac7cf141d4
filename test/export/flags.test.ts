/** Claim: flags that cannot be, or exclude each other, are usage errors that say what was expected. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit-code.js';
import { addExportOptions, type ExportFlags } from '../../src/cli/export-flags.js';
import { planExport } from '../../src/cli/export-plan.js';
import { InputError } from '../../src/io/input-error.js';
import type { WriteExportOptions } from '../../src/pipeline/export-options.js';
import { useFolder } from './shelf-evidence.js';

const folder = useFolder();

/** What these arguments mean; `@name` stands for a file of the test's folder. */
async function plan(...args: string[]): Promise<WriteExportOptions> {
  const command = addExportOptions(new Command().exitOverride().argument('<evidence...>'));
  const paths = args.map((arg) => (arg.startsWith('@') ? join(folder.path, arg.slice(1)) : arg));
  command.parse(['evidence.jsonl', ...paths], { from: 'user' });
  return planExport(command.opts<ExportFlags>(), () => Promise.resolve());
}

const BAD: readonly (readonly [words: string, args: readonly string[]])[] = [
  ['unknown trainer "torch"; expected one of trl, swift, verl', ['--to', 'torch']],
  ['unknown stage "repair"', ['--stage', 'repair']],
  ['a stage is named twice', ['--stage', 'patch,patch']],
  ['unknown layout "tall"; expected one of long, wide', ['--layout', 'tall']],
  ['opsd has one field for the evidence', ['--to', 'opsd', '--layout', 'wide']],
  ['--stage does not go with it', ['--layout', 'wide', '--stage', 'patch']],
  ['rows for trl name no agent: --agent is for verl and nemo-gym', ['--to', 'trl', '--agent', 'x']],
  ['--split needs a folder: -o DIR/', ['--split', 'train=0.9,test=0.1']],
  ['--shard-rows needs a folder', ['--shard-rows', '10', '-o', '@rows.jsonl']],
  ['--schedule needs a folder', ['--schedule', 'patch:3', '-o', '@rows.parquet']],
  ['--parquet needs -o', ['--parquet']],
  ['do not go together', ['--parquet', '-o', '@rows.jsonl']],
  [
    '--schedule names patch, which --stage does not export (localization)',
    ['--stage', 'localization', '--schedule', 'patch:3', '-o', '@out/'],
  ],
  ['add up to 0.9, expected 1', ['--split', 'a=0.4,b=0.5', '-o', '@out/']],
  ['--detail is for the view "marked"', ['--profile', 'minimal@1', '--detail', 'file']],
  ['unknown split-by "row"', ['--split-by', 'row']],
  ['unknown control "noise"', ['--control', 'noise']],
  [
    'unknown profile "default@9"; expected one of default@1, swe-ladder@1, minimal@1',
    ['--profile', 'default@9'],
  ],
];

describe('usage errors', () => {
  it.each(BAD)('%s', async (words, args) => {
    const failure = await plan(...args).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(String(failure)).toContain(words);
  });

  it('a template with an unknown placeholder names file and line', async () => {
    folder.write('p.txt', 'Repair this:\n{issue}\n');
    const failure = await plan('--prompt-template', '@p.txt').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(String(failure)).toContain('p.txt, line 2: found {issue}');
  });

  it('a file that is not there is unusable input', async () => {
    await expect(plan('--system', '@nothing.txt')).rejects.toBeInstanceOf(InputError);
    await expect(plan('--profile', '@nothing.yaml')).rejects.toBeInstanceOf(InputError);
  });
});

describe('what is meant', () => {
  it('-o is a folder with a slash, when it is one, or without an extension', async () => {
    mkdirSync(join(folder.path, 'there.d'));
    const kinds = await Promise.all(
      ['-', '@new/', '@there.d', '@new', '@rows.jsonl', '@rows.parquet'].map(
        async (output) => (await plan('-o', output)).target.kind,
      ),
    );
    expect(kinds).toEqual(['stream', 'folder', 'folder', 'folder', 'file', 'file']);
  });

  it('a .parquet name means Parquet', async () => {
    expect((await plan('-o', '@rows.parquet')).fileFormat).toBe('parquet');
    expect((await plan('-o', '@out/', '--parquet')).fileFormat).toBe('parquet');
    expect((await plan('-o', '@rows.jsonl')).fileFormat).toBe('jsonl');
  });

  it('all is the three stages; full is asked for by name', async () => {
    expect((await plan()).stages).toEqual(['localization', 'reproduction', 'patch']);
    expect((await plan('--stage', 'patch,full')).stages).toEqual(['patch', 'full']);
  });

  it('a file may be a profile, a system message, templates', async () => {
    folder.write('mine.yaml', 'name: mine@1\nmax_test_ids: 2\n');
    folder.write('system.txt', 'You repair programs.\n');
    const options = await plan('--profile', '@mine.yaml', '--system', '@system.txt');
    expect(options.profile).toMatchObject({ name: 'mine@1', maxTestIds: 2 });
    expect(options.framing.system).toBe('You repair programs.');
  });
});
