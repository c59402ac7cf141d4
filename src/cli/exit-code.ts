/** Owns the exit codes and the errors that end a command. A bad record is data; these are for commands. */
import { InputError } from '../io/input-error.js';
import { OutputError } from '../io/output-error.js';
import { GitError } from '../repository/failure.js';
import { TokenizerError } from '../tokens/tokenizer-error.js';

export const EXIT = {
  done: 0,
  /** Finished, but with more rejects or findings than allowed. */
  findings: 1,
  usage: 2,
  input: 3,
  environment: 4,
  bug: 70,
  interrupted: 130,
} as const;

/** The command line asks for something that cannot be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The reader of our standard output went away: not an error, the command just ends. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** The user pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** What an error means for the command: its exit code, and the message for the user ("" = say nothing). */
export function judgeError(error: unknown): { code: number; message: string } {
  if (error instanceof ClosedPipe) return { code: EXIT.done, message: '' };
  if (error instanceof Interrupted)
    return { code: EXIT.interrupted, message: 'interrupted; no output was changed' };
  if (error instanceof UsageError || error instanceof TokenizerError)
    return { code: EXIT.usage, message: error.message };
  if (error instanceof InputError) return { code: EXIT.input, message: error.message };
  if (error instanceof GitError)
    return { code: error.code === 'remote_refused' ? EXIT.usage : EXIT.environment, message: error.message };
  if (error instanceof OutputError)
    return { code: error.code === 'output_mixed' ? EXIT.usage : EXIT.environment, message: error.message };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: EXIT.bug, message: `this is a bug in swe-evidence, please report it:\n${stack}` };
}
