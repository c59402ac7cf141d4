/**
 * Owns the error for an input that is unusable as a whole: missing, unreadable, damaged, of an unknown kind.
 * A single bad row is no error: it is a `RowProblem` (raw-row.ts).
 */

export const INPUT_ERROR_CODES = [
  'input_missing',
  'input_not_readable',
  'input_empty',
  'input_unknown_content',
  'input_damaged',
] as const;

export type InputErrorCode = (typeof INPUT_ERROR_CODES)[number];

/** An input that cannot be used. `file` is the path as given; `expected` and `got` are short phrases. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: InputErrorCode;
  readonly file: string;
  readonly expected: string;
  readonly got: string;

  constructor(code: InputErrorCode, file: string, expected: string, got: string, cause?: unknown) {
    const place = file === '-' ? 'stdin' : file;
    super(`${place}: expected ${expected}, found ${got}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.file = file;
    this.expected = expected;
    this.got = got;
  }
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'a file that may not be read (permission denied)',
  EPERM: 'a file that may not be read (operation not permitted)',
  EISDIR: 'a folder',
  EMFILE: 'too many open files in this process',
  EIO: 'a read error of the device',
};

/** Turns a failed system call on `file` into an `InputError`; keeps one that is an `InputError` already. */
export function describeReadFailure(file: string, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  const systemCode = readSystemCode(cause);
  if (systemCode === 'ENOENT' || systemCode === 'ENOTDIR') {
    return new InputError('input_missing', file, 'an existing file or folder', 'nothing at this path', cause);
  }
  const got = SYSTEM_REASONS[systemCode] ?? (cause instanceof Error ? cause.message : String(cause));
  return new InputError('input_not_readable', file, 'a readable file', got, cause);
}

/** The `code` of a Node system error ("ENOSPC", …), or "" when there is none. */
export function readSystemCode(cause: unknown): string {
  if (!(cause instanceof Error) || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}
