/**
 * Owns the one error this room throws. A fact about a clone (no such commit, a symlink, a blob too large) is
 * never an error: it is a result. An error is something the environment did: git is absent, died, hung.
 */

export type GitErrorCode =
  /** The `git` program cannot be started. */
  | 'git_missing'
  /** git ended or printed a fatal error; the text of its stderr is in the message. */
  | 'git_failed'
  /** git did not answer in time and was killed. */
  | 'git_timeout'
  /** git answered with something that is not its documented format. */
  | 'git_protocol'
  /** The repository or its pool was closed while, or before, the request ran. */
  | 'git_closed'
  /** A folder of the clone exists and cannot be read. */
  | 'clone_unreadable'
  /** A stored object is not a well-formed tree or commit. */
  | 'object_corrupt'
  /** A remote, repository name or branch name that is refused before git sees it. */
  | 'remote_refused';

/** Thrown by everything in src/repository; `cause` holds the lower error where there is one. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: GitErrorCode;

  constructor(code: GitErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The `code` of a Node system error ("ENOENT"), or "" for anything else. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
