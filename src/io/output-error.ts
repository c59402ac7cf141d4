/** Owns the error for output that cannot be written: disk full, no permission, a folder in the way. */
import { readSystemCode } from './input-error.js';

export const OUTPUT_ERROR_CODES = [
  'output_disk_full',
  'output_not_writable',
  'output_not_a_file',
  'output_mixed',
  'output_failed',
] as const;

export type OutputErrorCode = (typeof OUTPUT_ERROR_CODES)[number];

/** Output that could not be written. `path` is the file asked for, not the temporary one. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code: OutputErrorCode;
  readonly path: string;

  constructor(code: OutputErrorCode, path: string, reason: string, cause?: unknown) {
    super(`cannot write ${path}: ${reason}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.path = path;
  }
}

const REASONS: Readonly<Record<string, readonly [code: OutputErrorCode, reason: string]>> = {
  ENOSPC: ['output_disk_full', 'no space left on the device'],
  EDQUOT: ['output_disk_full', 'the disk quota is used up'],
  EACCES: ['output_not_writable', 'permission denied'],
  EPERM: ['output_not_writable', 'operation not permitted'],
  EROFS: ['output_not_writable', 'the file system is read-only'],
  ENOENT: ['output_not_writable', 'its folder does not exist and cannot be made'],
  ENOTDIR: ['output_not_a_file', 'a part of its path is a file, not a folder'],
  EEXIST: ['output_not_a_file', 'a file stands where its folder should be'],
  EISDIR: ['output_not_a_file', 'a folder has this name'],
};

/** Turns a failed system call into an `OutputError` that names the file asked for. */
export function describeWriteFailure(path: string, cause: unknown): OutputError {
  if (cause instanceof OutputError) return cause;
  const known = REASONS[readSystemCode(cause)];
  if (known !== undefined) return new OutputError(known[0], path, known[1], cause);
  return new OutputError(
    'output_failed',
    path,
    cause instanceof Error ? cause.message : String(cause),
    cause,
  );
}
