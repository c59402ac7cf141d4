/** Owns progress on stderr: a bar with rate and time left in a terminal, sparse plain lines otherwise. */
import type { BuildProgress } from '../pipeline/build.js';
import type { Terminal } from './terminal.js';

/** Plain lines come no more often than this. */
const PLAIN_INTERVAL_MS = 10_000;

export interface ProgressView {
  update(progress: BuildProgress): void;
  stop(): void;
}

/** The view that fits the terminal; `quiet` shows nothing. */
export async function openProgress(terminal: Terminal, quiet: boolean): Promise<ProgressView> {
  if (quiet) return { update: () => undefined, stop: () => undefined };
  return terminal.isInteractive ? openBar(terminal) : openPlainLines(terminal);
}

async function openBar(terminal: Terminal): Promise<ProgressView> {
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {file} | {rows} rows, {rejected} rejected | {rate} rows/s | {left}',
    stream: terminal.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 24,
    fps: 8,
  });
  const started = performance.now();
  let isOpen = false;
  return {
    update(progress) {
      const seconds = (performance.now() - started) / 1000;
      const payload = {
        ...progress,
        rate: Math.round(progress.rows / Math.max(seconds, 0.001)),
        left: timeLeft(progress, seconds),
      };
      if (!isOpen) bar.start(Math.max(1, progress.bytesTotal), progress.bytesRead, payload);
      isOpen = true;
      bar.setTotal(Math.max(1, progress.bytesTotal));
      bar.update(progress.bytesRead, payload);
    },
    stop() {
      if (isOpen) bar.stop();
    },
  };
}

function timeLeft({ bytesRead, bytesTotal }: BuildProgress, seconds: number): string {
  if (bytesRead === 0 || bytesTotal === 0) return '';
  const left = Math.ceil((seconds * (bytesTotal - bytesRead)) / bytesRead);
  return `${left} s left`;
}

function openPlainLines(terminal: Terminal): ProgressView {
  let last = performance.now();
  return {
    update({ file, rows, rejected }) {
      const now = performance.now();
      if (now - last < PLAIN_INTERVAL_MS) return;
      last = now;
      terminal.say(`${file}: ${rows} rows read, ${rejected} rejected`);
    },
    stop: () => undefined,
  };
}
