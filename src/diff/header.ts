/**
 * Owns the header of one file section: the `diff` line, git's extended header lines and the `---`/`+++` pair, read into
 * fields. What the fields mean together (status, paths) is decided in identity.ts; hunks and binary data are not read here.
 */
import type { DiffProblem } from './diff.js';
import { bareLine, type DiffText } from './diff-text.js';
import { readSideName, type SideName } from './names.js';
import { isProblem, makeProblem } from './problem.js';

/** The header lines of a section as fields; "" and null = the header has no such line. */
export interface SectionHeader {
  /** What follows `diff --git ` ("" for a plain diff). */
  readonly gitLine: string;
  readonly extended: Readonly<Record<ExtendedKey, string>>;
  readonly oldSide: SideName | null;
  readonly newSide: SideName | null;
  /** Index of the first line after the header. */
  readonly end: number;
}

type ExtendedKey =
  | 'oldMode'
  | 'newMode'
  | 'deletedMode'
  | 'createdMode'
  | 'copyFrom'
  | 'copyTo'
  | 'renameFrom'
  | 'renameTo'
  | 'similarity'
  | 'dissimilarity'
  | 'index';

// Source: git, apply.c, parse_git_diff_header. `rename old/new` is what git wrote before 1.0.
const EXTENDED_LINES: readonly (readonly [string, ExtendedKey])[] = [
  ['old mode ', 'oldMode'],
  ['new mode ', 'newMode'],
  ['deleted file mode ', 'deletedMode'],
  ['new file mode ', 'createdMode'],
  ['copy from ', 'copyFrom'],
  ['copy to ', 'copyTo'],
  ['rename from ', 'renameFrom'],
  ['rename to ', 'renameTo'],
  ['rename old ', 'renameFrom'],
  ['rename new ', 'renameTo'],
  ['similarity index ', 'similarity'],
  ['dissimilarity index ', 'dissimilarity'],
  ['index ', 'index'],
];
const MODE_KEYS: ReadonlySet<ExtendedKey> = new Set(['oldMode', 'newMode', 'deletedMode', 'createdMode']);

const MODE = /^[0-7]{6}$/;
const INDEX_LINE = /^([0-9a-f]{4,64})\.\.([0-9a-f]{4,64}) ?([0-7]{6})?$/;

/** Takes the `index` field apart: `36096fc..ac9837c 100644` → hashes and mode ("" when absent). Null when it is none. */
export function readIndexField(
  field: string,
): { readonly old: string; readonly new: string; readonly mode: string } | null {
  const match = INDEX_LINE.exec(field);
  return match ? { old: match[1] ?? '', new: match[2] ?? '', mode: match[3] ?? '' } : null;
}

/** True when a `---`/`+++`/`@@ -` triple starts at this line: nothing less makes a plain file section. */
export function startsPlainSection(lines: readonly string[], at: number): boolean {
  return (
    lines[at]?.startsWith('--- ') === true &&
    lines[at + 1]?.startsWith('+++ ') === true &&
    lines[at + 2]?.startsWith('@@ -') === true
  );
}

/** Reads the header of a section that starts with `diff --git ` at line `at`. */
export function readGitHeader(source: DiffText, at: number): SectionHeader | DiffProblem {
  const { lines } = source;
  const gitLine = bareLine(lines[at]).slice('diff --git '.length);
  const extended = emptyExtended();
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = bareLine(lines[next]);
    const field = EXTENDED_LINES.find(([start]) => line.startsWith(start));
    if (field === undefined) break;
    const [start, key] = field;
    const value = line.slice(start.length);
    if (MODE_KEYS.has(key) && !MODE.test(value)) {
      return makeProblem(
        'diff_malformed',
        'a file mode is not six octal digits',
        next,
        `${start}NNNNNN`,
        line,
      );
    }
    if (key === 'index' && readIndexField(value) === null) break;
    extended[key] = value;
  }
  if (lines[next]?.startsWith('--- ') !== true)
    return { gitLine, extended, oldSide: null, newSide: null, end: next };
  const sides = readSides(source, next, false);
  return isProblem(sides) ? sides : { gitLine, extended, ...sides };
}

/** Reads the header of a section without `diff --git`: an optional `diff` line, then `---` and `+++`. */
export function readPlainHeader(source: DiffText, at: number): SectionHeader | DiffProblem {
  const first = source.lines[at]?.startsWith('diff ') === true ? at + 1 : at;
  const sides = readSides(source, first, true);
  return isProblem(sides) ? sides : { gitLine: '', extended: emptyExtended(), ...sides };
}

/** The header of a section that only names its two sides; `end` is the index of the line after it. */
export function makePlainHeader(oldName: string, newName: string, end: number): SectionHeader {
  const [oldSide, newSide] = [readSideName(oldName, false), readSideName(newName, false)];
  return { gitLine: '', extended: emptyExtended(), oldSide, newSide, end };
}

function readSides(
  source: DiffText,
  at: number,
  plain: boolean,
): Pick<SectionHeader, 'oldSide' | 'newSide' | 'end'> | DiffProblem {
  const { lines } = source;
  const cut = (index: number): DiffProblem['code'] =>
    index >= lines.length ? 'diff_truncated' : 'diff_malformed';
  if (lines[at + 1]?.startsWith('+++ ') !== true) {
    return makeProblem(
      cut(at + 1),
      'a `---` line stands without its `+++` line',
      at + 1,
      '+++ name',
      lines[at + 1],
    );
  }
  if (lines[at + 2]?.startsWith('@@ ') !== true) {
    const combined = lines[at + 2]?.startsWith('@@@') === true;
    const code = combined ? 'diff_combined' : cut(at + 2);
    const message = combined ? 'a combined diff has no single old side' : 'no hunk follows the `+++` line';
    return makeProblem(code, message, at + 2, '@@ -old,count +new,count @@', lines[at + 2]);
  }
  const oldSide = readSideName(bareLine(lines[at]).slice(4), plain);
  if (oldSide === null) return brokenQuoting(source, at);
  const newSide = readSideName(bareLine(lines[at + 1]).slice(4), plain);
  if (newSide === null) return brokenQuoting(source, at + 1);
  return { oldSide, newSide, end: at + 2 };
}

function brokenQuoting(source: DiffText, at: number): DiffProblem {
  return makeProblem(
    'diff_malformed',
    'a quoted file name is broken',
    at,
    '"name" with C escapes',
    source.lines[at],
  );
}

function emptyExtended(): Record<ExtendedKey, string> {
  return {
    oldMode: '',
    newMode: '',
    deletedMode: '',
    createdMode: '',
    copyFrom: '',
    copyTo: '',
    renameFrom: '',
    renameTo: '',
    similarity: '',
    dissimilarity: '',
    index: '',
  };
}
