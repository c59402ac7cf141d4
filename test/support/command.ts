/** Runs the built command line as a user does: in its own process and folder. */
import { execFile, type ExecFileException } from 'node:child_process';

export const BINARY = new URL('../../bin/swe-evidence.js', import.meta.url).pathname;

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `swe-evidence` with these arguments in `folder`; standard input is `input`. */
export function runCommand(args: readonly string[], folder: string, input = ''): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [BINARY, ...args],
      { cwd: folder, env: { PATH: process.env['PATH'], NO_COLOR: '1' }, maxBuffer: 2 ** 28 },
      (error: ExecFileException | null, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ exitCode, stdout, stderr });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
