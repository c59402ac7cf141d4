/** Runs the command line in this process: many small commands without many starts. Streams are the test's own. */
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { main } from '../../src/cli/main.js';
import type { CommandResult } from './command.js';

type Process = Parameters<typeof main>[0];

class Capture extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Like `runCommand`, but standard input is not read. `terminal` = stdout is one, `columns` wide. */
export async function runInProcess(
  args: readonly string[],
  folder: string,
  terminal?: { readonly columns: number },
): Promise<CommandResult> {
  const stdout = Object.assign(
    new Capture(),
    terminal === undefined ? {} : { isTTY: true, columns: terminal.columns },
  );
  const stderr = new Capture();
  const fake = Object.assign(new EventEmitter(), {
    argv: ['node', 'swe-evidence', ...args],
    env: { NO_COLOR: '1', CI: '1' },
    stdout,
    stderr,
    exitCode: undefined as number | undefined,
  });
  const before = process.cwd();
  // commander writes its help and errors to the real streams.
  const real = { out: process.stdout.write, err: process.stderr.write };
  process.chdir(folder);
  process.stdout.write = ((text: string) => stdout.write(text)) as typeof process.stdout.write;
  process.stderr.write = ((text: string) => stderr.write(text)) as typeof process.stderr.write;
  try {
    await main(fake as unknown as Process);
  } finally {
    process.stdout.write = real.out;
    process.stderr.write = real.err;
    process.chdir(before);
  }
  return { exitCode: Number(fake.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
}
