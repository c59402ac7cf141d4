/** Node's `kill` on a child that could not be started is kill(0): it ends this process, its shell and all its kin. */
import { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runGit } from '../../src/repository/git-run.js';
import { ObjectProcess } from '../../src/repository/object-process.js';
import { makeFolder } from './scratch.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Nothing is called git on this path; what would be signalled is noted instead. */
function withoutGit(): { readonly folder: string; readonly kill: ReturnType<typeof vi.spyOn> } {
  const folder = makeFolder();
  vi.stubEnv('PATH', folder);
  return { folder, kill: vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(false) };
}

describe('without git, no signal is sent', () => {
  it('when the object process is ended in the tick in which it failed to start', async () => {
    const { folder, kill } = withoutGit();
    const started = new ObjectProcess(folder, folder, 1000);
    const answer = started.read('0'.repeat(40), 1000);
    const ended = started.kill(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await ended;
    expect(started.alive).toBe(false);
    expect(kill).not.toHaveBeenCalled();
  });

  it.each(['before', 'after'])('when a run of git is aborted %s it failed to start', async (moment) => {
    const { folder, kill } = withoutGit();
    const controller = new AbortController();
    const reason = new Error('enough');
    if (moment === 'before') controller.abort(reason);
    const run = { environment: { PATH: folder }, workingDirectory: folder, timeoutMs: 1000 };
    const answer = runGit(['version'], { ...run, signal: controller.signal });
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(kill).not.toHaveBeenCalled();
  });
});

it('a run of git that was started is ended by an abort', async () => {
  const folder = makeFolder();
  const controller = new AbortController();
  const kill = vi.spyOn(ChildProcess.prototype, 'kill');
  writeFileSync(join(folder, 'git'), '#!/bin/sh\nexec sleep 20\n', { mode: 0o755 });
  const environment = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const run = { environment, workingDirectory: folder, timeoutMs: 10_000, signal: controller.signal };
  const answer = runGit(['version'], run);
  controller.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  expect(kill).toHaveBeenCalledExactlyOnceWith('SIGKILL');
});
