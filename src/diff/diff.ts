/**
 * Owns the parsed form of a unified diff. Reading, writing, reversing and applying live beside it.
 * Line numbers are 1-based; counts are what the hunk header says, never what was guessed.
 */

/** What happened to one file. `mode` = only the mode bits changed. */
export type FileStatus = 'modified' | 'added' | 'deleted' | 'renamed' | 'copied' | 'mode';

/** `described` = "Binary files … differ"; `patch` = a `GIT binary patch` with its data. */
export type BinaryKind = 'none' | 'described' | 'patch';

/** One body line of a hunk, without its marker and without its line feed. A carriage return is text. */
export interface DiffLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
  /** False when `\ No newline at end of file` follows: the line has no terminator in the file. */
  readonly newline: boolean;
}

/** One hunk. `oldLines` 0 = pure insertion after line `oldStart`; `newLines` 0 = pure deletion. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** git's heading after the second `@@` and one space, verbatim ("" when absent). */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

/**
 * The two halves of a `GIT binary patch`, each from its `literal N` or `delta N` line to its last data line, every
 * line with a line feed. `forward` makes the new contents, `reverse` the old ones ("" when the diff has only one half).
 */
export interface BinaryData {
  readonly forward: string;
  readonly reverse: string;
}

/** One file section of a diff. */
export interface FileDiff {
  readonly status: FileStatus;
  /** Path before the change, prefix removed and unquoted; "" for an added file. */
  readonly oldPath: string;
  /** Path after the change; "" for a deleted file. */
  readonly newPath: string;
  /** Six-digit octal modes, "" when the diff does not say. */
  readonly oldMode: string;
  readonly newMode: string;
  readonly binary: BinaryKind;
  /** Present exactly when `binary` is `patch`. */
  readonly binaryData?: BinaryData;
  readonly hunks: readonly Hunk[];
  /** True when every line of the section ends in CRLF because the whole diff was converted; the lines carry no CR then. */
  readonly crlf?: boolean;
  /** 1-based line of the diff text on which this section starts. */
  readonly lineStart: number;
  /** The section's header lines as written (everything before the first hunk or binary data), each with its terminator. */
  readonly header: string;
  /** The section's text as written, from its first header line to its last body line, terminators included. */
  readonly text: string;
}

/** A parsed diff: file sections in order of appearance. */
export interface Diff {
  readonly files: readonly FileDiff[];
}

/** Why a text is not a diff we accept. `line` is 1-based in the diff text. */
export interface DiffProblem {
  readonly code:
    | 'diff_malformed'
    | 'diff_truncated'
    | 'diff_counts'
    | 'diff_combined'
    | 'diff_not_found'
    | 'diff_readers_disagree';
  readonly message: string;
  readonly line: number;
  readonly expected: string;
  readonly got: string;
  readonly path: string;
}

export type DiffResult =
  { readonly ok: true; readonly diff: Diff } | { readonly ok: false; readonly problem: DiffProblem };
