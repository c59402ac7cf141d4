/** Owns short runs of git that read a clone beside its objects: its list of branches, ids by prefix. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { shortenText } from '../model/issue.js';
import { killChild } from './child.js';
import { readingEnvironment } from './environment.js';
import { GitError, systemErrorCode } from './failure.js';

const OUTPUT_MAX_BYTES = 256 * 1024 * 1024;

export interface GitRun {
  readonly environment: Record<string, string>;
  readonly workingDirectory: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs git without a shell and returns its stdout. Throws GitError, or the signal's reason. */
export function runGit(args: readonly string[], run: GitRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: run.workingDirectory,
      env: run.environment,
      timeout: run.timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: OUTPUT_MAX_BYTES,
      windowsHide: true,
      encoding: 'utf8' as const,
    };
    const child = execFile('git', args, options, (error, stdout, stderr) => {
      run.signal?.removeEventListener('abort', abort);
      if (error === null) resolve(stdout);
      else if (run.signal?.aborted === true) reject(run.signal.reason);
      else if (systemErrorCode(error) === 'ENOENT') {
        reject(new GitError('git_missing', `git cannot be started: ${error.message}`, { cause: error }));
      } else if (error.killed === true) {
        reject(
          new GitError('git_timeout', `git ${args[0] ?? ''} took more than ${run.timeoutMs} ms`, {
            cause: error,
          }),
        );
      } else {
        const said = stderr.trim().slice(0, 2000);
        reject(
          new GitError('git_failed', `git ${args[0] ?? ''} failed: ${said || error.message}`, {
            cause: error,
          }),
        );
      }
    });
    child.stdin?.on('error', () => undefined).end(); // it has nothing to read; EPIPE: its end tells more
    // Not execFile's own `signal`: it would kill a child that could not be started.
    const abort = (): void => killChild(child);
    run.signal?.addEventListener('abort', abort, { once: true });
    if (run.signal?.aborted === true) abort();
  });
}

const PROBE_TIMEOUT_MS = 20_000;

/** Makes sure that there is a git that works. Throws GitError `git_missing`, `git_failed`, `git_timeout`, or the signal's reason. */
export async function requireGit(signal: AbortSignal | undefined): Promise<void> {
  const folder = tmpdir();
  const said = await runGit(['version'], {
    environment: readingEnvironment(folder),
    workingDirectory: folder,
    timeoutMs: PROBE_TIMEOUT_MS,
    signal,
  });
  if (!said.startsWith('git version '))
    throw new GitError(
      'git_failed',
      `git does not work: it answered "git version" with ${shortenText(said.trim())}`,
    );
}
