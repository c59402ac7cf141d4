/** Owns what is said about a file or row that holds no run or report that could be read. */

/** Where a run or report stands. */
export interface RunSource {
  /** The path as given; for a file in a given folder `folder/…/name`; `-` for stdin. */
  readonly file: string;
  /** 0-based number of the record in its file. */
  readonly row: number;
  /** 1-based line for JSON Lines, 0 elsewhere. */
  readonly line: number;
}

export interface SourceProblem {
  readonly source: RunSource;
  readonly code: string;
  readonly message: string;
}

/** The place of a run that is a file of its own, or of a problem with the file as a whole. */
export const wholeFile = (file: string): RunSource => ({ file, row: 0, line: 0 });

/** The place in words: `runs.jsonl, line 3`, `runs.json, row 2`, `a.traj`. */
export function describePlace({ file, row, line }: RunSource): string {
  const name = file === '-' ? 'stdin' : file;
  if (line > 0) return `${name}, line ${line}`;
  return row > 0 ? `${name}, row ${row}` : name;
}
