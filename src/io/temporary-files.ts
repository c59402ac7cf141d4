/**
 * Owns the list of temporary files of this process, so that none is left behind when it ends early: by an exception,
 * by `process.exit`, or by SIGINT, SIGTERM or SIGHUP. Listeners are installed only while there are such files.
 */
import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const temporaryFiles = new Set<string>();

/** Has the file removed should the process end, by itself or by a signal, before it is unregistered. */
export function registerTemporaryFile(path: string): void {
  if (temporaryFiles.size === 0) {
    process.on('exit', removeTemporaryFiles);
    for (const signal of SIGNALS) process.on(signal, endBySignal);
  }
  temporaryFiles.add(path);
}

/** Says that the file is gone or has its final name; the signals are let go with the last one. */
export function unregisterTemporaryFile(path: string): void {
  if (temporaryFiles.delete(path) && temporaryFiles.size === 0) {
    process.removeListener('exit', removeTemporaryFiles);
    for (const signal of SIGNALS) process.removeListener(signal, endBySignal);
  }
}

function removeTemporaryFiles(): void {
  for (const path of temporaryFiles) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The process is ending: there is nobody left to tell.
    }
  }
}

/** A program that listens to the signal itself decides what happens; otherwise the signal ends it as by default. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeTemporaryFiles();
  process.removeListener(signal, endBySignal);
  process.kill(process.pid, signal);
}
