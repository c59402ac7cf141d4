/** The Python of the interop tests: made by .ci/run, or named by SWE_EVIDENCE_PYTHON; they are skipped without one. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = new URL('.', import.meta.url).pathname;
const MADE = new URL('../../.venv/interop/bin/python', import.meta.url).pathname;
const PYTHON = process.env['SWE_EVIDENCE_PYTHON'] ?? MADE;

export const HAS_PYTHON = existsSync(PYTHON);

/** Says in the name of a test group why it is skipped. */
export const PYTHON_NOTE = HAS_PYTHON
  ? ''
  : ' (skipped: no .venv/interop; .ci/run makes it where a package index is reachable)';

/** Runs a script of this folder with a job and returns what it prints. It has no network and no cache of its own. */
export function runPython(script: string, job: unknown): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'interop-'));
  try {
    const input = join(folder, 'job.json');
    writeFileSync(input, JSON.stringify(job));
    const output = execFileSync(PYTHON, [join(HERE, script), input], {
      env: {
        PATH: process.env['PATH'],
        HF_HOME: folder,
        HF_HUB_OFFLINE: '1',
        HF_DATASETS_DISABLE_PROGRESS_BARS: '1',
      },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
