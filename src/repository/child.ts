/** Owns the one safe way to end a child process. */
import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child that was started, and does nothing with one that was not: Node's own `kill` sends the signal of a
 * child that could not be started to process 0, which is this process, its shell and everything else in its group.
 */
export function killChild(child: ChildProcess): void {
  if (child.pid !== undefined) child.kill('SIGKILL');
}
