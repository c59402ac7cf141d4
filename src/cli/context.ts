/** Owns what every command is handed. */
import type { Terminal } from './terminal.js';

export interface CommandContext {
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Set by the command that ran. */
  exitCode: number;
}
