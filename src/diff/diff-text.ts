/**
 * Owns the view of a diff text as numbered lines. Lines end at `\n` and nowhere else: form feeds, U+2028 and
 * lone carriage returns are text. What a line means is for the readers beside it.
 */

/** A text cut at its line feeds. `lines` carry no terminator; `starts[i]` is the offset of line i, plus one end offset. */
export interface DiffText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly starts: readonly number[];
}

/** Cuts a text into lines (0-based here; problems add one). A byte order mark before the first line is no part of it. */
export function splitDiffText(text: string): DiffText {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  starts.push(text.length);
  const first = lines[0];
  if (first !== undefined && first.startsWith('\uFEFF')) {
    lines[0] = first.slice(1);
    starts[0] = 1;
  }
  return { text, lines, starts };
}

/** The text of the lines from `from` up to but without `to`, terminators included. */
export function sliceLines(source: DiffText, from: number, to: number): string {
  return source.text.slice(
    source.starts[from] ?? source.text.length,
    source.starts[to] ?? source.text.length,
  );
}

/** A header line without the carriage return of a diff that was converted to CRLF. */
export function bareLine(line: string | undefined): string {
  if (line === undefined) return '';
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
